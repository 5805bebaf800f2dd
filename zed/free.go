package zed

import (
	"slices"
	"strings"
)

// FreeNames finds the names that occur free in terms, once for each term. Terms share
// their parts, so that a walk over a term as a tree could take exponential time. Terms
// need not be type-checked. It is not safe for concurrent use.
type FreeNames struct {
	kinds  []Kind
	opaque bool
	memo   map[Expr][]string
}

// NewFreeNames returns a finder of names of the given kinds.
func NewFreeNames(kinds ...Kind) *FreeNames {
	return &FreeNames{kinds: kinds, memo: map[Expr][]string{}}
}

// WithoutOccurrences returns a finder that does not look into the schemas of
// other units.
func (f *FreeNames) WithoutOccurrences() *FreeNames {
	return &FreeNames{kinds: f.kinds, opaque: true, memo: map[Expr][]string{}}
}

// NamesOf returns the names that occur free in e, sorted. The slice must not be
// changed.
func (f *FreeNames) NamesOf(e Expr) []string {
	switch e := e.(type) {
	case nil, *Num, *Str, *Truth:
		return nil
	case *Ref:
		if len(e.Args) == 0 {
			return f.nameOf(e)
		}
	}
	names, known := f.memo[e]
	if !known {
		names = f.compute(e)
		f.memo[e] = names
	}
	return names
}

func (f *FreeNames) compute(e Expr) []string {
	switch e := e.(type) {
	case *Ref:
		return f.join(f.nameOf(e), e.Args)
	case *Quant:
		return f.text(e.Text, e.Body)
	case *Comp:
		return f.text(e.Text, e.Body)
	case *Schema:
		return f.text(e.Text, nil)
	case *Let:
		return f.join(removeNames(f.NamesOf(e.Body), e.Names), e.Values)
	case *Occur:
		if f.opaque {
			return nil
		}
	}
	return f.join(nil, Children(e))
}

// nameOf returns the name that a term refers to, where it is of the given kinds.
func (f *FreeNames) nameOf(r *Ref) []string {
	if !slices.Contains(f.kinds, r.Kind) {
		return nil
	}
	return []string{r.Name}
}

func (f *FreeNames) text(t Text, body Expr) []string {
	var bound []string
	var sets []Expr
	for _, d := range t.Decls {
		for _, n := range d.Names {
			bound = append(bound, n.Name)
		}
		sets = append(sets, d.Type)
	}
	return f.join(removeNames(f.join(f.NamesOf(t.Pred), []Expr{body}), bound), sets)
}

// join returns the names together with those of some terms.
func (f *FreeNames) join(names []string, es []Expr) []string {
	for _, e := range es {
		names = MergeNames(names, f.NamesOf(e))
	}
	return names
}

// MergeNames merges two sorted lists of different names, without changing either. Where one
// holds all names of the other, it is the result.
func MergeNames(a, b []string) []string {
	shared := countShared(a, b)
	switch shared {
	case len(a):
		return b
	case len(b):
		return a
	}
	out := make([]string, 0, len(a)+len(b)-shared)
	for len(a) > 0 && len(b) > 0 {
		switch order := strings.Compare(a[0], b[0]); {
		case order < 0:
			out, a = append(out, a[0]), a[1:]
		case order > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			a = a[1:]
		}
	}
	return append(append(out, a...), b...)
}

// countShared returns how many names two sorted lists of different names share.
func countShared(a, b []string) int {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch order := strings.Compare(a[i], b[j]); {
		case order < 0:
			i++
		case order > 0:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	return shared
}

func removeNames(names, bound []string) []string {
	var out []string
	for _, n := range names {
		if !slices.Contains(bound, n) {
			out = append(out, n)
		}
	}
	return out
}
