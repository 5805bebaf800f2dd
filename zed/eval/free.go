package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// freeNames computes the variables that occur free in terms, once for each
// term: they share their parts.
type freeNames map[zed.Expr][]string

// of returns the names, sorted. The caller must not change the slice.
func (f freeNames) of(e zed.Expr) []string {
	if e == nil {
		return nil
	}
	names, known := f[e]
	if !known {
		names = f.compute(e)
		f[e] = names
	}
	return names
}

func (f freeNames) compute(e zed.Expr) []string {
	switch e := e.(type) {
	case *zed.Ref:
		var names []string
		if e.Kind == zed.Local || e.Kind == zed.Global || e.Kind == zed.Unresolved {
			names = []string{e.Name}
		}
		return f.join(names, e.Args)
	case *zed.Quant:
		return f.text(e.Text, e.Body)
	case *zed.Comp:
		return f.text(e.Text, e.Body)
	case *zed.Let:
		return f.join(without(f.of(e.Body), e.Names), e.Values)
	}
	return f.join(nil, zed.Children(e))
}

func (f freeNames) text(t zed.Text, body zed.Expr) []string {
	var bound []string
	var sets []zed.Expr
	for _, d := range t.Decls {
		for _, n := range d.Names {
			bound = append(bound, n.Name)
		}
		sets = append(sets, d.Type)
	}
	return f.join(without(f.join(f.of(t.Pred), []zed.Expr{body}), bound), sets)
}

// join returns the names together with those of some terms.
func (f freeNames) join(names []string, es []zed.Expr) []string {
	for _, e := range es {
		more := f.of(e)
		switch {
		case len(more) == 0 || slices.Equal(names, more):
		case len(names) == 0:
			names = more
		default:
			names = slices.Concat(names, more)
			slices.Sort(names)
			names = slices.Compact(names)
		}
	}
	return names
}

func without(names, bound []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(bound, n) {
			out = append(out, n)
		}
	}
	return out
}
