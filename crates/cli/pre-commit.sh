#!/bin/sh
# The entry of the pre-commit hooks. Builds the command of this checkout once and runs it, or runs the one that
# HCL2_COMMAND names.
set -eu

if [ -n "${HCL2_COMMAND:-}" ]; then
    exec "$HCL2_COMMAND" "$@"
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
binary=$root/target/release/hcl2
if [ ! -x "$binary" ]; then
    cargo build --quiet --release --locked --package hcl2-cli --manifest-path "$root/Cargo.toml" --target-dir "$root/target"
fi
exec "$binary" "$@"
