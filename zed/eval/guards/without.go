package guards

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// DropMentioning returns the conjuncts that mention none of some variables.
func (f Finder) DropMentioning(conjuncts []zed.Expr, names []string) []zed.Expr {
	var out []zed.Expr
	for _, e := range conjuncts {
		if !slices.ContainsFunc(f.free.NamesOf(e), func(n string) bool { return slices.Contains(names, n) }) {
			out = append(out, e)
		}
	}
	return out
}
