// Random command lines over every pair of options that take a file: no file changes but those that the line
// names as outputs, and none that it also reads. DROVER_COMMAND_LINES says how many.
#include <fmt/format.h>
#include <sys/stat.h>

#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "app/perception/answers.h"
#include "core/base/replace_file.h"
#include "lab_process.h"

namespace drover::lab::foreign_files_test {
namespace {

namespace fs = std::filesystem;

struct Slot {
    const char* option;  // "": by its place
    const char* good;    // what it reads; nullptr: it is written
    bool is_needed = false;
};
struct Line {
    const char *command, *rest;
    std::vector<Slot> slots;
};

const std::vector<Line>& lines() {
    static const std::vector<Line> all = {
        {"run",
         "--frames 3 --quiet",
         {{"", "scenario.json", true},
          {"--replay", "commands.jsonl"},
          {"--csv", nullptr},
          {"--json-lines", nullptr},
          {"--trace", nullptr},
          {"--json", nullptr},
          {"--record", nullptr},
          {"--trajectories", nullptr}}},
        {"replay",
         "--quiet --to 3",
         {{"", "seam.drover", true}, {"--csv", nullptr}, {"--json-lines", nullptr}, {"--trace", nullptr}}},
        {"compare",
         "--frames 2 --quiet --managers elastic,process",
         {{"", "scenario.json", true}, {"--csv", nullptr}, {"--json", nullptr}}},
        {"sweep",
         "--frames 2 --quiet --vary budget-ms=1,2",
         {{"", "scenario.json", true}, {"--out", nullptr, true}}},
        {"diff", "--quiet", {{"", "seam.drover", true}, {"", "other.drover", true}}},
        {"schedule", "", {{"", "question.json", true}, {"--json", nullptr}}},
        {"lesson", "--blank", {{"", "lesson.json", true}, {"--worksheet", nullptr, true}}},
    };
    return all;
}

// What a line may name beside what it should.
constexpr const char* kPlaces[] = {"scenario.json",
                                   "commands.jsonl",
                                   "seam.drover",
                                   "question.json",
                                   "lesson.json",
                                   "notes.txt",
                                   "link.json",
                                   "hard.json",
                                   "dangling.json",
                                   "loop.json",
                                   "folder",
                                   "folder/inner.json",
                                   "missing/x.csv",
                                   "pipe",
                                   "linked/new.csv",
                                   "linked/../scenario.json",
                                   "/dev/null",
                                   "/dev/full",
                                   "-",
                                   "''",
                                   "seam",
                                   "plains",
                                   "herd",
                                   "share/drover/scenarios/seam.json",
                                   "rows.csv",
                                   "scenario.json/",
                                   "new.npy",
                                   "share/drover/lessons/herd.json"};

struct Node {
    fs::file_type type = fs::file_type::none;
    std::string content;  // or where the link points
    ino_t number = 0;
};
using Tree = std::map<fs::path, Node>;

Tree treeOf(const fs::path& root) {
    Tree tree;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        Node node{entry.symlink_status().type(), "", 0};
        if (node.type == fs::file_type::symlink) node.content = fs::read_symlink(entry.path());
        if (node.type == fs::file_type::regular) node.content = contentOf(entry.path());
        struct stat about = {};
        if (::lstat(entry.path().c_str(), &about) == 0) node.number = about.st_ino;
        tree[entry.path()] = node;
    }
    return tree;
}

class ForeignFiles : public Lab {
  protected:
    void SetUp() override {
        folder_ = fs::canonical(folder_);
        root = folder_ / "tree";
        fs::create_directory(folder_ / "bin");
        fs::copy(DROVER_LAB, folder_ / "bin/drover-lab");
        fs::create_symlink("tree/share", folder_ / "share");
        ASSERT_EQ(lab("run seam --frames 4 --quiet --record " + (folder_ / "seam.drover").string()).code, 0);
    }

