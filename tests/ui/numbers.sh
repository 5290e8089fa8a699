#!/usr/bin/env bash
# Text that is not a number or is out of range changes nothing, and the field says why; a right click resets.
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"

open_window plains --clock model
eventually "the budget of the scenario" is_about load.budget_ms 4 0.001
for text in nan inf -inf 1e999 -1 51000 12x ''; do
    type_into load.budget_ms "$text"
    eventually "a complaint about '$text'" has load.budget_ms.error
    is_about load.budget_ms 4 0.001 || fail "'$text' changed the budget to $(value_of load.budget_ms)"
    type_into load.budget_ms 4
    eventually "the complaint to go" has_not load.budget_ms.error
done
type_into load.budget_ms 2.5
eventually "a number that is typed" is_about load.budget_ms 2.5 0.001
move_to load.budget_ms
xdotool click 3
eventually "the scenario's number again" is_about load.budget_ms 4 0.001
