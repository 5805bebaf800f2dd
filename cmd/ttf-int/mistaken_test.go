package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
)

// TestMistaken: what ttf-int is wrong about is said, and ends every command with 3,
// whatever came of it, unless a person interrupted it.
func TestMistaken(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	wrong := &console{stderr: file, mistakes: []string{"op/DNF_1 was refuted, but a case satisfies it"}}
	right := &console{stderr: file}
	for _, code := range []exitCode{exitOK, exitFailed, exitWrong, exitMachinery, exitIncomplete, exitInterrupted} {
		want := exitMachinery
		if code == exitInterrupted {
			want = code
		}
		if got := wrong.sayMistakes(code); got != want {
			t.Errorf("%d becomes %d, want %d", code, got, want)
		}
		if got := right.sayMistakes(code); got != code {
			t.Errorf("%d becomes %d without a mistake", code, got)
		}
	}
	text, err := os.ReadFile(file.Name())
	if err != nil || !strings.HasPrefix(string(text),
		"ttf-int: this is a mistake in ttf-int, please report it: op/DNF_1 was refuted, but a case satisfies it\n") {
		t.Errorf("%s %v", text, err)
	}
}

// faulty is a solver with a mistake.
type faulty struct{ solve.Solver }

func (faulty) Solve(context.Context, solve.Problem) solve.Result { panic("a mistake in the solver") }

// TestPanics: a panic while a project is planned, on whatever goroutine, ends the command
// with 3 and is said to be a mistake in ttf-int.
func TestPanics(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a := newApp(nil, file, proc.Guard{})
	a.planning.noCache = true
	a.project.config = filepath.Join("..", "..", "examples", "sortedlist", "ttf-int.yaml")
	code := a.console.recoverFrom(func() exitCode {
		_, err := a.planning.planInTime(t.Context(), func(ctx context.Context) (*planner.Planned, error) {
			system, err := a.project.load(false)
			if err != nil {
				return nil, err
			}
			return a.planning.planWith(ctx, system, false, func(o planner.Options) (*planner.Planned, error) {
				o.Solver = faulty{}
				return planner.Make(ctx, system, o)
			})
		})
		return a.console.explain(t.Context(), err)
	})
	text, err := os.ReadFile(file.Name())
	if code != exitMachinery || err != nil ||
		!strings.Contains(string(text), mistakeFound+"a mistake in the solver\n") {
		t.Errorf("exit code %d, error %v\n%s", code, err, text)
	}
}
