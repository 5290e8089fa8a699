// Relations that the window makes up by itself: those of lions that a click lets loose, and herds that keep
// apart. The drawing tool and the Relations panel send them.
#pragma once

#include <string>
#include <vector>

#include "app/desktop/session.h"
#include "core/base/plane.h"
#include "core/world/scenario/relation.h"

namespace drover::desktop {

using RelationList = std::vector<world::RelationEntry>;

// The scenario's, and of each herd to each that it keeps apart from the others. What a pair did before, it
// does no longer.
RelationList withHerdsApart(const world::Scenario& scenario);
// The scenario's, and that lions hunt all herds and these flee; the scenario's alone if it has any of lions.
RelationList withLions(const world::Scenario& scenario);

// A lion more, at the place or a free one near by. The first makes herds and lions care about each other,
// which is a step of its own to undo. Returns why there is none, in words for the user.
std::string letLionLoose(Session& session, Place place);

}  // namespace drover::desktop
