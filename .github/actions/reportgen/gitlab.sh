#!/usr/bin/env bash
# The whole of it as one GitLab CI job: settings are variables, the report is attached by the job's `artifacts`.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export REPORTGEN_DESTINATION=gitlab
REPORTGEN_WORK=$(mktemp -d "${TMPDIR:-/tmp}/reportgen.XXXXXX")
export REPORTGEN_WORK
# The job's own address would make another note of every run.
if [ -n "${CI_MERGE_REQUEST_IID:-}" ]; then
  export REPORTGEN_PAGE="$CI_MERGE_REQUEST_PROJECT_URL/-/merge_requests/$CI_MERGE_REQUEST_IID/pipelines"
fi
for step in prepare compare markdown rules comment finish; do
  bash "$here/$step.sh"
done
