// A list of claims with a mark each: what the running world has shown of them up to now. The Scenario panel
// draws it.
#pragma once

#include "app/desktop/desk.h"
#include "core/world/scenario/claim_watch.h"

namespace drover::desktop {

// In the UI map they are `name`.0, `name`.1 ... Says below them if the running world is not the one that they
// are about.
void drawClaims(Desk& desk, const world::ClaimWatch& watch, const char* name);

// One claim with its mark, its sentence and what was found.
void drawClaim(Desk& desk, const std::string& name, const world::Claim& claim,
               const world::ClaimState& state);

}  // namespace drover::desktop
