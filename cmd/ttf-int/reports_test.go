package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/spec"
)

// TestWrites: of the files of a project, a run writes its reports, by flag or as the project says, its stream, and the
// failures that are kept.
func TestWrites(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	r := &testRun{feed: feed{jsonl: "stream.jsonl"}}
	for i := range report.Files {
		r.files = append(r.files, &reportFile{File: &report.Files[i]})
	}
	system := &spec.System{Dir: dir, Report: spec.Report{JUnit: "out/junit.xml"}}
	printed, err := os.Create(filepath.Join(dir, "printed.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	stdout := os.Stdout
	os.Stdout = printed
	writes := writtenBy(r, system)
	os.Stdout = stdout
	for name, want := range map[string]bool{"stream.jsonl": true, "failures/put.yaml": true, "out/junit.xml": true,
		"printed.txt": true, "out/other.xml": false, "failures.txt": false, "specs/put.yaml": false} {
		if got := writes(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
