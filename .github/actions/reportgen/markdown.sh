#!/usr/bin/env bash
# Writes report.md, which becomes the comment, and the job summary where the host has one.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

arguments=(--format=markdown "--lang=$language" "--marker=$marker")
if [ -n "${REPORTGEN_LINK:-}" ]; then arguments+=("--link=$REPORTGEN_LINK"); fi
# A report too large for one of them is told at the end: it is attached all the same.
render() {
  local code=0
  "$bin/reportgen" render "$out/report.json" "${arguments[@]}" "--for=$2" "--out=$work/$1" || code=$?
  printf '%s\n' "$code" >"$work/$1-render-code"
}

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  render summary github-summary
  if [ -e "$work/summary/report.md" ]; then cat "$work/summary/report.md" >>"$GITHUB_STEP_SUMMARY"; fi
fi
render comment "$destination"
