package zed

import "slices"

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
	if e == nil {
		return nil
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
		var names []string
		if slices.Contains(f.kinds, e.Kind) {
			names = []string{e.Name}
		}
		return f.join(names, e.Args)
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

// MergeNames merges two sorted lists of names, without changing either.
func MergeNames(a, b []string) []string {
	switch {
	case len(a) == 0 || slices.Equal(a, b):
		return b
	case len(b) == 0:
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
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
