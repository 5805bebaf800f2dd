package driver

import (
	"github.com/ttf-int/ttf-int/source"

	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// errObject says why a method with an object as a parameter is not a unit.
var errObject = errors.New("another object of the type is a parameter: bind it by hand as an input that the schema " +
	"does not have")

// errEndless says why a method that does not return by itself is not a unit.
var errEndless = errors.New("it goes on until another goroutine ends it: bind what it does for one event by hand, where " +
	"something gives that")

// methods finds the units of an object: its exported methods whose parameters and
// results have counterparts in Z.
func (r *reader) methods(o *Object) {
	var reasons []string
	left := map[string][]*types.Func{}
	for _, f := range o.methods() {
		if !f.Exported() || isLeftOut(r, o, f) {
			continue
		}
		m, err := r.method(o, f)
		if err != nil {
			if !r.isShown(o, f.Name()) && !o.New.isAfter(f.Name()) {
				if left[err.Error()] == nil {
					reasons = append(reasons, err.Error())
				}
				left[err.Error()] = append(left[err.Error()], f)
			}
			continue
		}
		m.Unit = r.units.take(lower(f.Name()), o.Var+"."+lower(f.Name()))
		m.Schema = r.types.names.take(upper(f.Name()), upper(o.Name)+upper(f.Name()))
		o.Methods = append(o.Methods, m)
	}
	for _, why := range reasons {
		var names []string
		for _, f := range left[why] {
			names = append(names, f.Name())
		}
		are := "are not units"
		if len(names) == 1 {
			are = "is not a unit"
		}
		of := " of " + o.Name
		if o.typ == nil {
			of = ""
		}
		r.note(left[why][0].Pos(), "%s%s %s: %s", strings.Join(names, ", "), of, are, why)
	}
}

// isShown tells whether a method shows a state variable.
func (r *reader) isShown(o *Object, method string) bool {
	return slices.ContainsFunc(o.State, func(v Variable) bool { return v.Observer == method })
}

// method returns a unit without its name.
func (r *reader) method(o *Object, f *types.Func) (*Method, error) {
	sig := signatureOf(o, f)
	how := r.calls.waits(f)
	if how == endless {
		return nil, errEndless
	}
	m := &Method{Name: f.Name(), Observes: r.calls.observes(f), Waits: how == timed, object: o, fn: f}
	inputs, outputs := names{}, names{}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if isObject(o, p.Type()) {
			return nil, errObject
		}
		if isNamed(p.Type(), "context", "Context") {
			m.Params = append(m.Params, Slot{Go: "context.Background()"})
			continue
		}
		if call, ok := p.Type().Underlying().(*types.Signature); ok && call.Results().Len() == 0 &&
			!r.isShown(o, f.Name()) && (call.Params().Len() == 0 || !m.Observes) {
			m.Params = append(m.Params, Slot{Go: r.example(p.Type())})
			continue
		}
		if isReader(p.Type()) {
			r.types.imported("strings", "NewReader")
			m.Params = append(m.Params, Slot{Name: inputs.take(nameOr(p.Name(), "text")) + "?", Z: "𝕊", Text: true})
			continue
		}
		z, err := r.types.translate(p.Type())
		if err != nil && sig.Variadic() && i == sig.Params().Len()-1 { // options, for instance
			m.Params = append(m.Params, Slot{Go: "nil..."})
			continue
		} else if err != nil {
			return nil, err
		}
		slot := Slot{Name: inputs.take(nameOr(p.Name(), "x"+strconv.Itoa(i+1))) + "?", Z: z}
		if r.calls.writes(f, i) {
			slot.Back = strings.TrimSuffix(slot.Name, "?") + "!"
			outputs.take(strings.TrimSuffix(slot.Name, "?"))
		}
		m.Params = append(m.Params, slot)
	}
	for i := range sig.Results().Len() {
		p := sig.Results().At(i)
		if isObject(o, p.Type()) {
			m.Results = append(m.Results, Slot{}) // no variable of the schema
			continue
		}
		z, err := r.types.given(p.Type())
		if err != nil {
			return nil, err
		}
		m.Results = append(m.Results, Slot{Name: outputs.take(r.resultName(sig, i)) + "!", Z: z})
	}
	if len(m.Params) == 0 && len(m.Results) == 1 && m.Results[0].Name != "" {
		for _, v := range o.State {
			switch {
			case v.Observer == f.Name() && v.Collects == result, v.Field != "" && v.Field == r.calls.gives(f):
				m.Says = fmt.Sprintf("%s = %s", spell(m.Results[0].Name), spell(v.Name))
			case v.Name == items && m.Observes && isLength(f) && m.Results[0].Z == "ℤ":
				m.Says = fmt.Sprintf("%s = # %s", spell(m.Results[0].Name), items)
			}
		}
	}
	return m, nil
}

