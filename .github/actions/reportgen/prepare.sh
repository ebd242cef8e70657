#!/usr/bin/env bash
# Checks the settings, keeps them for the other scripts, and installs reportgen from the checkout that this script is part of.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)

fail() {
  printf 'reportgen: %s\n' "$1" >&2
  exit 1
}

if [ "${GITHUB_EVENT_NAME:-}" = pull_request_target ]; then
  fail "pull_request_target gives code of a fork a token that can write; run this on pull_request"
fi

baseline=${REPORTGEN_BASELINE:-}
candidate=${REPORTGEN_CANDIDATE:-}
labels=${REPORTGEN_LABELS:-}
language=${REPORTGEN_LANGUAGE:-en}
destination=${REPORTGEN_DESTINATION:-github-comment}
out=${REPORTGEN_OUT:-report}
marker=${REPORTGEN_MARKER:-default}
rules=${REPORTGEN_RULES:-}
options=${REPORTGEN_OPTIONS:-}
comment=${REPORTGEN_COMMENT:-true}
author=${REPORTGEN_AUTHOR:-}

[ -n "$baseline" ] || fail "no baseline is given"
[ -n "$candidate" ] || fail "no candidate is given"
for setting in baseline candidate labels language destination out marker rules comment author; do
  case "${!setting}" in
    *$'\n'* | *$'\r'*) fail "$setting holds a line break" ;;
  esac
done
case "$language" in en | zh) ;; *) fail "language is '$language'; give en or zh" ;; esac
case "$comment" in true | false) ;; *) fail "comment is '$comment'; give true or false" ;; esac
case "$marker" in *[!a-z0-9-]* | '') fail "marker is '$marker'; use a-z, 0-9 and -" ;; esac
case "$destination" in
  github-comment | github-pr | gitlab) ;;
  *) fail "destination is '$destination'; give github-comment, github-pr or gitlab" ;;
esac

work=${REPORTGEN_WORK:-$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/reportgen.XXXXXX")}
venv=${REPORTGEN_VENV:-}
if [ -z "$venv" ]; then
  # Shared by the comparisons of one job; the runner empties its folder after each.
  venv=${RUNNER_TEMP:-$work}/reportgen-venv
  if [ ! -e "$venv/installed" ]; then
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
      fail "Python 3.11 or newer is needed; put actions/setup-python@v6 before this step"
    python3 -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$root"
    touch "$venv/installed"
  fi
fi
bin=$venv/bin

declare -p here bin work baseline candidate labels language destination out marker rules options comment author \
  >"$work/settings.sh"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'work=%s\n' "$work" >>"$GITHUB_OUTPUT"
fi
