package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var faultsProgram = sync.OnceValues(func() (string, error) { return buildProgram("faults", "./testdata/faults/sut") })

// planted is a fault of a program that has classes.
type planted struct {
	class, name string
	wrong       string // the operations that are wrong
	named       int    // how many operations the first report names at most
	size        int    // of how many operations its first sequence consists at most
}

// allPlanted returns the faults of testdata/faults. An operation is wrong if its own text is, or that of a function
// which it shares with others.
func allPlanted() []planted {
	return []planted{
		{"Stack", "stack-push-below", "push", 2, 3},
		{"Stack", "stack-push-third", "push", 1, 4},
		{"Stack", "stack-pop-two", "pop", 1, 4},
		{"Stack", "stack-swap-copies", "swap", 2, 3},
		{"Stack", "stack-top", "top", 2, 4},
		{"Buffer", "buffer-create", "create", 3, 3},
		{"Buffer", "buffer-put-wrap", "put", 4, 2},
		{"Buffer", "buffer-get-empty", "get", 1, 2},
		{"Buffer", "buffer-reset", "reset", 1, 1},
		{"Buffer", "buffer-room", "room", 4, 2},
		{"Group", "group-find", "join quit has", 1, 4},
		{"Group", "group-join-lost", "join", 1, 4},
		{"Group", "group-join-twice", "join", 1, 3},
		{"Group", "group-quit", "quit", 1, 3},
		{"Group", "group-merge", "merge", 2, 3},
		{"Group", "group-has", "has", 2, 3},
		{"Group", "group-size", "size", 2, 3},
		{"Chained", "chained-put-old", "put", 2, 3},
		{"Chained", "chained-put-cuts", "put", 1, 4},
		{"Chained", "chained-put-chain", "put", 1, 4},
		{"Chained", "chained-drop-count", "drop", 2, 2},
		{"Chained", "chained-drop-first", "drop", 1, 3},
		{"Chained", "chained-get", "get", 2, 3},
		{"Symbols", "symbols-enter-copies", "enter", 2, 4},
		{"Symbols", "symbols-enter-shares", "enter", 1, 3},
		{"Symbols", "symbols-leave-keeps", "leave", 2, 3},
		{"Symbols", "symbols-declare-outer", "declare", 2, 3},
		{"Symbols", "symbols-declare-outermost", "declare", 1, 3},
		{"Symbols", "symbols-declared", "declared", 2, 4},
		{"Symbols", "symbols-type", "type", 2, 3},
		{"Text", "text-type", "type", 3, 5},
		{"Text", "text-step", "left right", 2, 3},
		{"Text", "text-back", "back", 1, 4},
		{"Text", "text-left-shares", "left", 2, 3},
		{"Text", "text-right", "right", 1, 5},
		{"Text", "text-length", "length", 2, 4},
		{"Bank", "bank-open", "open", 2, 4},
		{"Bank", "bank-book", "pay draw", 2, 3},
		{"Bank", "bank-pay-twice", "pay", 1, 4},
		{"Bank", "bank-draw-all", "draw", 1, 3},
		{"Bank", "bank-move-self", "move", 1, 3},
		{"Bank", "bank-balance", "balance", 2, 3},
	}
}

// TestPlanted: every fault is found, each report names an operation that is wrong, and the first one names few others
// and is short.
func TestPlanted(t *testing.T) {
	t.Parallel()
	p := planProject(t, "testdata/faults", faultsProgram, func(*spec.System, *spec.SUT) {})
	graphs := &callGraphs{known: map[string]map[string][]string{}}
	for _, f := range append(allPlanted(), planted{name: "none"}) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			calls := func(ctx context.Context, places map[string]string) map[string][]string {
				return graphs.read(ctx, t, places)
			}
			r := run(t, withFault(p, f.name), runner.Options{Parallel: 1,
				Classes: &runner.Classes{Names: classesOf(p, f), Calls: calls}})
			if f.class == "" {
				for _, c := range r.Classes {
					if len(c.Failures) > 0 || c.Pairs == 0 {
						t.Errorf("%s without a fault: %d pairs, %+v", c.Class, c.Pairs, c.Failures)
					}
				}
				return
			}
			failures := r.Classes[0].Failures
			if len(failures) == 0 {
				t.Fatal("it is not found")
			}
			for i, one := range failures {
				named := append([]string{one.Blame}, strings.Split(one.Or, " or ")...)
				named = slices.DeleteFunc(named, func(s string) bool { return s == "" })
				isWrong := func(s string) bool { return slices.Contains(strings.Fields(f.wrong), s) }
				if !slices.ContainsFunc(named, isWrong) {
					t.Errorf("of %s ~ %s %q are blamed", one.First, one.Second, named)
				}
				if size := strings.Count(one.First, "."); i == 0 && (size > f.size || len(named) > f.named) {
					t.Errorf("of %s ~ %s, %d operations, %q are blamed: want %d and %d", one.First, one.Second,
						size, named, f.size, f.named)
				}
			}
		})
	}
}

// callGraphs reads which operations of a class call each other in its program, once for a class, of the operations'
// places.
type callGraphs struct {
	mu    sync.Mutex
	known map[string]map[string][]string
}

func (g *callGraphs) read(ctx context.Context, t *testing.T, places map[string]string) map[string][]string {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := fmt.Sprint(places)
	if g.known[key] == nil {
		calls, err := driver.Calls(ctx, places)
		if err != nil || len(calls) != len(places) {
			t.Errorf("of %v these calls are known: %v, %v", places, calls, err)
		}
		g.known[key] = calls
	}
	return g.known[key]
}

// withFault returns a plan whose program has a fault.
func withFault(p *plan.Plan, name string) *plan.Plan {
	out, system := *p, *p.System
	system.SUTs = map[string]*spec.SUT{}
	for key, s := range p.System.SUTs {
		one := *s
		one.Env = []string{"FAULT=" + name}
		system.SUTs[key] = &one
	}
	out.System = &system
	return &out
}

// classesOf returns the class that has a fault; all where there is none.
func classesOf(p *plan.Plan, f planted) (out []string) {
	for _, c := range p.Classes {
		if f.class == "" || c.Name == f.class {
			out = append(out, c.Name)
		}
	}
	return out
}
