// run --trajectories: both formats say the same, a flock's leaves have its mean, and a file is whole when it
// ends.
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

#include "tests/app/lab/lab_process.h"

namespace drover::lab {
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

// What NumPy makes of the file, by its own header.
std::vector<Row> npyRows(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const auto low = static_cast<unsigned char>(bytes[8]), high = static_cast<unsigned char>(bytes[9]);
    const std::size_t length = low + 256u * high, begin = 10 + length;
    EXPECT_EQ(begin % 64, 0u);
    EXPECT_EQ(bytes[begin - 1], '\n');
    const std::string header = bytes.substr(10, length);
    std::vector<std::pair<std::string, std::string>> columns;
    for (std::size_t at = 0; (at = header.find("('", at)) != std::string::npos;) {
        const std::size_t end = header.find('\'', at + 2), type = header.find('\'', end + 1) + 1;
        columns.emplace_back(header.substr(at + 2, end - at - 2), header.substr(type, 3));
        at = type;
    }
    const std::size_t shape = header.find("'shape': (") + 10;
    const std::size_t count = std::stoul(header.substr(shape));
    std::vector<Row> rows(count);
    std::size_t at = begin;
    const auto read = [&](auto value) {
        std::memcpy(&value, bytes.data() + at, sizeof value);
        at += sizeof value;
        return static_cast<double>(value);
    };
    for (Row& row : rows) {
        for (const auto& [name, type] : columns) {
            row[name] = type == "<u8"   ? read(std::uint64_t{})
                        : type == "<u4" ? read(std::uint32_t{})
                        : type == "<f8" ? read(double{})
                                        : read(float{});
        }
    }
    EXPECT_EQ(at, bytes.size());
    return rows;
}

class TrajectoryFile : public Lab {
  protected:
    std::string run(const std::string& name, const std::string& more) {
        const std::string path = folder_ / name;
        const Ended ended =
            lab("run plains --clock model --frames 60 --quiet --trajectories " + path + " " + more);
        EXPECT_EQ(ended.code, 0) << ended.err;
        return contentOf(path);
    }
};

TEST_F(TrajectoryFile, HasTheSameRowsInBothFormats) {
    const std::vector<Row> csv = csvRows(run("a.csv", "--every 20")),
                           npy = npyRows(run("a.npy", "--every 20"));
    ASSERT_EQ(csv.size(), 3u * 2048);
    ASSERT_EQ(npy.size(), csv.size());
    for (std::size_t i = 0; i < csv.size(); ++i) {
        for (const auto& [name, value] : csv[i]) {
            // A float is written to CSV with as many digits as a float needs.
            ASSERT_EQ(static_cast<float>(npy[i].at(name)), static_cast<float>(value))
                << name << ", row " << i;
        }
    }
    EXPECT_EQ(csv.front().at("frame"), 20);
    EXPECT_EQ(csv.back().at("frame"), 60);
    EXPECT_EQ(csv.back().at("flock"), 2047);
}

TEST_F(TrajectoryFile, TheLeavesOfAFlockHaveItsMean) {
    const std::vector<Row> roots = csvRows(run("roots.csv", "--every 60"));
    const std::vector<Row> leaves = csvRows(run("leaves.csv", "--every 60 --leaves"));
    EXPECT_GT(leaves.size(), roots.size());
    std::map<double, std::array<double, 4>> sums;  // by flock: x, y, agents, deepest
    for (const Row& leaf : leaves) {
        // A leaf stands for as many agents as a tree of two branches and five levels has below it.
        const double agents = std::exp2(5 - leaf.at("depth"));
        auto& sum = sums[leaf.at("flock")];
        sum[0] += agents * leaf.at("x"), sum[1] += agents * leaf.at("y"), sum[2] += agents;
        sum[3] = std::max(sum[3], leaf.at("depth"));
    }
    std::size_t unfolded = 0;
    for (const Row& root : roots) {
        const auto& sum = sums.at(root.at("flock"));
        if (sum[3] == 0) continue;
        ++unfolded;
        EXPECT_EQ(sum[3], root.at("depth"));
        EXPECT_NEAR(sum[0] / sum[2], root.at("x"), 0.01) << root.at("flock");
        EXPECT_NEAR(sum[1] / sum[2], root.at("y"), 0.01) << root.at("flock");
        EXPECT_GE(root.at("age"), root.at("lateness"));
    }
    EXPECT_GT(unfolded, 3u);
}

TEST_F(TrajectoryFile, HasAnimalsOfEveryKind) {
    const Ended wild = lab("run wildlife --clock model --frames 2 --quiet --trajectories -");
    EXPECT_EQ(wild.code, 0) << wild.err;
    const std::vector<Row> rows = csvRows(wild.out);
    EXPECT_GT(rows.size(), 100u);
    EXPECT_NE(rows.front().at("x"), rows.back().at("x"));
}

TEST_F(TrajectoryFile, OtherNamesAndLonelyOptionsAreRefused) {
    const Ended name = lab("run plains --frames 2 --quiet --trajectories " + (folder_ / "a.txt").string());
    EXPECT_EQ(name.code, 64);
    EXPECT_NE(name.err.find("allowed a name that ends in .npy or .csv"), std::string::npos) << name.err;
    for (const char* option : {"--every 3", "--leaves"}) {
        const Ended lonely = lab(std::string("run plains --frames 2 --quiet ") + option);
        EXPECT_EQ(lonely.code, 64) << option;
        EXPECT_NE(lonely.err.find("--trajectories"), std::string::npos) << lonely.err;
    }
    if (std::filesystem::exists("/dev/full")) {
        const Ended full = lab("run plains --frames 200 --quiet --trajectories - > /dev/full");
        EXPECT_EQ(full.code, 74) << full.err;
    }
}

}  // namespace
}  // namespace drover::lab
