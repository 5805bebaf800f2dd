package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMistaken: what ttf-int is wrong about is said, and ends every command with 3,
// whatever came of it, unless a person interrupted it.
func TestMistaken(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	wrong := &app{stderr: file, mistakes: []string{"op/DNF_1 was refuted, but a case satisfies it"}}
	right := &app{stderr: file}
	for _, code := range []exitCode{exitOK, exitFailed, exitWrong, exitMachinery, exitIncomplete, exitInterrupted} {
		want := exitMachinery
		if code == exitInterrupted {
			want = code
		}
		if got := wrong.mistaken(code); got != want {
			t.Errorf("%d becomes %d, want %d", code, got, want)
		}
		if got := right.mistaken(code); got != code {
			t.Errorf("%d becomes %d without a mistake", code, got)
		}
	}
	text, err := os.ReadFile(file.Name())
	if err != nil || !strings.HasPrefix(string(text), "ttf-int: this is a mistake in ttf-int, please report it: op/DNF_1 was refuted, but a case satisfies it\n") {
		t.Errorf("%s %v", text, err)
	}
}
