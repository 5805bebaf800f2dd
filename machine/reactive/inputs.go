package reactive

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxInputs is how many inputs a machine has at most. Every one of them is tried in each
// state that is explored.
const maxInputs = 100_000

// inputsOf returns the values of a type within the scope of the system. bounded says why
// these need not be all. The error says that there is no such list.
func inputsOf(t zed.Type, system *spec.System) (list []value.Value, bounded string, err error) {
	g := &generator{system: system}
	list = g.values(t)
	switch {
	case g.err != nil:
		return nil, "", g.err
	case len(list) == 0:
		return nil, "", fmt.Errorf("there is no value of the type %s of its inputs", t)
	}
	return list, g.bounded, nil
}

// generator enumerates the values of types.
type generator struct {
	system  *spec.System
	bounded string
	err     error
}

// sayBound says why the values of a type are not all.
func (g *generator) sayBound(format string, args ...any) {
	if g.bounded == "" {
		g.bounded = fmt.Sprintf(format, args...)
	}
}

// isFull tells whether there are too many values, and says so.
func (g *generator) isFull(n int, t zed.Type) bool {
	if n > maxInputs && g.err == nil {
		g.err = fmt.Errorf("the type %s of its inputs has more than %d values within the scope", t, maxInputs)
	}
	return g.err != nil
}

// values returns the values of a type within the scope.
func (g *generator) values(t zed.Type) []value.Value {
	scope := g.system.Scope
	switch t := t.(type) {
	case zed.IntType:
		g.sayBound("numbers from %d to %d", scope.IntMin, scope.IntMax)
		if scope.IntMax-scope.IntMin >= maxInputs {
			g.isFull(maxInputs+1, t)
			return nil
		}
		var out []value.Value
		for n := scope.IntMin; n <= scope.IntMax; n++ {
			out = append(out, value.OfInt(n))
		}
		return out
	case zed.StrType:
		g.sayBound("some texts")
		return []value.Value{value.OfStr(""), value.OfStr("a"), value.OfStr("b"), value.OfStr("ab")}
	case zed.NamedType:
		return g.elementsOf(t)
	case zed.ProductType:
		return g.product(t, t.Elems, func(x []value.Value) value.Value { return value.OfTuple(x...) })
	case zed.SchemaType:
		names, types := make([]string, len(t.Fields)), make([]zed.Type, len(t.Fields))
		for i, f := range t.Fields {
			names[i], types[i] = f.Name, f.Type
		}
		return g.product(t, types, func(x []value.Value) value.Value { return value.OfBinding(names, x) })
	case zed.PowerType:
		return g.power(t)
	}
	return nil
}

// elementsOf returns the elements of a given type, or the values of a free type.
func (g *generator) elementsOf(t zed.NamedType) []value.Value {
	all := g.system.Globals
	if !t.Free {
		g.sayBound("%d elements of %s", len(all.Given[t.Name]), t.Name)
		return all.Given[t.Name]
	}
	if all.Partial[t.Name] {
		g.sayBound("%d values of %s", len(all.Free[t.Name]), t.Name)
	} else {
		for _, v := range all.Free[t.Name] {
			if v.Kind() == value.Ctor {
				g.sayBound("the values of %s that are made of known ones", t.Name)
			}
		}
	}
	return all.Free[t.Name]
}

// product returns all combinations of the values of some types.
func (g *generator) product(t zed.Type, types []zed.Type, join func([]value.Value) value.Value) []value.Value {
	tuples := [][]value.Value{nil}
	for _, one := range types {
		list := g.values(one)
		if g.isFull(len(tuples)*len(list), t) {
			return nil
		}
		var longer [][]value.Value
		for _, front := range tuples {
			for _, v := range list {
				longer = append(longer, append(slices.Clip(front), v))
			}
		}
		tuples = longer
	}
	out := make([]value.Value, len(tuples))
	for i, tuple := range tuples {
		out[i] = join(tuple)
	}
	return out
}

// power returns sets, or sequences where the type is that of sequences.
func (g *generator) power(t zed.PowerType) []value.Value {
	if p, ok := pairType(t.Elem); ok && t.List {
		return g.sequences(t, p.Elems[1])
	}
	elems := g.values(t.Elem)
	size := g.system.Scope.Set
	if len(elems) > size {
		g.sayBound("sets of at most %d elements", size)
	}
	sets := [][]value.Value{nil}
	for from := 0; from < len(sets); from++ {
		set := sets[from]
		if len(set) == size {
			continue
		}
		for _, v := range elems {
			if len(set) == 0 || set[len(set)-1].Compare(v) < 0 {
				sets = append(sets, append(slices.Clip(set), v))
			}
		}
		if g.isFull(len(sets), t) {
			return nil
		}
	}
	out := make([]value.Value, len(sets))
	for i, set := range sets {
		out[i] = value.OfSet(slices.Clone(set))
	}
	return out
}

// sequences returns the sequences of values of a type.
func (g *generator) sequences(t, elem zed.Type) []value.Value {
	elems := g.values(elem)
	g.sayBound("sequences of at most %d elements", g.system.Scope.Seq)
	all := [][]value.Value{nil}
	for from := 0; from < len(all); from++ {
		if len(all[from]) == g.system.Scope.Seq {
			continue
		}
		for _, v := range elems {
			all = append(all, append(slices.Clip(all[from]), v))
		}
		if g.isFull(len(all), t) {
			return nil
		}
	}
	out := make([]value.Value, len(all))
	for i, list := range all {
		out[i] = value.OfSeq(slices.Clone(list))
	}
	return out
}

// pairType returns a type of pairs; it is false for other types.
func pairType(t zed.Type) (zed.ProductType, bool) {
	p, ok := t.(zed.ProductType)
	return p, ok && len(p.Elems) == 2
}
