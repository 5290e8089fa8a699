// The formulas of one agent's step: which forces are drawn for it, what they sum to, and how the sum moves it
// (O&D (2) to (8), MODEL 1). For one agent (agent_step.h) or for one a lane (agent_lanes.inl), which say what
// the numbers are and include this.

// What an agent sees of its neighbours, from the sums over them.
struct Percepts {
    Vec2s mean_heading;  // a neighbour at rest counts as zero
    Vec2s to_centre;     // metre, to the neighbours' mean position
    Vec2s apart;         // 1/metre, O&D (5)
};

DROVER_FORMULA Percepts perceptsOf(const PairRules& rules, Float neighbours, Vec2s headings, Vec2s centres,
                                   Vec2s apart) {
    const Float share = where(neighbours > all(0.0f), all(1.0f) / neighbours);
    return {headings * share, centres * (all(rules.metres) * share), apart * all(rules.units)};
}

// O&D (4). None at the neighbours' centre, which is also where an agent without neighbours is.
DROVER_FORMULA Vec2s cohesionForce(const StepRules& rules, Vec2s to_centre, Vec2s velocity) {
    return unless(isNothing(to_centre), unit(to_centre) * all(rules.max_speed) - velocity);
}

// O&D (6).
DROVER_FORMULA Vec2s wanderForce(const StepRules& rules, Vec2s heading, const Draws& draws) {
    return heading * all(rules.wander_distance) + directionOf(draws.words[2]) * all(rules.wander_radius);
}

// Whether the force is drawn: its own 16 bits are below its threshold.
DROVER_FORMULA BitMask applies(const StepRules& rules, ForceKind kind, const Draws& draws) {
    const Word word = draws.words[kind / 2];
    const Word bits = kind % 2 == 0 ? word & all(0xFFFFu) : shiftedRight<16>(word);
    return isLess(asSigned(bits), all(rules.thresholds[kind]));
}

// One force's part of the sum.
DROVER_FORMULA Vec2s weighted(const StepRules& rules, ForceKind kind, Vec2s force, const Draws& draws) {
    return force * where(applies(rules, kind, draws), all(rules.weights[kind]));
}

// A force with what pushes an agent from outside its herd. Where nothing does, the force to the bit; NoPush
// says that nothing pushes any of them.
DROVER_FORMULA Vec2s pushed(Vec2s force, Vec2s push) { return choose(isZero(push), force, force + push); }
DROVER_FORMULA Vec2s pushed(Vec2s force, NoPush) { return force; }
DROVER_FORMULA Vec2s part(Vec2s push, Float most, Float share) { return cut(push, most) * share; }
DROVER_FORMULA NoPush part(NoPush, Float, Float) { return {}; }

// The total force on an agent: dithered, weighted, summed, pushed and cut to max_force (MODEL (1.a) to
// (1.c)).
template <class Push = NoPush>
DROVER_FORMULA Vec2s combined(const StepRules& rules, const Forces& forces, const Draws& draws,
                              Push push = {}) {
    Vec2s total{all(0.0f), all(0.0f)};
    if (rules.is_first_only) {
        // Reynolds' order of priority, from the lowest: each force that is drawn replaces those before it.
        for (const ForceKind kind : {kWander, kCohesion, kAlignment, kSeparation}) {
            const Vec2s force = forces[kind] * all(rules.weights[kind]);
            const Vec2s taken = choose(applies(rules, kind, draws), force, total);
            total = choose(isZero(forces[kind]), total, taken);
        }
    } else {
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation, kWander})
            total = total + weighted(rules, kind, forces[kind], draws);
    }
    return cut(pushed(total, push), all(rules.max_force));
}

// The same for an agent without neighbours, which has no force of its own but wander.
template <class Push = NoPush>
DROVER_FORMULA Vec2s combinedAlone(const StepRules& rules, Vec2s wander, const Draws& draws, Push push = {}) {
    return cut(pushed(weighted(rules, kWander, wander, draws), push), all(rules.max_force));
}

