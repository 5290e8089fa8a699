# Packages: three .deb and an archive that runs from any folder. `./run --package` makes what this system can.
set(CPACK_PACKAGE_NAME drover)
set(CPACK_PACKAGE_VENDOR "The Drover authors")
set(CPACK_PACKAGE_CONTACT "The Drover authors <drover@lists.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL lab library)
if(DROVER_DESKTOP)
  list(APPEND CPACK_COMPONENTS_ALL desktop)
endif()

# The archive: all that the programs need beside the system's libraries.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_LAB_PACKAGE_NAME drover-lab)
set(CPACK_DEBIAN_LAB_PACKAGE_SECTION science)
set(CPACK_COMPONENT_LAB_DESCRIPTION "Flocks under a load manager, from the command line
 Hundreds of thousands of animals in flocks, whose AI keeps to a budget of
 processor time. This is the simulation without a window: it runs scenarios,
 compares load managers, records and replays, and runs the experiments of the
 papers again that it is built from.")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME drover)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_SECTION education)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "drover-lab (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS "fonts-inter, fonts-dejavu-core, libgl1-mesa-dri")
set(CPACK_COMPONENT_DESKTOP_DESCRIPTION "Flocks under a load manager, live in a window
 Hundreds of thousands of animals in flocks, whose AI keeps to a budget of
 processor time that is dragged live. Plots show how late each animal thinks,
 lessons ask for a prediction first, and the line of time goes back to any
 moment. For classrooms, and for those who tune budgets in games.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libdrover-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, libhwy-dev, liblua5.4-dev, pkgconf | pkg-config")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Flocks under a load manager, as a C++ library
 The simulation of Drover for other programs: flocks that are trees with a
 level of detail, load managers that hold a budget of processor time, and
 recordings. CMake finds it as drover::core.")

# What Debian asks for in each package.
find_program(DROVER_GZIP gzip)
execute_process(COMMAND ${DROVER_GZIP} -9n INPUT_FILE ${CMAKE_CURRENT_LIST_DIR}/changelog
                OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz)
foreach(component lab library desktop)
  string(TOUPPER ${component} upper)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
