// The symbols of the papers, plots and panels, with a sentence each. The Help panel lists them.
#pragma once

namespace drover::desktop {

struct Symbol {
    const char* symbol;
    const char* name;
    const char* sentence;
};

inline constexpr Symbol kSymbols[] = {
    {"C", "cost", "What one update of a task takes: measured, then smoothed into an estimate."},
    {"T", "period", "Time between two updates of the task; the manager chooses it anew in every frame."},
    {"T0", "nominal period", "The period at which the task looks best."},
    {"Tmax", "longest period", "The longest period that the task can bear: T0 <= T <= Tmax."},
    {"E", "elasticity",
     "How readily the task gives way: distance to the player times its factors. E = 0 is rigid."},
    {"U", "utilisation",
     "U = C / T: the share of all time that the task takes. Utotal is the sum over all tasks."},
    {"Td", "budget", "The AI time that tasks may use in a frame, on each core."},
    {"Tf", "frame time", "How long the last frame took."},
    {"Ud", "desired utilisation", "Ud = Td / Tf: periods are stretched until Utotal is down to this."},
    {"M", "delays", "Frames in a row in which a task was due and did not run; the largest M runs first."},
    {"D_period", "period deviation",
     "Mean of T - T0 over the tasks; T as the manager chose it, or as observed."},
    {"quality", "quality",
     "The share of the minds that thought, of those whose task ran; the others keep what they wanted last."},
    {"lambda", "compression",
     "One number for all tasks: U = max(U0 - lambda * E, Umin), so that the sum of U is Ud."},
    {"B, D", "branching, depth",
     "A flock is a tree of depth D with B children per node: it stands for B^D agents."},
    {"N", "neighbourhood", "How far an agent sees the others of its flock."},
};

}  // namespace drover::desktop
