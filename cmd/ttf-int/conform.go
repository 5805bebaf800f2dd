package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const conformHelp = `Conform tells whether one machine, as an implementation, conforms to another, as a
specification. Both are machines of the project with a spec, a function of Z. Nothing
is built and nothing runs.

A machine conforms where each of its outputs is allowed, after all inputs and outputs
that the specification allows, for each input of which it specifies anything then. An
implementation must take every input: where it has no move for one, it is none.

Of machines whose states are few enough together, the answer is a proof, or a sequence
that refutes, than which none is shorter. Of others it is a refutation, or that none was
found in a number of steps: first all that is near, then sequences at random.

Exit codes: 0 proved or not refuted, 1 refuted or no implementation, 2 an error, 4
unknown, since a function has no value.`

const (
	defaultPairs        = 20_000
	defaultRandomSteps  = 20_000
	defaultRandomLength = 100
)

func conformCommand(a *app) *cobra.Command {
	effort := reactive.Effort{}
	c := &cobra.Command{
		Use: "conform IMPLEMENTATION SPECIFICATION", Short: "hold one machine against another", Long: conformHelp,
		Args: arguments(2, 2, "the names of two machines"),
		Example: "  ttf-int conform m4 m3\n  ttf-int conform m5 m1 --json\n" +
			"  ttf-int conform m5 m5 --states 100 --steps 100000 --seed 3",
	}
	flags := c.Flags()
	flags.IntVar(&effort.Pairs, "states", defaultPairs, "try `N` pairs of states at most, the nearest first")
	flags.IntVar(&effort.Steps, "steps", defaultRandomSteps, "where there are more, try `N` steps at random")
	flags.IntVar(&effort.Length, "length", defaultRandomLength, "with `N` steps in a sequence at most")
	flags.Int64Var(&effort.Seed, "seed", 0, "chooses the random sequences")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		for _, flag := range []struct {
			name  string
			value int
		}{{"states", effort.Pairs}, {"steps", effort.Steps}, {"length", effort.Length}} {
			if flag.value < 1 {
				return fmt.Errorf("--%s %d: expected 1 or more", flag.name, flag.value)
			}
		}
		return conform(cmd.Context(), a, args[0], args[1], effort)
	}
	return c
}

// conform holds one machine of the project against another.
func conform(ctx context.Context, a *app, one, other string, effort reactive.Effort) error {
	system, err := a.project.load(false)
	if err != nil {
		return err
	}
	imp, err := findReactive(system, one)
	if err != nil {
		return err
	}
	of, err := findReactive(system, other)
	if err != nil {
		return err
	}
	found, err := reactive.Conforms(ctx, imp, of, effort)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c := &report.Conformance{Implementation: imp, Specification: of, Found: found, Seed: effort.Seed}
	if err := a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteDocument(w, c)
		}
		return c.Write(w)
	}); err != nil {
		return err
	}
	switch {
	case found.Answer == reactive.Refuted || found.Deaf != nil:
		return exitSilently(exitFailed)
	case found.Answer == reactive.Unknown:
		return exitSilently(exitIncomplete)
	}
	return nil
}

// findReactive returns the machine of the project with the given name, which must have a
// specification of its own.
func findReactive(system *spec.System, name string) (*reactive.Machine, error) {
	var known []string
	for _, m := range system.Machines {
		if m.Reactive != nil {
			known = append(known, m.Name)
		}
	}
	of := findMachine(system, name)
	switch {
	case of == nil && len(known) == 0:
		return nil, fmt.Errorf("there is no machine %q: the project has none with a spec", name)
	case of == nil:
		return nil, fmt.Errorf("there is no machine %q%s", name, source.DidYouMean(name, known))
	case of.Reactive == nil:
		return nil, fmt.Errorf("the machine %s has units and no spec: conform holds machines with a spec against each "+
			"other", name)
	}
	m, err := reactive.New(name, of.Reactive, system)
	if err != nil {
		return nil, source.Errorf(of.At, "%v", err)
	}
	return m, nil
}
