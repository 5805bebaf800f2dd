package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// readGreyBox reads the grey-box predicate of a unit, which says what calls the unit makes.
func (l *loader) readGreyBox(u *unit, byName map[string]*unit) {
	hooks := map[string]string{}
	if u.Derived != "" && u.greybox == nil {
		of := byName[u.enriches.yaml.Value]
		if of.misnamed {
			return
		}
		u.greybox = of.greybox
		for _, f := range u.hooks {
			hooks[f.key.yaml.Value] = f.value.yaml.Value
		}
	}
	if u.greybox == nil {
		return
	}
	e, err := l.language.Expr(u.greybox)
	l.collector.errs.Add(err)
	if err != nil {
		return
	}
	r := &traceReader{loader: l, unit: u, byName: byName, known: map[string]*unit{}}
	for _, q := range l.units {
		if name := spec.NameInZ(q.Name); q.Op != nil && r.known[name] == nil {
			r.known[name] = q
			if instead := byName[hooks[q.Name]]; instead != nil && instead.Op != nil {
				r.known[name] = instead
			}
		}
	}
	before := len(l.collector.errs)
	e = r.read(e)
	if len(l.collector.errs) > before {
		return
	}
	g := &spec.Greybox{Text: u.greybox, Vars: r.vars(), Units: unitsOf(r.names), Calls: unitsOf(r.calls)}
	checked, err := l.spec.Pred(e, g.Vars)
	l.collector.errs.Add(err)
	if err != nil {
		return
	}
	g.Pred = l.calculus.Predicate(checked)
	u.Greybox = g
	l.checkHooks(u, byName)
}

// checkHooks checks that each callee under uses is a part of the unit's schema or is named
// by its grey-box predicate.
func (l *loader) checkHooks(u *unit, byName map[string]*unit) {
	for _, n := range u.uses {
		q := byName[n.yaml.Value]
		if q == nil || q.Op == nil || u.Greybox.Names(q.Name) ||
			slices.ContainsFunc(u.Op.Occurrences, func(o *zed.Occur) bool { return o.Schema == q.Schema }) {
			continue
		}
		l.collector.fail(n.span(), "%q is in uses, but its schema %s is not part of %s, and greybox does not name it: %s",
			q.Name, q.Schema, u.Schema, guidelineUses)
	}
}

// traceReader reads a grey-box predicate: it replaces the names of units and the
// sequences of their calls by variables.
type traceReader struct {
	loader *loader
	unit   *unit
	byName map[string]*unit
	known  map[string]*unit // units by the constants that name them in Z
	names  []alias          // the units that the predicate names
	calls  []alias          // the units whose sequences of calls the predicate has
}

// alias is a unit and the name that a predicate has for it. The name differs from the
// unit's own where the unit takes the place of a hook.
type alias struct{ name, unit string }

func unitsOf(list []alias) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.unit)
	}
	return out
}

// addAlias returns the list with the unit under the given name; unchanged where it has
// that already.
func addAlias(list []alias, name, unit string) []alias {
	if n := (alias{name, unit}); !slices.Contains(list, n) {
		return append(list, n)
	}
	return list
}

// read returns the predicate with a variable in the place of each sequence of calls,
// and notes which units it names.
func (r *traceReader) read(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Ref:
		return r.name(e)
	case *zed.Apply:
		if out := r.sequence(e); out != nil {
			return out
		}
	}
	return zed.Rebuild(e, r.read)
}

func (r *traceReader) name(e *zed.Ref) zed.Expr {
	q := r.known[e.Name]
	switch {
	case len(e.Args) > 0 || r.isOwn(e.Name):
		return zed.Rebuild(e, r.read)
	case e.Name == "tau":
		return &zed.Ref{Info: e.Info, Name: spec.Trace}
	case q != nil:
		r.names = addAlias(r.names, e.Name, q.Name)
	}
	return e
}

// isOwn tells whether one of the unit's variables has the given name.
func (r *traceReader) isOwn(name string) bool {
	return r.unit.Op.Find(name) >= 0
}

// sequence reads calls(q). It also reads f calls(q) as f (calls(q)), although
// application associates to the left, since calls without an argument has no meaning.
// It returns nil where e is neither.
func (r *traceReader) sequence(e *zed.Apply) zed.Expr {
	if outer, ok := e.Fn.(*zed.Apply); ok && r.isCalls(outer.Arg) {
		inner := &zed.Apply{Info: zed.Info{Span: outer.Arg.At().ExtendTo(e.Arg.At())}, Fn: outer.Arg, Arg: e.Arg}
		return &zed.Apply{Info: e.Info, Fn: r.read(outer.Fn), Arg: r.sequence(inner)}
	}
	if !r.isCalls(e.Fn) {
		return nil
	}
	arg, ok := e.Arg.(*zed.Ref)
	if !ok {
		r.loader.collector.fail(e.Arg.At(), "expected the name of a unit, as in calls(%s)", r.example())
		return e
	}
	q := r.known[arg.Name]
	if q == nil {
		r.loader.collector.fail(arg.At(), "there is no unit %q%s", arg.Name, source.DidYouMean(arg.Name, r.listNames()))
		return e
	}
	r.calls = addAlias(r.calls, spec.CallsOf(arg.Name), q.Name)
	return &zed.Ref{Info: e.Info, Name: spec.CallsOf(arg.Name)}
}

func (r *traceReader) isCalls(e zed.Expr) bool {
	fn, ok := e.(*zed.Ref)
	return ok && fn.Name == "calls" && !r.isOwn("calls")
}

func (r *traceReader) listNames() []string {
	var out []string
	for name := range r.known {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func (r *traceReader) example() string {
	if callees := r.callees(); len(callees) > 0 {
		return spec.NameInZ(callees[0].Name)
	}
	return r.listNames()[0]
}

// callees returns the units that the unit declares to use or call.
func (r *traceReader) callees() []*unit {
	var out []*unit
	for _, name := range slices.Concat(r.unit.Uses, r.unit.Calls) {
		if q := r.byName[name]; q != nil && q.Op != nil {
			out = append(out, q)
		}
	}
	return out
}

// vars returns the variables of the predicate. An element of τ has the callee's name
// and the components that all callees have in common.
func (r *traceReader) vars() []zed.Var {
	out := slices.Clone(r.unit.Op.Vars)
	var element zed.SchemaType
	for i, q := range r.callees() {
		if record := spec.Record(q.Op.Signature); i == 0 {
			element = record
		} else {
			element = spec.CommonComponents(element, record)
		}
	}
	out = append(out, zed.Var{Name: spec.Trace, Type: zed.SeqOf(spec.AddComponent(element, spec.CallUnit,
		spec.UnitName()))})
	for _, n := range r.names {
		out = append(out, zed.Var{Name: n.name, Type: spec.UnitName()})
	}
	for _, n := range r.calls {
		record := spec.AddComponent(spec.Record(r.byName[n.unit].Op.Signature), spec.CallAt, zed.IntType{})
		out = append(out, zed.Var{Name: n.name, Type: zed.SeqOf(record)})
	}
	return out
}
