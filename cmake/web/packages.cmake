# What the page is built from: headers of this system's packages, and the sources that build.sh laid in
# DROVER_PARTS. Libraries of this system are for its own processor, so Lua, SDL2 and Dear ImGui are built here.
set(DROVER_PARTS "" CACHE PATH "The folder that build.sh has filled")
add_compile_options(-fwasm-exceptions -msimd128)
add_link_options(-fwasm-exceptions -sSTACK_SIZE=8MB -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB)

# Headers get a folder of their own: beside them are those of the system's C library.
set(own_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${own_headers})
foreach(header fmt/format.h nlohmann/json.hpp hwy/highway.h CLI/CLI.hpp glm/glm.hpp stb/stb_image.h)
  cmake_path(GET header PARENT_PATH name)
  find_path(where_${name} ${header} REQUIRED PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  file(CREATE_LINK ${where_${name}}/${name} ${own_headers}/${name} SYMBOLIC)
endforeach()
foreach(target fmt::fmt nlohmann_json::nlohmann_json hwy::hwy CLI11::CLI11 glm::glm PkgConfig::stb)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${own_headers})
endforeach()
target_include_directories(PkgConfig::stb SYSTEM INTERFACE ${own_headers}/stb)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)

# part(TARGET SOURCES...): a library of others' sources, whose warnings are theirs.
function(part target)
  add_library(${target} STATIC ${ARGN})
  target_compile_options(${target} PRIVATE -w -O2)
endfunction()

file(GLOB lua_folder ${DROVER_PARTS}/lua5.4-*/src)
file(GLOB lua_sources ${lua_folder}/l*.c)
list(REMOVE_ITEM lua_sources ${lua_folder}/lua.c ${lua_folder}/luac.c ${lua_folder}/linit.c ${lua_folder}/loadlib.c)  # no programs, no modules
part(drover_lua ${lua_sources})
file(WRITE ${own_headers}/lua/lua5.4-deb-multiarch.h "")  # only loadlib.c needs what is in it
target_include_directories(drover_lua SYSTEM PUBLIC ${lua_folder} ${own_headers}/lua)
add_library(PkgConfig::lua ALIAS drover_lua)

file(GLOB imgui_folder ${DROVER_PARTS}/imgui-*)
add_library(SDL2::SDL2 STATIC IMPORTED GLOBAL)
set_target_properties(SDL2::SDL2 PROPERTIES IMPORTED_LOCATION ${DROVER_PARTS}/sdl/lib/libSDL2.a)
target_include_directories(SDL2::SDL2 SYSTEM INTERFACE ${DROVER_PARTS}/sdl/include/SDL2)
part(drover_imgui ${imgui_folder}/imgui.cpp ${imgui_folder}/imgui_draw.cpp ${imgui_folder}/imgui_tables.cpp
  ${imgui_folder}/imgui_widgets.cpp ${imgui_folder}/backends/imgui_impl_sdl2.cpp ${imgui_folder}/backends/imgui_impl_opengl3.cpp)
target_include_directories(drover_imgui SYSTEM PUBLIC ${imgui_folder} ${imgui_folder}/backends)
target_compile_definitions(drover_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_link_libraries(drover_imgui PUBLIC SDL2::SDL2)
add_library(PkgConfig::imgui ALIAS drover_imgui)

# The functions of OpenGL ES 3 that a browser has, under the name that the desktop's loader has.
add_library(drover_glad INTERFACE)
target_include_directories(drover_glad SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/cmake/web/gl)

# An executable that node runs with this machine's files, and beside it a script that makes it a program of this
# machine. All memory at once: node 20 crashes at the end of some programs whose memory has grown.
function(run_by_node target)
  target_link_options(${target} PRIVATE -sENVIRONMENT=node -sNODERAWFS -sINITIAL_MEMORY=3GB)
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${target}
    CONTENT "#!/bin/sh\nexec node --no-warnings $<TARGET_FILE:${target}> \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()
