package eval

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Elements returns n elements of a given type. Their names are the stem followed by a
// number from 1.
func Elements(stem string, n int) []value.Value {
	out := make([]value.Value, n)
	for i := range out {
		out[i] = value.OfAtom(stem + strconv.Itoa(i+1))
	}
	return out
}

// Number returns the number in the name of an element of a given type; 0 where the name
// is not one that Elements makes.
func (g *Globals) Number(given, element string) int {
	stem := g.stem(given)
	for other := range g.Given {
		if longer := g.stem(other); len(longer) > len(stem) && strings.HasPrefix(element, longer) {
			return 0 // it is an element of the other type
		}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(element, stem))
	if err != nil || n < 1 || n > maxNumber || stem+strconv.Itoa(n) != element {
		return 0
	}
	return n
}

// maxNumber is the largest number of an element. A program may return any name, and a
// given type with as many elements as the number in it would fill the memory.
const maxNumber = 2_000

// stem returns the stem of the names of a given type's elements.
func (g *Globals) stem(given string) string {
	if all := g.Given[given]; len(all) > 0 {
		return strings.TrimSuffix(all[0].Name(), "1")
	}
	return given + "_"
}

// WithSizes returns globals in which some given types have exactly as many elements as
// sizes says; its Sizes are these. Values of free types over them are computed anew. g
// itself is unchanged.
func (g *Globals) WithSizes(sizes value.Sizes) *Globals {
	out := *g
	out.Sizes = sizes
	changed := false
	for name, n := range sizes {
		if len(g.Given[name]) == n {
			continue
		}
		if !changed {
			out.Given, changed = maps.Clone(g.Given), true
		}
		out.Given[name] = Elements(g.stem(name), n)
	}
	if !changed {
		return &out
	}
	return out.WithConstructed()
}

// WithCarriers returns globals in which some given types have exactly the given elements.
// Otherwise it does what WithSizes does.
func (g *Globals) WithCarriers(carriers map[string][]value.Value) *Globals {
	out := *g
	out.Given, out.Sizes = maps.Clone(g.Given), value.Sizes{}
	maps.Copy(out.Sizes, g.Sizes)
	for name, all := range carriers {
		out.Given[name], out.Sizes[name] = all, len(all)
	}
	return out.WithConstructed()
}

// EachElement calls f with every element of a given type in a value of type t, as often
// as it occurs.
func (g *Globals) EachElement(v value.Value, t zed.Type, f func(given, element string)) {
	switch t := t.(type) {
	case zed.NamedType:
		switch {
		case v.Kind() == value.Atom && !t.Free:
			f(t.Name, v.Name())
		case v.Kind() == value.Ctor && g.Ctors[v.Name()] != nil:
			g.EachElement(v.Elem(0), g.argument(v.Name()), f)
		}
	case zed.PowerType:
		if v.Kind() == value.Set || v.Kind() == value.Seq {
			for _, x := range v.Members() {
				g.EachElement(x, t.Elem, f)
			}
		}
		if pair, ok := t.Elem.(zed.ProductType); ok && v.Kind() == value.Total {
			g.EachElement(v.Elem(0), pair.Elems[1], f)
		}
	case zed.ProductType:
		if v.Kind() == value.Tuple && v.Len() == len(t.Elems) {
			for i, e := range t.Elems {
				g.EachElement(v.Elem(i), e, f)
			}
		}
	case zed.SchemaType:
		for _, field := range t.Fields {
			if x, ok := v.Field(field.Name); ok {
				g.EachElement(x, field.Type, f)
			}
		}
	}
}

// AreConsistent tells whether, for the given types' elements in Given, no axiom about
// sizes is false and every constant is in its declared set.
func (g *Globals) AreConsistent() bool {
	for _, fact := range slices.Concat(g.Facts, g.Declared) {
		program, err := Compile(fact, nil, g)
		if err != nil {
			continue // of a constant that is still open
		}
		if truth, _ := program.Truth(nil); truth == machine.False {
			return false
		}
	}
	return true
}

// WithConstructed returns globals with the values that constructors make from the elements
// in Given, up to certain limits. Ctors and Makers describe the constructors; from Free
// only constants are taken.
func (g *Globals) WithConstructed() *Globals {
	out := *g
	if len(g.Makers) == 0 {
		return &out
	}
	out.Free, out.Partial = map[string][]value.Value{}, map[string]bool{}
	for name, all := range g.Free {
		out.Free[name] = slices.DeleteFunc(slices.Clone(all),
			func(v value.Value) bool { return v.Kind() != value.Atom })
	}
	out.construct()
	return &out
}

// GivenIn returns the given types whose elements occur in values of a type, in order.
func (g *Globals) GivenIn(t zed.Type) []string {
	found := map[string]bool{}
	g.givenIn(t, found, map[string]bool{})
	return slices.Sorted(maps.Keys(found))
}

