// The cores that work together, and the one parallel loop of the core. Nothing else in it knows threads. A
// world moves its rounds with it, a very large flock its parts.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/function_ref.h"

namespace drover::cores {

class Team {
  public:
    virtual ~Team() = default;
    virtual unsigned size() const = 0;  // with the caller's thread

    // Calls `part(i, core)` once for each i below `parts` and returns when all calls have returned. `core` is
    // below size(), and a core makes one call at a time; the caller's is 0. If a call throws, calls that have
    // not begun are left out, and the first exception leaves finish(). Not from inside a part.
    using Part = FunctionRef<void(std::uint32_t, unsigned)>;
    void each(std::uint32_t parts, Part part) { start(parts, part), finish(); }

    // The same in two halves: the other cores begin at once, and the caller, who may do something else
    // meanwhile, helps them in finish(). What `part` refers to must live until then. One loop at a time;
    // without one, finish() returns at once.
    virtual void start(std::uint32_t parts, Part part) = 0;
    virtual void finish() = 0;
};

// The loop on all cores; without a team on the caller's.
template <class Part>
void each(Team* team, std::uint32_t parts, Part part) {
    if (team != nullptr && parts > 1) return team->each(parts, part);
    for (std::uint32_t i = 0; i < parts; ++i) part(i, 0u);
}

inline constexpr unsigned kMostThreads = 256;

// The cores that this process may use: those of the machine, or the part of them to which it is bound. At
// most kMostThreads.
unsigned coresToUse();

// Null for one thread or none, because then there is nothing to share. If the system gives fewer threads, the
// team has those, and the results are the same.
std::unique_ptr<Team> makeTeam(unsigned threads);

// How many threads the system gives, at most `wanted`, with the one that asks.
unsigned threadsToBeHad(unsigned wanted);

}  // namespace drover::cores
