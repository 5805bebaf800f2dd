package machine

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxTogether is how many inputs of a unit are tried that are made of values which occur together.
const maxTogether = 1024

// typed is a value with its type.
type typed struct {
	typ zed.Type
	v   value.Value
}

// listTogether returns the values that occur together in a state: those at the same place of sequences, as where one
// has keys and another one what belongs to each, and what an element of a set consists of, as a pair does. What puts
// them there mostly takes them together.
func listTogether(m *Machine, s State) [][]typed {
	var out, places [][]typed
	for k, v := range s {
		power, ok := m.Vars[k].Type.(zed.PowerType)
		if !ok || v.Kind() != value.Seq && v.Kind() != value.Set {
			continue
		}
		pair, isRelation := power.Elem.(zed.ProductType)
		for i := range v.Len() {
			if v.Kind() == value.Set || !isRelation || len(pair.Elems) != 2 {
				out = append(out, listParts(nil, power.Elem, v.Member(i)))
				continue
			}
			if i == len(places) {
				places = append(places, nil)
			}
			places[i] = listParts(places[i], pair.Elems[1], v.Elem(i))
		}
	}
	return append(places, out...)
}

// listParts appends a value, and what it is made of where that is a pair or a binding.
func listParts(to []typed, t zed.Type, v value.Value) []typed {
	to = append(to, typed{t, v})
	switch t := t.(type) {
	case zed.ProductType:
		for i := range min(v.Len(), len(t.Elems)) {
			to = listParts(to, t.Elems[i], v.Elem(i))
		}
	case zed.SchemaType:
		for i := range min(v.Len(), len(t.Fields)) {
			to = listParts(to, t.Fields[i].Type, v.Elem(i))
		}
	}
	return to
}

// combineTogether lists the combinations of values of the types of some variables in which all values occur together.
func combineTogether(vars []zed.Var, together [][]typed) [][]value.Value {
	if len(vars) == 0 {
		return nil
	}
	var out [][]value.Value
	for _, row := range together {
		combinations := [][]value.Value{nil}
		for _, v := range vars {
			var next [][]value.Value
			for _, before := range combinations {
				for _, one := range row {
					if zed.SameType(one.typ, v.Type) {
						next = append(next, append(slices.Clip(before), one.v))
					}
				}
			}
			if combinations = next; len(next) > maxTogether {
				break
			}
		}
		for _, inputs := range combinations {
			if len(inputs) == len(vars) && len(out) < maxTogether {
				out = append(out, inputs)
			}
		}
	}
	return out
}
