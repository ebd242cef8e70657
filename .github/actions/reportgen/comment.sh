#!/usr/bin/env bash
# Keeps the comment up to date; the exit code waits for the end.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

if [ "$comment" = false ] || [ ! -e "$work/comment/report.md" ]; then exit 0; fi
code=0
REPORTGEN_AUTHOR=$author "$bin/python" -B "$here/comment.py" "$work/comment/report.md" "$work/rules.md" || code=$?
printf '%s\n' "$code" >"$work/comment-code"
