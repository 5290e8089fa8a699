// Decisions of the real gdx-ai, recorded from its code at 6726e345 under Java 17 with a fake clock: phases,
// the tasks that ran in each frame, and the time each was offered and used. Long lists are stored as a digest
// of all their numbers (digestOf). A test compares these tables with the whole record; gdx.cpp
// compares our schedulers with them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/lab/schedule.h"

namespace drover::lab {

struct PhasingRecord {
    const char* name;
    bool is_automatic;  // gdx-ai found the phases; else they were given
    std::uint32_t dry_run_frames;
    std::vector<std::uint32_t> frequencies;
    std::vector<std::int32_t> phases;
    std::vector<std::uint32_t> join_after_frames;  // empty: all at once
    std::uint32_t most_in_a_frame;
    std::uint64_t digest;  // of frames 1 to 500: how many ran, and which, in order

    static constexpr std::uint32_t kFrames = 500;
};
std::vector<PhasingRecord> phasingRecord();

struct SharesRecord {
    const char* name;
    const char* scheduler;
    std::vector<std::uint32_t> frequencies;
    std::vector<std::int32_t> phases;
    std::vector<float> priorities;
    std::vector<Consumes> scripts;
    std::vector<std::int64_t> budget_ns;     // repeated over the frames
    std::vector<std::int64_t> first_offers;  // in frame 1, in the order of calls
    std::uint64_t digest;  // of frames 1 to 100: how many ran, and for each its number, offer and use

    static constexpr std::uint32_t kFrames = 100;
};
std::vector<SharesRecord> sharesRecord();

// FNV-1a over the eight bytes of each number, the lowest first.
class Digest {
  public:
    void add(std::int64_t number) {
        for (int byte = 0; byte < 8; ++byte) {
            value_ ^= static_cast<std::uint64_t>(number) >> (8 * byte) & 0xff;
            value_ *= 0x100000001b3u;
        }
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

std::uint64_t runsDigest(const FrequencyAnswer& answer);
std::uint64_t offersDigest(const FrequencyAnswer& answer);

}  // namespace drover::lab
