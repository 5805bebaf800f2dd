//go:build unix

package smt

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/solve"
)

// writePretender writes a program that answers as it is told, and returns its file.
func writePretender(t *testing.T, answers string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pretender")
	text := "#!/bin/sh\nwhile read line; do case \"$line\" in\n*'(echo \"'*) m=${line#*\\\"}; echo \"${m%\\\"*}\";;\n" +
		answers + "\n*get-info*) echo '(:version \"0.1\")';;\nesac; done\n"
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFaults: whatever a program does, the problem is undecided with the reason,
// and so is the next one.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, answers, want string }{
		{"crash", "*check-sat*) echo why >&2; exit 7;;", "z3 ended with exit status 7: why"},
		{"killed", "*check-sat*) kill -9 $$;;", "z3 was ended by a signal: killed"},
		{"hang", "*check-sat*) sleep 1000;;", "z3 gave no answer in 500ms and was ended"},
		{"garbage", "*check-sat*) echo banana;;", "z3 answered banana where sat or unsat was expected"},
		{"nothing", "*check-sat*) ;;", "z3 answered  where sat or unsat was expected"},
		{"flood", "*check-sat*) yes sat;;", "it wrote more than"},
		{"error", "*check-sat*) echo '(error \"no such luck\")';;", `z3 answered (error "no such luck")`},
		{"unknown", "*check-sat*) echo unknown;;", "z3 gave it up"},
		{"wrong model", "*check-sat*) echo sat;;\n*get-value*) echo '((i0 3))';;",
			"the model of z3 is not confirmed by evaluation: with x = 3"},
		{"no model", "*check-sat*) echo sat;;\n*get-value*) echo '((i0 banana))';;",
			"z3 could not be understood: it is not a list of values"},
		{"short model", "*check-sat*) echo sat;;\n*get-value*) echo '()';;", "z3 gave no value to a variable"},
		{"no core", "*check-sat*) echo unsat;;\n*get-unsat*) echo '((c0))';;", "it is not a list of names"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			limit := time.Hour
			if c.name == "hang" {
				limit = 500 * time.Millisecond
			}
			s, err := New(t.Context(), Options{Program: "z3", Path: writePretender(t, c.answers), Time: limit})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 2 {
				r := s.Solve(t.Context(), problemOf(t, "x : ℤ | x > 3"))
				if r.Outcome != solve.Undecided || !strings.Contains(r.Reason, c.want) {
					t.Errorf("%s, want %q", describe(r), c.want)
				}
			}
			if model := c.name == "wrong model" || c.name == "unknown"; s.IsFaulty() == model {
				t.Errorf("its fault is told as %v", s.IsFaulty())
			}
		})
	}
}

// TestSaysSo: that there is none is a program's word.
func TestSaysSo(t *testing.T) {
	t.Parallel()
	s, err := New(t.Context(),
		Options{Program: "z3", Path: writePretender(t, "*check-sat*) echo unsat;;\n*get-unsat*) echo '(c0)';;")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := s.Solve(t.Context(), problemOf(t, "x : ℤ | x > 3"))
	if r.Outcome != solve.Unsatisfiable || !strings.HasPrefix(r.Reason, "z3 says that ") {
		t.Error(describe(r))
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	s, err := New(t.Context(), Options{Program: "z3", Path: writePretender(t, "*check-sat*) sleep 1000;;")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if r := s.Solve(ctx, problemOf(t, "x : ℤ | x > 3")); r.Outcome != solve.Undecided ||
		r.Reason != "time limit: the search was given up" {
		t.Error(describe(r))
	}
}
