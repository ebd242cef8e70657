#!/usr/bin/env bash
# Exits with 1 where the comment or the rules came to nothing, with 3 where a rule does not hold, else with 0.
set -euo pipefail
. "$REPORTGEN_WORK/settings.sh"

code_of() { if [ -e "$work/$1-code" ]; then cat "$work/$1-code"; else echo 0; fi; }

say() {
  if [ -n "${GITHUB_ACTIONS:-}" ]; then printf '::error title=reportgen::%s\n' "$1"; else printf 'reportgen: %s\n' "$1" >&2; fi
}

code=0
if [ "$(code_of rules)" = 3 ]; then
  say "A rule does not hold; the log and the summary show each with its numbers."
  code=3
elif [ "$(code_of rules)" != 0 ]; then
  say "The rules were refused; the log says why."
  code=1
fi
if [ "$(code_of summary-render)" != 0 ]; then
  say "There is no job summary; the log says why. The report is attached."
  code=1
fi
if [ "$comment" = true ] && [ "$(code_of comment-render)" != 0 ]; then
  say "There is no comment; the log says why. The report is attached."
  code=1
elif [ "$(code_of comment)" != 0 ]; then
  say "The comment was not written; the log says why. The report is attached."
  code=1
fi
exit "$code"
