// --trajectories: the numbers of the world in both formats, a flock's leaves have its mean, and a file is
// whole however the run ends.
#include "app/lab/trajectories.h"
#include "core/flock/store.h"
#include "core/load/task_table.h"
#include "core/minds/people_settings.h"
#include "core/world/files/scenario_file.h"
#include "core/world/world_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "tests/app/lab/lab_process.h"
#include "tests/core/world/mixed_world.h"

namespace drover::lab::trajectories_test {
namespace {

using Row = std::map<std::string, double>;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) parts.push_back(part);
    return parts;
}

std::vector<Row> csvRows(const std::string& text) {
    const std::vector<std::string> lines = split(text, '\n'), names = split(lines.at(0), ',');
    std::vector<Row> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> cells = split(lines[i], ',');
        EXPECT_EQ(cells.size(), names.size());
        Row row;
        for (std::size_t c = 0; c < names.size(); ++c) row[names[c]] = std::stod(cells[c]);
        rows.push_back(row);
    }
    return rows;
}

struct Npy {
    std::size_t header_size = 0, row_size = 0;
    std::map<std::string, std::string> types;
    std::vector<Row> rows;
};

// What NumPy makes of the file, by its own header. Like NumPy it ignores what follows the rows.
Npy npyOf(const std::string& bytes) {
    Npy npy;
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const auto low = static_cast<unsigned char>(bytes[8]), high = static_cast<unsigned char>(bytes[9]);
    npy.header_size = 10 + low + 256u * high;
    EXPECT_EQ(npy.header_size % 64, 0u);
    EXPECT_EQ(bytes[npy.header_size - 1], '\n');
    const std::string header = bytes.substr(10, npy.header_size - 10);
    EXPECT_EQ(header.substr(0, 11), "{'descr': [");
    EXPECT_NE(header.find("], 'fortran_order': False, 'shape': ("), std::string::npos) << header;
    EXPECT_NE(header.find(",), } "), std::string::npos) << header;
    std::vector<std::pair<std::string, std::string>> columns;
    for (std::size_t at = 0; (at = header.find("('", at)) != std::string::npos;) {
        const std::size_t end = header.find('\'', at + 2), type = header.find('\'', end + 1) + 1;
        columns.emplace_back(header.substr(at + 2, end - at - 2), header.substr(type, 3));
        npy.row_size += static_cast<std::size_t>(header[type + 2] - '0');
        at = type;
    }
    npy.types = {columns.begin(), columns.end()};
    npy.rows.resize(std::stoul(header.substr(header.find("'shape': (") + 10)));
    std::size_t at = npy.header_size;
    EXPECT_LE(at + npy.rows.size() * npy.row_size, bytes.size());
    if (testing::Test::HasFailure()) return npy;
    const auto read = [&](auto value) {
        std::memcpy(&value, bytes.data() + at, sizeof value);
        at += sizeof value;
        return static_cast<double>(value);
    };
    for (Row& row : npy.rows) {
        for (const auto& [name, type] : columns) {
            row[name] = type == "<u8"   ? read(std::uint64_t{})
                        : type == "<u4" ? read(std::uint32_t{})
                        : type == "<f8" ? read(double{})
                                        : read(float{});
        }
    }
    return npy;
}

void expectWhole(const Npy& npy, const std::string& bytes) {
    EXPECT_EQ(npy.header_size + npy.rows.size() * npy.row_size, bytes.size());
}

std::set<double> valuesOf(const std::vector<Row>& rows, const std::string& column) {
    std::set<double> values;
    for (const Row& row : rows) values.insert(row.at(column));
    return values;
}

class TrajectoryFile : public Lab {
  protected:
    std::string path(const std::string& name) const { return folder_ / name; }
    std::string run(const std::string& name, const std::string& more) {
        const Ended ended =
            lab("run plains --clock model --frames 60 --quiet --trajectories " + path(name) + " " + more);
        EXPECT_EQ(ended.code, 0) << ended.err;
        return contentOf(path(name));
    }
};

