# Writes OUT, a header that names the commit being built. The file changes only when the commit does.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
endif()
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
if(changes)
  string(APPEND commit "+changes")
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define DROVER_COMMIT \"${commit}\"\n")
