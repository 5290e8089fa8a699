// What every output of a program must do, for the tests of both programs. The list of outputs is the
// program's own: its manual calls their values OUTPUT. So is the list of inputs: whatever else the manual
// says of a file is one, or the test says why it is none.
#pragma once

#include <fcntl.h>
#include <grp.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/app/lab/lab_process.h"

namespace drover::lab {

// Of the program OUTPUTS_OF.
struct OutputOption {
    std::string command, name;  // a subcommand or empty; such as --csv

    std::string text() const { return command + " " + name; }
};

// A file that a command reads, and a command line that reads it: {} is where its name stands.
struct InputOption {
    std::string
        text;  // of the option, as of an OutputOption; also of one that names the file only within a file
    std::string file;  // its name
    std::string content;
    std::string line;

    std::string command() const { return text.substr(0, text.find(' ')); }
    std::string with(const std::string& path) const {
        std::string out = line;
        if (const std::size_t at = out.find("{}"); at != out.npos) out.replace(at, 2, path);
        return out;
    }
};

class Outputs : public Lab {
  protected:
    static constexpr unsigned kNobody = 65534;  // for root, who may write everywhere

    Outputs() { std::filesystem::permissions(folder_, std::filesystem::perms::all); }
    ~Outputs() override {
        std::filesystem::permissions(folder_ / "locked", std::filesystem::perms::all, ignored_);
    }

    std::vector<OutputOption> outputs() {
        std::vector<OutputOption> found;
        for (const Described& one : described())
            if (one.isOutput()) found.push_back({one.command, one.name});
        return found;
    }
    // What the manual says of files, of commands with outputs, but of the outputs themselves: "run SCENARIO".
    std::set<std::string> mentionsOfFiles() {
        const std::vector<Described> all = described();
        std::set<std::string> with_outputs, found;
        for (const Described& one : all)
            if (one.isOutput()) with_outputs.insert(one.command);
        const std::regex file("\\b([Ff]iles?|FILES?)\\b");
        for (const Described& one : all)
            if (!one.isOutput() && with_outputs.contains(one.command) && std::regex_search(one.text, file))
                found.insert(one.command + " " + one.name);
        return found;
    }

    // Starts the program by a shell, which it replaces. `before` is called in the new process.
    pid_t startWith(const std::string& arguments, const std::function<void()>& before = {}) {
        return startLine(std::string(OUTPUTS_OF) + " " + arguments, before);
    }
    Ended ended(const std::string& arguments, const std::function<void()>& before = {}) {
        return waitFor(startWith(arguments, before));
    }
    static void becomeOrdinary() {
        if (geteuid() != 0) return;
        if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) _exit(125);
    }

    void expectCode(int code, const std::string& what, const Ended& run, const std::string& says = "") {
        EXPECT_EQ(run.code, code) << what << ": " << run.err;
        EXPECT_NE(run.err.find(says), std::string::npos) << what << ": " << run.err;
    }

    // No output takes the place of an input, by whatever name: the command is refused, and the input stays.
    // `none`: what the manual says of files that are no inputs.
    void expectInputsStay(const std::vector<InputOption>& inputs, const std::set<std::string>& none,
                          const std::function<std::string(const OutputOption&)>& ending_of);
    // What another program writes to stays as it is, and the command says so.
    void expectLocksAreKept(const OutputOption& output, const std::string& before, const std::string& ending);
    // `before`: the command line but for the output's name, which gets `ending` unless it has its own rule.
    void expectAsPromised(const OutputOption& output, const std::string& before, const std::string& ending);
    // A run with an output whose reader takes nothing.
    struct Waiting {
        std::string what, arguments;
        std::function<void()> before = {};  // called in the new process
    };
    void expectTheyObey(const std::vector<Waiting>& all);

    int code_if_noticed_ = 128 + SIGTERM;  // of a program that ends in order after it

    std::string path(const std::string& name) { return folder_ / name; }

    std::error_code ignored_;

  private:
    // An option, or a positional, as the manual describes it.
    struct Described {
        std::string command, name, text;
        bool isOutput() const { return name.starts_with("--") && text.find("fIOUTPUT") != text.npos; }
    };
    std::vector<Described> described() {
        std::istringstream manual(ended("--manual").out);
        std::vector<Described> found;
        std::string command;
        bool is_next = false;
        for (std::string line; std::getline(manual, line);) {
            std::erase(line, '\\');
            if (line.starts_with(".SS ")) command = line.substr(4);
            if (line.starts_with(".S"))
                found.push_back({});  // what follows describes none
            else if (is_next)
                found.push_back({command, line.substr(2, line.find("fR") - 2), line});
            else if (!found.empty())
                found.back().text += " " + line;
            is_next = line == ".TP";
        }
        return found;
    }
};

inline void Outputs::expectInputsStay(const std::vector<InputOption>& inputs,
                                      const std::set<std::string>& none,
                                      const std::function<std::string(const OutputOption&)>& ending_of) {
    std::set<std::string> known = none;
    for (const InputOption& input : inputs) known.insert(input.text);
    for (const std::string& mentioned : mentionsOfFiles())
        EXPECT_TRUE(known.contains(mentioned)) << mentioned << ": is it an input?";
    const std::vector<OutputOption> all = outputs();
    for (const InputOption& input : inputs) {
        const std::string place = file(input.file, input.content);
        for (const OutputOption& output : all) {
            if (output.command != input.command()) continue;
            const std::string symlink = path("symlink" + ending_of(output)),
                              hard_link = path("hard-link" + ending_of(output));
            std::filesystem::create_symlink(place, symlink);
            std::filesystem::create_hard_link(place, hard_link);
            for (const std::string& name : {place, symlink, hard_link}) {
                const std::string line = input.with(place) + " " + output.name + " " + name;
                // The name itself may be none for this output.
                expectCode(64, line, ended(line), name == place ? "" : "is the same file");
                EXPECT_TRUE(contentOf(place) == input.content) << line << ": the input is lost";
                file(input.file, input.content);
            }
            std::filesystem::remove(symlink);
            std::filesystem::remove(hard_link);
        }
        std::filesystem::remove(place);
    }
}

