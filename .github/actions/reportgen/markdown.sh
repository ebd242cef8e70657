#!/usr/bin/env bash
# Writes report.md, which becomes the comment, and the job summary where the host has one.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

arguments=(--format=markdown "--lang=$language" "--marker=$marker")
if [ -n "${REPORTGEN_LINK:-}" ]; then arguments+=("--link=$REPORTGEN_LINK"); fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  "$bin/reportgen" render "$out/report.json" "${arguments[@]}" --for=github-summary "--out=$work/summary"
  cat "$work/summary/report.md" >>"$GITHUB_STEP_SUMMARY"
fi
# A report too large for a comment is told at the end: it is attached all the same.
code=0
"$bin/reportgen" render "$out/report.json" "${arguments[@]}" "--for=$destination" "--out=$work/comment" || code=$?
printf '%s\n' "$code" >"$work/markdown-code"
