package planner

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// layClasses returns the classes in test order, each above the classes and units that it uses.
func layClasses(system *spec.System) []*plan.Class {
	uses := graph.Uses(system)
	var out []*plan.Class
	for _, c := range system.Classes {
		out = append(out, &plan.Class{Class: c, Layer: uses.LayerOf(graph.NodeOfClass(c.Name))})
	}
	slices.SortStableFunc(out, func(a, b *plan.Class) int { return a.Layer - b.Layer })
	return out
}

// makePairs makes the cases of the classes.
func (w *work) makePairs(ctx context.Context) error {
	for _, c := range layClasses(w.planned.System) {
		made, err := cases.Make(ctx, c.Class, w.options.solver())
		if err != nil {
			return err
		}
		c.Pairs, c.Notes, c.Telling = made.Pairs, made.Notes, made.Telling
		w.planned.Classes = append(w.planned.Classes, c)
	}
	return nil
}

// certifyPairs sets the cases of the classes to those of the file, each with its tag proved again.
func (c *certifier) certifyPairs(ctx context.Context) error {
	p := c.work.planned
	for _, k := range layClasses(p.System) {
		kept, is := c.file.Classes[k.Name]
		if !is {
			return c.file.Errorf([]string{"classes"}, "the class %s is missing", k.Name)
		}
		k.Notes, k.Telling = kept.Notes, kept.Mutants
		prover := cases.NewProver(k.Class)
		for i, one := range kept.Cases {
			if ctx.Err() != nil {
				return interruption(ctx)
			}
			pair, err := readPair(k, prover, one)
			if err != nil {
				return c.file.Errorf([]string{"classes", k.Name, "cases", strconv.Itoa(i)}, "%v", err)
			}
			k.Pairs = append(k.Pairs, pair)
		}
		p.Classes = append(p.Classes, k)
	}
	for name := range c.file.Classes {
		if p.System.Class(name) == nil {
			return c.file.Errorf([]string{"classes", name}, "there is no such class")
		}
	}
	return nil
}

// readPair returns a pair of a kept plan, after proving its tag.
func readPair(k *plan.Class, prover *cases.Prover, kept plan.FilePair) (*suite.Pair, error) {
	p := &suite.Pair{ID: kept.ID, Equivalent: kept.Equivalent, Original: kept.Original, Conditions: kept.Conditions,
		Own: kept.Own}
	if err := prover.Read(p, kept.First, kept.Second, kept.Experiment, kept.Values); err != nil || !p.Own {
		return p, err
	}
	isSame := func(o language.Case) bool {
		return language.FormatIn(k.Name, o.First) == kept.First && language.FormatIn(k.Name, o.Second) == kept.Second &&
			o.Equivalent == kept.Equivalent
	}
	if !slices.ContainsFunc(k.Own, isSame) {
		return nil, fmt.Errorf("the class has no such case of its own")
	}
	return p, nil
}
