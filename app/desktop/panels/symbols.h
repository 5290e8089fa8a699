// The symbols that the papers, the plots and the panels use, a sentence each. The help panel lists them.
#pragma once

namespace drover::desktop {

struct Symbol {
    const char* symbol;
    const char* name;
    const char* sentence;
};

inline constexpr Symbol kSymbols[] = {
    {"C", "cost", "What one update of a task takes: measured, then smoothed into an estimate."},
    {"T", "period", "How often the task is updated; chosen anew by the manager in every frame."},
    {"T0", "nominal period", "The period that the task likes best."},
    {"Tmax", "longest period", "The longest period that it bears: T0 <= T <= Tmax."},
    {"E", "elasticity",
     "How willingly it gives way: its distance to the player times its factors. E = 0 is rigid."},
    {"U", "utilisation",
     "U = C / T: the share of all time that the task takes. Utotal is the sum over all tasks."},
    {"Td", "budget", "What the tasks of one frame may take together, on all cores."},
    {"Tf", "frame time", "How long the last frame took."},
    {"Ud", "desired utilisation", "Ud = Td / Tf: what Utotal is brought down to by stretching periods."},
    {"M", "delays", "How many frames in a row a task was due and did not run; the largest M goes first."},
    {"D_period", "period deviation",
     "Mean of T - T0: how much slower than they like all tasks are; assigned or observed."},
    {"lambda", "compression",
     "One number for all tasks: U = max(U0 - lambda * E, Umin), such that the sum is Ud."},
    {"B, D", "branching, depth",
     "A flock is a tree with B children to a node, D levels deep: it stands for B^D agents."},
    {"N", "neighbourhood", "How far an agent sees the others of its flock."},
};

}  // namespace drover::desktop
