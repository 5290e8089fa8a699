// A program outside this project that runs a world through the installed library.
#include <core/flock/store.h>
#include <core/world/world.h>

#include <cstdio>

int main() {
    drover::world::Scenario scenario;
    scenario.species.resize(1);
    scenario.species[0].flocks = 100;
    drover::world::World world(scenario);
    for (int frame = 0; frame < 10; ++frame) world.step(scenario.frame_time);
    std::printf("%llu frames, %llu leaves\n", static_cast<unsigned long long>(world.frame()),
                static_cast<unsigned long long>(world.flocks().liveLeaves()));
    return world.frame() == 10 ? 0 : 1;
}
