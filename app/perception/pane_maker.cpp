#include "app/perception/pane_maker.h"

#include <exception>
#include <system_error>
#include <utility>

#include "core/world/animals/population.h"

namespace drover::perception {

void PaneMaker::begin(const Design& design, const Trial& trial) {
    stop();
    panes_.reset(), failure_ = nullptr;
    share_ = 0, is_done_ = false, is_asked_to_stop_ = false;
    try {
        thread_ = std::thread([this, design, trial] { make(design, trial); });
    } catch (const std::system_error&) {
        make(design, trial);  // no thread can be had
    }
}

void PaneMaker::make(const Design& design, const Trial& trial) {
    try {
        if (!scenario_) scenario_ = world::measured(meadow());
        std::optional<Panes> made = makePanes(*scenario_, design, trial, [this](double share) {
            share_ = share;
            return !is_asked_to_stop_;
        });
        if (made) panes_ = std::make_shared<const Panes>(std::move(*made));
    } catch (...) {
        failure_ = std::current_exception();
    }
    is_done_ = true;
}

std::shared_ptr<const Panes> PaneMaker::take() {
    stop();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return std::exchange(panes_, nullptr);
}

void PaneMaker::stop() {
    is_asked_to_stop_ = true;
    if (thread_.joinable()) thread_.join();
}

}  // namespace drover::perception
