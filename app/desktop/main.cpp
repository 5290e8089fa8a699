// drover: the window.
#include "app/desktop/session.h"

int main() { return 0; }
