package planner

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed/value"
)

// earlierModels are the models of a leaf that have become its cases.
type earlierModels struct {
	models []map[string]value.Value
	told   map[int]bool // the mutants that they tell apart
}

// add adds a model.
func (e *earlierModels) add(u *unit, found solve.Result) {
	if e.told == nil {
		e.told = map[int]bool{}
	}
	for _, mutant := range u.candidate(found, e.isWanted).told {
		e.told[mutant] = true
	}
	e.models = append(e.models, found.Model)
}

// isWanted tells whether a mutant is not told apart yet.
func (e *earlierModels) isWanted(mutant int) bool { return !e.told[mutant] }

// rank returns a candidate with how unlike the earlier models it is as the second most important
// respect of its score; where there are no earlier models, the candidate as it is. Of two forms of
// a variable that differ more is learnt than of two values of one form.
func (e *earlierModels) rank(u *unit, c candidate) candidate {
	if len(e.models) == 0 {
		return c
	}
	forms, values := 0, 0
	for _, v := range u.Tree.VIS {
		is := c.Model[v.Name]
		form := formOf(is)
		if !slices.ContainsFunc(e.models, func(m map[string]value.Value) bool { return formOf(m[v.Name]) == form }) {
			forms++
		}
		if !slices.ContainsFunc(e.models, func(m map[string]value.Value) bool { return m[v.Name].Equal(is) }) {
			values++
		}
	}
	c.score = slices.Insert(c.score, 1, forms, values)
	return c
}

// form is what values have in common that a program is likely to treat alike: the sign of a number
// and whether it is 0 or 1, the size of a collection, the order of its elements, and whether
// elements occur twice. Sizes from largeSize on are one.
type form struct {
	kind                  value.Kind
	size                  int
	rises, falls, repeats bool
	constructor           string
}

// largeSize is the smallest size of collections that are all of one form.
const largeSize = 5

// formOf returns the form of a value.
func formOf(v value.Value) form {
	out := form{kind: v.Kind()}
	switch v.Kind() {
	case value.Int:
		n, ok := v.Int()
		switch {
		case ok && (n == 0 || n == 1):
			out.size = int(n)
		case v.Compare(value.OfInt(0)) < 0:
			out.size = -1
		default:
			out.size = 2
		}
	case value.Set, value.Seq:
		out.size = min(v.Len(), largeSize)
		images := make([]value.Value, v.Len())
		for i := range images {
			if images[i] = v.Elem(i); images[i].Kind() == value.Tuple {
				images[i] = images[i].Elem(images[i].Len() - 1)
			}
		}
		for i := 1; i < len(images); i++ {
			switch c := images[i-1].Compare(images[i]); {
			case c < 0:
				out.rises = true
			case c > 0:
				out.falls = true
			}
		}
		slices.SortFunc(images, value.Value.Compare)
		out.repeats = len(slices.CompactFunc(images, value.Value.Equal)) < v.Len()
	case value.Ctor:
		out.constructor = v.Name()
	}
	return out
}