func (g *Globals) givenIn(t zed.Type, found, seen map[string]bool) {
	switch t := t.(type) {
	case zed.NamedType:
		switch {
		case !t.Free:
			found[t.Name] = true
		case !seen[t.Name]:
			seen[t.Name] = true
			for _, ctor := range g.Makers[t.Name] {
				g.givenIn(g.argument(ctor), found, seen)
			}
		}
	case zed.PowerType:
		g.givenIn(t.Elem, found, seen)
	case zed.ProductType:
		for _, e := range t.Elems {
			g.givenIn(e, found, seen)
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			g.givenIn(f.Type, found, seen)
		}
	}
}

// argument returns the type of a constructor's argument.
func (g *Globals) argument(ctor string) zed.Type {
	set, _ := g.Ctors[ctor].Typ().(zed.PowerType)
	return set.Elem
}

// The limits on the values of free types whose constructors take arguments.
const (
	maxRounds = 3   // how deeply constructors nest
	maxValues = 200 // values of one type: enough to find witnesses, few enough to try all
	maxParts  = 12  // values of a part of an argument that are combined with those of other parts
)

// construct adds the values that constructors make, smaller ones first. A type with
// more values than that is marked as partial.
func (g *Globals) construct() {
	free := slices.Sorted(maps.Keys(g.Makers))
	for range maxRounds {
		for _, name := range free {
			g.extend(name)
		}
	}
	for _, name := range free {
		if g.extend(name) {
			g.Partial[name] = true
		}
	}
}

// extend adds the values of a free type that nest one constructor deeper, and returns
// whether there are more.
func (g *Globals) extend(free string) bool {
	seen := map[string]bool{}
	for _, v := range g.Free[free] {
		seen[v.Key()] = true
	}
	more := false
	for _, ctor := range g.Makers[free] {
		args, whole := g.sample(g.argument(ctor))
		more = more || !whole
		member, err := g.compileTakes(ctor)
		for _, a := range args {
			if err == nil {
				if in, _ := member.Truth([]value.Value{a}); in != machine.True {
					continue
				}
			}
			v := value.OfCtor(ctor, a)
			switch {
			case seen[v.Key()]:
			case len(g.Free[free]) >= maxValues:
				return true
			default:
				seen[v.Key()] = true
				g.Free[free] = append(g.Free[free], v)
				more = true
			}
		}
	}
	return more
}

// compileTakes compiles the test whether a value is in the domain of a constructor.
func (g *Globals) compileTakes(ctor string) (*machine.Program, error) {
	x := &zed.Ref{Info: zed.Info{Type: g.argument(ctor)}, Name: "x", Kind: zed.Local}
	in := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{x, g.Ctors[ctor]}}
	return Compile(in, []string{"x"}, g)
}

// sample returns some values of a type, and whether they are all.
func (g *Globals) sample(t zed.Type) ([]value.Value, bool) {
	switch t := t.(type) {
	case zed.IntType:
		var out []value.Value
		for _, n := range []int64{0, 1, 2, -1} {
			out = append(out, value.OfInt(n))
		}
		return out, false
	case zed.StrType:
		return []value.Value{value.OfStr(""), value.OfStr("a")}, false
	case zed.NamedType:
		if t.Free {
			return g.Free[t.Name], !g.Partial[t.Name]
		}
		return g.Given[t.Name], true
	case zed.ProductType:
		return g.tuples(t.Elems, func(parts []value.Value) value.Value { return value.OfTuple(parts...) })
	case zed.SchemaType:
		var names []string
		var elems []zed.Type
		for _, f := range t.Fields {
			names, elems = append(names, f.Name), append(elems, f.Type)
		}
		return g.tuples(elems, func(parts []value.Value) value.Value { return value.OfBinding(names, parts) })
	case zed.PowerType:
		return g.sets(t)
	}
	return nil, false
}

// tuples combines values of several types.
func (g *Globals) tuples(elems []zed.Type, build func([]value.Value) value.Value) ([]value.Value, bool) {
	rows, whole := [][]value.Value{nil}, true
	for _, e := range elems {
		parts, all := g.sample(e)
		if len(parts) > maxParts {
			parts, all = parts[:maxParts], false
		}
		whole = whole && all
		var next [][]value.Value
		for _, row := range rows {
			for _, p := range parts {
				if len(next) < maxValues {
					next = append(next, append(row[:len(row):len(row)], p))
				} else {
					whole = false
				}
			}
		}
		rows = next
	}
	var out []value.Value
	for _, row := range rows {
		out = append(out, build(row))
	}
	return out, whole
}

// sets returns small sets, or small sequences where the type was declared so.
func (g *Globals) sets(t zed.PowerType) ([]value.Value, bool) {
	elem := t.Elem
	if t.List {
		elem = elem.(zed.ProductType).Elems[1]
	}
	parts, _ := g.sample(elem)
	if len(parts) > maxParts {
		parts = parts[:maxParts]
	}
	out := []value.Value{value.OfSet(nil)}
	for _, p := range parts {
		if t.List {
			out = append(out, value.OfSeq([]value.Value{p}))
		} else {
			out = append(out, value.OfSet([]value.Value{p}))
		}
	}
	for _, p := range parts {
		for _, q := range parts {
			switch {
			case t.List:
				out = append(out, value.OfSeq([]value.Value{p, q}))
			case p.Compare(q) < 0:
				out = append(out, value.OfSet([]value.Value{p, q}))
			}
		}
	}
	return out, false
}
