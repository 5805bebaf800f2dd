package schema

import (
	"sort"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// unfolder expands schemas. Without units it expands all of them. With units it puts an
// occurrence where the schema of a unit stands positively, and leaves other places to
// an unfolder without units.
type unfolder struct {
	c         *Calculus
	units     Units
	operation string // the schema whose meaning is computed; set where there are units
	schemas   map[zed.Expr]*Normal
	byName    map[string]*Normal
	preds     map[zed.Expr]zed.Expr
	terms     map[zed.Expr]zed.Expr
	renamings map[string]*substitution
	hidden    map[*zed.Quant]bool // the ∃ that come from hiding
	// invariant has the predicates that a state's invariant states of the states before
	// and after an operation.
	invariant map[zed.Expr]bool
}

func newUnfolder(c *Calculus, operation string, units Units) *unfolder {
	return &unfolder{
		c: c, units: units, operation: operation,
		schemas: map[zed.Expr]*Normal{}, byName: map[string]*Normal{},
		preds: map[zed.Expr]zed.Expr{}, terms: map[zed.Expr]zed.Expr{},
		renamings: map[string]*substitution{}, hidden: map[*zed.Quant]bool{}, invariant: map[zed.Expr]bool{},
	}
}

// unfold returns the meaning of a schema by expanding its body, even where the schema
// is that of a unit.
func (u *unfolder) unfold(name string) *Normal {
	if n, ok := u.byName[name]; ok {
		return n
	}
	_, body, _ := u.c.defs.Definition(name)
	n := u.schema(body)
	u.byName[name] = n
	return n
}

func (u *unfolder) schema(e zed.Expr) *Normal {
	if n, ok := u.schemas[e]; ok {
		return n
	}
	var n *Normal
	if p := simplifySchemas(e); p != e {
		n = u.schema(p)
	} else {
		n = u.compute(e)
	}
	if n.Pred == nil {
		n.Pred = True()
	}
	u.schemas[e] = n
	return n
}

func (u *unfolder) compute(e zed.Expr) *Normal {
	switch e := e.(type) {
	case *zed.Ref:
		if e.Kind == zed.SchemaName || len(e.Args) > 0 {
			return u.ref(e)
		}
	case *zed.Schema:
		return u.box(e.Text)
	case *zed.Logic:
		return u.logic(e)
	case *zed.Quant:
		return u.quant(e)
	case *zed.Decorate:
		n := u.c.plain.schema(e.X) // what is decorated is not called
		names := map[string]string{}
		for _, v := range n.Vars {
			names[v.Name] = v.Name + e.Mark
		}
		return n.renameVars(u, names)
	case *zed.Rename:
		names := map[string]string{}
		for i, old := range e.Old {
			names[old] = e.New[i]
		}
		return u.schema(e.X).renameVars(u, names)
	case *zed.Hide:
		hide := map[string]bool{}
		for _, n := range e.Names {
			hide[n] = true
		}
		return u.hide(u.schema(e.X), func(v zed.Var) bool { return hide[v.Name] })
	case *zed.Pre:
		return u.hide(u.c.plain.schema(e.X), func(v zed.Var) bool { return isLate(v.Name) })
	case *zed.Combine:
		return u.combine(e)
	case *zed.If:
		x, y := u.schema(e.Then), u.schema(e.Else)
		out := u.unfoldBoth(x, y)
		out.Vars = loosen(out.Vars, []*Normal{x, y})
		out.Pred = u.unfoldConditional(e.Span, u.c.plain.pred(e.Cond), x.Pred, y.Pred)
		return out
	}
	return u.set(e)
}

func (u *unfolder) ref(e *zed.Ref) *Normal {
	if unit, ok := u.unit(e); ok {
		n := u.c.plain.schema(e)
		o := &zed.Occur{Info: boolean(e.Span), Schema: unit, Vars: n.Vars, Body: n.Pred}
		return &Normal{Vars: n.Vars, Pred: o, own: map[string]bool{}}
	}
	if len(e.Args) == 0 {
		return u.unfold(e.Name)
	}
	return u.schema(u.c.instance(e))
}

// set returns the meaning of a set of bindings that is not a schema expression, used as
// a schema.
func (u *unfolder) set(e zed.Expr) *Normal {
	n := &Normal{own: u.none()}
	p, ok := e.Typ().(zed.PowerType)
	if !ok {
		return n
	}
	st, ok := p.Elem.(zed.SchemaType)
	if !ok {
		return n
	}
	for _, f := range st.Fields {
		n.Vars = append(n.Vars, zed.Var{Name: f.Name, Type: f.Type, Decl: zed.Carrier(f.Type), Span: e.At()})
	}
	n.addOwn(n.Vars)
	n.Pred = &zed.Op{Info: boolean(e.At()), Op: zed.In, Args: []zed.Expr{theta(n.Vars, "", e.At()), u.term(e)}}
	return n
}

func (u *unfolder) none() map[string]bool {
	if u.units == nil {
		return nil
	}
	return map[string]bool{}
}

func (n *Normal) addOwn(vars []zed.Var) {
	if n.own == nil {
		return
	}
	for _, v := range vars {
		n.own[v.Name] = true
	}
}

// ownVars returns the variables of n that do not come from occurrences alone.
func (n *Normal) ownVars() []zed.Var {
	if n.own == nil {
		return n.Vars
	}
	kept, _ := splitVars(n.Vars, func(v zed.Var) bool { return n.own[v.Name] })
	return kept
}

// box returns the meaning of a schema text.
func (u *unfolder) box(t zed.Text) *Normal {
	out := &Normal{own: u.none()}
	m := merger{index: map[string]int{}}
	var preds []zed.Expr
	states := statesOf(t)
	for _, d := range t.Decls {
		if len(d.Names) == 0 {
			n := u.schema(d.Type)
			if name, _ := stateName(d.Type); states[name] == bothStates {
				u.keepWhole(n.Pred)
			}
			m.add(n.Vars)
			out.addOwn(n.ownVars())
			preds = append(preds, n.Pred)
			continue
		}
		set := u.c.plain.term(d.Type)
		vars := variablesOf(zed.Text{Decls: []zed.Decl{{Names: d.Names, Type: set}}})
		m.add(vars)
		out.addOwn(vars)
		preds = append(preds, memberships(vars)...)
	}
	out.Vars = m.vars
	if t.Pred != nil {
		preds = append(preds, u.pred(t.Pred))
	}
	out.Pred = Conjoin(preds)
	return out
}

// keepWhole marks a predicate and its conjuncts as parts of an invariant.
func (u *unfolder) keepWhole(e zed.Expr) {
	if u.invariant[e] {
		return
	}
	u.invariant[e] = true
	if l, ok := e.(*zed.Logic); ok && l.Op == zed.And {
		for _, a := range l.Args {
			u.keepWhole(a)
		}
	}
}

// Which states of a schema a text includes.
const (
	stateBefore = 1 << iota
	stateAfter
	bothStates = stateBefore | stateAfter
)

// statesOf returns which states of which schemas a text includes. A schema of which it
// includes both, as ΔS does, is the state of an operation.
func statesOf(t zed.Text) map[string]int {
	out := map[string]int{}
	for _, d := range t.Decls {
		if len(d.Names) == 0 {
			if name, which := stateName(d.Type); which > 0 {
				out[name] |= which
			}
		}
	}
	return out
}

// stateName returns the schema that S and S' are states of.
func stateName(e zed.Expr) (string, int) {
	switch e := e.(type) {
	case *zed.Ref:
		return zed.Print(e, zed.Unicode), stateBefore
	case *zed.Decorate:
		if r, ok := e.X.(*zed.Ref); ok && e.Mark == "'" {
			return zed.Print(r, zed.Unicode), stateAfter
		}
	}
	return "", 0
}

// merger joins signatures. For a variable it keeps the first declared set that is not
// all of its type.
type merger struct {
	vars  []zed.Var
	index map[string]int
}

func (m *merger) add(vars []zed.Var) {
	for _, v := range vars {
		i, ok := m.index[v.Name]
		if !ok {
			m.index[v.Name] = len(m.vars)
			m.vars = append(m.vars, v)
			continue
		}
		if w := m.vars[i]; w.Decl != v.Decl && toolkit.Full(w.Decl) && !toolkit.Full(v.Decl) {
			m.vars[i] = v
		}
	}
}

func (u *unfolder) logic(e *zed.Logic) *Normal {
	out := &Normal{own: u.none()}
	parts := make([]*Normal, len(e.Args))
	m := merger{index: map[string]int{}}
	var preds []zed.Expr
	for i, a := range e.Args {
		parts[i] = u.enterArgument(e.Op, i).schema(a)
		m.add(parts[i].Vars)
		out.addOwn(parts[i].ownVars())
		preds = append(preds, parts[i].Pred)
	}
	out.Vars = m.vars
	switch e.Op {
	case zed.And:
		out.Pred = Conjoin(preds)
	case zed.Or:
		out.Vars = loosen(m.vars, parts)
		out.Pred = Disjoin(preds)
	default:
		out.Vars = loosen(m.vars, nil)
		out.Pred = &zed.Logic{Info: boolean(e.Span), Op: e.Op, Args: preds}
	}
	return out
}

// enterArgument returns the unfolder for the i-th argument of a connective, which makes
// occurrences only where the argument stands positively.
func (u *unfolder) enterArgument(op zed.Connective, i int) *unfolder {
	if op == zed.And || op == zed.Or || op == zed.Implies && i == 1 {
		return u
	}
	return u.c.plain
}

// loosen declares variables in all of their types, unless every part declares a
// variable in the same set. Only then is that a condition of the whole.
func loosen(vars []zed.Var, parts []*Normal) []zed.Var {
	count := map[string]int{}
	for _, p := range parts {
		for _, v := range p.Vars {
			count[v.Name]++
		}
	}
	decls := map[string]zed.Expr{}
	for _, p := range parts {
		for _, v := range p.Vars {
			if d, ok := decls[v.Name]; ok && d != v.Decl && zed.Print(d, zed.Unicode) != zed.Print(v.Decl,
				zed.Unicode) {
				count[v.Name] = 0
			}
			decls[v.Name] = v.Decl
		}
	}
	out := append([]zed.Var(nil), vars...)
	for i, v := range out {
		if len(parts) > 0 && count[v.Name] == len(parts) || toolkit.Full(v.Decl) {
			continue
		}
		out[i].Decl = zed.Carrier(v.Type)
	}
	return out
}

func (u *unfolder) quant(e *zed.Quant) *Normal {
	if e.Q == zed.Exists1 && u.units != nil {
		// There is one, and no other: what there is may be called.
		some := u.quant(&zed.Quant{Info: e.Info, Q: zed.Exists, Text: e.Text, Body: e.Body})
		if len(listOccurrences(some.Pred)) > 0 {
			one := u.c.plain.schema(e).Pred
			return &Normal{Vars: some.Vars, own: some.own, Pred: Conjoin([]zed.Expr{some.Pred, one})}
		}
	}
	inner := u
	if e.Q == zed.Exists1 {
		inner = u.c.plain
	}
	binding := u.c.plain
	if e.Q == zed.Exists {
		binding = u // what is said of the variables is a conjunct
	}
	bound, body := binding.box(e.Text), inner.schema(e.Body)
	hide := map[string]bool{}
	for _, v := range bound.Vars {
		hide[v.Name] = true
	}
	out := &Normal{own: u.none()}
	out.Vars, _ = splitVars(body.Vars, func(v zed.Var) bool { return !hide[v.Name] })
	owned, _ := splitVars(body.ownVars(), func(v zed.Var) bool { return !hide[v.Name] })
	out.addOwn(owned)
	if e.Q != zed.Exists {
		out.Vars = loosen(out.Vars, nil)
	}
	q := &zed.Quant{Info: boolean(e.Span), Q: e.Q, Text: binding.text(e.Text), Body: body.Pred}
	u.hidden[q] = e.Q == zed.Exists
	out.Pred = q
	return out
}

// hide quantifies the variables for which drop returns true.
func (u *unfolder) hide(n *Normal, drop func(zed.Var) bool) *Normal {
	kept, hidden := splitVars(n.Vars, func(v zed.Var) bool { return !drop(v) })
	out := &Normal{Vars: kept, own: u.none()}
	owned, _ := splitVars(n.ownVars(), func(v zed.Var) bool { return !drop(v) })
	out.addOwn(owned)
	out.Pred = quantify(zed.Exists, hidden, n.Pred, u.c.free)
	if q, ok := out.Pred.(*zed.Quant); ok && out.Pred != n.Pred {
		u.hidden[q] = true
	}
	return out
}

// renameVars returns n with variables renamed.
func (n *Normal) renameVars(u *unfolder, names map[string]string) *Normal {
	s := u.renaming(names)
	out := &Normal{own: u.none(), Vars: s.vars(n.Vars), Pred: s.apply(n.Pred)}
	out.addOwn(s.vars(n.ownVars()))
	for from, to := range s.memo {
		q, ok := from.(*zed.Quant)
		if r, also := to.(*zed.Quant); ok && also && u.hidden[q] {
			u.hidden[r] = true
		}
		if u.invariant[from] {
			u.invariant[to] = true
		}
	}
	return out
}

// renaming returns the substitution that renames variables. For the same names it
// returns the same one, which shares its results.
func (u *unfolder) renaming(names map[string]string) *substitution {
	var parts []string
	for from, to := range names {
		parts = append(parts, from+"/"+to)
	}
	sort.Strings(parts)
	key := strings.Join(parts, ",")
	s, ok := u.renamings[key]
	if !ok {
		s = newRenaming(names, u.c.all)
		u.renamings[key] = s
	}
	return s
}

// combine returns the meaning of ⨾, ≫ and ↾ on schemas (ISO 13568, 13.2.6):
// the first two join what the first schema leaves to what the second takes.
func (u *unfolder) combine(e *zed.Combine) *Normal {
	x, y := u.schema(e.X), u.schema(e.Y)
	has := map[string]bool{}
	for _, v := range y.Vars {
		has[v.Name] = true
	}
	if e.Op == zed.Project {
		return u.hide(u.unfoldBoth(x, y), func(v zed.Var) bool { return !has[v.Name] })
	}
	from, to := "'", ""
	if e.Op == zed.Pipe {
		from, to = "!", "?"
	}
	taken := map[string]bool{}
	for _, v := range append(append([]zed.Var(nil), x.Vars...), y.Vars...) {
		taken[v.Name] = true
	}
	left, right, middle := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, v := range x.Vars {
		base := strings.TrimSuffix(v.Name, from)
		if base == v.Name || !has[base+to] {
			continue
		}
		fresh := FreshName(base, taken)
		taken[fresh], middle[fresh] = true, true
		left[v.Name], right[base+to] = fresh, fresh
	}
	both := u.unfoldBoth(x.renameVars(u, left), y.renameVars(u, right))
	return u.hide(both, func(v zed.Var) bool { return middle[v.Name] })
}

func (u *unfolder) unfoldBoth(x, y *Normal) *Normal {
	m := merger{index: map[string]int{}}
	m.add(x.Vars)
	m.add(y.Vars)
	out := &Normal{Vars: m.vars, Pred: Conjoin([]zed.Expr{x.Pred, y.Pred}), own: u.none()}
	out.addOwn(x.ownVars())
	out.addOwn(y.ownVars())
	return out
}