// expected() where only the first force applies. `rest`: of the draws, in which no force of higher priority
// was applied.
template <class Push>
DROVER_FORMULA Vec2s expectedFirst(const StepRules& rules, const Forces& forces, Vec2s ahead, Push push) {
    const Float max_force = all(rules.max_force);
    Vec2s mean{all(0.0f), all(0.0f)};
    Float rest = all(1.0f);
    for (const ForceKind kind : {kSeparation, kAlignment, kCohesion, kWander}) {
        const Vec2s force = kind == kWander ? ahead : forces[kind];
        const Float share = unless(isZero(force), rest * all(rules.chances[kind]));
        mean = mean + cut(pushed(force * all(rules.weights[kind]), push), max_force) * share;
        rest = rest - share;
    }
    return pushed(mean, part(push, max_force, rest));
}

// The mean of combined() over all draws (MODEL (1.f)). The target of wander is taken at its mean, straight
// `ahead`.
template <class Push = NoPush>
DROVER_FORMULA Vec2s expected(const StepRules& rules, const Forces& forces, Vec2s ahead, Push push = {}) {
    if (rules.is_first_only) return expectedFirst(rules, forces, ahead, push);
    const Float max_force = all(rules.max_force);
    const Vec2s wander = pushed(ahead * all(rules.weights[kWander]) * all(rules.chances[kWander]), push);
    // Without neighbours every combination is the same.
    const Mask is_alone =
        both(both(isZero(forces[kAlignment]), isZero(forces[kCohesion])), isZero(forces[kSeparation]));
    const Vec2s alone = cut(wander, max_force);
    if (every(is_alone)) return alone;
    Vec2s mean{all(0.0f), all(0.0f)};
    for (std::uint32_t drawn = 0; drawn < StepRules::kDraws; ++drawn) {
        if (rules.chance_of[drawn] == 0) continue;
        Vec2s total = wander;
        for (const ForceKind kind : {kAlignment, kCohesion, kSeparation})
            if ((drawn >> kind & 1) != 0) total = total + forces[kind] * all(rules.weights[kind]);
        mean = mean + cut(total, max_force) * all(rules.chance_of[drawn]);
    }
    return choose(is_alone, alone, mean);
}

// The force of a step (MODEL (1.e)): the mean over all draws, plus a part of one draw's deviation from it.
// The part gets smaller with more windows of time and more animals. Of all of it, the draw to the bit.
DROVER_FORMULA Vec2s over(Vec2s mean, Vec2s drawn, Float deviation) {
    return choose(deviation == all(1.0f), drawn, mean + (drawn - mean) * deviation);
}

template <class Push = NoPush>
DROVER_FORMULA Vec2s forceOf(const StepRules& rules, const Forces& forces, Vec2s heading, const Draws& draws,
                             Float deviation, Push push = {}) {
    const Vec2s drawn = combined(rules, forces, draws, push);
    if (every(deviation == all(1.0f))) return drawn;
    return over(expected(rules, forces, heading * all(rules.wander_distance), push), drawn, deviation);
}

// At the fence of open country the part of a direction across it is made to point inward.
DROVER_FORMULA Float turnedInward(Word place, Float across) {
    const Int at = asSigned(place ^ all(0x80000000u));
    const Float inward = size(across);
    const Float below_high = choose(isLess(all(kSignedFenceHigh - 1), at), negated(inward), across);
    return choose(isLess(at, all(kSignedFenceLow + 1)), inward, below_high);
}

// The agent with its new velocity and heading, `way` farther on.
DROVER_FORMULA Agents placed(const StepRules& rules, const Agents& from, Vec2s way, Vec2s velocity,
                             Vec2s heading) {
    Agents to{movedPlace(rules, from.place, way), velocity, heading};
    if (!rules.isOpen()) return to;
    for (Vec2s* direction : {&to.velocity, &to.heading})
        *direction = {turnedInward(to.place.x, direction->x), turnedInward(to.place.y, direction->y)};
    return to;
}

