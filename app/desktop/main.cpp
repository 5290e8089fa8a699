// drover, the window program.
#include "app/desktop/desktop.h"

int main(int argc, char** argv) {
    return drover::desktop::withOptions(argc, argv, drover::desktop::runDesktop);
}
