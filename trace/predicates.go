package trace

import (
	"regexp"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed"
)

// callsAsWritten matches the printed name of a sequence of calls. It is printed in
// quotes since it is not a name of Z.
var callsAsWritten = regexp.MustCompile("`(calls\\([^`)]*\\))`")

// Predicates returns the conjuncts as people read them, with their places. A conjunct
// of a callee's schema stands after the name of that schema.
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
