#!/bin/sh
# What bazel test runs: ttf-int, which takes from Bazel what to run, and where its reports go.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
exec ttf-int run --jsonl "${TEST_UNDECLARED_OUTPUTS_DIR:-out}/run.jsonl"
