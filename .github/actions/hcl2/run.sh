#!/usr/bin/env bash
# Runs what the inputs of the action ask for, and fails at the end if a part of it did.
set -euo pipefail

hcl2=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/crates/cli/pre-commit.sh
read -r -a paths <<<"${HCL2_PATHS:-.}"
failed=0
if [ "${HCL2_CHECK:-true}" = true ]; then
    if [ -n "${HCL2_SARIF:-}" ]; then
        "$hcl2" check --diagnostics sarif -- "${paths[@]}" >"$HCL2_SARIF" || failed=1
    else
        "$hcl2" check --diagnostics github -- "${paths[@]}" || failed=1
    fi
fi
if [ "${HCL2_FMT:-true}" = true ]; then
    "$hcl2" fmt --check --diff -- "${paths[@]}" || failed=1
fi
exit "$failed"
