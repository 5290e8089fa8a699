# drover_glad: the OpenGL 3.3 core functions. The packaged glad generates them while configuring, from its own
# registry.
find_program(GLAD_GENERATOR glad REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL)
set(glad_folder ${CMAKE_BINARY_DIR}/glad)
if(NOT EXISTS ${glad_folder}/src/gl.c)
  execute_process(
    COMMAND ${GLAD_GENERATOR} --api gl:core=3.3 --extensions= --reproducible --quiet --out-path ${glad_folder} c
    COMMAND_ERROR_IS_FATAL ANY)
endif()
add_library(drover_glad STATIC ${glad_folder}/src/gl.c)
target_include_directories(drover_glad SYSTEM PUBLIC ${glad_folder}/include)
