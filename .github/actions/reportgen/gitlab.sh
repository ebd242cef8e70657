#!/usr/bin/env bash
# The whole of it as one GitLab CI job: settings are variables, the report is attached by the job's `artifacts`.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export REPORTGEN_DESTINATION=gitlab
REPORTGEN_WORK=$(mktemp -d "${TMPDIR:-/tmp}/reportgen.XXXXXX")
export REPORTGEN_WORK
out=${REPORTGEN_OUT:-report}
if [ -z "${REPORTGEN_LINK:-}" ] && [ -n "${CI_JOB_URL:-}" ] && [[ "$out" =~ ^[A-Za-z0-9._/-]+$ ]]; then
  export REPORTGEN_LINK="$CI_JOB_URL/artifacts/file/${out%/}/report.html"
fi
for step in prepare compare markdown rules comment finish; do
  bash "$here/$step.sh"
done