TEST_F(TrajectoryFile, HasTheSameRowsInBothFormats) {
    const std::vector<Row> csv = csvRows(run("a.csv", "--every 20"));
    const std::string bytes = run("a.npy", "--every 20");
    const Npy npy = npyOf(bytes);
    expectWhole(npy, bytes);
    ASSERT_EQ(csv.size(), 3u * 2048);
    ASSERT_EQ(npy.rows.size(), csv.size());
    for (std::size_t i = 0; i < csv.size(); ++i) {
        for (const auto& [name, value] : csv[i]) {
            // A float is written to CSV with as many digits as a float needs.
            const bool is_float = npy.types.at(name) == "<f4";
            ASSERT_EQ(npy.rows[i].at(name), is_float ? static_cast<double>(static_cast<float>(value)) : value)
                << name << ", row " << i;
        }
    }
    EXPECT_EQ(valuesOf(csv, "frame"), (std::set<double>{20, 40, 60}));
    EXPECT_EQ(csv.back().at("flock"), 2047);
}

// JuPedSim's text: comments with the frame rate and the unit, then a person, a frame and a place in each
// line.
TEST_F(TrajectoryFile, OfPeopleIsReadByPedestrianTools) {
    ASSERT_EQ(lab("run bottleneck --frames 60 --quiet --every 20 --trajectories " + path("a.txt")).code, 0);
    std::istringstream text(contentOf(path("a.txt")));
    std::string line, comments;
    std::set<std::uint64_t> people, frames;
    std::size_t rows = 0;
    while (std::getline(text, line)) {
        if (line.starts_with("#")) {
            comments += line + "\n";
            continue;
        }
        std::istringstream row(line);
        std::uint64_t person = 0, frame = 0;
        double x = 0, y = 0, z = 1;
        ASSERT_TRUE(row >> person >> frame >> x >> y >> z) << line;
        EXPECT_TRUE(x > 10 && x < 42 && y > 18 && y < 32 && z == 0) << line;
        people.insert(person), frames.insert(frame), ++rows;
    }
    EXPECT_EQ(comments, "# description: a run of Drover\n# framerate: 3\n# ID FR x/m y/m z/m\n");
    EXPECT_EQ(frames, (std::set<std::uint64_t>{0, 1, 2}));
    EXPECT_EQ(people.size(), 300u);
    EXPECT_EQ(rows, 900u) << "people who are away have no row";
}

// Who has left comes in again after two seconds: for PedPy that is another person, who does not jump.
TEST_F(TrajectoryFile, EachLifeHasANumberOfItsOwn) {
    ASSERT_EQ(lab("run bottleneck --frames 2400 --quiet --every 6 --trajectories " + path("a.txt")).code, 0);
    std::istringstream text(contentOf(path("a.txt")));
    std::map<std::uint64_t, std::array<double, 3>> last;  // frame and place
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("#")) continue;
        std::istringstream row(line);
        std::uint64_t person = 0;
        double frame = 0, x = 0, y = 0;
        ASSERT_TRUE(row >> person >> frame >> x >> y) << line;
        if (const auto before = last.find(person); before != last.end()) {
            const auto& [its_frame, its_x, its_y] = before->second;
            ASSERT_EQ(frame, its_frame + 1) << line;
            ASSERT_LT(std::hypot(x - its_x, y - its_y), 0.3) << line;
        }
        last[person] = {frame, x, y};
    }
    EXPECT_GT(last.size(), 320u);
}

