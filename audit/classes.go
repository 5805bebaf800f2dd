package audit

import (
	"context"

	algebraic "github.com/ttf-int/ttf-int/algebra/checks"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// checkClasses checks the algebraic specifications of the classes, each once: whether their axioms cover all terms,
// agree, are all applied, and end. A class that has pairs of its own needs no axioms.
func (in *inspection) checkClasses(ctx context.Context) error {
	var bare []*language.Class
	for _, k := range in.system.Classes {
		if len(k.Own) > 0 && len(k.Algebra.Axioms) == 0 {
			bare = append(bare, k.Algebra)
		}
	}
	known := map[*language.Class]bool{}
	var errs source.Errors
	for _, k := range in.system.Classes {
		if known[k.Algebra] {
			continue
		}
		for _, c := range k.Classes {
			known[c] = true
		}
		found := algebraic.Check(k.Classes, conditions.New(ctx, in.options.Solver), bare...)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, w := range found.Warnings {
			in.found.Notes = append(in.found.Notes, parse.Note{Span: w.Span, Text: w.Text})
		}
		errs = append(errs, found.Errors...)
	}
	return errs.Err()
}
