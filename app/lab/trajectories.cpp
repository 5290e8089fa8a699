#include "app/lab/trajectories.h"
#include "app/command_line/file_options.h"
#include "app/command_line/world_options.h"
#include "core/flock/store.h"
#include "core/people/crowd.h"
#include "core/world/world_view.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <type_traits>
#include <variant>

namespace drover::lab {
namespace {

using Row = TrajectoryRow;
using Field = std::variant<std::uint64_t Row::*, std::uint32_t Row::*, double Row::*, float Row::*>;

// The columns of both formats.
struct RowColumn {
    const char* name;
    Field field;
};
constexpr RowColumn kRowColumns[] = {
    {"frame", &Row::frame},
    {"time", &Row::time},
    {"flock", &Row::flock},
    {"species", &Row::species},
    {"leaf", &Row::leaf},
    {"x", &Row::x},
    {"y", &Row::y},
    {"vx", &Row::vx},
    {"vy", &Row::vy},
    {"depth", &Row::depth},
    {"staleness", &Row::staleness},
    {"lateness", &Row::lateness},
};

// Calls `use` with the row's value of each column.
template <class Use>
void forEachValue(const Row& row, Use use) {
    for (const RowColumn& column : kRowColumns)
        std::visit([&](auto field) { use(column.name, row.*field); }, column.field);
}

const char* npyType(std::uint64_t) { return "<u8"; }
const char* npyType(std::uint32_t) { return "<u4"; }
const char* npyType(double) { return "<f8"; }
const char* npyType(float) { return "<f4"; }

// NumPy's format 1.0, as NumPy itself writes it. It contains the number of rows, which grows; its
// length stays the same.
std::string npyHeader(std::uint64_t rows) {
    std::string columns;
    forEachValue(Row(), [&](const char* name, auto value) {
        columns += fmt::format("{}('{}', '{}')", columns.empty() ? "" : ", ", name, npyType(value));
    });
    constexpr std::size_t kDigits = 21;  // for which NumPy keeps room
    const std::string count = fmt::format("{}", rows);
    std::string text =
        fmt::format("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", columns, count);
    text.append(kDigits - count.size(), ' ');
    constexpr std::size_t kBeforeText = 10, kAlignment = 64;
    const std::size_t bare = kBeforeText + text.size() + 1;
    text.append((kAlignment - bare % kAlignment) % kAlignment, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header.push_back(static_cast<char>(text.size()));
    header.push_back(static_cast<char>(text.size() >> 8));
    return header + text;
}

template <class Value>
void appendLittleEndian(std::string& out, Value value) {
    using Bits = std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t>;
    const auto bits = std::bit_cast<Bits>(value);
    std::array<char, sizeof bits> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(bits >> (8 * i));
    out.append(bytes.data(), bytes.size());
}

// The quotient is the double nearest to the decimal, which is therefore its shortest spelling.
double seconds(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

std::uint32_t deepestLevel(const flock::FlockStore& flocks, FlockId flock) {
    if (flocks.isAlone(flock)) return 0;
    std::uint32_t deepest = 0;
    for (const flock::Node node : flocks.nodes(flock))
        deepest = std::max(deepest, flocks.treeOf(flock).level(node));
    return deepest;
}

void setMotion(Row& row, const Plane& plane, Place place, Vec2 velocity) {
    row.x = plane.xMetres(place), row.y = plane.yMetres(place);
    row.vx = velocity.x, row.vy = velocity.y;
}

// What JuPedSim writes, and PedPy and JPSreport read: a person, a frame and a place in each line.
std::string textHeader(double frames_per_second) {
    return fmt::format("# description: {}\n# framerate: {}\n# ID FR x/m y/m z/m\n", "a run of Drover",
                       frames_per_second);
}

CLI::Validator trajectoryPath() {
    return {[](std::string& path) {
                const bool is_allowed =
                    path.ends_with(".npy") || path.ends_with(".csv") || path.ends_with(".txt") || path == "-";
                return is_allowed
                           ? std::string()
                           : fmt::format("found {}, allowed a name that ends in .npy, .csv or .txt, or -",
                                         path);
            },
            ""};
}

}  // namespace

void addTrajectoryOptions(CLI::App& command, TrajectoryOptions& options) {
    CLI::Option* const path = command_line::isWritten(
        command
            .add_option("--trajectories", options.path,
                        "Write where everyone is and how it moves: FILE.npy for NumPy, "
                        "FILE.csv, FILE.txt for PedPy and JuPedSim, or - for CSV on standard output")
            ->check(trajectoryPath()));
    command.add_option("--every", options.every, "With --trajectories: only every Nth frame")
        ->needs(path)
        ->transform(command_line::wholeNumber(1, 1'000'000'000));
    command.add_flag("--leaves", options.has_leaves, "With --trajectories: a row for each leaf of a flock")
        ->needs(path);
}

Trajectories::Format Trajectories::formatOf(const std::string& path) {
    if (path.ends_with(".npy")) return Format::kNpy;
    return path.ends_with(".txt") ? Format::kText : Format::kCsv;
}

Trajectories::Trajectories(const TrajectoryOptions& options)
    : options_(options), format_(formatOf(options.path)), out_(options.path) {
    if (format_ == Format::kCsv) {
        forEachValue(Row(), [&](const char* name, auto) {
            text_ += text_.empty() ? "" : ",";
            text_ += name;
        });
        text_ += '\n';
    }
    flush();
}

void Trajectories::add(const world::World& world) {
    if (world.isPaused() || world.frame() % options_.every != 0) return;
    const world::WorldView view = world.view();
    if (format_ == Format::kText && rows_ == 0)
        text_ = textHeader(1 / (world.scenario().frame_time * static_cast<double>(options_.every)));
    const bool is_of_people =
        format_ == Format::kText && view.people() != nullptr;  // for tools that know no others
    Row row;
    row.frame = view.frame;
    row.time = seconds(view.simul_ns);
    for (std::uint32_t task = 0; task < view.tasks.size(); ++task) {
        if (view.isAway(task)) continue;
        if (is_of_people && (task < view.firstOther() || view.at(task).animals.kind().name != "people"))
            continue;
        // Who is folded is no task, and moves with its point.
        const std::int64_t stale_ns = std::max<std::int64_t>(view.simul_ns - view.tasks[task].last_ns, 0);
        row.flock = task;
        row.species = world.kindOf(task);
        row.staleness = seconds(stale_ns);
        row.lateness = seconds(std::max<std::int64_t>(stale_ns - view.tasks[task].nominal_ns, 0));
        const bool is_flock = task < view.firstOther();
        if (options_.has_leaves && is_flock && !view.flocks.isAlone(FlockId{task})) {
            addLeaves(view.flocks, FlockId{task}, row);
            continue;
        }
        row.number = task + 1;
        if (is_of_people) {
            const std::uint32_t person = view.at(task).i;
            row.number = numberOf(task, view.people()->lifeOf(person), view.tasks.size());
        }
        row.leaf = flock::kRoot;
        row.depth = is_flock ? deepestLevel(view.flocks, FlockId{task}) : 0;
        setMotion(row, view.plane(), view.placeOf(task), view.velocityOf(task));
        write(row);
    }
    flush();
}

std::uint64_t Trajectories::numberOf(std::uint32_t task, std::uint32_t life, std::size_t tasks) {
    if (lives_.size() < tasks) lives_.resize(tasks);
    last_number_ = std::max<std::uint64_t>(last_number_, tasks);
    Life& known = lives_[task];
    if (known.number == 0) known = {life, task + 1u};
    if (known.life != life) known = {life, ++last_number_};
    return known.number;
}

void Trajectories::addLeaves(const flock::FlockStore& flocks, FlockId flock, Row& row) {
    const auto nodes = flocks.nodes(flock);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const flock::Agent leaf = flocks.leaves().get(flocks.first(flock) + i);
        row.leaf = nodes[i];
        row.depth = flocks.treeOf(flock).level(nodes[i]);
        setMotion(row, flocks.plane(), leaf.place, leaf.velocity);
        write(row);
    }
}

void Trajectories::write(const Row& row) {
    if (format_ == Format::kText) {
        fmt::format_to(std::back_inserter(text_), "{} {} {:.4f} {:.4f} 0\n", row.number,
                       (row.frame - 1) / options_.every, row.x, row.y);
    } else if (format_ == Format::kNpy) {
        forEachValue(row, [&](const char*, auto value) { appendLittleEndian(text_, value); });
    } else {
        forEachValue(
            row, [&](const char*, auto value) { fmt::format_to(std::back_inserter(text_), "{},", value); });
        text_.back() = '\n';  // instead of the last comma
    }
    ++rows_;
    constexpr std::size_t kOneWrite = std::size_t{1} << 20;
    if (text_.size() >= kOneWrite) flush();
}

// The header follows the rows: a run that is killed, or whose disk is full, leaves a file that can be opened.
void Trajectories::flush() {
    out_.append(text_);
    text_.clear();
    if (format_ == Format::kNpy) out_.replaceStart(npyHeader(rows_));
}

void Trajectories::close() { out_.close(); }

}  // namespace drover::lab
