# shellcheck shell=bash
# What the tests of lessons share. Source window.sh first.
is_ready() { has lesson.run && ! has_value lesson.run disabled; }
# Any prediction that the step takes.
predict() {
    if has lesson.choice.1; then
        click lesson.choice.1
    elif has lesson.commit; then
        click lesson.commit
    else
        drag_to lesson.plot 0.1 0.9 0.6
    fi
}
# The hash that drover-lab finds for a step of a lesson.
# shellcheck disable=SC2154  # the tests set `lab`
hash_of() { "$lab" lesson --check "$1" | sed -nE "s/^  $2\. .* hash ([0-9a-f]+)$/\1/p"; }
