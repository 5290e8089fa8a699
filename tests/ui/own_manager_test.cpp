// A manager that a user writes, from the first text to its mistakes: in the panel, from a file that is
// watched, dropped or named on the command line.
#include "core/load/lua/own_manager.h"

#include <sys/stat.h>
#include <unistd.h>

#include <functional>

#include "window_test.h"

namespace drover::desktop::own_manager_test {
namespace {

class WindowOwnManager : public WindowTest {
  protected:
    const std::filesystem::path file = folder() / "mine.lua";
    const std::string good = "function plan(frame, tasks)\n  tasks:compress()\nend\n";

    std::string manager() const { return std::string(session().world().manager().info().name); }
    std::string script() const { return session().scenario().load.script; }
    bool isRunning() const { return matches("own.state", "It runs*"); }
    // As an editor does; the time of the file differs, also on a coarse file system.
    void save(const std::string& text) {
        write(file, text);
        std::filesystem::last_write_time(file, saved_at_ += std::chrono::seconds(2));
        frames(20);
    }

  private:
    std::filesystem::file_time_type saved_at_ = std::filesystem::file_time_type::clock::now();
};

TEST_F(WindowOwnManager, RunsFromTheCommandLineAndIsTakenUpWhenItIsSaved) {
    write(file, good);
    open({"plains", "--manager", file.string()});
    EXPECT_EQ(manager(), "own");
    EXPECT_EQ(script(), good);
    EXPECT_EQ(value("panel.own.tab"), "open");
    EXPECT_TRUE(isRunning()) << value("own.state");
    const std::string other =
        "function plan(frame, tasks) tasks.period[1] = 77 print('hello', frame.number) end";
    save(other);
    EXPECT_EQ(script(), other);
    EXPECT_EQ(session().world().manager().periodOf(session().world().tasks(), 0), 77'000'000);
    EXPECT_TRUE(matches("own.log.last", "hello *")) << value("own.log.last");
    save("function plan(frame tasks) end");
    EXPECT_EQ(script(), other) << "the last good one goes on";
    EXPECT_EQ(value("own.state"), "Not taken up: line 1: ')' expected near 'tasks'.");
    save("function plan(frame, tasks) tasks.period[0] = 1 end");
    const std::string trouble = "Your manager has stopped: line 1: tasks.period: no row 0*";
    EXPECT_TRUE(matches("own.state", trouble)) << value("own.state");
    EXPECT_FALSE(matches("notice", trouble)) << "it is said once";
    pressAndLook("E");
    EXPECT_TRUE(matches("notice", trouble)) << value("notice");
    click("notice.own");
    frames(2);
    EXPECT_EQ(session().world().manager().periodOf(session().world().tasks(), 0), 77'000'000);
    EXPECT_TRUE(load::ownPlanOf(session().world().manager())->isReplaced());
    save(good);
    EXPECT_EQ(script(), good);
    EXPECT_TRUE(isRunning());
    pressAndLook("Ctrl+Z");
    EXPECT_NE(script(), good) << "a step that can be undone";
}

TEST_F(WindowOwnManager, SurvivesWhateverIsSaved) {
    open({"one-flock"});
    for (const std::string& text :
         {std::string("\x1bLuaS"), std::string("\xff\xfe"),
          std::string("function plan() while true do end end"),
          std::string("function plan() local t = {} while true do t[#t + 1] = {} end end"),
          std::string("function plan(f, t) t.period[1] = 0 / 0 end"),
          std::string("function plan(f, t) t.run[1] = 'first' end"),
          std::string("local function f() return 1 + f() end function plan() f() end"),
          std::string("nothing")}) {
        write(file, text);
        drop(file.string());
        frames(3);
        EXPECT_TRUE(has("own.state") && !isRunning()) << text << value("own.state");
        if (has("message")) press("Escape");
    }
    write(file, good);
    drop(file.string());
    frames(3);
    EXPECT_TRUE(isRunning()) << value("own.state");
    EXPECT_GT(frame(), 0u);
}

// Whatever way a file comes: what cannot be a manager's text is named, and what was there goes on.
class WindowRefusesManager : public WindowOwnManager {
  protected:
    struct Bad {
        std::string file, wrong;  // wrong: a shell pattern, behind the file's name
        std::function<void()> make = {};
    };
    void makePipe(const std::string& path) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }
    std::vector<Bad> bad() {
        const auto in = [&](const char* name) { return (folder() / "bad" / name).string(); };
        const auto text = [](const std::string& path, const std::string& bytes) {
            return [=] { write(path, bytes); };
        };
        const std::string pipe = in("pipe.lua"), device = in("device.lua"), into = in("folder.lua"),
                          secret = in("secret.lua");
        std::vector<Bad> all = {
            {in("latin.lua"), ":2:6: found a byte that is not UTF-8 ('*xe4'), allowed a text in UTF-8",
             text(in("latin.lua"), "function plan() end\n-- pl\xe4ne\n")},
            {in("utf-16.lua"), ":1:1: found a byte that is not UTF-8 ('*xff'), allowed a text in UTF-8",
             text(in("utf-16.lua"), "\xff\xfe-\0-\0")},
            {in("zero.lua"), ":1:4: found a byte that is zero, allowed a text in UTF-8",
             text(in("zero.lua"), std::string("-- \0 x", 6))},
            {in("empty.lua"), ": found an empty file, allowed a manager in Lua*", text(in("empty.lua"), "")},
            {in("long.lua"), ": found more than 65536 bytes, allowed at most that many",
             text(in("long.lua"), std::string(65'537, '-'))},
            {pipe, ": found a pipe, allowed a file", [=, this] { makePipe(pipe); }},
            {device, ": found a device, allowed a file",
             [=] { std::filesystem::create_symlink("/dev/zero", device); }},
            {into, ": found a folder, allowed a file", [=] { std::filesystem::create_directories(into); }},
            {in("missing.lua"), ": found No such file or directory, allowed a file that can be read", [] {}}};
        if (geteuid() != 0)  // who may read all
            all.push_back({secret, ": found Permission denied, allowed a file that can be read", [=] {
                               write(secret, "x");
                               std::filesystem::permissions(secret, std::filesystem::perms::none);
                           }});
        return all;
    }
    void openWithText() {
        write(file, good);
        open({"plains", "--manager", file.string()}, "1280x1400");
        click("own.text", 0.5f, 0.9f);
        press("Ctrl+End");
        type("-- mine");
        click("own.state");  // no field has the keyboard
    }
    std::string textInEditor() {
        click("own.text", 0.5f, 0.9f);
        const std::string text = copied();
        click("own.state");
        return text;
    }
    void expectRefusal(const Bad& what) {
        SCOPED_TRACE(what.file);
        EXPECT_TRUE(matches("message", what.file + what.wrong)) << value("message");
        expectTheWorldGoesOn();
        closeMessage(what.file + what.wrong);
        expectTextStays();
    }
    void expectTextStays() {
        EXPECT_EQ(script(), good);
        EXPECT_EQ(textInEditor(), good + "-- mine");
    }
};

TEST_F(WindowRefusesManager, DroppedOrOpenedByItsPath) {
    std::filesystem::create_directories(folder() / "bad");
    openWithText();
    for (const Bad& what : bad()) {
        what.make();
        drop(what.file);
        expectRefusal(what);
        if (std::filesystem::is_directory(what.file) || !std::filesystem::exists(what.file)) continue;
        press("Ctrl+O");
        press("Ctrl+A");
        type(what.file);
        press("Return");
        expectRefusal(what);
    }
}

TEST_F(WindowRefusesManager, SavedByAnEditorWhileItIsWatched) {
    std::filesystem::create_directories(folder() / "bad");
    openWithText();
    auto saved_at = std::filesystem::file_time_type::clock::now();
    for (const Bad& what : bad()) {
        SCOPED_TRACE(what.file);
        what.make();
        std::error_code ignored;
        std::filesystem::remove_all(file);
        std::filesystem::rename(what.file, file, ignored);
        const bool is_missing = !std::filesystem::exists(file);
        if (std::filesystem::is_regular_file(file) || std::filesystem::is_fifo(file))
            std::filesystem::last_write_time(file, saved_at += std::chrono::seconds(2));
        frames(20);
        if (!is_missing) {
            EXPECT_TRUE(matches("own.state", "Not taken up: mine.lua" + what.wrong + "."))
                << value("own.state");
        }
        expectTextStays();
    }
}

TEST_F(WindowOwnManager, IsWrittenInThePanel) {
    open({"plains"});
    press("/");
    type("own manager");
    pressAndLook("Return");
    ASSERT_EQ(value("panel.own.tab"), "open");
    EXPECT_EQ(manager(), "elastic");
    EXPECT_TRUE(matches("own.state", "It does not run now*")) << value("own.state");
    click("own.take");
    frames(2);
    EXPECT_EQ(manager(), "own");
    EXPECT_EQ(script(), load::kFirstScript);
    click("own.text", 0.5f, 0.9f);
    press("Ctrl+End");
    type("x = 1 +");
    frames(2);
    EXPECT_TRUE(matches("own.state", "Changed*")) << value("own.state");
    pressAndLook("Ctrl+Return");
    EXPECT_TRUE(matches("own.state", "Not taken up: line *")) << value("own.state");
    EXPECT_EQ(script(), load::kFirstScript);
    type("1");
    pressAndLook("Ctrl+Return");
    EXPECT_TRUE(isRunning()) << value("own.state");
    EXPECT_EQ(script(), std::string(load::kFirstScript) + "x = 1 +1");
}

TEST_F(WindowOwnManager, RunsBesideAnotherAndInTheListOfManagers) {
    write(file, good);
    open({"plains", "--compare", "elastic," + file.string()});
    ASSERT_NE(session().beside(), nullptr);
    EXPECT_EQ(session().beside()->world().scenario().load.script, good);
    EXPECT_EQ(session().beside()->world().manager().info().name, "own");
    frames(10);
    EXPECT_EQ(manager(), "elastic");
}

}  // namespace
}  // namespace drover::desktop::own_manager_test
