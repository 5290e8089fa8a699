// Takes the place of team.cpp where a system has no threads.
#include "core/cores/team.h"

namespace drover::cores {

unsigned coresToUse() { return 1; }

unsigned threadsToBeHad(unsigned) { return 1; }

std::unique_ptr<Team> makeTeam(unsigned) { return nullptr; }

}  // namespace drover::cores
