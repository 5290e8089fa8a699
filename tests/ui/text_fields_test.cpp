// Every field that takes text: whatever the program puts there in place of what was typed, undo, cut and
// paste find a text that they know.
#include <array>

#include "core/base/random.h"
#include "window_test.h"

namespace drover::desktop::text_fields_test {
namespace {

class TextFields : public WindowTest {
  protected:
    TextFields() {
        drawNothing();
        std::filesystem::create_directories(files / "runs" / "deeper");
        std::filesystem::create_directories(files / "r\xc3\xa4ume");
        for (const char* name : {"plains.json", "place.json", "runs/class.drover", "runs/deeper/x.json"})
            write(files / name, "{}");
        write(configFolder() / "settings.json", "{}");
        write(stateFolder() / "layout.json",
              "{\"recent_folders\": [\"" + files.string() + "/runs/deeper/\"]}");
    }
    void press(std::initializer_list<const char*> keys) {
        for (const char* const key : keys) WindowTest::press(key);
    }
    void openFileDialog() {
        if (!has("files")) WindowTest::press("Ctrl+O");
        ASSERT_TRUE(has("files"));
    }
    void typeNumber(const std::string& name) {
        moveTo(name);
        doubleClick(name);
        ASSERT_EQ(find(name)->kind, "text");
    }

    const std::filesystem::path files = folder() / "files";
    const std::string deeper = files.string() + "/runs/deeper/";
};

TEST_F(TextFields, TheDialogsUndoGoesThroughAllThatWasThere) {
    open({"one-flock"});
    WindowTest::press("Ctrl+O");
    ASSERT_EQ(value("files.path"), deeper);
    const std::string runs = files.string() + "/runs/", above = files.string() + "/";
    press({"Backspace"});
    EXPECT_EQ(value("files.path"), runs);
    press({"Ctrl+Z"});
    EXPECT_EQ(value("files.path"), deeper);
    press({"Ctrl+Z"});
    EXPECT_EQ(value("files.path"), deeper) << "there was nothing before";
    press({"Ctrl+Shift+Z"});
    EXPECT_EQ(value("files.path"), runs);
    press({"Backspace", "R", "U", "Tab"});
    EXPECT_EQ(value("files.path"), runs);
    press({"Ctrl+Z"});
    EXPECT_EQ(value("files.path"), above + "ru");
    press({"Ctrl+Z", "Ctrl+Z", "Ctrl+Z"});
    EXPECT_EQ(value("files.path"), runs);
    press({"Ctrl+Shift+Z"});
    EXPECT_EQ(value("files.path"), above);
    click("files.entry.runs/");
    EXPECT_EQ(value("files.path"), runs);
    press({"Ctrl+Z"});
    EXPECT_EQ(value("files.path"), above);
    press({"Ctrl+Shift+Z"});
    EXPECT_EQ(value("files.path"), runs);
}

TEST_F(TextFields, ANumberTypedAgainKnowsNothingOfTheOneBefore) {
    open({"one-flock"});
    typeNumber("load.budget_ms");
    type("12.345678");
    press({"Backspace", "Return"});
    clickRight("load.budget_ms");
    typeNumber("load.budget_ms");
    press({"Ctrl+Z", "Ctrl+Z"});
    EXPECT_EQ(find("load.budget_ms")->kind, "text");
    press({"Backspace", "5", "Ctrl+Z", "Return"});
    EXPECT_FALSE(has("load.budget_ms.error"));
}

// What a field's name may not have: what ImGui cannot hold it would show as something else, and give back so.
TEST_F(TextFields, AFolderWhoseNameNoFieldHoldsIsNamedAndNotEntered) {
    const std::filesystem::path odd = files / "runs" / "deeper";
    for (const char* const name : {"latin-\xe4", "cow-\xf0\x9f\x90\x84", "cut-\xf0\x9f"})
        std::filesystem::create_directories(odd / name / "below");
    open({"one-flock"});
    WindowTest::press("Ctrl+O");
    for (const char* const name : {"latin-\xe4", "cut-\xf0\x9f"}) {
        click("files.entry." + std::string(name) + "/");
        EXPECT_EQ(value("files.path"), deeper);
        EXPECT_EQ(value("files.note"),
                  "This folder has a name that cannot be typed. A file in it can be dropped on the window.");
    }
    for (const char* const letters : {"la", "cow", "cut"}) {
        type(letters);
        press({"Tab", "Tab", "Backspace", "Ctrl+Z"});
        EXPECT_TRUE(value("files.path").starts_with(deeper)) << value("files.path");
        press({"Ctrl+A", "Backspace"});
        type(deeper);
    }
}

TEST_F(TextFields, KeysInAnyOrderLeaveATextThatIsOne) {
    struct Field {
        const char* name;
        std::function<void()> open;
        std::vector<std::string> clicks;  // besides the field itself
    };
    const std::vector<Field> kFields = {
        {"files.path", [&] { openFileDialog(); }, {"files.entry.runs/", "files.entry.deeper/"}},
        {"load.budget_ms", [&] { typeNumber("load.budget_ms"); }, {"status"}},
        {"scenario.path",
         [&] {
             unfold("scenario");
             moveTo(Place{placeIn("panel.scenario.tab").x, 360});  // where the wheel turns the drawer
             for (int i = 0; i < 60 && !has("scenario.path"); ++i) wheel(-3);
             click("scenario.path");
         },
         {}},
    };
    const std::array kStrokes = {"Ctrl+Z", "Ctrl+Z", "Ctrl+Z", "Ctrl+Y",    "Ctrl+Shift+Z", "Ctrl+X",
                                 "Ctrl+C", "Ctrl+V", "Ctrl+A", "Backspace", "Backspace",    "Delete",
                                 "Left",   "Home",   "End",    "Tab",       "Up",           "Down",
                                 "1",      "R",      "/"};
    for (const Field& field : kFields) {
        SCOPED_TRACE(field.name);
        open({"one-flock"});
        for (std::uint32_t turn = 0; turn < 300; ++turn) {
            if (!has(field.name) || find(field.name)->kind != "text") field.open();
            const RandomBlock r = randomBlock(42, 0, 0, turn, Purpose::kSpikeNoise);
            const std::string also = field.clicks.empty() ? "" : field.clicks[r[1] % field.clicks.size()];
            if (r[0] % 16 == 0 && has(also))
                click(also);
            else
                sendPress(kStrokes[r[2] % kStrokes.size()]);
            frames(3);
            if (HasFatalFailure()) return;
            if (!has(field.name)) continue;
            const std::string text = value(field.name);
            EXPECT_LT(text.size(), 4096u);
            EXPECT_EQ(text.find('\xef'), text.npos) << "what ImGui puts in place of what it cannot hold";
        }
    }
}

}  // namespace
}  // namespace drover::desktop::text_fields_test