// The columns of a run are sums over where everyone is.
TEST_F(TrajectoryFile, OfPeopleAgreesWithTheColumnsOfTheRun) {
    for (const std::string name : {"bottleneck", "corridor", "station"}) {
        SCOPED_TRACE(name);
        ASSERT_EQ(lab("run " + name + " --frames 1500 --quiet --trajectories " + path("t.csv") + " --csv " +
                      path("r.csv"))
                      .code,
                  0);
        Result<world::Scenario> scenario = world::readScenario(
            std::string(DROVER_SOURCE_DIR) + "/assets/scenarios/" + name + ".json", ~std::uint64_t{0});
        const minds::PeopleSettings& people = scenario->people.settings;
        const ground::Box area = people.measuredIn(scenario->plane());
        const ground::Point size = area.high - area.low;
        struct Sums {
            double inside = 0, queued = 0, in_area = 0, passed = 0;
        };
        std::map<double, Sums> by_frame;
        std::map<double, std::pair<double, ground::Point>> last;  // by person: when and where
        for (const Row& row : csvRows(contentOf(path("t.csv")))) {
            const ground::Point at{row.at("x"), row.at("y")};
            Sums& sums = by_frame[row.at("frame")];
            ++sums.inside;
            sums.queued += std::hypot(row.at("vx"), row.at("vy")) < 0.1;
            sums.in_area += area.has(at);
            const auto before = last.find(row.at("flock"));
            for (const people::Gate& gate : people.gates) {
                if (before == last.end() || before->second.first + 1 != row.at("frame")) continue;
                const ground::Point way = at - before->second.second;
                const bool crosses = gate.isLeft(at) != gate.isLeft(before->second.second) &&
                                     length(at - gate.middle()) < gate.width_m() / 2 + 0.3;
                // People pass towards their goal, and may be pushed back through the line.
                const ground::Point goal = people.goals[0].areas[0].low - gate.middle();
                if (crosses) sums.passed += dot(way, goal) > 0 ? 1 : -1;
            }
            last[row.at("flock")] = {row.at("frame"), at};
        }
        double passed = 0;
        for (const Row& row : csvRows(contentOf(path("r.csv")))) {
            const Sums& sums = by_frame[row.at("frame")];
            passed += sums.passed;
            ASSERT_EQ(row.at("inside"), sums.inside) << row.at("frame");
            ASSERT_NEAR(row.at("queued"), sums.queued, 1) << row.at("frame");
            ASSERT_NEAR(row.at("density"), sums.in_area / (size.x * size.y), 1e-6) << row.at("frame");
            if (people.gates.size() == 1) {
                ASSERT_NEAR(row.at("passed"), passed, 2) << row.at("frame");
            }
        }
        EXPECT_GT(passed, people.gates.size() == 1 ? 20 : -1);
    }
}

TEST_F(TrajectoryFile, ForPedestrianToolsHasPeopleAlone) {
    ASSERT_EQ(lab("run fire --frames 1 --quiet --trajectories " + path("fire.txt")).code, 0);  // with sheep
    std::istringstream text(contentOf(path("fire.txt")));
    std::size_t rows = 0;
    for (std::string line; std::getline(text, line);) rows += !line.starts_with("#");
    EXPECT_EQ(rows, 200u);
}

