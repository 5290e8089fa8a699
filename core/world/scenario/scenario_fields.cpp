#include "core/world/scenario/scenario_fields.h"

#include <cmath>

namespace drover {

// A time that is stored in nanoseconds and written in milliseconds.
static void milliseconds(Fields& v, const char* name, std::int64_t& field_ns, double low, double high,
                         const char* text) {
    double ms = static_cast<double>(field_ns) / 1e6;
    if (v.number(name, ms, low, high, text)) field_ns = std::llround(ms * 1e6);
}

static void describe(Fields& v, flock::Force& force) {
    v.number("probability", force.probability, 0, 1, "How often the force is applied.");
    v.number("weight", force.weight, 0, 1'000'000, "What it is multiplied with.");
}

void describe(Fields& v, world::Region& region) {
    v.number("x", region.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", region.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("radius", region.radius, 0, kMaxWorldSize, "Metres; 0 stands for the whole world.");
}

static void describe(Fields& v, load::ElasticityFactors& f) {
    v.number("type", f.type, 0, 1000, "Below 1 for a kind that looks bad at low rates.");
    v.number("size", f.size, 0, 1000, "Above 1 for small animals.");
    v.number("interactivity", f.interactivity, 0, 1000, "Below 1 for what the player deals with.");
    v.number("visibility", f.visibility, 0, 1000, "Counts while out of view.");
}

void describe(Fields& v, load::ImportanceCurve& curve) {
    v.number("near_m", curve.near_m, 1, kMaxWorldSize, "Metres up to which the priority is 100.");
    v.integer("falloff", curve.falloff, 0, 4, "Beyond, the priority falls with this power of the distance.");
    v.number(
        "slow_m", curve.slow_m, 1, kMaxWorldSize,
        "Metres from which on tasks run half as often, from twice as far a quarter as often, and so on.");
    v.integer("slowest", curve.slowest, 0, 6, "How many times that is halved at most.");
}

void describe(Fields& v, world::TaskRules& task) {
    v.number("nominal_ms", task.nominal_ms, 1, 60'000, "The period it likes best, T0.");
    v.number("maximum_ms", task.maximum_ms, 1, 60'000, "The longest period it bears, Tmax.");
    v.number("priority", task.priority, 1, 100,
             "What its importance by distance is multiplied with, for the managers that share by priority.");
    v.integer("frequency", task.frequency, 1, 10'000,
              "Frames from one run to the next where it is near, for the managers that count frames.");
    v.object("factors", task.factors, "What its distance is multiplied with to give its elasticity E.");
}

static void describe(Fields& v, world::CostModel& model) {
    v.number("fixed_us", model.fixed_us, 0, 1e6, "Microseconds of any update of a flock.");
    v.number("leaf_us", model.leaf_us, 0, 1e6, "Microseconds of each of its leaves.");
    v.number("pair_us", model.pair_us, 0, 1e6, "Microseconds of each pair of leaves that is looked at.");
    v.number("noise", model.noise, 0, 1, "Up to this share more or less, drawn anew in each update.");
}

void describe(Fields& v, load::BudgetSettings& budget) {
    v.choice("policy", budget.policy, "Where the budget of a frame, Td, comes from.");
    milliseconds(v, "fixed_ms", budget.fixed_ns, 0, 1000, "The budget, if it is given.");
    milliseconds(v, "target_frame_ms", budget.target_frame_ns, 0.1, 1000,
                 "How long a whole frame should take.");
    milliseconds(v, "least_ms", budget.least_ns, 0, 1000, "The budget is never less.");
    milliseconds(v, "greatest_ms", budget.greatest_ns, 0, 1000, "The budget is never more.");
    v.number("smoothing", budget.smoothing, 0.001, 1,
             "How far the estimate of the rest moves to each new value; 1: at once.");
    v.flag("counts_manager", budget.counts_manager,
           "On the real clock: the time that the manager takes itself is part of the budget.");
}

void describe(Fields& v, world::ParameterValue& parameter) {
    v.text("name", parameter.name, 1, 60, "One of the manager's parameters.");
    v.number("value", parameter.value, -1e9, 1e9,
             "Its value; of one with choices the choice's place from 0.");
}

static void describe(Fields& v, world::LoadRules& load) {
    v.text("manager", load.manager, 1, 40, "Which load manager runs the tasks.");
    v.list("parameters", load.parameters, 0, 32,
           "The manager's own parameters, where they are not the usual ones.");
    v.text("script", load.script, 0, kLongestScript, kScriptText);
    v.choice("clock", load.clock, "Where costs are read from.");
    v.object("budget", load.budget, "How much of a frame the tasks may use.");
    v.number(
        "think_us", load.think_us, 0, 1e6,
        "Microseconds charged for every leaf that is updated: it stands for richer minds than a flock's.");
    v.number("base_load_ms", load.base_load_ms, 0, 1000,
             "Milliseconds that the rest of the frame takes, without spikes.");
    v.object("cost_model", load.cost_model, "What updates cost under the model clock.");
    v.object("importance", load.importance,
             "How priority and frequency fall with the distance to the player, for the managers that look at "
             "them.");
}

static void describe(Fields& v, world::SchedulerEntry& entry) {
    v.text("name", entry.name, 1, 60, "What it is called.");
    v.text("under", entry.under, 0, 60,
           "The name of the scheduler that runs it; empty: the load manager itself.");
    v.choice("sharing", entry.settings.sharing, "How it shares its time.");
    v.choice("priority_share", entry.settings.priority_share, "How it shares by priority.");
    v.choice("phasing", entry.settings.phasing, "How it finds phases for its tasks.");
    v.integer("dry_run_frames", entry.settings.dry_run_frames, 0, 10'000,
              "How many of its runs it looks at to find a phase.");
    v.integer("frequency", entry.frequency, 1, 10'000,
              "Frames from one run to the next; inside another scheduler, runs of that one.");
    v.integer("phase", entry.phase, -1, 10'000,
              "It runs when frame + phase is a multiple of its frequency; -1: a dry run finds its phase.");
    v.number("priority", entry.priority, 1, static_cast<double>(load::kLargestPriority),
             "Its share where time is shared by priority; it stands for all its tasks, each up to 100.");
    v.texts("members", entry.members, 0, 100, "The species and other kinds that it runs, by their names.");
}

static void describe(Fields& v, world::WildSpeciesEntry& entry) {
    v.choice("species", entry.species, "Which animals.");
    v.object("task", entry.task, "How they would like to be scheduled.");
}

static void describe(Fields& v, world::WildlifeEntry& wildlife) {
    v.integer("of_each_species", wildlife.count, 0, minds::kWildlife.most,
              "Hares, javelinas, groundhogs and bobcats, of each.");
    v.number("cost_us", wildlife.cost_us, 0, 1e6, "Microseconds charged for an update.");
    v.object("task", wildlife.task,
             "How they would like to be scheduled, where `species` says nothing else.");
    v.list("species", wildlife.species, 0, minds::kWildSpecies,
           "Those that would like to be scheduled in a way of their own.");
    v.list("sets", wildlife.sets, 0, 8, kSetsText);
}

// What all kinds of single animals have that are scheduled alike.
static void describeMind(Fields& v, world::AnimalsEntry& entry) {
    v.number("cost_us", entry.cost_us, 0, 1e6, "Microseconds charged for an update.");
    v.object("task", entry.task, "How they would like to be scheduled.");
    v.list("sets", entry.sets, 0, 8, kSetsText);
}

static void describe(Fields& v, world::PursuitEntry& pursuit) {
    v.integer("agents", pursuit.count, 0, minds::kPursuit.most, "Agents that follow each other.");
    describeMind(v, pursuit);
}

static void describe(Fields& v, flock::WayPoint& point) {
    v.number("x", point.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", point.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("radius", point.radius, 0, kMaxWorldSize, "Metres: half of how wide the way is here.");
}

// How animals move. Their tree is not among these fields, because a command of its own changes it.
void describe(Fields& v, flock::Species& kind) {
    v.number("mass", kind.mass, 0.01, 100'000, "Kilograms of one agent.");
    v.number("max_speed", kind.max_speed, 0.01, 1000, "Metres a second.");
    v.number("max_force", kind.max_force, 0, 1'000'000, "Newtons.");
    v.number("neighbourhood", kind.neighbourhood, 0, 1000, "Metres within which agents see each other, N.");
    v.object("alignment", kind.alignment, "Steering towards the neighbours' mean heading, equation 2.");
    v.object("cohesion", kind.cohesion, "Steering towards the neighbours' centre, equations 3 and 4.");
    v.object("separation", kind.separation, "Steering away from near neighbours, equation 5.");
    v.object("wander", kind.wander, "Steering towards a random point ahead, equation 6.");
    v.choice("dithering", kind.dithering, "What the forces' probabilities do.");
    v.number("wander_radius", kind.wander_radius, 0, 1000, "Metres, w_r.");
    v.number("wander_distance", kind.wander_distance, 0, 1000, "Metres, w_s.");
    v.choice("integration", kind.integration, "What the length of a step does to a flock.");
    v.number("window", kind.window, 0.001, 10, "Seconds that a draw of forces lasts.");
    v.number("max_step", kind.max_step, 0.001, 10, "Seconds; a longer update is divided.");
    v.integer("max_substeps", kind.max_substeps, 1, 1000, "The largest number of steps.");
    v.list("way", kind.way, 0, flock::kMostWayPoints,
           "Points that their herds go to one after the other, and then again from the first. One: they stay "
           "near it.");
    v.number("pull", kind.pull, 0, 1, "How strongly they are drawn along their way: the share of max_force.");
}

static void describe(Fields& v, world::SpeciesEntry& entry) {
    auto& kind = entry.kind;
    v.text("name", entry.name, 1, 60, "What the animals are called.");
    v.integer("flocks", entry.flocks, 0, kMaxFlocks, "How many flocks of them there are.");
    v.object("region", entry.region, "Where their flocks are born.");
    v.integer("branching", kind.branching, flock::Tree::kMinBranching, flock::Tree::kMaxBranching,
              "Children of a tree node, B.");
    v.integer("depth", kind.depth, 0, flock::Tree::kMaxDepth,
              "Levels below the root, D; a flock stands for B^D agents.");
    describe(v, kind);
    v.object("task", entry.task, "How its flocks would like to be scheduled.");
    v.list("sets", entry.sets, 0, 8, kSetsText);
}

static void describe(Fields& v, ground::Point& corner) {
    v.number("x", corner.x, -kMostMetres, kMostMetres, "Metres from the world's left edge.");
    v.number("y", corner.y, -kMostMetres, kMostMetres, "Metres from the world's lower edge.");
}

void describe(Fields& v, ground::Shape& shape) {
    v.choice("surface", shape.surface, "What it is. None lets animals through.");
    v.list("corners", shape.corners, 1, ground::kMostCorners,
           "One is the middle of a disc, two are the ends of a line, more go round a polygon.");
    v.number("radius", shape.radius, 0, kMaxWorldSize,
             "Metres: of a disc, or half of what a line is across. A polygon has none.");
}

static void describe(Fields& v, world::Land& world) {
    v.number("world_size", world.world_size, 50, kMaxWorldSize, "Metres along a side of the square.");
    v.choice("edges", world.edges, "What is at its edges.");
    v.list(
        "shapes", world.shapes, 0, ground::kMostShapes,
        "What stands in the way of animals. Shapes may touch and overlap; across the seam of a torus they go "
        "on.");
}

static void describe(Fields& v, world::Waypoint& point) {
    v.number("x", point.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", point.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
}

static void describe(Fields& v, world::PlayerStart& player) {
    v.number("x", player.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", player.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("speed", player.speed, 0, 10'000, "Metres a second along the tour.");
    v.list("tour", player.tour, 0, 1000,
           "Points that the player walks to, one after the other, until it is moved.");
}

void describe(Fields& v, flock::LodRules& lod) {
    v.flag("enabled", lod.enabled, "Off: every flock at full depth, wherever it is.");
    v.number("zone_width", lod.zone_width, 0, kMaxWorldSize, "Metres from one zone's border to the next.");
    v.number("hysteresis", lod.hysteresis, 0, kMaxWorldSize,
             "Metres beyond its zone before a node collapses.");
    v.choice("lod_test", lod.lod_test, "Whose distance to the player counts.");
    v.choice("reinit", lod.reinit, "How the children of an expanded node are placed.");
    v.number("reinit_radius", lod.reinit_radius, 0, 1000, "Metres around their parent, for reinit random.");
    v.integer("max_leaves", lod.max_leaves, 1, std::uint64_t{1} << 30,
              "Room for the leaves of all expanded flocks; expansions past it are refused.");
}

static void describe(Fields& v, world::HuntersEntry& hunters) {
    v.integer("count", hunters.count, 0, minds::kHunters.most, "Lions: they hunt what `relations` say.");
    v.object("region", hunters.region, "Where they are born.");
    v.flag("stands", hunters.stands, "They stay where they are born, as a fire does.");
    describeMind(v, hunters);
}

void describe(Fields& v, ground::Box& box) {
    v.object("low", box.low, "Its lower left corner.");
    v.object("high", box.high, "Its upper right corner.");
}

static void describe(Fields& v, people::AgeShares& ages) {
    v.number("under_30", ages.under_30, 0, 1000, "Those who like 0.58 to 1.61 m/s.");
    v.number("from_30_to_50", ages.from_30_to_50, 0, 1000, "Those who like 1.41 to 1.54 m/s.");
    v.number("over_50", ages.over_50, 0, 1000, "Those who like 0.68 to 1.41 m/s.");
    v.number("impaired", ages.impaired, 0, 1000, "Those who like 0.46 to 0.76 m/s.");
}

static void describe(Fields& v, people::RouteShare& entry) {
    v.integer("route", entry.route, 0, minds::kMostRoutes - 1, "Which route, from 0.");
    v.number("share", entry.share, 0.001, 1000, "How many take it, beside the shares of the others.");
}

// How the people of a group, or of an entrance, walk.
static void describeWalking(Fields& v, people::Walking& walks) {
    v.integer("route", walks.route, 0, minds::kMostRoutes - 1, "The route that they walk, from 0.");
    v.number("speed", walks.speed, 0, 2,
             "Metres a second that they like to walk, on average; 0: as `walk` has it, 1.34 or 1.572.");
    v.number("spread", walks.spread, -1, 1,
             "Metres a second: the standard deviation of that; -1: as `walk` has it, 0.26 or 0.304.");
    v.object("ages", walks.ages,
             "The shares of ages. If any is above 0, each person has the speed of its age.");
    v.list("routes", walks.routes, 0, minds::kMostRoutes,
           "Several routes with their shares, in place of one.");
}

static void describe(Fields& v, minds::PeopleGroup& group) {
    v.object("area", group.area, "Where they begin.");
    v.number("share", group.share, 0.001, 1000,
             "How many of all people, beside the shares of the other groups.");
    describeWalking(v, group.walks);
}

static void describe(Fields& v, minds::PeopleEntrance& entrance) {
    v.object("area", entrance.area, "Where they come in.");
    v.integer("people", entrance.people, 1, minds::kPeople.most,
              "How many of all people: they are outside in the beginning.");
    v.number("per_second", entrance.per_second, 0.001, 100,
             "How many come in a second, as long as there is room.");
    v.number("from_s", entrance.from_s, 0, 1e6, "Seconds after which the first one comes.");
    describeWalking(v, entrance.walks);
}

static void describe(Fields& v, people::GateTurn& turn) {
    v.number("at_s", turn.at_s, 0, 1e6, "When it happens: seconds since the world began.");
    v.flag("is_open", turn.is_open, "Whether it is open then.");
}

void describe(Fields& v, people::Gate& gate) {
    v.object("from", gate.a, "One end of the line across the passage.");
    v.object("to", gate.b, "The other end.");
    v.flag("is_open", gate.is_open, "In the beginning. A closed gate is a wall.");
    v.number("passage", gate.passage_m, 0, 100, "Metres: how deep the passage is that it leads into.");
    v.list("turns", gate.turns, 0, minds::kMostTurns,
           "When it opens and closes by itself, one after the other.");
}

static void describe(Fields& v, Vec2& direction) {
    v.number("x", direction.x, -1, 1, "To the right.");
    v.number("y", direction.y, -1, 1, "Up.");
}

static void describe(Fields& v, people::Goal& goal) {
    v.list("areas", goal.areas, 0, minds::kMostAreas, "Who comes into one of these has reached the goal.");
    v.object("direction", goal.direction,
             "Of a goal without areas: the way that people go for ever, round a torus.");
}

static void describe(Fields& v, minds::RouteStep& step) {
    v.integer("goal", step.goal, 0, minds::kMostGoals - 1, "Which goal, from 0.");
}

static void describe(Fields& v, minds::PeopleRoute& route) {
    v.list("steps", route.steps, 1, minds::kMostSteps,
           "The goals one after the other. After the last one people leave.");
}

static void describe(Fields& v, minds::PeopleMeasured& measured) {
    v.object("area", measured.area, "Where the density is; both corners at 0: all of where they walk.");
    v.integer("gate", measured.gate, -1, static_cast<std::int64_t>(minds::kMostGates) - 1,
              "The gate of `passed` and `flow`, from 0; -1: all of them together.");
}

static void describe(Fields& v, world::PeopleEntry& entry) {
    auto& people = entry.settings;
    v.integer("count", entry.count, 0, minds::kPeople.most, "How many people there are.");
    v.list("groups", people.groups, 0, minds::kMostGroups, "Where they begin, where they go, and how fast.");
    v.list("entrances", people.entrances, 0, minds::kMostEntrances,
           "Where people come in, how many a second, and where they go.");
    v.list("gates", people.gates, 0, minds::kMostGates,
           "Lines across passages, which can be opened and closed.");
    v.list("goals", people.goals, 0, minds::kMostGoals, "Where people want to go.");
    v.list("routes", people.routes, 0, minds::kMostRoutes, "Which goals, one after the other.");
    v.object("measured", people.measured, "Where the density is measured, and at which gate the flow.");
    v.object("area", people.area,
             "Where people walk; both corners at 0: 400 m around the middle of the world.");
    v.choice("walk", people.walk,
             "How they walk and keep their distance: as Weidmann's diagram has it, or as in experiments.");
    v.number("cell_m", people.cell_m, 0.05, 0.25,
             "Metres along a cell of the fields that tell them their way.");
    v.number("unfold_within_m", people.unfold_within_m, 0, 10'000,
             "Metres from the player within which folded people become whole.");
    v.number("fold_beyond_m", people.fold_beyond_m, 0, 10'000,
             "Metres beyond which points stand for up to eight people each; 0: all are whole.");
    v.number("back_after_s", people.back_after_s, 0, 3600,
             "Seconds after which those who have left come in again where they began; 0: they do not.");
    describeMind(v, entry);
}

static void describe(Fields& v, world::WaysEntry& ways) {
    v.integer("count", ways.count, 0, minds::kWays.most,
              "Minds that find the ways of people again when a gate opens or closes, in slices.");
    describeMind(v, ways);
}

void describe(Fields& v, world::RelationEntry& entry) {
    v.text("who", entry.who, 1, 60, "The species whose animals care.");
    v.text("whom", entry.whom, 1, 60, "The species, or the single animals, that they care about.");
    v.choice("does", entry.relation.deed, "What they do.");
    v.number("range", entry.relation.range_m, 1, 200,
             "Metres from animal to animal, within which they do it.");
    v.number("weight", entry.relation.weight, 0, 2,
             "How strongly: 1 is as strongly as in their own herd, or with all their force in flight.");
}

static void describe(Fields& v, world::Sign& sign) {
    v.number("x", sign.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", sign.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.text("text", sign.text, 1, 40, "The name that stands there.");
}

static void describe(Fields& v, world::FirstSight& view) {
    v.choice("from", view.from, "How high the camera is.");
    v.number("x", view.x, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's left edge.");
    v.number("y", view.y, -kMaxWorldSize, kMaxWorldSize, "Metres from the world's lower edge.");
    v.number("seen", view.seen_m, 0, kMaxWorldSize,
             "Metres of the ground in the height of the picture, round x and y; 0: beside the player.");
    v.number("turn", view.turn_deg, -360, 360,
             "Degrees from east to north, where the eyes look to; without `seen`: to the herds.");
    v.number("down", view.down_deg, 0, 90,
             "Degrees by which the camera looks down from the horizon; 0: as suits its height.");
    v.number("begin", view.begin_s, 0, 600, "Seconds of the world that pass at once, before people look.");
    v.choice("colour_by", view.colour_by, "What colours mean.");
    v.text("hint", view.hint, 0, 100, "A sentence: what to look at or try first.");
    v.list("signs", view.signs, 0, 100, "Names that stand on the ground.");
}

void describe(Fields& v, world::Scenario& scenario) {
    v.text("$schema", scenario.schema, 0, 1000, "For editors: where the schema of such files is.");
    v.text("title", scenario.title, 1, 80, "A line that names it.");
    v.text("text", scenario.text, 1, 2000, "A paragraph to read out: what it shows and what to watch.");
    v.integer("seed", scenario.seed, 0, ~std::uint64_t{0}, "Names the whole course of random events.");
    v.number("frame_time", scenario.frame_time, 0.0001, 10, "Seconds of simulated time a frame.");
    v.object("world", scenario.world, "The ground.");
    v.object("player", scenario.player, "The point that the level of detail is measured from.");
    v.object("lod", scenario.lod, "The level of detail.");
    v.list("species", scenario.species, 0, kMostSpecies, "The kinds of animals that live in flocks.");
    v.object("wildlife", scenario.wildlife, "Tan and Wong's animals, each a task of its own.");
    v.object("pursuit", scenario.pursuit,
             "Wright and Marshall's testbed: agents that follow each other, each a task of its own.");
    v.object("hunters", scenario.hunters, "Single animals that hunt herds, each a task of its own.");
    v.object("people", scenario.people, "People who walk through a building, each a task of its own.");
    v.object("ways", scenario.ways, "Minds that look for the ways of people, each a task of its own.");
    v.list("relations", scenario.relations, 0, world::kMostRelations,
           "How those of one kind act on seeing those of another; without an entry they ignore each other.");
    v.object("load", scenario.load, "How the tasks are managed.");
    v.list("schedulers", scenario.schedulers, 0, world::kMostSchedulers,
           "Schedulers inside the load manager, for load_balancing, priority and fixed.");
    v.list("spikes", scenario.spikes, 0, 1000, "Extra load for a number of frames.");
    v.list("claims", scenario.claims, 0, 100,
           "What will be seen under the model clock, as conditions on measures over frames.");
    v.object("view", scenario.view, "How people look at it first.");
}

}  // namespace drover
