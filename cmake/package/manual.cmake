# install_manual(PROGRAM COMPONENT): the manual page and the completion for bash, which the program prints itself.
find_program(DROVER_GZIP gzip)
function(install_manual program component)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/${program}.1)
  set(completion ${CMAKE_CURRENT_BINARY_DIR}/${program}.completion)
  add_custom_command(OUTPUT ${page} ${page}.gz ${completion}
    COMMAND ${program} --manual >${page}
    COMMAND ${DROVER_GZIP} -9nkf ${page}
    COMMAND ${program} --completion >${completion}
    DEPENDS ${program} COMMENT "Writing the manual of ${program}")
  add_custom_target(${program}_manual ALL DEPENDS ${page} ${completion})
  install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME ${program} COMPONENT ${component})
endfunction()
