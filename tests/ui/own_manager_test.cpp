// A manager that a user writes, from the first text to its mistakes: in the panel, from a file that is
// watched, dropped or named on the command line.
#include "core/load/lua/own_manager.h"
#include "window_test.h"

namespace drover::desktop {
namespace {

class WindowOwnManager : public WindowTest {
  protected:
    const std::filesystem::path file = folder() / "mine.lua";
    const std::string good = "function plan(frame, tasks)\n  tasks:compress()\nend\n";

    std::string manager() const { return std::string(session().world().manager().info().name); }
    std::string script() const { return session().scenario().load.script; }
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
    EXPECT_TRUE(matches("own.state", "It runs*")) << value("own.state");
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
    press("E");
    frames(2);
    EXPECT_TRUE(matches("notice", trouble)) << value("notice");
    click("notice.own");
    frames(2);
    EXPECT_EQ(session().world().manager().periodOf(session().world().tasks(), 0), 77'000'000);
    EXPECT_TRUE(load::ownPlanOf(session().world().manager())->isReplaced());
    save(good);
    EXPECT_EQ(script(), good);
    EXPECT_TRUE(matches("own.state", "It runs*"));
    press("Ctrl+Z");
    frames(2);
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
        EXPECT_TRUE(has("own.state") && !matches("own.state", "It runs*")) << text << value("own.state");
        if (has("message")) press("Escape");
    }
    write(file, good);
    drop(file.string());
    frames(3);
    EXPECT_TRUE(matches("own.state", "It runs*")) << value("own.state");
    EXPECT_GT(frame(), 0u);
}

TEST_F(WindowOwnManager, IsWrittenInThePanel) {
    open({"plains"});
    press("/");
    type("own manager");
    press("Return");
    frames(2);
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
    press("Ctrl+Return");
    frames(2);
    EXPECT_TRUE(matches("own.state", "Not taken up: line *")) << value("own.state");
    EXPECT_EQ(script(), load::kFirstScript);
    type("1");
    press("Ctrl+Return");
    frames(2);
    EXPECT_TRUE(matches("own.state", "It runs*")) << value("own.state");
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
}  // namespace drover::desktop