inline void Outputs::expectLocksAreKept(const OutputOption& output, const std::string& before,
                                        const std::string& ending) {
    const std::string held = file("held" + ending, "precious");
    const int descriptor = open(held.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(::flock(descriptor, LOCK_EX), 0);
    expectCode(74, output.text(), ended(before + " " + output.name + " " + held),
               "another drover writes to it");
    EXPECT_EQ(contentOf(held), "precious") << output.text();
    close(descriptor);
    std::filesystem::remove(held);
}

inline void Outputs::expectAsPromised(const OutputOption& output, const std::string& before,
                                      const std::string& ending) {
    const auto to = [&](const std::string& file) { return before + " " + output.name + " '" + file + "'"; };
    const auto holds = [&](const std::string& file) {
        EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(file))) << output.text();
        EXPECT_GT(std::filesystem::file_size(file, ignored_), 0u) << output.text();
        std::filesystem::remove(file);
    };
    SCOPED_TRACE(output.text());
    expectCode(64, "no name", ended(to("")), output.name + ": found ");

    // Names as long as they can be, and one letter more.
    for (const std::size_t length : {std::size_t{250}, std::size_t{255}}) {
        const std::string longest = path(std::string(length - ending.size(), 'x') + ending);
        expectCode(0, "a long name", ended(to(longest)));
        holds(longest);
    }
    expectCode(73, "too long a name", ended(to(path(std::string(256 - ending.size(), 'x') + ending))),
               "File name too long");

    expectCode(73, "no folder", ended(to(path("none/x" + ending))), "there is no folder");
    std::filesystem::create_directory(path("folder" + ending));
    expectCode(73, "a folder", ended(to(path("folder" + ending))), "is a folder");
    std::filesystem::remove(path("folder" + ending));
    std::filesystem::create_directory(path("locked"));
    std::filesystem::permissions(path("locked"), std::filesystem::perms{0555});
    const Ended locked = ended(to(path("locked/x" + ending)), becomeOrdinary);
    if (locked.code < 126) expectCode(73, "a locked folder", locked, "cannot create: Permission denied");

    if (std::filesystem::exists("/dev/full")) {
        std::filesystem::create_symlink("/dev/full", path("full" + ending));
        expectCode(74, "a full disk", ended(to(path("full" + ending))), "No space left");
        std::filesystem::remove(path("full" + ending));
    }

    // Under names that the program takes until a file is complete there are a link and a pipe already.
    file("victim", "precious");
    const Ended linked = ended(to(path("x" + ending)), [&] {
        const std::string name = path(".drover-" + std::to_string(getpid()) + "-");
        std::filesystem::create_symlink("victim", name + "0.part");
        std::filesystem::create_symlink("victim",
                                        path("x" + ending + "." + std::to_string(getpid()) + ".part"));
        if (mkfifo((name + "1.part").c_str(), 0600) != 0) _exit(125);
    });
    expectCode(0, "links", linked);
    holds(path("x" + ending));
    EXPECT_EQ(contentOf(path("victim")), "precious") << output.text();
}

// Each of these ends soon after SIGTERM, whether it comes at once or when they wait for their readers. They
// run together, as they hardly do anything.
inline void Outputs::expectTheyObey(const std::vector<Waiting>& all) {
    constexpr std::chrono::seconds kFarTooLong{60};
    for (const auto wait : {std::chrono::milliseconds(0), std::chrono::milliseconds(2000)}) {
        std::vector<pid_t> children;
        for (const Waiting& one : all) {
            children.push_back(startWith(one.arguments, one.before));
            // Some commands do not catch it: it ends them anyhow.
            for (int i = 0; i < 100 && !catches(children.back(), SIGTERM, OUTPUTS_OF); ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (wait.count() == 0) kill(children.back(), SIGTERM);
        }
        std::this_thread::sleep_for(wait);
        for (const pid_t child : children) kill(child, SIGTERM);
        const auto asked = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < all.size(); ++i) {
            siginfo_t state = {};
            while (waitid(P_PID, static_cast<id_t>(children[i]), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                   state.si_pid == 0 && std::chrono::steady_clock::now() - asked < kFarTooLong)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (state.si_pid == 0) kill(children[i], SIGKILL);
            const Ended run = waitFor(children[i]);
            // 73: this output cannot be a pipe.
            EXPECT_TRUE(run.code == 128 + SIGTERM || run.code == code_if_noticed_ || run.code == 73)
                << all[i].what << ": " << run.code;
        }
    }
}

// A pipe that is full, with a reader who takes nothing.
class StalledPipe {
  public:
    explicit StalledPipe(const std::string& path) {
        if (mkfifo(path.c_str(), 0600) != 0) return;
        file_ = open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        const std::string filling(4096, 'x');
        while (write(file_, filling.data(), filling.size()) > 0) {
        }
    }
    ~StalledPipe() { close(file_); }
    StalledPipe(const StalledPipe&) = delete;
    StalledPipe& operator=(const StalledPipe&) = delete;

  private:
    int file_ = -1;
};

}  // namespace drover::lab
