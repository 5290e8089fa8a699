// The whole program in a window that SDL draws nowhere. A test feeds it events, calls its frames one by one,
// and reads the program's own list of what is on screen: nothing is waited for, and under the model clock
// every run is the same on any machine. The tests of this folder derive from WindowTest.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/desktop/desktop.h"
#include "tests/folder.h"

namespace drover::desktop {

using tests::contentOf, tests::write;

class WindowTest : public testing::Test {
  protected:
    WindowTest();

    // Opens the program as the command line would; `--clock model`, a size and `--scale 1` are added where
    // they are missing, no size for kSavedSize. The exit code if it refuses; 0 if it is open.
    static constexpr const char* kSavedSize = "";
    int open(std::vector<std::string> arguments, std::string size = "1280x720");
    // The next one is opened as in a browser, where what is saved is downloaded.
    void asPage() { is_page_ = true; }
    // Else the next ones are opened with a look from above.
    void lookFirstAsWritten() { is_seen_as_written_ = true; }
    // Asks the window to close by Ctrl+Q, and completes the files. Fails unless it closes.
    void close();
    // The files are completed as at a signal.
    void end();

    // Frames of the window; the world moves in each. A gesture below ends after the frames that it needs.
    // Drawing takes most of the time, so only one frame of them is drawn: the last but one, because the
    // labels of a picture are on screen in the frame after it. Without DROVER_PICTURES, where people look at
    // them, the world has a sixteenth of the pixels of the window.
    void frames(int count = 1);
    // Frames of another length, as on a slow machine.
    void framesOf(double seconds, int count);
    // For tests that look at no label of the world.
    void drawNothing() { is_drawn_ = false; }
    void draw() { desktop_->draw(); }
    // Of the last frame that was drawn, into the folder DROVER_PICTURES, if there is one.
    void keepPicture(const std::string& name);
    // The next ones are opened with all pixels of the world, for tests that look at them.
    void inFullPixels() { resolution_ = 1; }
    // As many frames as it takes, at most `most`; fails after that.
    void until(const char* what, const std::function<bool()>& is_so, int most = 600);

    // What is on screen.
    const std::vector<UiMap::Item>& onScreen() const { return desktop_->onScreen().items(); }
    const UiMap::Item* find(const std::string& name) const;
    bool has(const std::string& name) const { return find(name) != nullptr; }
    std::string value(const std::string& name) const;  // "(not there)" without the item
    double number(const std::string& name) const;      // at the start of the value; NaN without one
    float width(const std::string& name) const;
    bool matches(const std::string& name, const std::string& pattern) const;  // a shell pattern
    std::string title() const;
    std::uint64_t frame() const { return session().world().frame(); }
    const Session& session() const { return desktop_->session(); }
    bool isPaused() const { return session().now().is_paused; }
    bool isSpiking() const;  // from outside the AI
    bool isOver() const { return desktop_->isOver(); }
    void expectTheWorldGoesOn();
    // What is said over the world for a while fits a shell pattern.
    void expectSaid(const std::string& pattern);
    // The message fits a shell pattern; Escape closes it.
    void closeMessage(const std::string& pattern);

    // The mouse. Shares are of the item's width and height.
    struct Place {
        float x = 0, y = 0;
    };
    Place placeIn(const std::string& name, float share_x = 0.5f, float share_y = 0.5f) const;
    void moveTo(Place place);
    void moveTo(const std::string& name, float share_x = 0.5f, float share_y = 0.5f);
    void button(bool is_down, int which = SDL_BUTTON_LEFT, int clicks = 1);
    void click(const std::string& name, float share_x = 0.5f, float share_y = 0.5f);
    void clickRight(const std::string& name);
    void doubleClick(const std::string& name);
    void drag(Place from, Place to);
    // Inside an item, along its middle.
    void drag(const std::string& name, float from_x, float to_x, float to_y = 0.5f);
    void wheel(int notches);  // above 0: away from oneself

    // Keys by SDL's names, such as "Escape" or "Ctrl+Shift+Z"; a printable one types its text too.
    void press(const std::string& keys);
    void pressAndLook(const std::string& keys);  // for what takes two frames more to show
    void type(const std::string& text);
    // All that is in the field that has the keyboard.
    std::string copied();
    // Without the frames after it, for several in one frame. sendText: as an input method gives it, without
    // keys.
    void sendPress(const std::string& keys);
    void sendTyped(const std::string& text);
    void sendText(const std::string& text);
    void sendMotion(Place place);
    void sendClick(Place place, int clicks = 1);
    // Ctrl+click on a number, the text, Enter.
    void typeInto(const std::string& name, const std::string& text);
    // An entry of a menu, by clicks.
    void choose(const std::string& menu, const std::string& entry);
    // Opens the drawer at a panel.
    void unfold(const std::string& panel);

    void resize(int width, int height);
    void drop(const std::string& file);
    void drop(const std::vector<std::string>& files);  // none: something that is not a file
    void send(SDL_Event event);                        // for the open window

    const std::filesystem::path& folder() const { return folder_.path(); }  // of this test; it is removed
    std::string in(const std::string& name) const { return folder_.file(name); }
    std::filesystem::path configFolder() const { return folder_ / "config" / "drover"; }
    std::filesystem::path stateFolder() const { return folder_ / "state" / "drover"; }
    std::filesystem::path exports() const { return stateFolder() / "exports"; }
    static std::string shipped(const std::string& path);  // a file below assets/

  private:
    void frameUndrawn() { desktop_->frame(frame_s_); }
    void sendKey(SDL_Scancode key, SDL_Keycode code, Uint16 modifiers, bool is_down);
    void sendMouse(Uint32 type, Place place, int which, int clicks);

    const tests::Folder folder_;
    std::unique_ptr<Desktop> desktop_;
    bool is_drawn_ = true, is_page_ = false, is_seen_as_written_ = false;
    double frame_s_ = 1.0 / 60;
    float resolution_ = 0.25f;
};

// The numbers of a CSV column.
std::vector<double> column(const std::filesystem::path& csv, const std::string& name);

}  // namespace drover::desktop
