#include "window_test.h"

#include <SDL.h>
#include <fnmatch.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <utility>

#include "render/gl/image.h"

namespace drover::desktop {
namespace {

// A command is carried out in the frame after the one that asked for it, and is seen there; what changes the
// layout needs one more.
constexpr int kFramesToSee = 3;
constexpr int kDragSteps = 8;

bool isAmong(const std::vector<std::string>& arguments, const std::string& name) {
    return std::ranges::find(arguments, name) != arguments.end();
}

// Not one that is written: --record FILE.
bool opensRecording(const std::vector<std::string>& arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i)
        if (arguments[i].ends_with(".drover") && !arguments[i - 1].starts_with("--")) return true;
    return false;
}

}  // namespace

WindowTest::WindowTest() {
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("HOME", folder().c_str(), 1);
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
}

int WindowTest::open(std::vector<std::string> arguments, std::string size) {
    arguments.insert(arguments.begin(), "drover");
    const auto addUnlessThere = [&](const std::string& name, const std::string& value) {
        if (!isAmong(arguments, name)) arguments.insert(arguments.end(), {name, value});
    };
    const bool has_own_clock = isAmong(arguments, "--lesson") || opensRecording(arguments);
    if (!has_own_clock) addUnlessThere("--clock", "model");
    if (size != kSavedSize) addUnlessThere("--size", size);
    addUnlessThere("--scale", "1");
    // Most tests are about what one sees from above.
    const bool has_own_view = isAmong(arguments, "--view") || isAmong(arguments, "--flight");
    if (!has_own_view && !is_seen_as_written_) addUnlessThere("--sight", "above");
    arguments.insert(arguments.end(), {"--ui-map", folder_.file("map.json")});
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    desktop_.reset();
    const int code = withOptions(static_cast<int>(words.size()), words.data(), [&](DesktopOptions options) {
        options.downloads = is_page_;
        if (!std::getenv("DROVER_PICTURES")) options.resolution = resolution_;
        desktop_ = std::make_unique<Desktop>(options);
    });
    if (code == 0) frames(kFramesToSee);
    return code;
}

void WindowTest::close() {
    press("Ctrl+Q");
    EXPECT_TRUE(isOver()) << "Ctrl+Q does not close the window";
    end();
}

void WindowTest::end() {
    desktop_->end();
    desktop_.reset();
}

void WindowTest::frames(int count) {
    for (int left = count; left > 0; --left) {
        frameUndrawn();
        if (is_drawn_ && (left == 2 || count == 1)) desktop_->draw();
    }
}

void WindowTest::framesOf(double seconds, int count) {
    const double before = std::exchange(frame_s_, seconds);
    frames(count);
    frame_s_ = before;
}

void WindowTest::keepPicture(const std::string& name) {
    const char* const folder = std::getenv("DROVER_PICTURES");
    if (folder == nullptr) return;
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(SDL_GL_GetCurrentWindow(), &width, &height);
    const std::filesystem::path picture = std::filesystem::path(folder) / (name + ".png");
    EXPECT_EQ(render::writePng(picture, render::readPixels(width, height)), "");
}

void WindowTest::until(const char* what, const std::function<bool()>& is_so, int most) {
    for (int i = 0; i < most; ++i, frameUndrawn())
        if (is_so()) return frames(kFramesToSee);
    ADD_FAILURE() << "not in " << most << " frames: " << what;
}

const UiMap::Item* WindowTest::find(const std::string& name) const {
    const auto found = std::ranges::find(onScreen(), name, &UiMap::Item::name);
    return found == onScreen().end() ? nullptr : &*found;
}

std::string WindowTest::value(const std::string& name) const {
    const UiMap::Item* const item = find(name);
    return item ? item->value : "(not there)";
}

double WindowTest::number(const std::string& name) const {
    const std::string text = value(name);
    char* end = nullptr;
    const double found = std::strtod(text.c_str(), &end);
    return end == text.c_str() ? std::numeric_limits<double>::quiet_NaN() : found;
}

float WindowTest::width(const std::string& name) const {
    const UiMap::Item* const item = find(name);
    return item ? item->max.x - item->min.x : 0;
}

bool WindowTest::matches(const std::string& name, const std::string& pattern) const {
    return fnmatch(pattern.c_str(), value(name).c_str(), 0) == 0;
}

bool WindowTest::isSpiking() const { return matches("spike.banner", "Spike: each frame takes * longer"); }

void WindowTest::expectTheWorldGoesOn() {
    const std::uint64_t at = frame();
    frames(3);
    EXPECT_GT(frame(), at);
}

void WindowTest::expectSaid(const std::string& pattern) {
    EXPECT_TRUE(matches("toast", pattern)) << value("toast");
    EXPECT_FALSE(has("message")) << value("message");
}

void WindowTest::closeMessage(const std::string& pattern) {
    EXPECT_TRUE(matches("message", pattern)) << value("message");
    EXPECT_TRUE(has("message.close"));
    press("Escape");
    EXPECT_FALSE(has("message"));
    EXPECT_FALSE(has("message.close"));
}

