// drover-lab sweep: runs a scenario with every combination of some values and writes one row per run. The
// rows' order does not depend on the number of jobs. An interrupted sweep can continue, and the shards' files
// joined in order equal the file of the whole sweep.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "app/command_line/assets.h"
#include "app/command_line/exit.h"
#include "app/command_line/file_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/manager_choice.h"
#include "app/command_line/memory.h"
#include "app/command_line/output.h"
#include "app/command_line/steady_clock.h"
#include "app/command_line/world_options.h"
#include "app/lab/compare_table.h"
#include "app/lab/subcommands.h"
#include "app/lab/sweep_plan.h"
#include "core/base/state_hash.h"
#include "core/cores/team.h"
#include "core/world/files/scenario_file.h"
#include "core/world/memory/memory_need.h"

namespace drover::lab {
namespace {

struct Descriptor {
    int file = -1;
    ~Descriptor() {
        if (file >= 0) ::close(file);
    }
};

[[noreturn]] void otherSweep(const std::string& path, std::uint64_t line, std::string_view found,
                             std::string_view allowed) {
    fail(command_line::kBadData,
         "{}:{}: found '{}', allowed '{}...': this file belongs to another sweep; name another --out, or "
         "give --force to write over it",
         path, line, printable(found), printable(allowed));
}

[[noreturn]] void cannot(const char* what, const std::string& path) {
    fail(command_line::kCannotWrite, "{}: cannot {}: {}", path, what, std::strerror(errno));
}

// Reads a file line by line, however large it is.
class LinesOfFile {
  public:
    static constexpr std::size_t kLongest = std::size_t{1} << 20;  // no row of a sweep is as long

    LinesOfFile(const std::string& path, int file) : path_(path), file_(file) {}

    // With its newline, if it has one; of a longer line its beginning. False: there is none. Throws Exit.
    bool next(std::string& line) {
        while (bytes_.find('\n') == bytes_.npos && bytes_.size() < kLongest && fill()) {
        }
        line = bytes_.substr(0, std::min(bytes_.find('\n'), kLongest - 1) + 1);
        bytes_.erase(0, line.size());
        return !line.empty();
    }

  private:
    bool fill() {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + kOneRead);
        ssize_t read = -1;
        do read = ::read(file_, bytes_.data() + before, kOneRead);
        while (read < 0 && errno == EINTR);
        if (read < 0) cannot("read what is in it", path_);
        bytes_.resize(before + static_cast<std::size_t>(read));
        return read > 0;
    }

    static constexpr std::size_t kOneRead = std::size_t{1} << 16;
    const std::string& path_;
    int file_;
    std::string bytes_;
};

// The lines that a sweep writes. Row n, from 0, begins with `beginningOf(n)`.
struct SweepLines {
    std::string header;  // empty: none
    std::uint64_t rows = 0;
    std::function<std::string(std::uint64_t)> beginningOf;
};

// The part of a file that this sweep has written, to the end of the last whole row.
struct Valid {
    std::size_t bytes = 0;
    std::uint64_t rows = 0;
};

Valid validPartOf(const std::string& path, int file, const SweepLines& expected) {
    Valid valid;
    std::uint64_t number = 0;
    LinesOfFile lines(path, file);
    for (std::string line; lines.next(line);) {
        const bool is_whole = line.back() == '\n';
        const bool is_header = ++number == 1 && !expected.header.empty();
        const std::string ours = is_header                    ? expected.header
                                 : valid.rows < expected.rows ? expected.beginningOf(valid.rows)
                                                              : "(the end)";
        // A row that was cut is written again; anything else is not ours.
        const std::size_t common = is_whole ? ours.size() : std::min(line.size(), ours.size());
        const bool is_ours =
            line.compare(0, common, ours, 0, common) == 0 && line.size() < LinesOfFile::kLongest;
        if (!is_ours || (is_header && is_whole && line != ours)) otherSweep(path, number, line, ours);
        if (!is_whole) break;
        if (!is_header) ++valid.rows;
        valid.bytes += line.size();
    }
    return valid;
}

bool isPlainOrNew(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::file_status there = std::filesystem::status(path, ignored);
    return !command_line::isStandardOutput(path) &&
           (!std::filesystem::exists(there) || std::filesystem::is_regular_file(there));
}

// The output file of a sweep: a header, then one row per run, in order. Each row is written whole at once. If
// a crash or a full disk leaves a partial row, the next start drops it.
class SweepFile {
  public:
    // Opens the file for this sweep alone, then looks at what is in it, and goes on behind its whole rows. A
    // last line without a newline does not count, but has to be the beginning of one of ours. Throws Exit if
    // another drover writes to the file, if it cannot be read, if a line belongs to another sweep, or if
    // there are too many. `overwrites`: what is in it is dropped unread.
    SweepFile(const std::string& path, const SweepLines& lines, bool overwrites);

