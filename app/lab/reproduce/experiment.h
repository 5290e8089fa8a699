// An experiment of `drover-lab reproduce` runs a paper's table or figure again. Its report has numbers, plots
// and checks that compare our results with each published claim. Each paper has files of its own;
// experiment.cpp lists them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/chart/page_chart.h"
#include "app/command_line/interrupt.h"
#include "app/lab/progress.h"
#include "app/lab/table.h"
#include "core/world/scenario/load_rules.h"

namespace drover::lab {

using chart::Bar, chart::BarGroup, chart::BarPlot, chart::LinePlot, chart::Plot, chart::Series,
    chart::Stretch;

enum class Verdict : std::uint8_t { kAsPublished, kSameShape, kDiffers };  // from best to worst
const char* text(Verdict verdict);

// One claim of a source and our result.
struct Check {
    std::string what;
    std::string theirs, ours;
    std::string tolerance;  // what counts as the same, in words
    Verdict verdict = Verdict::kAsPublished;
    std::string why = {};  // if it differs: the reason, without a full stop
};

// The part of a check that is not about exact numbers.
struct Shape {
    bool holds = true;
    std::string words;  // the shape in words
    std::string why;    // the reason if it does not hold
};

// Compares lists of numbers. As published if each is within `share` of theirs, else the same shape if that
// holds.
Check numbers(const std::string& what, std::span<const double> theirs, std::span<const double> ours,
              int decimals, double share, const Shape& shape);

// Numbers that must be equal to the last digit.
Check exactly(const std::string& what, const std::string& theirs, const std::string& ours,
              const std::string& why);

// A claim in words or in a picture. The best possible verdict is the same shape.
Check shapeOnly(const std::string& what, const std::string& theirs, const std::string& ours,
                const Shape& shape);

// A published bound. As published if ours keeps it, else the same shape if that holds.
Check bound(const std::string& what, const std::string& theirs, const std::string& ours,
            const std::string& words, bool is_kept, const Shape& shape);

bool rises(std::span<const double> values);
bool falls(std::span<const double> values);

// The difference in percent of theirs, such as +3.2.
double percentOff(double theirs, double ours);

using Cell = std::variant<std::monostate, std::string, double>;

struct Column {
    explicit Column(std::string of_name, int of_decimals = 2)
        : name(std::move(of_name)), decimals(of_decimals) {}
    Column(std::string of_group, std::string of_name, int of_decimals = 2)
        : group(std::move(of_group)), name(std::move(of_name)), decimals(of_decimals) {}

    std::string group, name;
    int decimals;  // for people; -1: whole, digits grouped. Files have all digits.
};

struct ReportTable {
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    bool is_for_files = false;  // too long to read

    Table shown() const;
    std::string csv() const;
};

struct Report {
    std::vector<std::string> setting = {};  // paragraphs: what was run
    std::vector<Check> checks = {};         // the most important one first
    std::vector<ReportTable> tables = {};
    std::vector<Plot> plots = {};
    std::vector<std::string> remarks = {};  // paragraphs: how to read the results

    Verdict verdict() const;          // the worst of the checks
    std::string why() const;          // the reason of the first check that differs, or empty
    std::string verdictText() const;  // both
};

// Thrown out of an experiment that is stopped by a signal. The unfinished experiment is not written.
struct Stopped {};

// The settings of a run of the experiments.
struct Session {
    std::uint64_t seed = 1;
    bool is_quick = false;
    world::ClockKind clock = world::ClockKind::kModel;
    const command_line::InterruptWatch* watch = nullptr;  // may be null
    bool shows_progress = false;

    bool isReal() const { return clock == world::ClockKind::kReal; }
    // Throws Stopped if a stop was requested. Experiments call it often.
    void goOn() const {
        if (watch && watch->isAsked()) throw Stopped{};
    }
};

struct Experiment {
    const char* name;
    const char* source;
    const char* title;
    Report (*run)(const Session& session);
};

extern const std::span<const Experiment> kExperiments;
const Experiment* findExperiment(std::string_view name);

Report tanTable2(const Session& session);
Report tanFigure5(const Session& session);
Report wrightTable2(const Session& session);
Report wrightFigure2(const Session& session);
Report gdxPhasing(const Session& session);
Report gdxShares(const Session& session);
Report osborneFigure3(const Session& session);
Report osborneFigure4(const Session& session);
Report managersOnWorkloads(const Session& session);
Report savingAgainstError(const Session& session);
Report neutrality(const Session& session);
Report meeting(const Session& session);
Report people(const Session& session);
Report lateCosts(const Session& session);
Report oneLoop(const Session& session);

}  // namespace drover::lab
