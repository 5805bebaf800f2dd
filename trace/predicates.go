package trace

import (
	"regexp"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed"
)

// callsAsWritten matches the name of a sequence of calls as it is printed: it is
// no name of Z, and so in quotes.
var callsAsWritten = regexp.MustCompile("`(calls\\([^`)]*\\))`")

// Predicates returns the conjuncts as people read them, with their places: one
// that is a callee's after the name of the callee's schema.
func Predicates(conjuncts []zed.Expr) []result.Violation {
	out := make([]result.Violation, 0, len(conjuncts))
	for _, e := range conjuncts {
		v := result.Violation{}
		for o, ok := e.(*zed.Occur); ok; o, ok = e.(*zed.Occur) {
			v.Predicate += zed.Print(o, zed.Unicode) + ": "
			e = o.Body
		}
		v.Predicate += callsAsWritten.ReplaceAllString(zed.Print(e, zed.Unicode), "$1")
		if pos := e.At().Pos(); pos.Line > 0 {
			v.At = pos.String()
		}
		out = append(out, v)
	}
	return out
}