TEST_F(TrajectoryFile, HasTheNumbersOfTheWorld) {
    const world::Scenario scenario = world::mixed();
    world::World world(scenario);
    world::runFrames(world, 90);
    Trajectories leaves({path("leaves.npy"), 1, true}), means({path("means.npy"), 1, false});
    leaves.add(world), means.add(world);
    world::stepWith(world, world::SetPause{true});
    leaves.add(world), means.add(world);  // nothing has moved
    leaves.close(), means.close();
    const std::vector<Row> leaf_rows = npyOf(contentOf(path("leaves.npy"))).rows;
    const std::vector<Row> mean_rows = npyOf(contentOf(path("means.npy"))).rows;

    const double unit = scenario.world.world_size * 0x1p-32;
    const auto expectMotion = [&](const Row& row, std::uint32_t x, std::uint32_t y, Vec2 velocity) {
        EXPECT_EQ(row.at("x"), x * unit);
        EXPECT_EQ(row.at("y"), y * unit);
        EXPECT_EQ(row.at("vx"), static_cast<double>(velocity.x));
        EXPECT_EQ(row.at("vy"), static_cast<double>(velocity.y));
    };
    const flock::FlockStore& flocks = world.flocks();
    const auto tasks = world.view().tasks;
    ASSERT_EQ(mean_rows.size(), tasks.size());
    std::size_t at = 0, unfolded = 0;
    for (std::uint32_t task = 0; task < tasks.size(); ++task) {
        const Row& mean = mean_rows[task];
        EXPECT_EQ(mean.at("frame"), 90);
        EXPECT_EQ(mean.at("time"), static_cast<double>(world.record().t_ns) / 1e9);
        EXPECT_EQ(mean.at("flock"), task);
        EXPECT_EQ(mean.at("species"), world.kindOf(task));
        EXPECT_EQ(mean.at("leaf"), 0);
        const std::int64_t stale_ns = world.tasks().simul_ns - tasks[task].last_ns;
        EXPECT_EQ(mean.at("staleness"), static_cast<double>(stale_ns) / 1e9);
        EXPECT_EQ(mean.at("lateness"),
                  static_cast<double>(std::max<std::int64_t>(stale_ns - tasks[task].nominal_ns, 0)) / 1e9);
        const bool is_flock = task < flocks.size();
        if (is_flock) {
            const flock::Agent root = flocks.roots().get(task);
            expectMotion(mean, root.place.x, root.place.y, root.velocity);
        } else {
            const Place place = world.view().placeOf(task);
            expectMotion(mean, place.x, place.y, world.view().velocityOf(task));
        }
        if (!is_flock || flocks.isAlone(FlockId{task})) {
            EXPECT_EQ(mean.at("depth"), 0);
            ASSERT_LT(at, leaf_rows.size());
            EXPECT_EQ(leaf_rows[at++], mean);
            continue;
        }
        ++unfolded;
        double deepest = 0;
        for (std::uint32_t i = 0; i < flocks.count(FlockId{task}); ++i, ++at) {
            ASSERT_LT(at, leaf_rows.size());
            const Row& row = leaf_rows[at];
            const flock::Agent leaf = flocks.leaves().get(flocks.first(FlockId{task}) + i);
            expectMotion(row, leaf.place.x, leaf.place.y, leaf.velocity);
            const flock::Node node = flocks.nodes(FlockId{task})[i];
            EXPECT_EQ(row.at("flock"), task);
            EXPECT_EQ(row.at("leaf"), node);
            EXPECT_EQ(row.at("depth"), flocks.treeOf(FlockId{task}).level(node));
            EXPECT_EQ(row.at("staleness"), mean.at("staleness"));
            deepest = std::max(deepest, row.at("depth"));
        }
        EXPECT_EQ(mean.at("depth"), deepest);
    }
    EXPECT_EQ(at, leaf_rows.size());
    EXPECT_GT(unfolded, 3u);
    EXPECT_EQ(valuesOf(mean_rows, "species"), (std::set<double>{0, 1, world::kWildlife, world::kPursuit}));
}

TEST_F(TrajectoryFile, TheLeavesOfAFlockHaveItsMean) {
    const std::vector<Row> roots = csvRows(run("roots.csv", "--every 60"));
    const std::vector<Row> leaves = csvRows(run("leaves.csv", "--every 60 --leaves"));
    EXPECT_GT(leaves.size(), roots.size());
    struct Sum {
        Row of;
        double agents = 0, deepest = 0;
    };
    const std::map<std::string, double> tolerances = {{"x", 1e-4}, {"y", 1e-4}, {"vx", 1e-4}, {"vy", 1e-4}};
    std::map<double, Sum> sums;  // by flock
    for (const Row& leaf : leaves) {
        // A leaf stands for as many agents as a tree of two branches and five levels has below it.
        const double agents = std::exp2(5 - leaf.at("depth"));
        Sum& sum = sums[leaf.at("flock")];
        for (const auto& [name, tolerance] : tolerances) sum.of[name] += agents * leaf.at(name);
        sum.agents += agents;
        sum.deepest = std::max(sum.deepest, leaf.at("depth"));
    }
    std::size_t unfolded = 0;
    for (const Row& root : roots) {
        const Sum& sum = sums.at(root.at("flock"));
        EXPECT_EQ(sum.agents, 32);
        EXPECT_EQ(sum.deepest, root.at("depth"));
        if (sum.deepest == 0) continue;
        ++unfolded;
        for (const auto& [name, tolerance] : tolerances)
            EXPECT_NEAR(sum.of.at(name) / sum.agents, root.at(name), tolerance)
                << name << " of flock " << root.at("flock");
    }
    EXPECT_GT(unfolded, 3u);
}

