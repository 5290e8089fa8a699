// OpenGL ES 3.0 as a browser has it, under the name of the desktop's loader. There is nothing to load.
#pragma once

#include <GLES3/gl3.h>
