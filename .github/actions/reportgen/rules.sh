#!/usr/bin/env bash
# Prints which rules hold, and adds them to the job summary; the exit code waits until the comment is written.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

if [ -z "$rules" ]; then exit 0; fi
gate=(gate "--rules=$rules" "--lang=$language")
code=0
"$bin/reportgen" "${gate[@]}" -- "$out/report.json" || code=$?
printf '%s\n' "$code" >"$work/rules-code"
case "$code" in 0 | 3) ;; *) exit 0 ;; esac
"$bin/reportgen" "${gate[@]}" --format=markdown -- "$out/report.json" >"$work/rules.md" || true
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  cat "$work/rules.md" >>"$GITHUB_STEP_SUMMARY"
fi
