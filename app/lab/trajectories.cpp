#include "app/lab/trajectories.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <type_traits>
#include <variant>

#include "app/command_line/exit.h"
#include "core/minds/pursuit.h"
#include "core/minds/wildlife.h"

namespace drover::lab {

struct Trajectories::Row {
    std::uint64_t frame = 0;
    double time = 0;
    std::uint32_t flock = 0, species = 0, leaf = 0;
    double x = 0, y = 0;
    float vx = 0, vy = 0;
    std::uint32_t depth = 0;
    double age = 0, lateness = 0;
};

namespace {

// A field of Row, for both formats.
template <class Row>
using Field = std::variant<std::uint64_t Row::*, std::uint32_t Row::*, double Row::*, float Row::*>;

template <class Row>
struct Column {
    const char* name;
    Field<Row> field;
};

template <class Row>
constexpr Column<Row> kColumns[] = {
    {"frame", &Row::frame}, {"time", &Row::time},   {"flock", &Row::flock}, {"species", &Row::species},
    {"leaf", &Row::leaf},   {"x", &Row::x},         {"y", &Row::y},         {"vx", &Row::vx},
    {"vy", &Row::vy},       {"depth", &Row::depth}, {"age", &Row::age},     {"lateness", &Row::lateness},
};

template <class Value>
constexpr const char* npyType() {
    if constexpr (std::is_same_v<Value, std::uint64_t>) return "<u8";
    if constexpr (std::is_same_v<Value, std::uint32_t>) return "<u4";
    if constexpr (std::is_same_v<Value, double>) return "<f8";
    return "<f4";
}

template <class Value>
void appendLittleEndian(std::string& out, Value value) {
    using Bits = std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t>;
    const auto bits = std::bit_cast<Bits>(value);
    for (std::size_t i = 0; i < sizeof bits; ++i) out.push_back(static_cast<char>(bits >> (8 * i)));
}

Vec2 velocityOf(const minds::Pursuit& pursuit, std::uint32_t agent) {
    return {pursuit.heading[agent].x * pursuit.speed[agent], pursuit.heading[agent].y * pursuit.speed[agent]};
}

bool endsWith(const std::string& text, const char* end) { return text.ends_with(end); }

}  // namespace

void addTrajectoryOptions(CLI::App& command, TrajectoryOptions& options) {
    CLI::Option* const path =
        command.add_option("--trajectories", options.path,
                           "Write where everyone is and how it moves: FILE.npy for NumPy, "
                           "FILE.csv, or - for CSV on standard output");
    command.add_option("--every", options.every, "With --trajectories: of every so many frames one")
        ->needs(path)
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
    command.add_flag("--leaves", options.has_leaves, "With --trajectories: a row for each leaf of a flock")
        ->needs(path);
}

Trajectories::Trajectories(const TrajectoryOptions& options)
    : options_(options), is_npy_(endsWith(options.path, ".npy")) {
    if (!is_npy_ && !endsWith(options.path, ".csv") && options.path != "-") {
        throw command_line::Exit{
            command_line::kUsage,
            fmt::format("--trajectories: found {}, allowed a name that ends in .npy or .csv, or -",
                        options.path)};
    }
    file_ = options.path == "-" ? stdout : std::fopen(options.path.c_str(), "wb");
    if (file_ == nullptr)
        throw command_line::Exit{command_line::kCannotCreate,
                                 fmt::format("{}: cannot create: {}", options.path, std::strerror(errno))};
    if (is_npy_) {
        text_ = npyHeader();
    } else {
        for (const auto& column : kColumns<Row>)
            text_ += fmt::format("{}{}", text_.empty() ? "" : ",", column.name);
        text_ += '\n';
    }
    flush();
}

Trajectories::~Trajectories() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void Trajectories::fail(int reason) const {
    throw command_line::Exit{
        command_line::kCannotWrite,
        fmt::format("{}: cannot write: {}", options_.path == "-" ? "standard output" : options_.path,
                    std::strerror(reason))};
}

// NumPy's format 1.0. The number of rows stands in it, so it is written anew at the end; spaces keep its
// length.
std::string Trajectories::npyHeader() const {
    std::string description = "{'descr': [";
    for (const auto& column : kColumns<Row>) {
        const char* const type = std::visit(
            [](auto field) { return npyType<std::remove_cvref_t<decltype(std::declval<Row>().*field)>>(); },
            column.field);
        description += fmt::format("('{}', '{}'), ", column.name, type);
    }
    description += fmt::format("], 'fortran_order': False, 'shape': ({:<20},), }}", rows_);
    constexpr std::size_t kBeforeDescription = 10, kAlignment = 64;
    const std::size_t bare = kBeforeDescription + description.size() + 1;
    description.append((kAlignment - bare % kAlignment) % kAlignment, ' ');
    description += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header.push_back(static_cast<char>(description.size()));
    header.push_back(static_cast<char>(description.size() >> 8));
    return header + description;
}

void Trajectories::write(const Row& row) {
    bool is_first = true;
    for (const auto& column : kColumns<Row>) {
        std::visit(
            [&](auto field) {
                if (is_npy_) {
                    appendLittleEndian(text_, row.*field);
                } else {
                    fmt::format_to(std::back_inserter(text_), "{}{}", is_first ? "" : ",", row.*field);
                }
            },
            column.field);
        is_first = false;
    }
    if (!is_npy_) text_ += '\n';
    ++rows_;
    constexpr std::size_t kOneWrite = std::size_t{1} << 20;
    if (text_.size() >= kOneWrite) flush();
}

void Trajectories::flush() {
    if (std::fwrite(text_.data(), 1, text_.size(), file_) != text_.size()) fail(errno);
    text_.clear();
}

// Its root, which is its mean, or each of its leaves.
void Trajectories::addFlock(const world::World& world, FlockId flock, Row& row) {
    const flock::FlockStore& store = world.flocks();
    const Plane& plane = store.plane();
    const auto put = [&](const flock::AgentColumns& columns, std::size_t at) {
        const Place place{columns.x[at], columns.y[at]};
        row.x = plane.xMetres(place), row.y = plane.yMetres(place);
        row.vx = columns.vx[at], row.vy = columns.vy[at];
    };
    const flock::Tree& tree = store.treeOf(flock);
    row.leaf = row.depth = 0;
    if (store.isAlone(flock)) {
        put(store.roots(), drover::row(flock));
        return write(row);
    }
    const auto nodes = store.nodes(flock);
    if (!options_.has_leaves) {
        put(store.roots(), drover::row(flock));
        for (const flock::Node node : nodes) row.depth = std::max(row.depth, tree.level(node));
        return write(row);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        put(store.leaves(), store.first(flock) + i);
        row.leaf = nodes[i];
        row.depth = tree.level(nodes[i]);
        write(row);
    }
}

void Trajectories::add(const world::World& world) {
    const record::FrameRecord& record = world.record();
    if (record.frame == last_frame_ || record.frame % options_.every != 0) return;  // paused, or not its turn
    last_frame_ = record.frame;
    Row row;
    row.frame = record.frame;
    row.time = static_cast<double>(record.t_ns) * 1e-9;
    const auto tasks = world.view().tasks;
    const auto flocks = static_cast<std::uint32_t>(world.flocks().size());
    const std::uint32_t animats = world.wildlife() != nullptr ? world.wildlife()->animats() : 0;
    const Plane& plane = world.flocks().plane();
    for (std::uint32_t task = 0; task < tasks.size(); ++task) {
        row.flock = task;
        row.species = world.kindOf(task);
        row.age = static_cast<double>(world.tasks().simul_ns - tasks[task].last_ns) * 1e-9;
        row.lateness = std::max(0.0, row.age - static_cast<double>(tasks[task].nominal_ns) * 1e-9);
        if (task < flocks) {
            addFlock(world, FlockId{task}, row);
            continue;
        }
        row.leaf = row.depth = 0;
        const std::uint32_t mind = task - flocks;
        const bool is_animat = mind < animats;
        const Place place =
            is_animat ? world.wildlife()->places[mind] : world.pursuit()->places[mind - animats];
        const Vec2 velocity =
            is_animat ? world.wildlife()->velocity[mind] : velocityOf(*world.pursuit(), mind - animats);
        row.x = plane.xMetres(place), row.y = plane.yMetres(place);
        row.vx = velocity.x, row.vy = velocity.y;
        write(row);
    }
}

void Trajectories::close() {
    if (file_ == nullptr) return;
    flush();
    if (is_npy_) {
        std::rewind(file_);
        text_ = npyHeader();
        flush();
    }
    const int wrong = file_ == stdout ? std::fflush(file_) : std::fclose(file_);
    file_ = nullptr;
    if (wrong != 0) fail(errno);
}

}  // namespace drover::lab
