// A life that is lived in a process of its own: one that ends its process, or never ends, is a failure like
// any other, and what it had done until then is known.
#pragma once

#include <sys/types.h>

#include <vector>

#include "app/lab/ordeal/trial.h"

namespace drover::lab::ordeal {

class Apart {
  public:
    Apart();  // throws Exit if there is no memory to share
    ~Apart();
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

    void begin(Life life);
    pid_t process() const { return process_; }  // of the life that has begun
    // Once the process is over, with this status (waitpid).
    Outcome end(int status);
    // Waits for it.
    Outcome end();
    // As it was lived, as far as it came.
    std::vector<Moment> moments() const;
    const Coverage& coverage() const;  // of all its lives

  private:
    struct Shared;
    Shared* shared_;
    pid_t process_ = 0;
};

}  // namespace drover::lab::ordeal