std::string WindowTest::title() const { return SDL_GetWindowTitle(SDL_GL_GetCurrentWindow()); }

WindowTest::Place WindowTest::placeIn(const std::string& name, float share_x, float share_y) const {
    const UiMap::Item* const item = find(name);
    if (!item) {
        ADD_FAILURE() << name << " is not on screen";
        return {};
    }
    const auto between = [](float low, float high, float share) {
        return std::floor(low + (high - low) * share);
    };
    return {between(item->min.x, item->max.x, share_x), between(item->min.y, item->max.y, share_y)};
}

void WindowTest::send(SDL_Event event) {
    event.window.windowID = SDL_GetWindowID(SDL_GL_GetCurrentWindow());  // the same place in each event
    SDL_PushEvent(&event);
}

void WindowTest::sendMotion(Place place) {
    SDL_Event event = {};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = static_cast<int>(place.x), event.motion.y = static_cast<int>(place.y);
    send(event);
}

void WindowTest::moveTo(Place place) {
    sendMotion(place);
    frameUndrawn();
}

void WindowTest::moveTo(const std::string& name, float share_x, float share_y) {
    moveTo(placeIn(name, share_x, share_y));
    frameUndrawn();
}

void WindowTest::sendMouse(Uint32 type, Place place, int which, int clicks) {
    SDL_Event event = {};
    event.type = type;
    event.button.button = static_cast<Uint8>(which);
    event.button.state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED;
    event.button.clicks = static_cast<Uint8>(clicks);
    event.button.x = static_cast<int>(place.x), event.button.y = static_cast<int>(place.y);
    send(event);
}

void WindowTest::button(bool is_down, int which, int clicks) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    sendMouse(is_down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, {mouse.x, mouse.y}, which, clicks);
    frameUndrawn();
}

void WindowTest::sendClick(Place place, int clicks) {
    sendMotion(place);
    for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP})
        sendMouse(type, place, SDL_BUTTON_LEFT, clicks);
}

void WindowTest::click(const std::string& name, float share_x, float share_y) {
    moveTo(name, share_x, share_y);
    button(true);
    button(false);
    frames(kFramesToSee);
}

void WindowTest::clickRight(const std::string& name) {
    moveTo(name);
    button(true, SDL_BUTTON_RIGHT);
    button(false, SDL_BUTTON_RIGHT);
    frames(kFramesToSee);
}

void WindowTest::doubleClick(const std::string& name) {
    moveTo(name);
    for (const int clicks : {1, 2}) {
        button(true, SDL_BUTTON_LEFT, clicks);
        button(false, SDL_BUTTON_LEFT, clicks);
    }
    frames(kFramesToSee);
}

