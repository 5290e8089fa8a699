// A steady frame of a session takes no memory, although all of it is kept: the tape grows in chunks.
#include <gtest/gtest.h>

#include "app/command_line/assets.h"
#include "app/desktop/session.h"
#include "core/base/allocations.h"

namespace drover::desktop::session_steady_test {
namespace {

void expectSteady(const char* scenario, world::ClockKind clock) {
    Session session(command_line::loadScenario(scenario), scenario, clock);
    for (int i = 0; i < 400; ++i) session.step(1.0 / 60);
    std::size_t quiet = 0, chunks = 0;
    for (int i = 0; i < 300; ++i) {
        const std::size_t chunks_before = session.lines().present().tape.chunks().size(),
                          kept_before = session.lines().present().keyframes.all().size(),
                          marks_before = session.lines().present().marks.size();
        const std::size_t before = allocationsSoFar();
        ASSERT_TRUE(session.step(1.0 / 60));
        const std::size_t taken = allocationsSoFar() - before;
        const bool has_chunk = session.lines().present().tape.chunks().size() != chunks_before;
        const bool is_kept = session.lines().present().keyframes.all().size() != kept_before;
        const bool has_mark = session.lines().present().marks.size() != marks_before;
        chunks += has_chunk;
        // Lists of what is free grow where levels change.
        const record::FrameRecord& record = session.world().record();
        if (is_kept || has_mark || record.whole.expansions + record.whole.collapses > 0) continue;
        EXPECT_LE(taken, has_chunk ? 3u : 0u) << scenario << ", frame " << session.world().frame();
        quiet += !has_chunk;
    }
    EXPECT_GT(quiet, 100u);
    EXPECT_GT(chunks, 3u);
}

TEST(SessionSteady, AFrameWithATapeAllocatesNothing) {
    expectSteady("plains", world::ClockKind::kModel);
    expectSteady("wildlife", world::ClockKind::kModel);
}

}  // namespace
}  // namespace drover::desktop::session_steady_test