TEST_F(TrajectoryFile, AReplayHasThoseOfTheRun) {
    const std::string recording = path("run.drover");
    const std::string of_run = run("run.npy", "--every 20 --leaves --record " + recording);
    const Ended replay =
        lab("replay " + recording + " --quiet --every 20 --leaves --trajectories " + path("replay.npy"));
    EXPECT_EQ(replay.code, 0) << replay.err;
    EXPECT_EQ(contentOf(path("replay.npy")), of_run);
    const Ended printed = lab("replay " + recording + " --every 60 --hash --trajectories -");
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_EQ(csvRows(printed.out).size(), 2048u) << "nothing else is printed";
}

TEST_F(TrajectoryFile, ARestartBeginsItsFramesAnew) {
    const std::string log = file("log.jsonl", R"({"frame": 61, "command": "restart", "with": {"seed": 5}})"
                                              "\n");
    const Ended run =
        lab("run seam --clock model --frames 120 --quiet --every 60 --trajectories - --replay " + log);
    EXPECT_EQ(run.code, 0) << run.err;
    const std::vector<Row> rows = csvRows(run.out);
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(valuesOf(rows, "frame"), (std::set<double>{60}));
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.at("flock") == 0; }),
              2);
}

TEST_F(TrajectoryFile, IsWholeAfterAnInterrupt) {
    const std::string arguments = std::string("run seam --quiet ") + kEndless + " --trajectories ";
    const Ended run = stopOnceWritten(arguments + path("a.npy"), path("a.npy"), SIGINT, 10'000);
    EXPECT_EQ(run.code, 130);
    const std::string bytes = contentOf(path("a.npy"));
    const Npy npy = npyOf(bytes);
    expectWhole(npy, bytes);
    ASSERT_FALSE(npy.rows.empty());
    const auto frames = static_cast<std::size_t>(npy.rows.back().at("frame"));
    EXPECT_NE(
        run.err.find("stopped after " + std::to_string(frames) + " frames; what was written is complete"),
        std::string::npos)
        << run.err;
    EXPECT_EQ(npy.rows.size() % frames, 0u);

    const Ended csv_run = stopOnceWritten(arguments + path("a.csv"), path("a.csv"), SIGTERM, 10'000);
    EXPECT_EQ(csv_run.code, 143);
    EXPECT_EQ(contentOf(path("a.csv")).back(), '\n');
}

TEST_F(TrajectoryFile, CanBeOpenedAfterAKill) {
    const Ended run =
        stopOnceWritten(std::string("run seam --quiet ") + kEndless + " --trajectories " + path("a.npy"),
                        path("a.npy"), SIGKILL, 10'000);
    EXPECT_EQ(run.code, 128 + SIGKILL);
    const Npy npy = npyOf(contentOf(path("a.npy")));
    ASSERT_FALSE(npy.rows.empty());
    EXPECT_GE(npy.rows.back().at("frame"), 1);
}

TEST_F(TrajectoryFile, OtherNamesAndLonelyOptionsAreRefused) {
    const Ended name =
        lab("run plains --frames 2 --quiet --csv " + path("rows.csv") + " --trajectories " + path("a.xml"));
    expectEnd(name, 64, "allowed a name that ends in .npy, .csv or .txt, or -");
    EXPECT_FALSE(std::filesystem::exists(path("rows.csv")));  // it is refused before anything is created
    for (const char* option : {"--every 3", "--leaves"}) {
        const Ended lonely = lab(std::string("run plains --frames 2 --quiet ") + option);
        EXPECT_EQ(lonely.code, 64) << option;
        EXPECT_NE(lonely.err.find("--trajectories"), std::string::npos) << lonely.err;
    }
    EXPECT_EQ(lab("run plains --frames 2 --quiet --every 0 --trajectories " + path("a.csv")).code, 64);
}

TEST_F(TrajectoryFile, AFullDiskEndsIt) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    const std::string arguments = std::string("run seam --quiet ") + kEndless + " --trajectories ";
    for (const char* name : {"a.npy", "a.csv"}) {
        std::filesystem::create_symlink("/dev/full", path(name));
        const Ended full = lab(arguments + path(name));
        EXPECT_EQ(full.code, 74) << name;
        EXPECT_EQ(full.err, "drover-lab: " + path(name) + ": cannot write: No space left on device\n");
    }
    EXPECT_EQ(lab(arguments + "- > /dev/full").code, 74);
}

}  // namespace
}  // namespace drover::lab::trajectories_test
