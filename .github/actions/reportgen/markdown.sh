#!/usr/bin/env bash
# Writes report.md, which becomes the comment, and the job summary where the host has one.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

arguments=(--format=markdown "--lang=$language" "--marker=$marker")
# A report too large for one of them is told at the end: it is attached all the same.
render() { # NAME DESTINATION LINK
  local code=0 link=()
  if [ -n "$3" ]; then link=("--link=$3"); fi
  "$bin/reportgen" render "$out/report.json" "${arguments[@]}" ${link[@]+"${link[@]}"} "--for=$2" "--out=$work/$1" || code=$?
  printf '%s\n' "$code" >"$work/$1-render-code"
}

# Where the report is has another address after every run. The comment leads to the page of the pull request that shows the runs, so
# that an unchanged result is an unchanged comment; the summary, new in every run, leads to the report itself.
page=${REPORTGEN_PAGE:-}
if [[ -z "$page" && "${GITHUB_REF:-}" =~ ^refs/pull/([0-9]+)/ ]]; then
  page="${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/pull/${BASH_REMATCH[1]}/checks"
fi

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  render summary github-summary "${REPORTGEN_LINK:-}"
  if [ -e "$work/summary/report.md" ]; then cat "$work/summary/report.md" >>"$GITHUB_STEP_SUMMARY"; fi
fi
render comment "$destination" "$page"