// isObject tells whether a parameter or result is an object of the same type.
func isObject(o *Object, t types.Type) bool {
	if o.iface != nil && types.Identical(t, o.iface) {
		return true
	}
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && o.typ != nil && types.Identical(p.Elem(), o.typ)
}

// nameOr returns a name of a parameter, or another one where it has none.
func nameOr(name, other string) string {
	if name == "" || name == "_" {
		return other
	}
	return lower(name)
}

// resultName returns the name of a result: its own; reply for an error, ok for a truth
// value behind another result; r for the first of the rest.
func (r *reader) resultName(sig *types.Signature, i int) string {
	p := sig.Results().At(i)
	switch {
	case isNamed(p.Type(), "", "error"):
		return "reply"
	case p.Name() != "" && p.Name() != "_":
		return lower(p.Name())
	case i > 0 && types.Identical(p.Type().Underlying(), types.Typ[types.Bool]):
		return "ok"
	}
	return "r"
}

// ports finds the fields of interface types through which objects call each other.
func (r *reader) ports() {
	adapters := names{}
	for _, o := range r.pkg.Objects {
		if s, ok := o.typ.Underlying().(*types.Struct); ok && o.iface == nil {
			for f := range s.Fields() {
				if r.reaches(f) {
					r.port(o, f.Type(), Port{Field: f.Name()}, adapters)
				}
			}
		}
		for i, name := range o.New.Objects { // what the constructor is given goes to a field that is not reached
			if t := o.New.types[i]; name != "" && types.IsInterface(t) &&
				!slices.ContainsFunc(o.Seams, func(p *Port) bool { return p.to.Var == name }) {
				if p := r.port(o, t, Port{Place: name}, adapters); p != nil {
					p.Place = r.held.take(lower(baseName(p.Interface)), "given"+upper(baseName(p.Interface)))
					o.New.Args[i] = p.Place
				}
			}
		}
	}
}

// baseName returns a name without that of its package.
func baseName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// port enters a port of an interface type. It is nil where no object of the package is behind it.
func (r *reader) port(o *Object, t types.Type, made Port, adapters names) *Port {
	named, ok := types.Unalias(t).(*types.Named)
	to := r.implementer(t, o)
	if !ok || to == nil || named.TypeArgs().Len() > 0 || named.Obj().Pkg() == nil || !r.reaches(named.Obj()) {
		return nil
	}
	made.Interface, made.to, made.iface = r.types.show(t), to, named.Underlying().(*types.Interface)
	made.Adapter = adapters.take("recorded" + upper(named.Obj().Name()))
	r.portMethods(&made)
	if len(made.Methods) == 0 {
		return nil
	}
	o.Seams = append(o.Seams, &made)
	return &made
}

// portMethods finds the methods of an interface that are units of the object behind it.
func (r *reader) portMethods(p *Port) {
	for f := range p.iface.Methods() {
		i := slices.IndexFunc(p.to.Methods, func(m *Method) bool { return m.Name == f.Name() })
		if i < 0 || slices.ContainsFunc(p.to.Methods[i].Params, func(s Slot) bool { return s.Text }) {
			continue
		}
		sig := f.Signature()
		m := PortMethod{Name: f.Name(), Unit: p.to.Methods[i].Unit, Returns: sig.Results().Len() > 0,
			Results: r.types.show(sig.Results())}
		var params, args, bound, boundArgs []string
		for k := range sig.Params().Len() {
			name := "x" + strconv.Itoa(k+1)
			if own := sig.Params().At(k).Name(); own != "" && own != "_" && own != "r" {
				name = goName(own)
			}
			typ := r.types.show(sig.Params().At(k).Type())
			arg := name
			if sig.Variadic() && k == sig.Params().Len()-1 {
				typ, arg = "..."+strings.TrimPrefix(typ, "[]"), name+"..."
			}
			params, args = append(params, name+" "+typ), append(args, arg)
			if p.to.Methods[i].Params[k].Go == "" {
				bound, boundArgs = append(bound, name+" "+typ), append(boundArgs, arg)
			}
		}
		m.Params, m.Args = strings.Join(params, ", "), strings.Join(args, ", ")
		m.Bound, m.BoundArgs = strings.Join(bound, ", "), strings.Join(boundArgs, ", ")
		if m.Results == "()" {
			m.Results = ""
		}
		p.Methods = append(p.Methods, m)
	}
}

