// A person types faster than slow frames come: all that happens between two frames does what it would do one
// by one, in the same order, whichever version of Dear ImGui there is. At five frames a second.
#include <random>

#include "window_test.h"

namespace drover::desktop::typing_test {
namespace {

class WindowTyping : public WindowTest {
  protected:
    WindowTyping() { drawNothing(); }
    // As many slow frames as what was sent may need: some for each key, but one for any length of text.
    void slowFrames(int count = 12) { framesOf(0.2, count); }
    std::string script() const { return session().scenario().load.script; }
    void openEditor() {
        open({"one-flock"}, "1280x1400");
        unfold("own");
        click("own.take");
        click("own.text", 0.5f, 0.9f);
        press("Ctrl+A");
    }
    void sendKey(SDL_Scancode key, bool is_down, bool is_repeated = false) {
        SDL_Event event = {};
        event.type = is_down ? SDL_KEYDOWN : SDL_KEYUP;
        event.key.state = is_down ? SDL_PRESSED : SDL_RELEASED;
        event.key.repeat = is_repeated ? 1 : 0;
        event.key.keysym = {key, SDL_GetKeyFromScancode(key), KMOD_NONE, 0};
        send(event);
    }
    void sendFocus(Uint8 what) {
        SDL_Event event = {};
        event.type = SDL_WINDOWEVENT;
        event.window.event = what;
        send(event);
    }
};

TEST_F(WindowTyping, APathOfTwoHundredLettersAndEnter) {
    const std::string folders = std::string(80, 'a') + "/" + std::string(80, 'B') + "/";
    std::filesystem::create_directories(in(folders));
    const std::string file = in(folders + "My file 1.drover");
    ASSERT_GT(file.size(), 200u);
    open({"plains"});
    frames(10);
    sendPress("Ctrl+S");
    sendPress("Ctrl+A");
    sendTyped(file);
    sendPress("Return");
    slowFrames();
    EXPECT_FALSE(has("files")) << value("files.path");
    EXPECT_TRUE(std::filesystem::exists(file)) << value("message");
}

TEST_F(WindowTyping, KeysBehindEnterAreForWhatIsThereThen) {
    open({"plains"});
    sendPress("/");
    sendTyped("own manager");
    sendPress("Return");
    for (const char* const key : {"X", "Space", "2"}) sendPress(key);
    slowFrames(16);
    EXPECT_FALSE(has("find.text"));
    EXPECT_EQ(value("panel.own.tab"), "open");
    EXPECT_TRUE(isSpiking());
    EXPECT_TRUE(isPaused());
    EXPECT_EQ(value("world.legend"), "Species");
}

TEST_F(WindowTyping, ANumberIsClickedTypedAndLeft) {
    open({"plains"});
    sendPress("Tab");  // something else has the keyboard
    slowFrames(4);
    sendPress("Escape");
    const Place field = placeIn("load.budget_ms");
    for (const int clicks : {1, 2}) sendClick(field, clicks);
    sendTyped("2.75");
    sendPress("Return");
    sendPress("X");
    slowFrames(20);
    EXPECT_EQ(value("load.budget_ms"), "2.75 ms");
    EXPECT_TRUE(isSpiking());
}

TEST_F(WindowTyping, ClicksAmongTextSayWhomItIsFor) {
    open({"plains"}, "640x2400");
    unfold("scenario");
    const Place field = placeIn("scenario.path"), elsewhere = placeIn("status");
    sendClick(field);
    sendTyped("one");
    sendClick(elsewhere);
    sendPress("Space");
    sendClick(field);
    sendPress("End");
    sendTyped(" two");
    slowFrames(24);
    EXPECT_EQ(value("scenario.path"), "one two");
    EXPECT_TRUE(isPaused());
}

TEST_F(WindowTyping, AManagerOfSeveralLinesIsWrittenAndRun) {
    openEditor();
    const std::vector<std::string> lines = {"function plan(frame, tasks)", "  tasks:compress()", "end"};
    for (const std::string& line : lines) {
        sendTyped(line);
        sendPress("Return");
    }
    sendPress("Ctrl+Return");
    sendTyped("-- More");
    sendPress("Ctrl+Return");
    slowFrames(40);
    EXPECT_EQ(script(), "function plan(frame, tasks)\n  tasks:compress()\nend\n-- More");
}

TEST_F(WindowTyping, WhatAnInputMethodGivesIsTakenWhole) {
    openEditor();
    const std::string text = "-- größe, Ünïcode, 日本語";
    sendText("-- gr");
    sendText("öße, Ünïco");
    sendText("de, 日本語");
    sendPress("Ctrl+Return");
    slowFrames();
    EXPECT_TRUE(matches("own.state", "Not taken up: *")) << value("own.state");
    EXPECT_EQ(copied(), text);
}

TEST_F(WindowTyping, TextBeforeTheWindowLosesTheKeyboardStays) {
    openEditor();
    sendTyped("-- kept");
    sendFocus(SDL_WINDOWEVENT_FOCUS_LOST);
    sendFocus(SDL_WINDOWEVENT_FOCUS_GAINED);
    sendTyped(" all");
    slowFrames();
    EXPECT_EQ(copied(), "-- kept all");
}

TEST_F(WindowTyping, AnEnterThatIsHeldIsForItsFieldAlone) {
    open({"plains"});
    frames(10);
    press("Ctrl+S");
    sendKey(SDL_SCANCODE_RETURN, true);
    frames(30);
    expectSaid("Saved as *");
    sendKey(SDL_SCANCODE_RETURN, false);
    frames(3);
    expectSaid("Saved as *");
}

// What comes as fast as the mouse moves must not pile up.
TEST_F(WindowTyping, HeldKeysAndTheMouseAreAsFastAsTheyCome) {
    openEditor();
    sendTyped("--");
    slowFrames(2);
    const Place place = placeIn("world.view");
    for (int i = 0; i < 40; ++i) {
        sendKey(SDL_SCANCODE_A, true, i > 0);
        sendText("a");
        sendMotion({place.x + static_cast<float>(i), place.y});
    }
    sendKey(SDL_SCANCODE_A, false);
    slowFrames(2);
    EXPECT_EQ(ImGui::GetIO().MousePos.x, place.x + 39);
    EXPECT_EQ(copied(), "--" + std::string(40, 'a'));
}

// As who types fast does it: the next key goes down before the last one is up.
TEST_F(WindowTyping, KeysThatOverlapActInTheirOrder) {
    openEditor();
    sendTyped("-- ab");
    slowFrames(2);
    for (const bool is_down : {true, false})
        for (const SDL_Scancode key : {SDL_SCANCODE_BACKSPACE, SDL_SCANCODE_LEFT}) sendKey(key, is_down);
    framesOf(0.02, 10);
    sendTyped("x");
    slowFrames(2);
    EXPECT_EQ(copied(), "-- xa");
}

// The same strokes, one by one and all between two frames.
TEST_F(WindowTyping, AnyStrokesInOneFrameDoWhatTheyDoOneByOne) {
    const std::vector<const char*> kStrokes = {
        "A",    "B",      "Space",      "1",          "C",         "Shift+D", "Left",   "Right",
        "Home", "End",    "Up",         "Down",       "Backspace", "Delete",  "Return", "Shift+Left",
        "F",    "Ctrl+V", "Shift+Home", "Ctrl+Left",  "Ctrl+X",    "Ctrl+C",  "Ctrl+Z", "Ctrl+Backspace",
        "G",    "H",      "I",          "Shift+Left", "J",         "L",       "End",    "K"};
    std::mt19937 random(7);
    std::size_t written = 0;
    for (int round = 0; round < 5; ++round) {
        std::vector<const char*> strokes;
        for (int i = 0; i < 40; ++i) strokes.push_back(kStrokes[random() % kStrokes.size()]);
        std::vector<std::string> left;
        for (const bool is_at_once : {false, true}) {
            openEditor();
            SDL_SetClipboardText("p");
            sendTyped("-- x");
            slowFrames(2);
            for (const char* const stroke : strokes) {
                sendPress(stroke);
                if (!is_at_once) framesOf(0.02, 5);
            }
            framesOf(0.02, 100);
            left.push_back(copied());
        }
        std::string all;
        for (const char* const stroke : strokes) all += std::string(stroke) + " ";
        EXPECT_EQ(left[0], left[1]) << all;
        written += left[0].size();
    }
    EXPECT_GT(written, 20u) << "there is nothing to compare";
}

}  // namespace
}  // namespace drover::desktop::typing_test
