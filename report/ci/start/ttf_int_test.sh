#!/bin/sh
# What bazel test runs: ttf-int, with the files that Bazel wants where it wants them.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
out=${TEST_UNDECLARED_OUTPUTS_DIR:-out}
exec ttf-int run --junit "${XML_OUTPUT_FILE:-$out/junit.xml}" --html "$out" --jsonl "$out/run.jsonl"
