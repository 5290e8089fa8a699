// Everything in the panels and menus can be reached and changed without a mouse: Tab goes to the panels and
// F10 to the menus, arrows walk, Enter takes hold of what has the focus, Esc lets go.
#include <map>
#include <random>
#include <set>

#include "app/desktop/actions.h"
#include "window_test.h"

namespace drover::desktop::keyboard_test {
namespace {

class WindowKeyboard : public WindowTest {
  protected:
    WindowKeyboard() {
        drawNothing();
        open({"plains", "--size", "1400x1600"});
    }

    // Walks until the focus is there; at an end it leads nowhere.
    void walkTo(const std::string& name, const std::string& key) {
        for (int i = 0; i < 120 && value("focus") != name; ++i) press(key);
        ASSERT_EQ(value("focus"), name) << "not reached by " << key;
    }
    // Everything that could be clicked within the drawer.
    std::set<std::string> controls() const {
        std::set<std::string> names;
        const UiMap::Item* const border = find("border.drawer");
        for (const UiMap::Item& item : onScreen()) {
            const bool is_control =
                std::set<std::string>{"button", "number", "choice", "toggle", "tab", "option"}.contains(
                    item.kind);
            if (is_control && border && item.min.x > border->max.x && item.max.y < border->max.y &&
                item.value != "disabled")
                names.insert(item.name);
        }
        return names;
    }
    void tabTo(const char* control) {
        for (int i = 0; i < 8 && value("focus") != control; ++i) press("Tab");
    }
};

TEST_F(WindowKeyboard, ReachesEveryControlByArrows) {
    for (const char* const key : {"PageUp", "Down"}) press(key);  // zoom and move the player; do not walk
    EXPECT_FALSE(has("focus")) << "the keyboard is in the panels without Tab";
    for (const char* const panel : {"load", "spikes", "animals", "beside"}) {
        SCOPED_TRACE(panel);
        unfold(panel);
        std::set<std::string> missing = controls();
        ASSERT_GT(missing.size(), 15u);
        press("Tab");
        press("Tab");
        const auto walk = [&](const char* key) {
            std::string before;
            for (int i = 0; i < 70 && value("focus") != before; ++i) {
                before = value("focus");
                missing.erase(before);
                press(key);
            }
        };
        for (const char* const key : {"Down", "Up"}) walk(key);
        for (int row = 0; row < 40 && !missing.empty(); ++row) {
            for (const char* const key : {"Right", "Left"}) walk(key);
            press("Down");
        }
        EXPECT_EQ(missing, std::set<std::string>{});
        press("Escape");
    }
}

TEST_F(WindowKeyboard, ChangesValuesWhileThePlayerStays) {
    press("Left");  // the player leaves its tour, and stands from now on
    const drover::Place player = session().world().player();
    press("Tab");
    walkTo("load.budget_ms", "Down");
    const std::string budget = value("load.budget_ms"), view = value("world.view");
    press("Return");
    press("Right");
    press("Right");
    EXPECT_NE(value("load.budget_ms"), budget);
    press("Return");
    walkTo("load.manager", "Down");
    const std::string manager = value("load.manager");
    press("Return");
    press("Down");
    press("Down");
    press("Return");
    EXPECT_NE(value("load.manager"), manager);
    walkTo("spike.inject", "Right");
    press("Space");
    EXPECT_TRUE(isSpiking());
    EXPECT_FALSE(isPaused()) << "the space key paused the world, too";
    press("Escape");
    EXPECT_FALSE(has("focus")) << "the keyboard is in the world again";
    press("Space");
    EXPECT_TRUE(isPaused());
    EXPECT_EQ(value("world.view"), view);
    EXPECT_EQ(session().world().player(), player) << "the arrows moved the player, too";
}

TEST_F(WindowKeyboard, AKeyMovesAWholeNumberByOne) {
    end();
    open({"plains", "--size", "1400x1600", "--threads", "4"});
    unfold("load");
    press("Tab");
    press("Tab");
    walkTo("load.cores", "Down");
    press("Return");
    for (const char* const cores : {"3", "2", "1", "1"}) {
        press("Left");
        EXPECT_EQ(value("load.cores"), cores);
    }
    press("Right");
    EXPECT_EQ(value("load.cores"), "2");
    EXPECT_EQ(session().cores().now, 2u);
    press("Return");
    press("Ctrl+Z");
    EXPECT_EQ(value("load.cores"), "4") << "while it is held it is one gesture";
}

// A slow frame has several keys in it: all at once, or in any other rhythm, they do the same.
TEST_F(WindowKeyboard, HearsAllKeysOfSlowFrames) {
    press("Tab");
    walkTo("load.manager", "Down");
    walkTo("spike.inject", "Right");
    std::mt19937 random(1);
    for (int round = 0; round < 12; ++round) {
        for (const char* const key : {"Space", "Escape", "Space", "Tab", "Escape", "M", "=", "=", "Ctrl+Z",
                                      "Tab", "Down", "Escape", "F10", "F10", "Escape", "Ctrl+Z", "Ctrl+Z"}) {
            sendPress(key);
            if (round > 0) frames(static_cast<int>(random() % 4));
        }
        frames(40);
        SCOPED_TRACE(round);
        EXPECT_TRUE(isSpiking());
        EXPECT_FALSE(has("focus"));
        EXPECT_EQ(isPaused(), round % 2 == 0) << "a restart leaves the pause";
        EXPECT_EQ(value("load.manager"), "Elastic tasks");
        EXPECT_EQ(value("load.budget_ms"), "4.00 ms");
        press("Shift+R");  // the same world again
        press("Tab");
        walkTo("load.manager", "Down");
        walkTo("spike.inject", "Right");
    }
}

TEST_F(WindowKeyboard, GoesThroughTheMenus) {
    for (const char* const menu : {"menu.file", "menu.edit", "menu.view"}) {
        press("F10");
        EXPECT_EQ(value(menu), "open") << menu;
    }
    const std::string trails = value("menu.trails");
    walkTo("menu.trails", "Down");
    press("Return");
    EXPECT_FALSE(has("menu.trails")) << "choosing an entry closes the menu";
    for (const char* const menu : {"menu.file", "menu.edit", "menu.view", "menu.panels", "menu.file"}) {
        press("F10");
        EXPECT_EQ(value(menu), "open") << menu;
        if (has("menu.trails")) {
            EXPECT_NE(value("menu.trails"), trails) << "the entry was not chosen";
        }
    }
    press("Escape");
    EXPECT_EQ(value("menu.file"), "");
    press("Space");
    EXPECT_TRUE(isPaused()) << "the world has the keyboard again";
    close();
}

class WindowKeys : public WindowTest {
  protected:
    WindowKeys() { drawNothing(); }

