// The way through a blind test: the trial that is next, and what was answered. Each answer is in the file
// before the next trial is shown, so a session that is killed is gone on with. The window owns one.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/perception/answers.h"
#include "core/world/scenario/scenario.h"

namespace drover::perception {

class Course {
  public:
    // A session that begins.
    Course(std::filesystem::path file, const world::Scenario& scenario, Design design);
    // The one in the file, or one that begins if there is no such file. A file that is of another scenario or
    // manager is refused.
    static Result<Course> at(const std::filesystem::path& file, const world::Scenario& scenario,
                             const Design& design);

    const std::filesystem::path& file() const { return file_; }
    const Answers& answers() const { return answers_; }
    const std::vector<Trial>& trials() const { return trials_; }
    std::size_t next() const { return answers_.trials.size(); }
    bool isOver() const { return next() == trials_.size(); }

    struct Given {
        std::uint32_t pane = 1;     // from 1
        double seconds = 0;         // from the first picture on
        double pictures_per_s = 0;  // while the panes moved
        std::array<std::uint64_t, kPanes> hashes{};
    };
    // To the next trial. Both write the file, and return what is wrong if that fails, or nothing. A file that
    // another program has written to in the meantime is left as it is.
    std::string answer(const Given& given);
    // What the last answer was.
    std::string look(Looked looked);

  private:
    std::string save();

    std::filesystem::path file_;
    std::string saved_;  // what is in the file, as far as this one knows
    Answers answers_;
    std::vector<Trial> trials_;
};

}  // namespace drover::perception
