package suite

import (
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// FindSmaller yields variants of some values that are smaller: first with one variable made
// smaller, then with a number, a string or an element made smaller wherever it occurs;
// those that differ most come first. The elements of given types and free types are
// those of g. The variants need not satisfy any predicate.
func FindSmaller(values spec.Values, g *eval.Globals) iter.Seq[spec.Values] {
	f := simplifier{g}
	return func(yield func(spec.Values) bool) {
		for i, item := range values {
			for v := range item.Value.Smaller(f.findSimpler) {
				out := append(spec.Values{}, values...)
				if out[i].Value = v; !yield(out) {
					return
				}
			}
		}
		for out := range SmallerTogether(values, g) {
			if !yield(out) {
				return
			}
		}
	}
}

// SmallerTogether yields copies of some values in which a scalar that occurs more than once is
// replaced by a simpler one, everywhere at once.
func SmallerTogether(values spec.Values, g *eval.Globals) iter.Seq[spec.Values] {
	f := simplifier{g}
	return func(yield func(spec.Values) bool) {
		for _, old := range repeatedScalars(values) {
			for v := range old.Smaller(f.findSimpler) {
				out := append(spec.Values{}, values...)
				for i := range out {
					out[i].Value = out[i].Value.Replace(old, v)
				}
				if !yield(out) {
					return
				}
			}
		}
	}
}

// simplifier makes single values smaller, by their types.
type simplifier struct{ globals *eval.Globals }

// repeatedScalars returns the scalars that occur more than once in some values, in the order
// of their first occurrences.
func repeatedScalars(values spec.Values) []value.Value {
	var out []value.Value
	for _, item := range values {
		item.Value.Scalars(func(v value.Value) { out = append(out, v) })
	}
	slices.SortFunc(out, value.Value.Compare)
	var twice []value.Value
	for i, v := range out {
		if i > 0 && v.Equal(out[i-1]) && (len(twice) == 0 || !v.Equal(twice[len(twice)-1])) {
			twice = append(twice, v)
		}
	}
	return twice
}

// findSimpler returns values that are simpler than v. For an element of a given type these
// are the elements before it; for a value of a free type they are the constants before
// it, and the values of the same type that it contains.
func (f simplifier) findSimpler(v value.Value) []value.Value {
	g := f.globals
	if v.Kind() == value.Atom {
		for _, all := range g.Given {
			if i := slices.IndexFunc(all, v.Equal); i >= 0 {
				return all[:i]
			}
		}
	}
	name := f.freeType(v)
	if name == "" {
		return nil
	}
	var out []value.Value
	for _, constant := range g.Free[name] {
		if constant.Kind() == value.Atom {
			if constant.Equal(v) {
				break
			}
			out = append(out, constant)
		}
	}
	if v.Kind() == value.Ctor {
		out = append(out, f.valuesOfType(v.Elem(0), name)...)
	}
	return out
}

// valuesOfType returns the values of the free type of the given name that v contains.
func (f simplifier) valuesOfType(v value.Value, name string) []value.Value {
	if v.Kind() == value.Ctor && f.freeType(v) == name {
		return []value.Value{v}
	}
	var out []value.Value
	for _, part := range v.Items() {
		out = append(out, f.valuesOfType(part, name)...)
	}
	return out
}

// freeType returns the name of the free type that a constant or a constructed value
// belongs to; "" for any other value.
func (f simplifier) freeType(v value.Value) string {
	for name, makers := range f.globals.Makers {
		if v.Kind() == value.Ctor && slices.Contains(makers, v.Name()) {
			return name
		}
	}
	for name, all := range f.globals.Free {
		if v.Kind() == value.Atom && slices.ContainsFunc(all, v.Equal) {
			return name
		}
	}
	return ""
}
