package solve_test

import (
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// universe is what brute force tries: integers from a range, given types of some
// elements, all sets of these, and sequences up to a length.
type universe struct {
	low, high  int64
	given, seq int
}

// scope returns the scope within which a solver tries the same values.
func (u universe) scope() value.Scope {
	return value.Scope{IntMin: u.low, IntMax: u.high, Set: 9, Seq: u.seq, Given: u.given}
}

// Limits of brute force: on the values of a variable, and on the valuations.
const (
	maxDomain     = 1 << 12
	maxValuations = 150_000
)

// values returns all values of a type, or false where those are too many.
func (u universe) values(t zed.Type, g *eval.Globals) ([]value.Value, bool) {
	switch t := t.(type) {
	case zed.IntType:
		var out []value.Value
		for n := u.low; n <= u.high; n++ {
			out = append(out, value.OfInt(n))
		}
		return out, true
	case zed.NamedType:
		if t.Free {
			return g.Free[t.Name], true
		}
		return g.Given[t.Name], true
	case zed.ProductType:
		tuples, ok := u.tuples(t.Elems, g)
		var out []value.Value
		for _, parts := range tuples {
			out = append(out, value.OfTuple(parts...))
		}
		return out, ok
	case zed.SchemaType:
		var names []string
		var types []zed.Type
		for _, f := range t.Fields {
			names, types = append(names, f.Name), append(types, f.Type)
		}
		tuples, ok := u.tuples(types, g)
		var out []value.Value
		for _, parts := range tuples {
			out = append(out, value.OfBinding(names, parts))
		}
		return out, ok
	case zed.PowerType:
		if t.List {
			return u.sequences(t.Elem.(zed.ProductType).Elems[1], g)
		}
		elems, ok := u.values(t.Elem, g)
		if !ok || len(elems) > 12 {
			return nil, false
		}
		return subsets(elems), true
	}
	return nil, false
}

// tuples returns the combinations of values of some types.
func (u universe) tuples(types []zed.Type, g *eval.Globals) ([][]value.Value, bool) {
	tuples := [][]value.Value{nil}
	for _, t := range types {
		elems, ok := u.values(t, g)
		if !ok || len(elems)*len(tuples) > maxDomain {
			return nil, false
		}
		var next [][]value.Value
		for _, head := range tuples {
			for _, e := range elems {
				next = append(next, append(head[:len(head):len(head)], e))
			}
		}
		tuples = next
	}
	return tuples, true
}

func subsets(elems []value.Value) []value.Value {
	var out []value.Value
	for m := range 1 << len(elems) {
		var members []value.Value
		for i, v := range elems {
			if m>>i&1 == 1 {
				members = append(members, v)
			}
		}
		out = append(out, value.OfSet(members))
	}
	return out
}

func (u universe) sequences(of zed.Type, g *eval.Globals) ([]value.Value, bool) {
	elems, ok := u.values(of, g)
	if !ok {
		return nil, false
	}
	var out []value.Value
	words := [][]value.Value{nil}
	for n := 0; n <= u.seq && len(out) <= maxDomain; n++ {
		var next [][]value.Value
		for _, w := range words {
			out = append(out, value.OfSeq(w))
			for _, v := range elems {
				next = append(next, append(w[:len(w):len(w)], v))
			}
		}
		words = next
	}
	return out, len(out) <= maxDomain
}

// model looks for values that make a problem of a universe true, among all. It
// says false where there are too many to look at.
func (u universe) model(p solve.Problem) (found map[string]value.Value, all bool) {
	g := p.Globals
	vars := make([]string, len(p.Vars))
	domains := make([][]value.Value, len(p.Vars))
	valuations := 1
	for i, v := range p.Vars {
		vars[i] = v.Name
		values, ok := u.values(v.Type, g)
		if !ok {
			return nil, false
		}
		domains[i] = within(values, v.Name, p.Pred, g)
		if valuations *= len(domains[i]); valuations > maxValuations {
			return nil, false
		}
	}
	prog, err := eval.Compile(p.Pred, vars, g)
	if err != nil {
		panic(err)
	}
	for n := range valuations {
		frame := make([]value.Value, len(vars))
		for i, d := range domains {
			frame[i], n = d[n%len(d)], n/len(d)
		}
		if t, _ := prog.Truth(frame); t == eval.True {
			found = map[string]value.Value{}
			for i, v := range vars {
				found[v] = frame[i]
			}
			return found, true
		}
	}
	return nil, true
}

// within returns the values of a variable that the conjuncts about it alone, its
// declaration among them, allow.
func within(values []value.Value, name string, pred zed.Expr, g *eval.Globals) []value.Value {
	and, ok := pred.(*zed.Logic)
	if !ok || and.Op != zed.And {
		return values
	}
	free := zed.NewFreeNames(zed.Local)
	for _, conjunct := range and.Args {
		if of := free.Of(conjunct); len(of) != 1 || of[0] != name {
			continue
		}
		prog, err := eval.Compile(conjunct, []string{name}, g)
		if err != nil {
			panic(err)
		}
		var kept []value.Value
		for _, v := range values {
			if t, _ := prog.Truth([]value.Value{v}); t == eval.True {
				kept = append(kept, v)
			}
		}
		values = kept
	}
	return values
}