    static std::string nameOf(const Key& key) {
        return std::string(key.is_ctrl ? "Ctrl+" : "") + (key.is_shift ? "Shift+" : "") +
               SDL_GetScancodeName(key.code);
    }
    struct ListedKey {
        std::string keys, action;
    };
    static std::vector<ListedKey> allKeys() {
        std::vector<ListedKey> all;
        for (const Action& action : actions())
            for (const Key& key : {action.keys.key, action.keys.other})
                if (key.code != SDL_SCANCODE_UNKNOWN) all.push_back({nameOf(key), action.name});
        return all;
    }
    // A world that stands still, in which this action has something to do.
    void openFor(const std::string& action) {
        static const std::map<std::string, std::vector<const char*>> kBefore = {
            {"now", {","}},           {"undo", {"="}},     {"redo", {"=", "Ctrl+Z"}},
            {"zoom_out", {"PageUp"}}, {"colour_1", {"2"}}, {"usual_size", {"Ctrl+="}},
            {"close", {"I"}},         {"xray", {"V"}},     {"tint", {"V"}},
        };
        open({"plains"});
        frames(20);
        press("Space");
        if (const auto keys = kBefore.find(action); keys != kBefore.end())
            for (const char* const key : keys->second) press(key);
        frames(60);  // a flight has arrived
        until("the moment that was asked for", [&] { return !session().now().way_to; });
    }
    // All that is on screen, also in the View menu if it is asked to look there.
    std::string seen(bool opens_menu = false) {
        if (opens_menu) click("menu.view");
        std::string all = std::to_string(SDL_GetWindowFlags(SDL_GL_GetCurrentWindow())) + title();
        for (const UiMap::Item& item : onScreen())
            all += "\n" + item.name + ": " + item.value + " " + std::to_string(item.max.x - item.min.x);
        if (opens_menu) press("Escape");
        return isOver() ? "" : all;
    }
};

TEST_F(WindowKeys, OfTheListAreAllHeard) {
    for (const auto& [keys, action] : allKeys()) {
        SCOPED_TRACE(keys);
        openFor(action);
        const bool is_in_menu = action == "follow" || action == "trees";
        const std::string before = seen(is_in_menu);
        frames(5);
        ASSERT_EQ(seen(is_in_menu), before) << "by itself nothing changes";
        press(keys);
        EXPECT_TRUE(seen(is_in_menu) != before) << "not heard";
    }
}

TEST_F(WindowKeys, OfTheListDoNothingBehindAMessage) {
    openFor("undo");
    drop(std::vector<std::string>{});
    frames(3);
    ASSERT_TRUE(has("message.close"));
    press("Right");
    const std::string before = seen();
    for (const auto& [keys, action] : allKeys()) {
        if (action == "close" || action == "quit" || action == "pause") continue;  // Space presses its button
        press(keys);
        ASSERT_TRUE(seen() == before) << keys;
    }
}

}  // namespace
}  // namespace drover::desktop::keyboard_test
