package planner

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// CheckRefinements checks that each unit that refines another one satisfies its
// specification. The error is about units for which that is refuted, and located in the
// specification; the notes are about units for which it is not proved.
func CheckRefinements(ctx context.Context, system *spec.System, o Options) ([]parse.Note, error) {
	var judge *oracle.Oracle
	var errs source.Errors
	var open []parse.Note
	for _, u := range system.Units {
		for _, r := range u.Refines {
			if judge == nil {
				judge = oracle.New(system, o.solver())
			}
			found := judge.Refines(ctx, u, system.Unit(r.Base))
			text := fmt.Sprintf("%s does not satisfy the specification of %s, which it stands in for: %s", u.Name,
				r.Base, found.Reason)
			switch {
			case found.Verdict == oracle.Undecided:
				open = append(open, parse.Note{Span: r.Span,
					Text: fmt.Sprintf("that %s satisfies the specification of %s, which it stands in for, was not proved: %s", u.Name, r.Base, found.Reason)})
			case found.Verdict == oracle.Violated && found.Values != nil:
				errs.Add(source.Errorf(r.Span, "%s (%s)", text, found.Values))
			case found.Verdict == oracle.Violated:
				errs.Add(source.Errorf(r.Span, "%s", text))
			}
		}
	}
	return open, errs.Err()
}