DROVER_FORMULA Vec2s headingOf(Vec2s velocity, Vec2s before) {
    return choose(isNothing(velocity), before, divided(velocity, length(velocity)));
}

// O&D (7) and (8), both bounded by max_speed. In windows of time (MODEL (1.g)) the agent goes by the mean of
// its old and new velocity, which is the same while no bound is met; the force acts for `acting` seconds of
// the step's `t`; `correction` keeps its herd at its pace; `sprint` is how much faster than max_speed it may
// run.
DROVER_FORMULA Agents moved(const StepRules& rules, const Agents& agent, Vec2s force, Float t, Float acting,
                            Vec2 correction = {}, Float sprint = all(1.0f)) {
    const Vec2s acceleration = force * all(rules.mass_inverse);
    const Float max_speed = all(rules.max_speed) * sprint, half = all(0.5f);
    Vec2s way, velocity;
    if (rules.is_paper) {
        way = agent.velocity * t + acceleration * (half * t * t);
        velocity = cut(agent.velocity + acceleration * t, max_speed);
    } else {
        const Vec2s at_pace{all(correction.x), all(correction.y)};
        velocity = cut(agent.velocity + acceleration * acting + at_pace, max_speed);
        way = (agent.velocity + velocity) * (half * acting) + velocity * (t - acting);
    }
    return placed(rules, agent, cut(way, max_speed * t), velocity, headingOf(velocity, agent.heading));
}

// A root alone moves as the centre of its herd would (MODEL (2.e)): at the herd's pace, and turning as often.
// What pushes its animals moves it as it moves a herd (MODEL (11.c)).
template <class Push>
DROVER_FORMULA Agents movedAsHerd(const StepRules& rules, const Agents& agent, const Draws& draws,
                                  Float deviation, Float t, Push push, Float sprint) {
    const Float pace = all(rules.pace);
    const Vec2s heading =
        unit(agent.heading * pace + directionOf(draws.words[2]) * (all(rules.turn) * t * deviation));
    const Float before = length(agent.velocity);
    const Float speed = before + (pace - before) * (t / (t + all(rules.pace_time)));
    // Between two speeds within max_speed; a hair less, so that rounding stays inside. So the way needs no
    // cut.
    const Vec2s calm = heading * (speed * all(kWithin));
    const Vec2s calm_way = (agent.velocity + calm) * (all(0.5f) * t);
    if constexpr (std::is_same_v<Push, NoPush>) {
        return placed(rules, agent, calm_way, calm, heading);
    } else {
        const Mask is_calm = isZero(push);
        if (every(is_calm)) return placed(rules, agent, calm_way, calm, heading);
        const Float along = dot(push, heading);
        const Vec2s felt =
            (push - heading * along) * all(rules.across) + heading * (along * all(rules.along));
        const Vec2s driven =
            cut(calm + felt * (all(rules.mass_inverse) * t), all(rules.max_speed * kWithin) * sprint);
        const Vec2s velocity = choose(is_calm, calm, driven);
        const Vec2s way = (agent.velocity + velocity) * (all(0.5f) * t);
        return placed(rules, agent, way, velocity, choose(is_calm, heading, headingOf(driven, heading)));
    }
}

// A step of a flock that is alone. `deviation`: of the flock, as it is moved as one agent.
template <class Push>
DROVER_FORMULA Agents movedAlone(const StepRules& rules, const Agents& agent, const Draws& draws,
                                 Float deviation, Float t, Push push, Float sprint) {
    if (rules.pace > 0) return movedAsHerd(rules, agent, draws, deviation, t, push, sprint);
    Vec2s force = combinedAlone(rules, wanderForce(rules, agent.heading, draws), draws, push);
    if (!every(deviation == all(1.0f))) {
        const Vec2s none{all(0.0f), all(0.0f)};
        const Vec2s ahead = agent.heading * all(rules.wander_distance);
        force = over(expected(rules, {none, none, none, none}, ahead, push), force, deviation);
    }
    return moved(rules, agent, force, t, smaller(t, all(rules.acting_time)), {}, sprint);
}
