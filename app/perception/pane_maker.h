// Makes the panes of a trial on a thread of its own, while the trial before is watched. The window owns one.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/perception/panes.h"

namespace drover::perception {

class PaneMaker {
  public:
    PaneMaker() = default;
    ~PaneMaker() { stop(); }
    PaneMaker(const PaneMaker&) = delete;
    PaneMaker& operator=(const PaneMaker&) = delete;

    // Begins; what was begun before and not taken is given up.
    void begin(const Design& design, const Trial& trial);
    double share() const { return share_; }  // done, from 0 to 1
    bool isDone() const { return is_done_; }
    // Once it is done. Throws what making them threw.
    std::shared_ptr<const Panes> take();

  private:
    void make(const Design& design, const Trial& trial);
    void stop();

    std::optional<world::Scenario> scenario_;  // only the thread looks at it while it runs
    std::shared_ptr<const Panes> panes_;
    std::exception_ptr failure_;
    std::atomic<double> share_ = 0;
    std::atomic<bool> is_done_ = false, is_asked_to_stop_ = false;
    std::thread thread_;
};

}  // namespace drover::perception
