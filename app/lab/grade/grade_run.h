// Tries managers with the workloads, several worlds at a time, and grades them. grade.cpp asks for it;
// the report and the page show the results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/interrupt.h"
#include "app/command_line/manager_choice.h"
#include "app/lab/grade/faults.h"
#include "app/lab/grade/score.h"
#include "app/lab/grade/workloads.h"
#include "app/lab/progress.h"

namespace drover::lab {

// A manager in one workload.
struct WorkloadGrade {
    GradedMeasures measures;
    double score = 0;  // 0 if the script stopped
    std::vector<Fault> faults;
};

struct Candidate {
    std::string name;
    std::optional<command_line::ManagerChoice> choice;  // none: the file has a flaw, or cannot be read
    std::string flaw;
    bool is_own = true;  // graded, and not there to compare with
};

struct Grade {
    Candidate candidate;
    std::vector<WorkloadGrade> workloads;  // in their order; empty if the file has a flaw

    bool isStopped() const;
    double score() const;  // the mean over the workloads
    // A kind that was found, with its count in all workloads.
    struct Kind {
        FaultKind kind;
        std::uint64_t count = 0;
    };
    std::vector<Kind> kinds() const;  // worst first
};

// In the order of the candidates, whatever the number of threads. Those that a signal left unfinished are
// missing.
std::vector<Grade> gradeAll(const std::vector<Candidate>& candidates,
                            const std::vector<GradedWorkload>& workloads, unsigned threads,
                            Progress& progress, const command_line::InterruptWatch& watch);

}  // namespace drover::lab