    std::uint64_t rowsBefore() const { return rows_before_; }  // that it had

    // Writes one line, which includes its newline. On failure it removes the partial line and throws Exit
    // with kCannotWrite.
    void append(const std::string& line) { out_->appendNow(line); }
    void close() { out_->close(); }

  private:
    std::uint64_t rows_before_ = 0;
    std::optional<command_line::OutputStream> out_;
};

SweepFile::SweepFile(const std::string& path, const SweepLines& lines, bool overwrites) {
    Valid valid;
    if (isPlainOrNew(path)) {
        Descriptor held{
            command_line::openedOutput(path, overwrites ? OldContent::kDropped : OldContent::kKept)};
        if (!overwrites) valid = validPartOf(path, held.file, lines);
        if (::ftruncate(held.file, static_cast<off_t>(valid.bytes)) != 0 ||
            ::lseek(held.file, 0, SEEK_END) < 0)
            cannot("write", path);
        out_.emplace(path, std::exchange(held.file, -1));
    } else {
        out_.emplace(path);  // a pipe or a device has no rows
    }
    rows_before_ = valid.rows;
    if (valid.bytes == 0 && !lines.header.empty()) append(lines.header);
}

struct SweepOptions {
    command_line::WorldOptions world;
    std::vector<std::string> vary;
    std::uint64_t seeds = 1;
    unsigned jobs = 1;
    std::string shard = "1/1";
    std::string out;
    bool overwrites = false;
};

std::string headerOf(const SweepPlan& plan) {
    std::string out = "run,scenario,experiment";
    for (const SweepAxis& axis : plan.axes) out += "," + csvCell(axis.name);
    return out + ",seed," + runColumns() + "\n";
}

// What every row begins with after its number: the scenario, and 32 bits over what varies and over all that
// is the same in every run. Rows of two experiments never mix.
std::string experimentOf(const SweepOptions& options, const SweepPlan& plan, const world::Scenario& base) {
    StateHash hash;
    for (const char c : headerOf(plan) + world::writeScenario(base)) hash.add(static_cast<std::uint64_t>(c));
    return fmt::format("{},{:08x}", csvCell(plainPath(options.world.scenario)), hash.value() & 0xFFFFFFFFu);
}

// The start of a row, known before the run. The column after it is the number of frames.
std::string beginningOf(const SweepRun& run, const std::string& experiment) {
    std::string out = fmt::format("{},{}", run.number, experiment);
    for (const std::string& value : run.values)
        out += "," + (command_line::isScriptFile(value) ? csvCell(plainPath(value)) : value);
    return out + fmt::format(",{},", run.seed);
}

// Checks every scenario of the sweep before the first one runs.
void checkAll(const SweepPlan& plan, const world::Scenario& base, unsigned jobs) {
    SweepPlan one_seed = plan;
    one_seed.seeds = 1;
    const double memory = static_cast<double>(command_line::availableMemory()) / jobs;
    for (std::uint64_t n = 1; n <= one_seed.runs(); ++n) {
        const SweepRun run = one_seed.run(n);
        const Result<world::Scenario> made = one_seed.scenarioOf(base, run);
        if (!made) {
            command_line::fail(command_line::kUsage, "--vary: run {}: {}", n, made.error.message());
        }
        const world::Scenario& s = *made.value;
        std::string found, allowed;
        if (world::memoryNeeded(s) > memory) {
            found =
                fmt::format("a scenario that needs about {:.0f} MiB", world::memoryNeeded(s) / (1u << 20));
            allowed = fmt::format("what fits in {:.0f} MiB{}", memory / (1u << 20),
                                  jobs > 1 ? fmt::format(", the part of one of {} jobs", jobs) : "");
        }
        for (const world::SpeciesEntry& entry : s.species) {
            if (entry.task.maximum_ms >= entry.task.nominal_ms) continue;
            found = fmt::format("maximum-ms {:g}", entry.task.maximum_ms);
            allowed = fmt::format("the nominal period, {:g} ms, or more", entry.task.nominal_ms);
        }
        if (!found.empty())
            command_line::fail(command_line::kUsage, "--vary: run {}: found {}, allowed {}", n, found,
                               allowed);
    }
}

// A team for each job. All together have no more threads than there are cores, unless there is one job and
// --threads asks for more.
std::vector<std::unique_ptr<cores::Team>> teamsOf(const SweepOptions& options) {
    const unsigned share = std::max(cores::coresToUse() / options.jobs, 1u);
    unsigned threads = options.world.threads.value_or(share);
    if (options.jobs > 1 && threads > share) {
        command_line::warn(fmt::format("{} of {} threads for each of {} jobs on {}; the results are the same",
                                       share, threads, options.jobs,
                                       command_line::coresText(cores::coresToUse())));
        threads = share;
    }
    std::vector<std::unique_ptr<cores::Team>> teams;
    while (teams.size() < options.jobs) {
        teams.push_back(command_line::teamOf(threads));
        threads = command_line::sizeOf(teams.back());  // no more can be had
    }
    return teams;
}

// Runs one shard. Threads take runs in order; a row is written as soon as all rows before it are written.
class Sweep {
  public:
    Sweep(const SweepOptions& options, const SweepPlan& plan, const world::Scenario& base, std::uint64_t next,
          std::uint64_t last, SweepFile& file)
        : options_(options),
          plan_(plan),
          base_(base),
          experiment_(experimentOf(options, plan, base)),
          next_(next),
          next_written_(next),
          first_(next),
          last_(last),
          teams_(teamsOf(options)),
          file_(file),
          progress_("runs", last + 1 - next, !options.world.is_quiet) {}

