package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
)

// waysTime is how long ways are looked for.
const waysTime = 20 * time.Second

// waysFlag adds the flag --ways to a command.
func waysFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("ways", false,
		"show instead how operations lead to the state in which each case begins, by the schemas alone")
}

// showWays writes the ways to the states of cases of some units, instead of what the command
// shows else.
func (a *app) showWays(ctx context.Context, pl *planner.Planned, units []*plan.Unit, one *plan.Case) error {
	ways, err := callWithin(ctx, a.limits.memory, grace, func(ctx context.Context) ([]plan.Way, error) {
		within, end := context.WithTimeout(ctx, waysTime)
		defer end()
		var out []plan.Way
		for _, u := range units {
			cases := u.Cases
			if one != nil {
				cases = []*plan.Case{one}
			}
			out = append(out, pl.Ways(within, u, cases)...)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	return a.console.write(func(w io.Writer) error {
		if a.console.json {
			return report.WriteWaysJSON(w, ways)
		}
		return report.WriteWays(w, ways, style(a.console.stdout))
	})
}

// errWaysFormat is the error that ways have no such format, and are not part of a plan.
var errWaysFormat = errors.New("--ways with --format or -o: ways are not in the plan, and are text or, with --json, a document")