// hooks finds the fields of function types that hold methods which are units, and which
// units call them. A field that the package gives no method, or several, is noted.
func (r *reader) hooks() {
	byFunc := r.byFunc()
	isUnit := func(f *types.Func) bool { return byFunc[f] != nil }
	for _, o := range r.pkg.Objects {
		s, ok := o.named.Underlying().(*types.Struct)
		if !ok || o.iface != nil {
			continue
		}
		callers := map[*types.Var][]*Method{}
		for _, m := range o.Methods {
			for _, f := range append(r.calls.reached(m.fn, isUnit), m.fn) {
				if f != m.fn && isUnit(f) {
					continue
				}
				for _, field := range r.calls.runs[f] {
					if !slices.Contains(callers[field], m) {
						callers[field] = append(callers[field], m)
					}
				}
			}
		}
		for field := range s.Fields() {
			if len(callers[field]) > 0 && r.reaches(field) {
				r.hook(o, field, callers[field])
			}
		}
	}
}

// hook enters a field of a function type that units call.
func (r *reader) hook(o *Object, field *types.Var, callers []*Method) {
	byFunc := r.byFunc()
	var callee *Method
	wired := false
	made := r.madeBy(o)
	for _, a := range r.calls.given[field] {
		m := byFunc[a.method]
		if m == nil || callee != nil && callee != m {
			callee = nil
			break
		}
		callee, wired = m, wired || slices.Contains(made, a.by)
	}
	if callee == nil {
		if field.Type().Underlying().(*types.Signature).Results().Len() == 0 {
			r.note(field.Pos(), "what is called through the field %s of %s is not known to be a unit: where it is one, bind it "+
				"with sut.Hook", field.Name(), o.Name)
		}
		return
	}
	if wired && callee.object != o && !slices.Contains(o.New.Objects, callee.object.Var) {
		r.note(field.Pos(), "%s makes the %s that it calls through %s, which is another one than the table serves: where "+
			"it can be reached, have New return it, and bind the field with sut.Hook", o.New.Func, callee.object.Name,
			field.Name())
		return
	}
	if slices.ContainsFunc(callee.Params, func(s Slot) bool { return s.Go != "" }) {
		r.note(field.Pos(), "what is called through the field %s of %s has a parameter that is no variable: calls of it are "+
			"not seen", field.Name(), o.Name)
		return
	}
	h := &Hook{Field: field.Name(), Go: r.types.show(fieldType(o, field)), Callee: callee.Unit, to: callee.object}
	if !wired {
		h.Method = callee.Name
	}
	for _, m := range callers {
		if m != callee {
			h.Callers = append(h.Callers, m.Unit)
			m.Calls, m.Seen = append(m.Calls, callee.Unit), append(m.Seen, callee.Unit)
		}
	}
	o.Hooks = append(o.Hooks, h)
}

// fieldType returns the type of a field of an object, instantiated where that is generic.
func fieldType(o *Object, field *types.Var) types.Type {
	for f := range o.typ.Underlying().(*types.Struct).Fields() {
		if f.Name() == field.Name() {
			return f.Type()
		}
	}
	return field.Type()
}

// madeBy returns the functions that run when an object is made.
func (r *reader) madeBy(o *Object) []*types.Func {
	name, _, _ := strings.Cut(o.New.Func, "[")
	f, ok := o.named.Obj().Pkg().Scope().Lookup(name).(*types.Func)
	if !ok {
		return nil
	}
	return append(r.calls.reached(f, func(*types.Func) bool { return false }), f)
}

// byFunc returns the units by their methods.
func (r *reader) byFunc() map[*types.Func]*Method {
	out := map[*types.Func]*Method{}
	for _, m := range r.pkg.units() {
		out[m.fn] = m
	}
	return out
}

