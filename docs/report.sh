#!/usr/bin/env bash
# Makes docs/report.png, the picture of a stub report in README.md: examples/depot
# with a fault in put, as a headless Chromium shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
DEPOT_FAULT=put-wfe go run ./cmd/ttf-int -C examples/depot run --html "$out" >/dev/null || [ $? = 1 ]
chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$out/browser" \
  --window-size=1000,612 --screenshot=docs/report.png "file://$out/stubs.html"
