package schema

import (
	"sort"

	"github.com/ttf-int/ttf-int/zed"
)

// FreeVars returns the names of the variables that occur free in e, sorted.
// Constants and globals are not variables. It takes time linear in the graph
// of e, however much e shares, and accepts terms that were not checked.
func FreeVars(e zed.Expr) []string {
	return newWalker(variables).of(e)
}

// wanted says which names a walker collects.
type wanted int

const (
	variables     wanted = iota // variables, inside occurrences too
	ownVariables                // variables, occurrences left out
	variablesPlus               // variables and globals: what a binder could capture
)

// walker collects free names, once for each node.
type walker struct {
	want wanted
	memo map[zed.Expr][]string
}

func newWalker(w wanted) *walker { return &walker{want: w, memo: map[zed.Expr][]string{}} }

func (w *walker) of(e zed.Expr) []string {
	if e == nil {
		return nil
	}
	if names, ok := w.memo[e]; ok {
		return names
	}
	names := w.compute(e)
	w.memo[e] = names
	return names
}

func (w *walker) compute(e zed.Expr) []string {
	switch e := e.(type) {
	case *zed.Ref:
		var names []string
		switch e.Kind {
		case zed.Local, zed.Unresolved:
			names = []string{e.Name}
		case zed.Global:
			if w.want == variablesPlus {
				names = []string{e.Name}
			}
		}
		return w.all(names, e.Args)
	case *zed.Quant:
		return w.text(e.Text, e.Body)
	case *zed.Comp:
		return w.text(e.Text, e.Body)
	case *zed.Schema:
		return w.text(e.Text, nil)
	case *zed.Let:
		return w.all(minus(w.of(e.Body), e.Names), e.Values)
	case *zed.Occur:
		if w.want == ownVariables {
			return nil
		}
	}
	return w.all(nil, zed.Children(e))
}

func (w *walker) all(names []string, es []zed.Expr) []string {
	for _, e := range es {
		names = union(names, w.of(e))
	}
	return names
}

func (w *walker) text(t zed.Text, body zed.Expr) []string {
	var bound []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			bound = append(bound, n.Name)
		}
	}
	names := minus(union(w.of(t.Pred), w.of(body)), bound)
	for _, d := range t.Decls {
		names = union(names, w.of(d.Type))
	}
	return names
}

// union merges two sorted lists without changing either.
func union(a, b []string) []string {
	switch {
	case len(a) == 0 || subset(a, b):
		return b
	case len(b) == 0 || subset(b, a):
		return a
	}
	out := append(append(make([]string, 0, len(a)+len(b)), a...), b...)
	sort.Strings(out)
	n := 1
	for _, s := range out[1:] {
		if s != out[n-1] {
			out[n] = s
			n++
		}
	}
	return out[:n]
}

// subset tells whether every element of the sorted list a is in the sorted
// list b.
func subset(a, b []string) bool {
	i := 0
	for _, s := range b {
		if i < len(a) && a[i] == s {
			i++
		}
	}
	return i == len(a)
}

func minus(a, drop []string) []string {
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
