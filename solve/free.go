package solve

import (
	"sort"

	"github.com/ttf-int/ttf-int/zed"
)

// freeNames computes free variables, once for each node that is reached:
// predicates share subtrees, and a tree walk would take time exponential in
// the depth of the sharing.
type freeNames map[zed.Expr][]string

// of returns the names of the variables that occur free in e, sorted. The
// caller must not change the slice.
func (f freeNames) of(e zed.Expr) []string {
	if e == nil {
		return nil
	}
	if names, ok := f[e]; ok {
		return names
	}
	names := f.compute(e)
	f[e] = names
	return names
}

func (f freeNames) compute(e zed.Expr) []string {
	switch e := e.(type) {
	case *zed.Ref:
		var names []string
		if e.Kind == zed.Local || e.Kind == zed.Global || e.Kind == zed.Unresolved {
			names = []string{e.Name}
		}
		for _, a := range e.Args {
			names = union(names, f.of(a))
		}
		return names
	case *zed.Quant:
		return f.text(e.Text, e.Body)
	case *zed.Comp:
		return f.text(e.Text, e.Body)
	case *zed.Schema:
		return f.text(e.Text, nil)
	case *zed.Let:
		names := without(f.of(e.Body), e.Names)
		for _, v := range e.Values {
			names = union(names, f.of(v))
		}
		return names
	}
	var names []string
	for _, c := range zed.Children(e) {
		names = union(names, f.of(c))
	}
	return names
}

func (f freeNames) text(t zed.Text, body zed.Expr) []string {
	var bound []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			bound = append(bound, n.Name)
		}
	}
	names := without(union(f.of(t.Pred), f.of(body)), bound)
	for _, d := range t.Decls {
		names = union(names, f.of(d.Type))
	}
	return names
}

func union(a, b []string) []string {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	out := make([]string, 0, len(a)+len(b))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case j == len(b) || i < len(a) && a[i] < b[j]:
			out = append(out, a[i])
			i++
		case i == len(a) || b[j] < a[i]:
			out = append(out, b[j])
			j++
		default:
			out = append(out, a[i])
			i, j = i+1, j+1
		}
	}
	return out
}

func without(a, drop []string) []string {
	var out []string
	for _, n := range a {
		keep := true
		for _, d := range drop {
			keep = keep && n != d
		}
		if keep {
			out = append(out, n)
		}
	}
	return out
}

func has(names []string, name string) bool {
	i := sort.SearchStrings(names, name)
	return i < len(names) && names[i] == name
}
