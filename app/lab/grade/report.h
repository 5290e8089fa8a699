// What `drover-lab grade` prints and writes: tables, sentences, JSON, and one HTML page.
#pragma once

#include <string>
#include <vector>

#include "app/lab/grade/grade_run.h"
#include "app/lab/table.h"

namespace drover::lab {

struct GradeReport {
    std::vector<GradedWorkload> workloads;
    std::vector<Grade> graded;   // the own file, or those of a class, the best one first
    std::vector<Grade> against;  // in the order in which they were asked for
    std::string class_folder;    // empty: one file is graded
};

// Workloads by measures, of one manager.
Table measuresTable(const GradeReport& report, const Grade& grade);
// One line for each kind of error in each workload.
std::vector<std::string> faultSentences(const GradeReport& report, const Grade& grade);
// Managers by workloads. Of a class with the worst kind of error.
Table totalsTable(const GradeReport& report);
// How the score comes about.
Table formulasTable();

std::string gradeText(const GradeReport& report);
std::string gradeJson(const GradeReport& report);
std::string gradePage(const GradeReport& report);

}  // namespace drover::lab
