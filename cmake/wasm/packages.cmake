add_compile_options(-fignore-exceptions)
# All memory at once: node 20 crashes at the end of some programs whose memory has grown. The system gives a page when
# it is first written.
add_link_options(-Wl,-z,stack-size=8388608,--initial-memory=3221225472)

# Headers alone are taken from the packages of this machine, as its libraries are for its own processor. They get a
# folder of their own: beside them are those of the machine's C library.
set(wasm_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${wasm_headers})
foreach(name fmt nlohmann hwy)
  find_path(where_${name} ${name} REQUIRED PATHS /usr/include /usr/local/include)
  file(CREATE_LINK ${where_${name}}/${name} ${wasm_headers}/${name} SYMBOLIC)
endforeach()
foreach(target fmt::fmt nlohmann_json::nlohmann_json hwy::hwy)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${wasm_headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

# An executable and beside it a script that runs it as a program of this machine.
function(run_by_node target)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/wasm/no_exceptions.cpp)
  find_program(node NAMES node nodejs REQUIRED)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}
    CONTENT
      "#!/bin/sh\nexec ${node} --no-warnings ${PROJECT_SOURCE_DIR}/cmake/wasm/run.mjs $<TARGET_FILE:${target}> \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()