    void runAll() {
        std::vector<std::thread> threads;
        try {
            while (threads.size() + 1 < options_.jobs)
                threads.emplace_back([this, job = threads.size() + 1] { work(job); });
        } catch (const std::system_error&) {
            command_line::warn(fmt::format("{} of {} jobs can be had", threads.size() + 1, options_.jobs));
        }
        work(0);
        for (std::thread& thread : threads) thread.join();
        progress_.clear();
        if (failure_) std::rethrow_exception(failure_);
    }

    std::uint64_t written() const { return next_written_ - first_; }
    const command_line::InterruptWatch& watch() const { return watch_; }

  private:
    // One job may notice a signal while another one is within a frame that takes long.
    bool isStopped() const { return watch_.hasCome() || has_failed_; }

    void work(std::size_t job) {
        for (;;) {
            std::uint64_t number = 0;
            {
                const std::lock_guard lock(mutex_);
                if (isStopped() || next_ > last_) return;
                number = next_++;
            }
            try {
                const std::string row = rowOf(plan_.run(number), teams_[job].get());
                if (row.empty()) return;  // stopped half way
                const std::lock_guard lock(mutex_);
                keep(number, row);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!failure_) failure_ = std::current_exception();
                has_failed_ = true;
                return;
            }
        }
    }

    std::string rowOf(const SweepRun& run, cores::Team* team) const {
        command_line::SteadyClock clock;
        // Which checkAll() has found right.
        world::World world(*plan_.scenarioOf(base_, run), &clock, team);
        const std::uint64_t frames = options_.world.framesOf(base_);
        const RunResult result =
            runWorld(world, {.frames = frames, .is_stopped = [this] { return isStopped(); }});
        if (!result.is_finished) return "";
        return beginningOf(run, experiment_) +
               runValues(comparedRun(world.scenario().load.manager, 1, result)) + "\n";
    }

    // Rows that finish early wait here until the rows before them are written.
    void keep(std::uint64_t number, const std::string& row) {
        waiting_[number] = row;
        for (auto at = waiting_.find(next_written_); at != waiting_.end();
             at = waiting_.find(next_written_)) {
            file_.append(at->second);
            waiting_.erase(at);
            ++next_written_;
        }
        progress_.show(++done_);
    }

