#!/usr/bin/env bash
# Writes report.html, report.json and queries.csv.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

arguments=()
while IFS= read -r line; do
  read -r trimmed <<<"$line" || true
  if [ -n "$trimmed" ]; then arguments+=("$trimmed"); fi
done <<<"$options"
arguments+=(--format=html --format=json --format=csv "--lang=$language" "--out=$out")
if [ -n "$labels" ]; then arguments+=("--labels=$labels"); fi
"$bin/reportgen" compare "${arguments[@]}" -- "$baseline" "$candidate"
