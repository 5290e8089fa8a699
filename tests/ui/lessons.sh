#!/usr/bin/env bash
# A whole lesson by mouse and keys: a curve that is drawn, a number that is typed, a choice and a challenge;
# wandering off and coming back. Then the first step of every shipped lesson. What comes out is what
# drover-lab says.
#
#     lessons.sh DROVER DROVER_LAB
# shellcheck source=tests/ui/window.sh
. "$(dirname "$0")/window.sh" "$@"
# shellcheck source=tests/ui/lesson_steps.sh
. "$(dirname "$0")/lesson_steps.sh"
lab=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)

is_refused() { has_value lesson.run disabled; }
is_at_step() { has_value lesson.step "$1 of *" && has_not lesson.verdict; }

# Nothing that would make frames slow.
mkdir -p "$folder/state/drover"
echo '{"hidden_panels": {"plots": true, "time": true, "frame": true}}' >"$folder/state/drover/layout.json"

size=640x900 open_window --lesson "$here/lesson.json"
# A curve, by mouse.
eventually "the first question" has lesson.question
eventually "Run to wait for a prediction" is_refused
drag_to lesson.plot 0.2 0.95
eventually "a drawn line" is_ready
click lesson.run
eventually "what happened" has lesson.verdict
eventually "the step's last frame" has_value lesson.plot "24 frames"
has_value lesson.explain "The lesson gave a command." || fail "no explanation"
eventually "the state of drover-lab" has_value lesson.hash "$(hash_of "$here/lesson.json" 1)"

# A number, by keys: it is typed, and Enter runs.
press Return
eventually "the second step" is_at_step 2
type_into lesson.number 2.2
eventually "a number" is_ready
press Return
eventually "what happened" has lesson.verdict
has_value lesson.said "2.2 ms" || fail "said $(value_of lesson.said)"
has_value lesson.happened "2 ms" || fail "happened $(value_of lesson.happened)"
has_value lesson.verdict "As you said." || fail "$(value_of lesson.verdict)"

# A challenge that is not met; Again keeps the prediction.
click lesson.next
eventually "the third step" is_at_step 3
press 1
eventually "a choice" has_value lesson.choice.1 chosen
eventually "to be ready" is_ready
press Return
eventually "what is missing" has_value lesson.verdict "Not there yet*"
has_value lesson.goal.0 "broken*" || fail "the goal is $(value_of lesson.goal.0)"
click lesson.again
eventually "the start" is_ready
has_value lesson.choice.1 chosen || fail "the prediction is lost"
# Nothing is locked: the budget at the start, then the run.
drag_to load.budget_ms 0.5 0.1
click lesson.run
eventually "the challenge to be met" has_value lesson.verdict "As you said."
has_value lesson.goal.0 "held*" || fail "the goal is $(value_of lesson.goal.0)"

# The worksheet has all three steps; what it says of running one again leads to the same state.
eventually "a hash" has lesson.hash
hash=$(value_of lesson.hash)
click lesson.worksheet
eventually "a word about the page" has_value message "Saved as */lesson-1.html"
press Escape
eventually "the message to go" has_not message
page=$folder/state/drover/exports/lesson-1.html
[ "$(grep -c 'run again' "$page")" -eq 3 ] || fail "not all steps are on the worksheet"
sed -n '/with step-3.jsonl/,/<\/pre>/p' "$page" | sed 's/.*<pre>//; s/<\/pre>.*//; s/&quot;/"/g' >"$folder/step-3.jsonl"
rerun=$(grep -o 'drover-lab run [^<]*step-3.jsonl' "$page")
(cd "$folder" && eval "\"$lab\" ${rerun#drover-lab }") | grep -qx "$hash" ||
    fail "running it again ends elsewhere than $hash"

# Off to another world, and back.
click lesson.back
eventually "the second step" is_at_step 2
press r
eventually "to be elsewhere" has_value lesson.place "You are elsewhere*"
click lesson.commit
eventually "to be ready" is_ready
click lesson.run
eventually "what happened" has_value lesson.verdict "Not as you said."
eventually "the state of drover-lab" has_value lesson.hash "$(hash_of "$here/lesson.json" 2)"
click lesson.leave

# The first step of every shipped lesson: any prediction will do.
for name in $("$lab" lesson --names); do
    eventually "the list" has "lesson.list.$name"
    click "lesson.list.$name"
    eventually "the question of $name" has lesson.question
    predict
    eventually "the start of $name" is_ready
    click lesson.run
    # Half a minute, and the length of its frames.
    eventually "the end of $name" has lesson.verdict
    if [ "$name" != tuning ]; then
        eventually "the state that drover-lab finds for $name" has_value lesson.hash "$(hash_of "$name" 1)"
    fi
    click lesson.leave
done
press ctrl+q
await_end
[ "$ended" -eq 0 ] || fail "ended with $ended"
