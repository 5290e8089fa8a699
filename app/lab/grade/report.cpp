#include "app/lab/grade/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/grouped.h"
#include "core/base/outside_text.h"

namespace drover::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string countOf(std::uint64_t count, const FaultText& text) {
    return count > 1 && *text.counted != '\0' ? fmt::format(" ({} {})", grouped(count), text.counted) : "";
}

std::string scoreText(double score) { return fmt::format("{:.1f}", score); }

std::string worstErrorOf(const Grade& grade) {
    if (!grade.candidate.flaw.empty()) return "no manager";
    const std::vector<Grade::Kind> kinds = grade.kinds();
    return kinds.empty() ? "none" : textOf(kinds.front().kind).name;
}

std::vector<std::string> totalsOf(const GradeReport& report, const Grade& grade) {
    std::vector<std::string> row = {shown(grade.candidate.name), scoreText(grade.score())};
    for (std::size_t w = 0; w < report.workloads.size(); ++w)
        row.push_back(grade.workloads.empty() ? "-" : scoreText(grade.workloads[w].score));
    row.push_back(worstErrorOf(grade));
    return row;
}

Json jsonOfGrade(const GradeReport& report, const Grade& grade) {
    Json out = {{"manager", grade.candidate.name}, {"score", grade.score()}, {"worst", worstErrorOf(grade)}};
    if (!grade.candidate.flaw.empty()) out["flaw"] = grade.candidate.flaw;
    out["workloads"] = Json::array();
    for (std::size_t w = 0; w < grade.workloads.size(); ++w) {
        const WorkloadGrade& of = grade.workloads[w];
        Json one = {{"workload", report.workloads[w].name}, {"score", of.score}};
        for (const ScorePart& part : kScoreParts)
            one["measures"][part.name] = {{"value", part.value(of.measures)},
                                          {"points", part.points * part.share(of.measures)}};
        one["errors"] = Json::array();
        for (const Fault& fault : of.faults)
            one["errors"].push_back({{"kind", textOf(fault.kind).name},
                                     {"count", fault.count},
                                     {"frame", fault.frame},
                                     {"example", fault.example}});
        out["workloads"].push_back(std::move(one));
    }
    return out;
}

}  // namespace

Table measuresTable(const GradeReport& report, const Grade& grade) {
    Table table{{{"", "workload"}}, {}};
    for (const ScorePart& part : kScoreParts) {
        table.headings.push_back({part.name, part.unit});
        table.headings.push_back({part.name, fmt::format("of {:g}", part.points)});
    }
    table.headings.push_back({"", "score"});
    for (std::size_t w = 0; w < grade.workloads.size(); ++w) {
        const WorkloadGrade& of = grade.workloads[w];
        std::vector<std::string> row = {report.workloads[w].name};
        for (const ScorePart& part : kScoreParts) {
            row.push_back(shortNumber(part.value(of.measures), part.decimals));
            row.push_back(fmt::format("{:.1f}", part.points * part.share(of.measures)));
        }
        row.push_back(scoreText(of.score));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::string> faultSentences(const GradeReport& report, const Grade& grade) {
    std::vector<std::string> out;
    if (!grade.candidate.flaw.empty()) out.push_back("no manager: " + shown(grade.candidate.flaw));
    for (std::size_t w = 0; w < grade.workloads.size(); ++w) {
        for (const Fault& fault : grade.workloads[w].faults) {
            const FaultText& text = textOf(fault.kind);
            out.push_back(fmt::format("{}: {}{}: frame {}: {}", report.workloads[w].name, text.name,
                                      countOf(fault.count, text), fault.frame, shown(fault.example)));
        }
    }
    return out;
}

Table totalsTable(const GradeReport& report) {
    Table table{{{"", "manager"}, {"", "score"}}, {}};
    for (const GradedWorkload& workload : report.workloads) table.headings.push_back({"", workload.name});
    table.headings.push_back({"", "worst error"});
    for (const Grade& grade : report.graded) table.rows.push_back(totalsOf(report, grade));
    for (const Grade& grade : report.against) {
        table.rows.push_back(totalsOf(report, grade));
        // A file of the class may have the same name.
        if (!report.class_folder.empty()) table.rows.back().front().insert(0, "beside: ");
    }
    return table;
}

Table formulasTable() {
    Table table{{{"", "measure"}, {"", "points"}, {"", "share of them"}}, {}};
    for (const ScorePart& part : kScoreParts)
        table.rows.push_back({part.name, fmt::format("{:g}", part.points), part.formula});
    return table;
}

std::string gradeText(const GradeReport& report) {
    std::string out;
    if (report.class_folder.empty()) {
        for (const Grade& grade : report.graded) {
            out += fmt::format("{}: {} of 100\n\n", shown(grade.candidate.name), scoreText(grade.score()));
            if (!grade.workloads.empty()) out += measuresTable(report, grade).text() + "\n";
        }
    }
    for (const Grade& grade : report.graded) {
        const std::vector<std::string> sentences = faultSentences(report, grade);
        if (!report.class_folder.empty() && sentences.empty()) continue;
        if (!report.class_folder.empty()) out += shown(grade.candidate.name) + "\n";
        if (sentences.empty()) out += "No error was found.\n";
        for (const std::string& sentence : sentences) out += "  " + sentence + "\n";
    }
    return out + (out.empty() ? "" : "\n") + totalsTable(report).text();
}

std::string gradeJson(const GradeReport& report) {
    Json json = {{"frames", kGradedFrames},
                 {"workloads", Json::array()},
                 {"graded", Json::array()},
                 {"against", Json::array()}};
    for (const GradedWorkload& workload : report.workloads)
        json["workloads"].push_back({{"name", workload.name}, {"about", workload.about}});
    for (const Grade& grade : report.graded) json["graded"].push_back(jsonOfGrade(report, grade));
    for (const Grade& grade : report.against) json["against"].push_back(jsonOfGrade(report, grade));
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace drover::lab
