// A monkey at the window: clicks, drags, the wheel, keys, numbers and words typed anywhere, files dropped,
// other sizes. Where it closes the window, a new one opens. The program must survive all of it, and what it
// recorded must open. The seed says what the monkey does:
//
//     DROVER_MONKEY=100000,7 test_window --gtest_filter='*Monkey*'       events, seed
#include <cstdlib>
#include <random>
#include <tuple>

#include "core/replay/recording.h"
#include "window_test.h"

namespace drover::desktop::monkey_test {
namespace {

constexpr const char* kKeys[] = {
    "Space",  ".",      ",",         "P",      "R",         "Shift+R", "N",
    "X",      "F",      "T",         "I",      "M",         "B",       "Home",
    "End",    "PageUp", "PageDown",  "Escape", "Shift+/",   "Ctrl+Z",  "Ctrl+Shift+Z",
    "Ctrl+=", "Ctrl+-", "Ctrl+0",    "Ctrl+S", "Ctrl+O",    "Ctrl+A",  "Ctrl+X",
    "Ctrl+V", "Ctrl+Y", "[",         "]",      "W",         "A",       "S",
    "D",      "Tab",    "Shift+Tab", "Return", "Backspace", "Delete",  "Left",
    "Right",  "Up",     "Down",      "1",      "2",         "3",       "4",
    "5",      "9",      "-",         "=",      "F1",        "F5",      "F10",
    "F11",    "O",      "E",         "Q",      "/",         "J",       "K",
    "L"};
constexpr const char* kWords[] = {"12.5", "-1",   "9999999999", "nan",    "0",
                                  "1e9",  "/tmp", "plains",     "\"\\%s", "~/"};

class Monkey : public WindowTest {
  protected:
    Monkey() {
        if (const char* const wish = std::getenv("DROVER_MONKEY"))
            std::sscanf(wish, "%d,%u", &events_, &seed_);
        random_.seed(seed_);
        std::filesystem::current_path(folder());  // what it saves goes there
    }
    ~Monkey() override { std::filesystem::current_path("/"); }
    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    void goSomewhere() {
        moveTo(Place{static_cast<float>(below(width_)), static_cast<float>(below(height_))});
    }
    void clickSomewhere(int which = SDL_BUTTON_LEFT, int clicks = 1) {
        goSomewhere();
        for (int i = 1; i <= clicks; ++i) button(true, which, i), button(false, which, i);
    }
    void dragSomewhere() {
        goSomewhere();
        button(true);
        goSomewhere();
        button(false);
    }
    void typeSomewhere() {
        sendPress("Ctrl+A");
        clickSomewhere();
        type(kWords[below(static_cast<int>(std::size(kWords)))]);
        sendPress("Return");
    }
    void changeSize() {
        constexpr std::pair<int, int> kSizes[] = {{1280, 720}, {1920, 1080}, {900, 600}, {400, 300}};
        std::tie(width_, height_) = kSizes[below(4)];
        resize(width_, height_);
    }
    void act() {
        const int what = below(200);
        if (what < 70)
            clickSomewhere();
        else if (what < 80)
            clickSomewhere(SDL_BUTTON_LEFT, 2);
        else if (what < 110)
            dragSomewhere();
        else if (what < 125)
            goSomewhere(), wheel(below(2) * 2 - 1);
        else if (what < 130)
            clickSomewhere(SDL_BUTTON_RIGHT);
        else if (what < 140)
            typeSomewhere();
        else if (what < 141)
            changeSize();
        else if (what < 143)
            drop(shipped("scenarios/one-flock.json"));
        else
            sendPress(kKeys[below(static_cast<int>(std::size(kKeys)))]);
        frames(below(3));
    }
    void openAnother() {
        std::tie(width_, height_) = std::pair(1280, 720);
        ASSERT_EQ(open({"plains", "--record", in("monkey.drover")}), 0);
    }
    void closeAndLook() {
        end();
        const auto recording = replay::readRecording(in("monkey.drover"), std::uint64_t{1} << 34);
        EXPECT_TRUE(recording) << recording.error.message();
        std::filesystem::remove(folder() / "monkey.drover");
    }

    int events_ = 300;
    unsigned seed_ = 1;
    std::mt19937 random_;
    int width_ = 0, height_ = 0;
};

TEST_F(Monkey, BreaksNothing) {
    SCOPED_TRACE("seed " + std::to_string(seed_));
    openAnother();
    for (int i = 0; i < events_ && !HasFatalFailure(); ++i) {
        act();
        if (!isOver()) continue;
        closeAndLook();
        openAnother();
    }
    closeAndLook();
}

}  // namespace
}  // namespace drover::desktop::monkey_test
