package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// readClasses asks for the pairs of classes where the command line names nothing else.
func readClasses(r *testRun) {
	r.classes.Reaches = func(ctx context.Context, from string, others map[string]string) []string {
		calls, err := driver.Reaches(ctx, from, others)
		if err != nil { // a program in another language, or one whose source is not here
			slog.Debug("what eqn calls is not known", "place", from, "why", err)
		}
		return calls
	}
	r.classes.Calls = func(ctx context.Context, places map[string]string) map[string][]string {
		calls, err := driver.Calls(ctx, places)
		if err != nil {
			slog.Debug("what operations call is not known", "why", err)
		}
		return calls
	}
	if len(r.options.Units)+len(r.options.Cases)+len(r.machines.Names)+len(r.laws.Names) == 0 {
		r.options.Classes = &r.classes
	}
}

// readPair takes the id of a pair, such as Stack/given1_2, for what it is. It is false for other cases.
func (r *testRun) readPair(system *spec.System, id string) bool {
	name, _, ok := strings.Cut(id, "/")
	if !ok || system.Unit(name) != nil || system.Class(name) == nil {
		return false
	}
	c := &r.classes
	if !slices.Contains(c.Names, name) {
		c.Names = append(c.Names, name)
	}
	if c.Pairs == nil {
		c.Pairs = map[string][]string{}
	}
	c.Pairs[name] = append(c.Pairs[name], id)
	return true
}

// checkClasses reports pairs that do not exist.
func checkClasses(r *testRun, pl *planner.Planned) error {
	for name, ids := range r.classes.Pairs {
		for _, id := range ids {
			if _, _, err := findPair(pl, name, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// findPair returns the pair of a class with the given id.
func findPair(pl *planner.Planned, class, id string) (*plan.Class, *suite.Pair, error) {
	c := pl.Plan.Class(class)
	if c == nil {
		return nil, nil, fmt.Errorf("there is no class %q", class)
	}
	if p := c.Pair(id); p != nil {
		return c, p, nil
	}
	var ids []string
	for _, p := range c.Pairs {
		ids = append(ids, p.ID)
	}
	return nil, nil, fmt.Errorf("the class %s has no case %q%s", class, id, source.DidYouMean(id, ids))
}

// showPairs writes the pairs of a class.
func (a *app) showPairs(c *plan.Class, format string, ways bool) error {
	if ways || format == "latex" || format == "z" {
		return fmt.Errorf("%s is a class, whose cases are pairs of sequences: expected --format text or yaml, or --json", c.Name)
	}
	return a.console.write(func(w io.Writer) error {
		switch {
		case a.console.json:
			return report.WriteDocument(w, plan.FileClassOf(c))
		case format == "yaml":
			return report.WritePairsYAML(w, c)
		}
		return report.WriteClassPairs(w, c, style(a.console.stdout))
	})
}

// showPairTree writes of which sequences, and under which conditions, the pairs of a class were made.
func (a *app) showPairTree(c *plan.Class, format string, diff bool) error {
	if diff || format != "text" && !a.console.json {
		return fmt.Errorf("%s is a class, whose cases are pairs of sequences: expected --format text or --json", c.Name)
	}
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteDocument(w, plan.FileClassOf(c))
		}
		return report.WritePairTree(w, c, style(a.console.stdout))
	})
}

// showPair writes all about a pair of a class, or what came of the class.
func (e *explanation) showPair(pl *planner.Planned) error {
	run, from, err := e.planning.readKept(pl.System)
	if err != nil {
		return err
	}
	x := &report.PairExplanation{Class: e.class, Pair: e.pair, Run: run, From: from}
	return e.console.write(func(w io.Writer) error {
		if e.console.json {
			return report.WriteDocument(w, x.Document())
		}
		return x.WriteText(w, style(e.console.stdout))
	})
}
