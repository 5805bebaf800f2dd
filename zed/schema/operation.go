package schema

import (
	"sort"

	"github.com/ttf-int/ttf-int/zed"
)

// Operation is the meaning of a unit's schema, in which the schemas of other units are
// opaque: A as SE(B, A1, …, An), form (†) of Cristiá, Mesuro and Frydman, section 4.
type Operation struct {
	Name      string
	Signature // of used units too
	// Own has the variables that some A_i declares or mentions. Only used units have
	// the others.
	Own map[string]bool
	// Pred is the predicate, with an occurrence in the place of each used unit's
	// schema.
	Pred        zed.Expr
	Occurrences []*zed.Occur // in the order of their places
	Disjuncts   []Disjunct   // the disjunctive normal form of Pred
	// Joined are the conjuncts that were left undivided, since Pred would have more than MaxDisjuncts
	// disjuncts otherwise.
	Joined []zed.Expr
	// Carried are state variables of the schema whose values are functions on infinite
	// sets and which the operation only carries over. They are not in the signature.
	Carried []string
}

// Disjunct is one disjunct of an operation: the conjunction of atoms and
// occurrences.
type Disjunct struct {
	Conjuncts []zed.Expr
}

// Operation returns the meaning of the named schema, with an occurrence for every
// positive place where the schema of another unit stands as an operation, also within
// schemas that specify no unit. The error says that there is no such schema.
func (c *Calculus) Operation(name string, units Units) (*Operation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.check(name); err != nil {
		return nil, err
	}
	u := newUnfolder(c, name, units)
	n := u.unfold(name)
	op := &Operation{Name: name, Signature: NewSignature(n.Vars), Own: map[string]bool{}, Pred: n.Pred}
	op.Pred = u.separate(op)
	op.Occurrences = occurrences(op.Pred)
	for v := range n.own {
		op.Own[v] = true
	}
	mentioned := variables().WithoutOccurrences().NamesOf(op.Pred)
	for _, v := range op.Vars {
		if i := sort.SearchStrings(mentioned, v.Name); i < len(mentioned) && mentioned[i] == v.Name {
			op.Own[v.Name] = true
		}
	}
	op.Disjuncts, op.Joined = u.disjuncts(op.Pred, MaxDisjuncts)
	op.leaveCarried()
	return op, nil
}

// occurrences returns the occurrences in a predicate, each once, and numbers those of
// each schema.
func occurrences(pred zed.Expr) []*zed.Occur {
	out := listOccurrences(pred)
	count := map[string]int{}
	for _, o := range out {
		count[o.Schema]++
		o.Index = count[o.Schema]
	}
	return out
}

// separate gives the variables that are hidden around occurrences names that nothing
// else in the operation has, so that opening a quantifier captures nothing.
func (u *unfolder) separate(op *Operation) zed.Expr {
	taken := map[string]bool{}
	for _, v := range op.Vars {
		taken[v.Name] = true
	}
	memo := map[zed.Expr]zed.Expr{}
	var walk func(zed.Expr) zed.Expr
	walk = func(e zed.Expr) zed.Expr {
		switch e.(type) {
		case *zed.Logic, *zed.Quant:
		default:
			return e
		}
		if o, ok := memo[e]; ok {
			return o
		}
		whole := e
		if q, ok := e.(*zed.Quant); ok && q.Q == zed.Exists && len(listOccurrences(q.Body)) > 0 {
			whole = u.renameApart(q, taken)
		}
		out := zed.Rebuild(whole, walk)
		if q, ok := whole.(*zed.Quant); ok && u.hidden[q] {
			u.hidden[out.(*zed.Quant)] = true
		}
		if u.invariant[e] {
			u.invariant[out] = true
		}
		memo[e] = out
		return out
	}
	return walk(op.Pred)
}

// renameApart renames the bound variables of q that are taken, and adds their new
// names to the taken ones.
func (u *unfolder) renameApart(q *zed.Quant, taken map[string]bool) *zed.Quant {
	names := map[string]string{}
	for _, d := range q.Text.Decls {
		for _, n := range d.Names {
			if taken[n.Name] {
				names[n.Name] = FreshName(n.Name, taken)
			}
			taken[n.Name] = true
			if to, ok := names[n.Name]; ok {
				taken[to] = true
			}
		}
	}
	if len(names) == 0 {
		return q
	}
	s := newRenaming(names, u.c.all)
	out := &zed.Quant{Info: q.Info, Q: q.Q, Body: s.apply(q.Body)}
	out.Text.Pred = s.apply(q.Text.Pred)
	for _, d := range q.Text.Decls {
		ids := append([]zed.Ident(nil), d.Names...)
		for i, id := range ids {
			if to, ok := names[id.Name]; ok {
				ids[i].Name = to
			}
		}
		out.Text.Decls = append(out.Text.Decls, zed.Decl{Names: ids, Type: d.Type})
	}
	u.hidden[out] = u.hidden[q]
	for from, to := range s.memo {
		inner, ok := from.(*zed.Quant)
		if r, also := to.(*zed.Quant); ok && also && u.hidden[inner] {
			u.hidden[r] = true
		}
		if u.invariant[from] {
			u.invariant[to] = true
		}
	}
	return out
}

// listOccurrences returns the occurrences in a predicate without numbering them.
func listOccurrences(pred zed.Expr) []*zed.Occur {
	var out []*zed.Occur
	zed.EachPart([]zed.Expr{pred}, func(e zed.Expr) bool {
		o, ok := e.(*zed.Occur)
		if ok {
			out = append(out, o)
		}
		return !ok
	})
	return out
}
