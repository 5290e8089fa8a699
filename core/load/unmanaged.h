// `unmanaged`: runs every task in every frame and heeds no budget: the baseline for the other managers.
// makeManager() creates it from kManagers.
#pragma once

#include <vector>

#include "core/load/manager.h"

namespace drover::load {

class UnmanagedManager final : public Manager {
  public:
    explicit UnmanagedManager(const ManagerInfo& info) : Manager(info) {}

    static constexpr std::size_t kBytesPerTask = sizeof(std::uint32_t);

  protected:
    std::unique_ptr<Manager> copy() const override { return std::make_unique<UnmanagedManager>(*this); }
    void planFrame(TaskTable& tasks, const FrameInput& frame) override;
    void runFrame(TaskTable& tasks, RunTask run_task, Clock& clock) override;

  private:
    std::vector<std::uint32_t> rows_;  // of this frame
};

}  // namespace drover::load