void WindowTest::drag(Place from, Place to) {
    moveTo(from);
    button(true);
    for (int i = 1; i <= kDragSteps; ++i) {
        const float share = static_cast<float>(i) / kDragSteps;
        moveTo(Place{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    }
    button(false);
    frames(kFramesToSee);
}

void WindowTest::drag(const std::string& name, float from_x, float to_x, float to_y) {
    drag(placeIn(name, from_x), placeIn(name, to_x, to_y));
}

void WindowTest::wheel(int notches) {
    SDL_Event event = {};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = notches,
    event.wheel.preciseY = static_cast<float>(notches);  // newer Dear ImGui reads this
    send(event);
    frames(kFramesToSee);
}

void WindowTest::sendKey(SDL_Scancode key, SDL_Keycode code, Uint16 modifiers, bool is_down) {
    SDL_Event event = {};
    event.type = is_down ? SDL_KEYDOWN : SDL_KEYUP;
    event.key.state = is_down ? SDL_PRESSED : SDL_RELEASED;
    event.key.keysym = {key, code, modifiers, 0};
    SDL_SetModState(static_cast<SDL_Keymod>(modifiers));  // older Dear ImGui asks SDL
    send(event);
}

void WindowTest::sendText(const std::string& text) {
    SDL_Event event = {};
    event.type = SDL_TEXTINPUT;
    text.copy(event.text.text, sizeof event.text.text - 1);
    send(event);
}

void WindowTest::sendPress(const std::string& keys) {
    struct Modifier {
        const char* name;
        SDL_Scancode key;
        Uint16 bit;
    };
    constexpr Modifier kModifiers[] = {{"Ctrl+", SDL_SCANCODE_LCTRL, KMOD_LCTRL},
                                       {"Shift+", SDL_SCANCODE_LSHIFT, KMOD_LSHIFT}};
    std::string name = keys;
    Uint16 held = 0;
    for (const Modifier& modifier : kModifiers) {
        if (!name.starts_with(modifier.name)) continue;
        name.erase(0, std::string(modifier.name).size());
        held |= modifier.bit;
        sendKey(modifier.key, SDL_GetKeyFromScancode(modifier.key), held, true);
    }
    const SDL_Scancode key = SDL_GetScancodeFromName(name.c_str());
    ASSERT_NE(key, SDL_SCANCODE_UNKNOWN) << "there is no key " << name;
    const SDL_Keycode code = SDL_GetKeyFromScancode(key);
    sendKey(key, code, held, true);
    if (!(held & KMOD_CTRL) && code >= ' ' && code < 0x7f) sendText(std::string(1, static_cast<char>(code)));
    sendKey(key, code, held, false);
    for (const Modifier& modifier : kModifiers) {
        if (!(held & modifier.bit)) continue;
        held = static_cast<Uint16>(held & ~modifier.bit);
        sendKey(modifier.key, SDL_GetKeyFromScancode(modifier.key), held, false);
    }
}

void WindowTest::press(const std::string& keys) {
    sendPress(keys);
    frames(2 + kFramesToSee);  // down, up
}

void WindowTest::pressAndLook(const std::string& keys) {
    press(keys);
    frames(2);
}

void WindowTest::sendTyped(const std::string& text) {
    for (const char c : text) {
        const bool is_capital = std::isupper(static_cast<unsigned char>(c));
        const Uint16 held = is_capital ? KMOD_LSHIFT : KMOD_NONE;
        if (is_capital) sendKey(SDL_SCANCODE_LSHIFT, SDLK_LSHIFT, held, true);
        const SDL_Keycode code = std::tolower(static_cast<unsigned char>(c));
        const SDL_Scancode key = SDL_GetScancodeFromKey(code);
        if (key != SDL_SCANCODE_UNKNOWN) sendKey(key, code, held, true);
        sendText(std::string(1, c));
        if (key != SDL_SCANCODE_UNKNOWN) sendKey(key, code, held, false);
        if (is_capital) sendKey(SDL_SCANCODE_LSHIFT, SDLK_LSHIFT, KMOD_NONE, false);
    }
}

void WindowTest::type(const std::string& text) {
    for (const char c : text) {
        sendTyped(std::string(1, c));
        frameUndrawn();
    }
    frames(kFramesToSee);
}

std::string WindowTest::copied() {
    SDL_SetClipboardText("");
    press("Ctrl+A");
    press("Ctrl+C");
    char* const held = SDL_GetClipboardText();
    const std::string text = held;
    SDL_free(held);
    return text;
}

void WindowTest::typeInto(const std::string& name, const std::string& text) {
    moveTo(name);
    sendKey(SDL_SCANCODE_LCTRL, SDLK_LCTRL, KMOD_LCTRL, true);
    button(true);
    button(false);
    sendKey(SDL_SCANCODE_LCTRL, SDLK_LCTRL, 0, false);
    frames(kFramesToSee);
    const UiMap::Item* const field = find(name);
    ASSERT_TRUE(field && field->kind == "text") << name << " takes no text";
    if (text.empty()) press("Backspace");
    type(text);
    press("Return");
}

void WindowTest::choose(const std::string& menu, const std::string& entry) {
    if (value(menu) != "open") click(menu);
    ASSERT_EQ(value(menu), "open");
    click(entry);
}

void WindowTest::unfold(const std::string& panel) {
    const std::string tab = "panel." + panel + ".tab";
    if (!has(tab)) click("drawer");
    if (value(tab) != "open") click(tab, 0.3f);
    EXPECT_EQ(value(tab), "open");
}

void WindowTest::resize(int width, int height) {
    SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), width, height);
    frames(kFramesToSee);
}

void WindowTest::drop(const std::string& file) { drop(std::vector{file}); }

void WindowTest::drop(const std::vector<std::string>& files) {
    const auto sendDrop = [](Uint32 type, const char* file) {
        SDL_Event event = {};
        event.type = type;
        if (file) event.drop.file = SDL_strdup(file);
        event.drop.windowID = SDL_GetWindowID(SDL_GL_GetCurrentWindow());
        SDL_PushEvent(&event);
    };
    sendDrop(SDL_DROPBEGIN, nullptr);
    for (const std::string& file : files) sendDrop(SDL_DROPFILE, file.c_str());
    sendDrop(SDL_DROPCOMPLETE, nullptr);
    frames(kFramesToSee);
}

std::string WindowTest::shipped(const std::string& path) {
    return std::string(DROVER_SOURCE_DIR) + "/assets/" + path;
}

std::vector<double> column(const std::filesystem::path& csv, const std::string& name) {
    std::ifstream file(csv);
    std::vector<double> numbers;
    std::ptrdiff_t wanted = -1;
    for (std::string line; std::getline(file, line);) {
        std::istringstream row(line);
        std::vector<std::string> cells;
        for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
        if (wanted < 0)
            wanted = std::ranges::find(cells, name) - cells.begin();
        else if (wanted < std::ssize(cells))
            numbers.push_back(std::strtod(cells[static_cast<std::size_t>(wanted)].c_str(), nullptr));
    }
    return numbers;
}

}  // namespace drover::desktop
