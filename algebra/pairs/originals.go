package pairs

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
)

// All returns the pairs of all sequences of constructors and transformers up to a length, create
// not counted, with parameters in the place of values; with ends, also those that an observer ends.
func (m *Maker) All(ctx context.Context, length int, ends bool) (Pairs, error) {
	out := Pairs{Counts: Counts{Complete: true}}
	create := m.class.Find(language.Create)
	if create == nil {
		return out, fmt.Errorf("the class %s has no %s", m.class.Name.Text, language.Create)
	}
	level := []language.Term{m.send(create, nil)}
	for i := 0; ; i++ {
		var next []language.Term
		for _, s := range level {
			if ctx.Err() != nil {
				return out, ctx.Err()
			}
			if i > 0 {
				made, err := m.Make(s)
				if err != nil {
					return out, err
				}
				out.Add(made)
			}
			for _, o := range m.class.Operations {
				switch {
				case o.Name.Text == language.Create || !m.class.IsExported(o) || o.Kind == language.Observer && !ends:
				case o.Kind == language.Observer:
					made, err := m.Make(m.send(o, s))
					if err != nil {
						return out, err
					}
					out.Add(made)
				case i < length:
					next = append(next, m.send(o, s))
				}
			}
		}
		if i == length {
			return out, nil
		}
		level = next
	}
}

// send returns a sequence with a further operation, whose arguments are parameters with names of
// their own; objects are the smallest ones.
func (m *Maker) send(o *language.Operation, target language.Term) language.Term {
	out := &language.Apply{Op: o.Name.Text, Decl: o}
	params := map[string]*language.Variable{}
	if target != nil {
		out.Args = []language.Term{target}
		addParameters(target, params)
	}
	n := len(params)
	for _, p := range o.Params {
		n++
		out.Args = append(out.Args, m.smallest(p.Sort.Text, n))
	}
	return out
}

// smallest returns a parameter of a built-in sort, or the object that create makes.
func (m *Maker) smallest(sort string, n int) language.Term {
	if builtIn(sort) != nil {
		return &language.Variable{Name: "x" + strconv.Itoa(n), Sort: sort}
	}
	for _, c := range m.classes {
		if o := c.Find(language.Create); c.Name.Text == sort && o != nil {
			out := &language.Apply{Op: o.Name.Text, Decl: o}
			for _, p := range o.Params {
				if v := builtIn(p.Sort.Text); v != nil {
					out.Args = append(out.Args, v)
				}
			}
			return out
		}
	}
	panic("not a sort: " + sort)
}

// reachedBy returns a class, those that its operations take or give, and those of these in turn: what axioms of others
// in the same file do says nothing of it.
func reachedBy(all []*language.Class, class *language.Class) []*language.Class {
	out := []*language.Class{class}
	for i := 0; i < len(out); i++ {
		for _, o := range out[i].Operations {
			for _, sort := range append(o.Sorts(), o.Result.Text) {
				at := slices.IndexFunc(all, func(c *language.Class) bool { return c.Name.Text == sort })
				if at >= 0 && !slices.Contains(out, all[at]) {
					out = append(out, all[at])
				}
			}
		}
	}
	return out
}