    // A person's files, and what an installed Drover has.
    void layOut() {
        fs::remove_all(root);
        for (const char* made : {"folder", "share/drover/scenarios", "share/drover/lessons"})
            fs::create_directories(root / made);
        const fs::path source = DROVER_SOURCE_DIR, assets = source / "assets",
                       corpus = source / "tests/fuzz/corpus";
        for (const char* shipped : {"scenarios/seam.json", "scenarios/plains.json", "lessons/herd.json"})
            fs::copy(assets / shipped, root / "share/drover" / shipped);
        fs::copy(assets / "scenarios/seam.json", root / "scenario.json");
        fs::copy(assets / "scenarios/seam.json", root / "folder/inner.json");
        fs::copy(assets / "lessons/herd.json", root / "lesson.json");
        fs::copy(corpus / "elastic.json", root / "question.json");
        fs::copy(folder_ / "seam.drover", root / "seam.drover");
        fs::copy(folder_ / "seam.drover", root / "other.drover");
        file("tree/commands.jsonl",
             R"({"frame": 2, "command": "budget", "with": {"policy": "fixed", "fixed_ms": 2}})"
             "\n");
        file("tree/notes.txt", "the only copy\n");
        file("tree/rows.csv", "a,b\n1,2\n");
        fs::create_symlink("scenario.json", root / "link.json");
        fs::create_symlink("nowhere.json", root / "dangling.json");
        fs::create_symlink("loop.json", root / "loop.json");
        fs::create_symlink("folder", root / "linked");
        fs::create_hard_link(root / "scenario.json", root / "hard.json");
        ASSERT_EQ(mkfifo((root / "pipe").c_str(), 0600), 0);
    }

    struct Named {
        std::string path;
        bool is_written = false;
    };
    struct Made {
        std::string text;
        std::vector<Named> files;
    };

    std::string another(const std::string& path) {
        if (path.empty() || path[0] == '/' || path[0] == '-' || path[0] == '\'') return path;
        switch (below(5)) {
            case 0: return "./" + path;
            case 1: return "folder/../" + path;
            case 2: return (root / path).string();
            case 3: return "linked/../" + path;
            default: return path;
        }
    }
    std::string valueFor(const Slot& slot, const std::vector<Named>& others) {
        if (!others.empty() && below(5) == 0 && others.back().path != "pipe")
            return another(others.back().path);
        // One who reads a pipe waits for one who writes to it.
        const std::string place = kPlaces[below(std::size(kPlaces))];
        if (below(5) == 0 && (slot.good == nullptr || place != "pipe")) return another(place);
        if (slot.good != nullptr) return another(slot.good);
        return fmt::format("new{}.{}", below(100), below(4) == 0 ? "npy" : "csv");
    }
    // The pair's slots, and now and then another one.
    Made lineWith(const Line& line, std::size_t a, std::size_t b) {
        Made made{fmt::format("{} {}", line.command, line.rest), {}};
        for (std::size_t i = 0; i < line.slots.size(); ++i) {
            const Slot& slot = line.slots[i];
            if (i != a && i != b && !slot.is_needed && below(4) != 0) continue;
            const std::string value = valueFor(slot, made.files);
            made.text += fmt::format(" {} {}", slot.option, value);
            made.files.push_back({value == "''" ? "" : value, slot.good == nullptr});
        }
        return made;
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random() % n); }

    int statusOf(const std::string& line) {
        const std::string command = fmt::format(
            "cd {} && timeout 600 ../bin/drover-lab {} >../out 2>../err </dev/null", root.string(), line);
        return WEXITSTATUS(std::system(command.c_str()));
    }

    // The files that the line may change: numbers of those that are there, places of new ones.
    struct Allowed {
        std::set<ino_t> numbers;
        std::set<fs::path> places;
    };
    Allowed allowedBy(const Made& line) const {
        std::set<ino_t> kept;
        Allowed allowed;
        for (const Named& named : line.files) {
            // A shipped file is named by a word too.
            for (const fs::path& path :
                 {root / named.path, root / "share/drover/scenarios" / (named.path + ".json"),
                  root / "share/drover/lessons" / (named.path + ".json")}) {
                struct stat about = {};
                std::error_code failure;
                const bool is_there = ::stat(path.c_str(), &about) == 0;
                if (named.is_written && path == root / named.path) {
                    if (is_there)
                        allowed.numbers.insert(about.st_ino);
                    else
                        allowed.places.insert(fs::weakly_canonical(linkTarget(path), failure));
                } else if (!named.is_written && is_there) {
                    kept.insert(about.st_ino);
                }
            }
        }
        for (const ino_t number : kept) allowed.numbers.erase(number);
        return allowed;
    }

    fs::path root;
    std::mt19937_64 random{22};
};

