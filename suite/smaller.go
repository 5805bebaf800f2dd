package suite

import (
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Smaller yields smaller values: of one variable, then of a number, a string or an element
// wherever it is, those that differ most first. g has the elements of the given and free
// types. Nobody asks whether they satisfy anything.
func Smaller(values spec.Values, g *eval.Globals) iter.Seq[spec.Values] {
	f := simplifier{g}
	return func(yield func(spec.Values) bool) {
		for i, item := range values {
			for v := range item.Value.Smaller(f.simpler) {
				out := append(spec.Values{}, values...)
				if out[i].Value = v; !yield(out) {
					return
				}
			}
		}
		for _, old := range repeated(values) {
			for v := range old.Smaller(f.simpler) {
				out := append(spec.Values{}, values...)
				for i := range out {
					out[i].Value = out[i].Value.Replaced(old, v)
				}
				if !yield(out) {
					return
				}
			}
		}
	}
}

// simplifier knows what comes before a value in its type.
type simplifier struct{ globals *eval.Globals }

// repeated returns the scalars that are more than once in some values, in their order.
func repeated(values spec.Values) []value.Value {
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

// simpler returns what may stand for an element of a given type: the elements before it;
// and for a value of a free type: the constants before it, and what it is made of.
func (f simplifier) simpler(v value.Value) []value.Value {
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
		out = append(out, f.within(v.Elem(0), name)...)
	}
	return out
}

// within returns the values of a free type that a value is made of.
func (f simplifier) within(v value.Value, name string) []value.Value {
	if v.Kind() == value.Ctor && f.freeType(v) == name {
		return []value.Value{v}
	}
	var out []value.Value
	for _, part := range v.Items() {
		out = append(out, f.within(part, name)...)
	}
	return out
}

// freeType returns the free type of a constant, or of what a constructor makes; "" where
// it is of none.
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
