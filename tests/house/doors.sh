#!/usr/bin/env bash
# Checks that files are opened at few doors. Every input goes through openFile() and every output through openOutput() or
# replaceFile(): these keep inputs from being overwritten and outputs from being written twice.
set -euo pipefail
cd "$(dirname "$0")/../.."

doors="core/base/input_error.cpp core/base/open_output.cpp core/base/output_lock.cpp core/base/replace_file.cpp"
# Not files of the user: what the system says of itself, folders, and standard streams.
others="app/command_line/memory.cpp app/command_line/output.cpp app/command_line/program.cpp app/desktop/user_files.cpp
    app/lab/reproduce/reproduce.cpp"

wrong=0
while IFS=: read -r file line text; do
    case " $doors $others " in *[[:space:]]"$file"[[:space:]]*) continue ;; esac
    echo "$file:$line: opens a file, which only these may do: $doors: $text" >&2
    wrong=1
done < <(grep -nEr --include='*.cpp' --include='*.h' 'std::(basic_)?[io]?fstream\b|\bfreopen\(|\bfopen\(|(^|[^A-Za-z0-9_])::open(at)?\(|\bcreat\(' core render app)
exit "$wrong"