TEST_F(ForeignFiles, AreLeftAloneByAnyCommandLine) {
    const char* const wanted = std::getenv("DROVER_COMMAND_LINES");
    const int count = wanted != nullptr ? std::atoi(wanted) : 120;
    std::vector<std::pair<const Line*, std::pair<std::size_t, std::size_t>>> pairs;
    for (const Line& line : lines())
        for (std::size_t b = 1; b < line.slots.size(); ++b)
            for (std::size_t a = 0; a < b; ++a) pairs.push_back({&line, {a, b}});
    std::map<int, int> ends;
    int altered = 0;
    for (int i = 0; i < count; ++i) {
        layOut();
        const auto& [form, pair] = pairs[static_cast<std::size_t>(i) % pairs.size()];
        const Made line = lineWith(*form, pair.first, pair.second);
        Allowed allowed = allowedBy(line);
        const Tree before = treeOf(root);
        const int status = statusOf(line.text);
        ++ends[status];
        // What is refused for its files has written nothing at all.
        if (status == 64 || status == 66) allowed = {};
        EXPECT_TRUE(status == 0 || (status >= 64 && status <= 74 && status != 70))
            << line.text << ": " << status;
        const Tree after = treeOf(root);
        for (const auto& [path, node] : before) {
            const auto found = after.find(path);
            const bool is_same =
                found != after.end() && found->second.type == node.type &&
                (found->second.content == node.content ||
                 (node.type == fs::file_type::regular && allowed.numbers.contains(node.number)));
            if (is_same) continue;
            ++altered;
            ADD_FAILURE() << "drover-lab " << line.text << " (" << status << ") altered " << path;
        }
        for (const auto& [path, node] : after) {
            if (before.contains(path) || allowed.places.contains(path)) continue;
            ++altered;
            ADD_FAILURE() << "drover-lab " << line.text << " (" << status << ") made " << path;
        }
    }
    std::string counts;
    for (const auto& [status, times] : ends) counts += fmt::format(", {} with {}", times, status);
    fmt::print("{} command lines{}: {} files altered\n", count, counts, altered);
    EXPECT_GT(ends[0], count / 5) << "most of them are wrong";
}

// Some editors begin a text with this mark. Each reader of texts takes a file with it for the one without.
TEST_F(Lab, ATextMayBeginWithTheMarkOfUtf8) {
    const fs::path source = DROVER_SOURCE_DIR, corpus = source / "tests/fuzz/corpus";
    const std::string answers = perception::writeAnswers(
        {.id = "0123456789abcdef", .scenario = "The meadow", .scenario_hash = "0123456789abcdef"});
    const std::string quiz = (corpus / "quiz.json").string();
    const struct {
        const char* name;
        std::string line, content;
    } readers[] = {
        {"scenario.json", "run {} --frames 3 --hash --quiet",
         contentOf(source / "assets/scenarios/seam.json")},
        {"commands.jsonl", "run seam --frames 3 --hash --quiet --replay {}",
         "{\"frame\": 2, \"command\": \"budget\", \"with\": {\"policy\": \"fixed\", \"fixed_ms\": 2}}\n"},
        {"mine.lua", "run seam --frames 3 --hash --quiet --manager {}",
         contentOf(source / "assets/managers/round_robin.lua")},
        {"lesson.json", "lesson {} --blank --worksheet -", contentOf(source / "assets/lessons/herd.json")},
        {"jobs.json", "schedule {}", contentOf(corpus / "elastic.json")},
        {"quiz.json", "schedule --quiz {}", contentOf(quiz)},
        {"chart.txt", "schedule --quiz " + quiz + " --answer {}", lab("schedule --quiz " + quiz).out},
        {"answers.json", "perception {}", answers},
    };
    for (const auto& [name, line, content] : readers) {
        const auto ended = [&, &line = line, &name = name](const std::string& text) {
            return lab(fmt::format(fmt::runtime(line), file(name, text)));
        };
        const Ended plain = ended(content), marked = ended("\xEF\xBB\xBF" + content);
        EXPECT_LE(plain.code, 1) << line << plain.err;
        EXPECT_FALSE(plain.out.empty()) << line;
        EXPECT_EQ(marked.code, plain.code) << line << marked.err;
        EXPECT_EQ(marked.out, plain.out) << line;
    }
}

}  // namespace
}  // namespace drover::lab::foreign_files_test
