package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/result"
)

// readBazel takes from the environment what Bazel tells a test, where the command line says nothing else: which shard
// it is, which units or cases are wanted (--test_filter), and where its reports go. The variables are those of Bazel's
// test encyclopedia.
func readBazel(r *testRun, flags *pflag.FlagSet) error {
	if !isBazel() {
		return nil
	}
	if total := os.Getenv("TEST_TOTAL_SHARDS"); total != "" && !flags.Changed("shard") {
		count, err := strconv.Atoi(total)
		index, wrong := strconv.Atoi(os.Getenv("TEST_SHARD_INDEX")) // from 0
		if cmp.Or(err, wrong) != nil || index < 0 || index >= count || count > maxShards {
			return fmt.Errorf("TEST_SHARD_INDEX=%s and TEST_TOTAL_SHARDS=%s, which Bazel sets, do not name a shard",
				os.Getenv("TEST_SHARD_INDEX"), total)
		}
		if count > 1 {
			r.options.Shard = &result.Shard{Index: index + 1, Count: count}
		}
	}
	if file := os.Getenv("TEST_SHARD_STATUS_FILE"); file != "" {
		if err := os.WriteFile(file, nil, 0o666); err != nil { // it says that this test knows of shards
			return blameMachinery(err)
		}
	}
	if filter := os.Getenv("TESTBRIDGE_TEST_ONLY"); len(r.options.Units)+len(r.options.Cases) == 0 {
		for _, name := range strings.FieldsFunc(filter, func(c rune) bool { return c == ',' || c == ':' }) {
			if strings.ContainsAny(name, "/~") {
				r.options.Cases = append(r.options.Cases, name)
			} else {
				r.options.Units = append(r.options.Units, name)
			}
		}
	}
	sendTo(r.files, "junit", os.Getenv("XML_OUTPUT_FILE"), "")
	sendTo(r.files, "json-file", os.Getenv("TEST_UNDECLARED_OUTPUTS_DIR"), "run.json")
	sendTo(r.files, "html", os.Getenv("TEST_UNDECLARED_OUTPUTS_DIR"), ".")
	return nil
}

// isBazel tells whether Bazel runs this, or what sets variables as Bazel does. Bazel says so since its version 5. It is
// known by each variable that no other tool sets, too: who is asked for a shard must not run everything.
func isBazel() bool {
	for _, name := range []string{"BAZEL_TEST", "TEST_TOTAL_SHARDS", "TEST_SHARD_STATUS_FILE", "TESTBRIDGE_TEST_ONLY",
		"TEST_UNDECLARED_OUTPUTS_DIR"} {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return os.Getenv("TEST_TARGET") != "" && os.Getenv("TEST_SRCDIR") != ""
}

// sendTo has a report written to a place that the environment names, unless the command line names one.
func sendTo(files []*reportFile, flag, place, name string) {
	for _, f := range files {
		if f.Flag == flag && f.given == "" && place != "" {
			f.given = filepath.Join(place, name)
		}
	}
}