    const SweepOptions& options_;
    const SweepPlan& plan_;
    const world::Scenario& base_;
    const std::string experiment_;
    const command_line::InterruptWatch watch_;
    std::mutex mutex_;
    std::uint64_t next_, next_written_, first_, last_, done_ = 0;
    const std::vector<std::unique_ptr<cores::Team>> teams_;  // by job
    SweepFile& file_;
    Progress progress_;
    std::map<std::uint64_t, std::string> waiting_;
    std::exception_ptr failure_;
    std::atomic<bool> has_failed_ = false;
};

void sweep(const SweepOptions& options) {
    SweepPlan plan;
    const world::Scenario base = options.world.load();
    for (const std::string& text : options.vary) {
        plan.axes.push_back(parseAxis(text, base));
        for (std::size_t i = 0; i + 1 < plan.axes.size(); ++i) {
            if (plan.axes[i].target == plan.axes.back().target)
                command_line::fail(command_line::kUsage, "--vary {}: found it twice, allowed once", text);
        }
    }
    command_line::requireSeeds(base.seed, options.seeds);
    plan.first_seed = base.seed;
    plan.seeds = options.seeds;
    const std::uint64_t runs = plan.runs();
    const Shard shard = parseShard(options.shard);
    checkAll(plan, base, options.jobs);
    const std::uint64_t first = shard.first(runs), last = shard.last(runs);
    const std::string experiment = experimentOf(options, plan, base);
    const std::uint64_t all = last + 1 - first;
    SweepFile file(options.out,
                   {.header = shard.index == 1 ? headerOf(plan) : "",
                    .rows = all,
                    .beginningOf =
                        [&](std::uint64_t row) {
                            return beginningOf(plan.run(first + row), experiment) +
                                   fmt::format("{},", options.world.framesOf(base));
                        }},
                   options.overwrites);
    Sweep sweep(options, plan, base, first + file.rowsBefore(), last, file);
    sweep.runAll();
    file.close();
    const std::uint64_t rows = file.rowsBefore() + sweep.written();
    if (rows < all) {
        command_line::fail(sweep.watch().code(),
                           "stopped; {} of {} rows are in {}; run the same command again to continue", rows,
                           all, options.out);
    }
    if (!options.world.is_quiet && !command_line::isStandardOutput(options.out))
        fmt::print("{} rows in {}, {} of them from earlier runs\n", rows, shown(options.out),
                   file.rowsBefore());
}

}  // namespace

void addSweep(CLI::App& app) {
    auto options = std::make_shared<SweepOptions>();
    CLI::App* command =
        app.add_subcommand("sweep", "Run a scenario with every combination of some values, one row per run.");
    command_line::addWorldOptions(*command, options->world, true);
    command_line::addQuietOption(*command, options->world);
    command
        ->add_option("--vary", options->vary,
                     "KEY=VALUE,... where a value may be FIRST..LAST+STEP or FIRST..LAST*FACTOR; repeat for "
                     "another key. KEY is one of the list below, or the path of a number of the scenario; a "
                     "manager may "
                     "be a file in Lua")
        ->required()
        ->allow_extra_args(false);
    command
        ->add_option("--seeds", options->seeds, "Runs of each combination, with seeds from the scenario's on")
        ->transform(command_line::wholeNumber(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--jobs", options->jobs, "Runs at a time")
        ->transform(command_line::wholeNumber(1, 1024))
        ->capture_default_str();
    command
        ->add_option("--shard", options->shard,
                     "I/N: run only part I of N; the parts' files joined in order are the whole")
        ->capture_default_str();
    command_line::isWritten(
        command
            ->add_option("--out", options->out,
                         "The output file, or - for standard output; an existing file is continued")
            ->required());
    command->add_flag("--force", options->overwrites, "Write over what is in the output file");
    std::string keys = "Keys:\n";
    for (const SweepKey& key : sweepKeys()) keys += fmt::format("  {:<13} {}\n", key.name, key.text);
    keys +=
        "Or the path of any number of the scenario, as in its file (drover-lab scenarios --show NAME):\n"
        "  species[0].task.priority   species.gazelles.flocks   load.budget.fixed_ms   spikes[0].size_ms\n"
        "  load.parameters.NAME       a parameter of the manager\n";
    command->footer(keys);
    command->callback([options] { sweep(*options); });
}

}  // namespace drover::lab
