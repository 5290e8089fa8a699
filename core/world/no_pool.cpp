// Takes the place of pool.cpp where a system has no threads.
#include "core/world/pool.h"

namespace drover::world {

unsigned threadsToBeHad(unsigned) { return 1; }

std::unique_ptr<Pool> makePool(unsigned) { return nullptr; }

}  // namespace drover::world