// callees finds which units each unit calls, directly or by way of functions that are not
// units, and through which ports. Calls that cannot be intercepted are noted.
func (r *reader) callees() {
	byFunc := r.byFunc()
	isUnit := func(f *types.Func) bool { return byFunc[f] != nil }
	isBehind := func(f *types.Func) bool { return isUnit(f) && r.isBehindPort(byFunc[f]) }
	var straight, own []string
	for _, o := range r.pkg.Objects {
		for _, m := range o.Methods {
			for _, f := range r.calls.reached(m.fn, isUnit) {
				if callee := byFunc[f]; callee != nil && callee != m && !mayBeGiven(r, o, callee.object, nil) {
					own = append(own, m.Unit+" to "+callee.Unit)
				} else if callee != nil && callee != m {
					m.Calls = append(m.Calls, callee.Unit)
					straight = append(straight, m.Unit+" to "+callee.Unit)
				}
			}
			// What a unit calls straight is not seen: the calls that are made there are its own.
			for _, f := range r.calls.behind(m.fn, isBehind) {
				r.throughPorts(o, m, f)
			}
			slices.Sort(m.Calls)
			m.Calls = slices.Compact(m.Calls)
		}
	}
	if len(own) > 0 {
		r.note(token.NoPos, "calls on an object that its caller holds itself are calls of no unit, since the table has "+
			"another one: %s", strings.Join(own, ", "))
	}
	if len(straight) > 0 {
		r.note(token.NoPos, "calls that go straight to a unit are not seen: %s. To have one seen, call through a field of "+
			"a function type, and bind it with sut.Hook", strings.Join(straight, ", "))
	}
}

// isLeftOut tells whether a method or function is one that a person wants to have left out.
func isLeftOut(r *reader, o *Object, f *types.Func) bool {
	for _, name := range []string{f.Name(), o.Name + "." + f.Name()} {
		if slices.Contains(r.without, name) && (o.typ != nil || name == f.Name()) {
			r.leftOut[name] = true
			return true
		}
	}
	return false
}

// checkLeftOut returns an error where a method that is to be left out was not found.
func checkLeftOut(r *reader, without []string) error {
	for _, name := range without {
		if !r.leftOut[name] {
			var known []string
			for _, m := range r.pkg.units() {
				known = append(known, m.Name)
			}
			return fmt.Errorf("%s has no method or function %s that could be a unit%s", r.pkg.Path, name,
				source.DidYouMean(name, known))
		}
	}
	return nil
}

// mayBeGiven tells whether calls that an object makes on another one may be on that of the table: it is the same, or a
// set of functions, or it is given to the first when that is made, or to an object that is. An object that is embedded,
// or that the other one makes itself, is not.
func mayBeGiven(r *reader, to, o *Object, seen []*Object) bool {
	if to == o || to.typ == nil || o.typ == nil {
		return true
	}
	if slices.Contains(seen, to) {
		return false
	}
	seen = append(seen, to)
	return slices.ContainsFunc(r.pkg.Objects, func(part *Object) bool {
		isGiven := part != to && (slices.Contains(to.New.Objects, part.Var) ||
			slices.ContainsFunc(to.Seams, func(p *Port) bool { return p.to == part }))
		return isGiven && mayBeGiven(r, part, o, seen)
	})
}

// isBehindPort tells whether calls of a unit can go through a port.
func (r *reader) isBehindPort(m *Method) bool {
	for _, o := range r.pkg.Objects {
		for _, p := range o.Seams {
			isIt := func(pm PortMethod) bool { return pm.Unit == m.Unit }
			if p.to == m.object && slices.ContainsFunc(p.Methods, isIt) {
				return true
			}
		}
	}
	return false
}

// throughPorts enters the calls of a unit to a method of an interface.
func (r *reader) throughPorts(o *Object, m *Method, f *types.Func) {
	for _, p := range o.Seams {
		for _, pm := range p.Methods {
			found, _, _ := types.LookupFieldOrMethod(p.iface, false, f.Pkg(), f.Name())
			if found != types.Object(f) || pm.Name != f.Name() {
				continue
			}
			m.Calls, m.Seen = append(m.Calls, pm.Unit), append(m.Seen, pm.Unit)
			if !slices.Contains(p.Callers, m.Unit) {
				p.Callers = append(p.Callers, m.Unit)
			}
		}
	}
}

// posOf returns the place of an object's declaration.
func posOf(o *Object) token.Pos { return o.named.Obj().Pos() }
