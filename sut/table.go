package sut

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/prop"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// table is a checked Program, independent of the type of its instances.
type table struct {
	instance   reflect.Type // *A
	make       func() any
	setup      *setup // nil where there is none
	close      func(any)
	units      []*unit
	index      map[string]int
	seams      []seam
	edges      map[edge]bool
	calls      map[uint32]bool // the units that are known to call others
	codecs     *codecs
	desc       *wire.Description
	properties map[string]prop.Property // that are tested with values of their own
	classes    []*class
}

type edge struct{ caller, callee int }

type seam struct {
	callees string // for messages
	install func(instance any, p *Port)
	hooked  map[int]*signature // by callee; of function values
}

// unit is a unit with its variables in the order of the protocol.
type unit struct {
	name            string
	given, got      []variable
	params, results Names
	fn              reflect.Value
	sig             *signature // nil where fn is not set
}

type variable struct {
	name  string
	role  wire.Role
	state *access // nil where it is bound to a parameter or result
	codec *codec  // nil until a function shows its type
	typ   reflect.Type
}

// edge tells whether calls from one unit to another are intercepted.
func (t *table) edge(caller, callee uint32) bool { return t.edges[edge{int(caller), int(callee)}] }

// slot is the place of a variable in a function's signature.
type slot struct {
	where   place
	index   int
	pair    bool // whether the variable is this result and the next
	pointer bool // whether the variable is what the parameter points to
	object  bool // whether it can be an object of the case
	codec   *codec
}

type place uint8

const (
	nowhere place = iota // the function does not show the variable
	inState
	inParam
	inResult
)

// signature binds a unit's variables to the parameters and results of one function
// type.
type signature struct {
	typ        reflect.Type
	instance   bool // the first parameter is the instance
	given, got []slot
	unnamed    []int // the indices of results of type error to which no variable is bound
	objects    []int // the indices in got of results that are objects
}

func (p *Program[A]) table() (*table, error) {
	if p.New == nil && len(p.Units) > 0 || p.New == nil && len(p.Properties)+len(p.Classes) == 0 {
		return nil, errors.New("program has no New")
	}
	if err := checkProperties(p.Properties); err != nil {
		return nil, err
	}
	cs, err := newCodecs(p.Types, p.Errors)
	if err != nil {
		return nil, err
	}
	t := &table{instance: reflect.TypeFor[*A](), index: map[string]int{}, edges: map[edge]bool{},
		calls: map[uint32]bool{}, codecs: cs}
	t.make = func() any {
		made := p.New()
		if made == nil {
			panic("New returned nil")
		}
		return made
	}
	t.setup, err = p.Setup.check(t.instance, cs, func(name string) bool {
		return slices.ContainsFunc(p.State, func(v Var[A]) bool { return v.name == name })
	})
	if err != nil {
		return nil, err
	}
	t.close = func(a any) {
		if _, is := a.(*given); !is && p.Close != nil {
			p.Close(a.(*A))
		}
	}
	for i := range p.Units {
		u := &p.Units[i]
		if _, twice := t.index[u.Name]; twice || u.Name == "" {
			return nil, fmt.Errorf("unit %q: it needs a name of its own", u.Name)
		}
		t.index[u.Name] = i
		vars, err := accesses(cs, u.Name, p.State, u.Vars)
		if err != nil {
			return nil, err
		}
		made, err := t.unit(u.Name, u.Func, u.Params, u.Results, vars)
		if err != nil {
			return nil, &unitError{u.Name, fmt.Errorf("unit %s: %w", u.Name, err)}
		}
		t.units = append(t.units, made)
	}
	for _, s := range p.Seams {
		if err := addSeam(t, s); err != nil {
			return nil, err
		}
	}
	t.properties = p.Properties
	if t.classes, err = p.Classes.classes(cs); err != nil {
		return nil, err
	}
	t.desc = t.describe()
	if t.desc.Constants, err = cs.constants(p.Constants); err != nil {
		return nil, err
	}
	return t, nil
}

// named is a Var with its name.
// role returns the role of a variable by its decoration. An undecorated name stands for
// the state before.
func role(name string) wire.Role {
	switch {
	case strings.HasSuffix(name, "?"):
		return wire.Role_INPUT
	case strings.HasSuffix(name, "!"):
		return wire.Role_OUTPUT
	case strings.HasSuffix(name, "'"):
		return wire.Role_AFTER
	}
	return wire.Role_BEFORE
}

// unit returns a unit with the list of its variables: state first, then parameters and
// results.
func (t *table) unit(name string, fn any, params, results Names, vars []named) (*unit, error) {
	u := &unit{name: name, params: params, results: results}
	given := func(name string, a *access) {
		u.given = append(u.given, variable{name: name, role: role(name), state: a})
	}
	got := func(name string, a *access) {
		u.got = append(u.got, variable{name: name, role: role(name), state: a})
	}
	for _, v := range vars {
		switch role(v.name) {
		case wire.Role_AFTER:
			return nil, fmt.Errorf("variable %s: bind %s, which stands for both", v.name,
				strings.TrimSuffix(v.name, "'"))
		case wire.Role_INPUT:
			given(v.name, v.access)
		case wire.Role_OUTPUT:
			got(v.name, v.access)
		default:
			if !slices.Contains(params, v.name) {
				given(v.name, v.access)
			}
			if !slices.Contains(params, v.name) && !slices.Contains(results, v.name+"'") {
				got(v.name+"'", v.access)
			}
		}
	}
	if err := params.checkBack(); err != nil {
		return nil, err
	}
	for _, p := range params.each() {
		switch {
		case p == "":
		case role(p) == wire.Role_AFTER:
			return nil, fmt.Errorf("parameter %s: bind %s, which is read back", p, strings.TrimSuffix(p, "'"))
		case role(p) == wire.Role_OUTPUT:
			got(p, nil)
		default:
			given(p, nil)
			if role(p) == wire.Role_BEFORE && !slices.Contains(results, p+"'") {
				got(p+"'", nil)
			}
		}
	}
	for i, r := range results {
		if r == "" || results.isSecond(i) {
			continue
		}
		if role(r) != wire.Role_AFTER && role(r) != wire.Role_OUTPUT {
			return nil, fmt.Errorf("result %s is neither an output nor an after-state", r)
		}
		got(r, nil)
	}
	for _, list := range [][]variable{u.given, u.got} {
		for i, v := range list {
			if slices.ContainsFunc(list[:i], func(w variable) bool { return w.name == v.name }) {
				return nil, fmt.Errorf("variable %s is bound twice", v.name)
			}
		}
	}
	if fn == nil {
		return u, nil
	}
	u.fn = reflect.ValueOf(fn)
	sig, err := t.bind(u, u.fn.Type())
	if err != nil {
		return nil, err
	}
	u.sig = sig
	return u, nil
}

// each returns all names of parameters: of one that is written into there are two.
func (n Names) each() []string {
	var out []string
	for _, name := range n {
		out = append(out, strings.Split(name, " ")...)
	}
	return out
}

// find returns the index of the parameter to which a variable is bound.
func (n Names) find(name string) int {
	return slices.IndexFunc(n, func(at string) bool { return slices.Contains(strings.Split(at, " "), name) })
}

// checkBack returns an error where what is not one name is not an input with an output.
func (n Names) checkBack() error {
	for _, name := range n {
		if both := strings.Split(name, " "); len(both) > 1 && (len(both) > 2 || role(both[0]) != wire.Role_INPUT ||
			role(both[1]) != wire.Role_OUTPUT) {
			return fmt.Errorf("parameter %q: expected one name, or those of an input and of what the function writes "+
				"into it, as in \"x? x!\"", name)
		}
	}
	return nil
}

// isSecond tells whether a result is the second one that a variable is bound to.
func (n Names) isSecond(i int) bool { return i > 0 && n[i] == n[i-1] && !n.isSecond(i-1) }

// bind binds the variables of a unit to a function type.
func (t *table) bind(u *unit, typ reflect.Type) (*signature, error) {
	if typ.Kind() != reflect.Func {
		return nil, fmt.Errorf("%v is not a function", typ)
	}
	s := &signature{typ: typ}
	names := u.params
	count, which := typ.NumIn(), "parameters"
	// A parameter that is an instance is one of the variables only where its
	// type has a codec.
	if count > 0 && typ.In(0) == t.instance && (len(names) == count-1 || t.codecs.own[t.instance].build == nil) {
		s.instance = true
		names = append(Names{""}, names...)
		count, which = count-1, "parameters beside the instance"
	}
	if len(u.params) != count {
		return nil, fmt.Errorf("%v has %d %s, and Params names %d", typ, count, which, len(u.params))
	}
	if len(u.results) != typ.NumOut() && len(u.results) > 0 {
		return nil, fmt.Errorf("%v has %d results, and Results names %d", typ, typ.NumOut(), len(u.results))
	}
	for i := range typ.NumOut() {
		if (len(u.results) == 0 || u.results[i] == "") && typ.Out(i) == reflect.TypeFor[error]() {
			s.unnamed = append(s.unnamed, i)
		}
	}
	var err error
	if s.given, err = t.slots(u, u.given, typ, names); err != nil {
		return nil, err
	}
	s.got, err = t.slots(u, u.got, typ, names)
	for i := range s.got {
		if s.got[i].object && s.got[i].where == inResult {
			s.objects = append(s.objects, i)
		}
	}
	return s, err
}

// slots finds the place of each variable in a function type.
func (t *table) slots(u *unit, vars []variable, typ reflect.Type, params Names) ([]slot, error) {
	out := make([]slot, len(vars))
	for i := range vars {
		v := &vars[i]
		if v.state != nil {
			v.codec, v.typ = v.state.codec, v.state.typ
			out[i] = slot{where: inState, codec: v.codec}
			continue
		}
		var at reflect.Type
		if j := slices.Index(u.results, v.name); j >= 0 {
			out[i], at = slot{where: inResult, index: j}, typ.Out(j)
			if out[i].pair = j+1 < len(u.results) && u.results.isSecond(j+1); out[i].pair {
				if at = typeOfTwo(at, typ.Out(j+1)); t.codecs.own[at].build == nil {
					return nil, fmt.Errorf("variable %s is bound to the results %v and %v: Types does not say how this "+
						"pair is sent (sut.CommaOK, sut.CommaError)", v.name, typ.Out(j), typ.Out(j+1))
				}
			}
		} else {
			j := params.find(strings.TrimSuffix(v.name, "'"))
			out[i], at = slot{where: inParam, index: j}, typ.In(j)
			if at.Kind() == reflect.Pointer && t.codecs.own[at].build == nil && at != reflect.TypeFor[*wire.Value]() {
				out[i].pointer, at = true, at.Elem()
			} else if v.role == wire.Role_OUTPUT && (params[j] == v.name ||
				at.Kind() != reflect.Slice && at.Kind() != reflect.Map) {
				return nil, fmt.Errorf("output %s is bound to a parameter that is not a pointer: where the function "+
					"writes into a slice or map, name it before and after, as in \"x? x!\"", v.name)
			}
		}
		c, err := t.codecs.find(at)
		if out[i].object = t.object(v, out[i], typ); out[i].object && (err != nil || out[i].where == inResult) {
			c, err, out[i].pointer = objectCodec, nil, false
		}
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", v.name, err)
		}
		out[i].codec = c
		if v.codec == nil {
			v.codec, v.typ = c, at
		}
	}
	return out, nil
}

// object tells whether a variable can be an object of the case: it is an input or an
// output, and its Go type is that of instances and has no codec.
func (t *table) object(v *variable, s slot, typ reflect.Type) bool {
	if t.codecs.own[t.instance].build != nil {
		return false
	}
	switch s.where {
	case inParam:
		return v.role == wire.Role_INPUT && typ.In(s.index) == t.instance
	case inResult:
		return v.role == wire.Role_OUTPUT && typ.Out(s.index) == t.instance && !s.pair
	}
	return false
}

// noUnit returns the error about a seam at a place that names a unit which the table does not have.
func (t *table) noUnit(place, name string) error {
	var names []string
	for _, u := range t.units {
		names = append(names, u.name)
	}
	return &placedError{place, fmt.Errorf("seam: there is no unit %q: the units are %s", name,
		strings.Join(names, ", "))}
}

func addSeam[A any](t *table, s Seam[A]) error {
	caller, ok := t.index[s.caller]
	if !ok {
		return t.noUnit(s.place, s.caller)
	}
	made := seam{callees: strings.Join(s.callees, ", "), install: func(a any, p *Port) { s.install(a.(*A), p) },
		hooked: map[int]*signature{}}
	for _, name := range s.callees {
		callee, ok := t.index[name]
		if !ok {
			return t.noUnit(s.place, name)
		}
		t.edges[edge{caller, callee}] = true
		t.calls[uint32(caller)] = true
		if s.hooked != nil {
			sig, err := t.bind(t.units[callee], s.hooked)
			if err != nil {
				return &placedError{s.place, fmt.Errorf("hook from %s to %s: %w", s.caller, name, err)}
			}
			made.hooked[callee] = sig
		}
	}
	t.seams = append(t.seams, made)
	return nil
}

func (t *table) describe() *wire.Description {
	d := &wire.Description{Protocol: protocolVersion, Language: "go", Sdk: Version, Scripts: true,
		Properties: slices.Sorted(maps.Keys(t.properties)), Classes: t.describeClasses()}
	list := func(vars []variable) []*wire.Variable {
		var out []*wire.Variable
		for _, v := range vars {
			w := &wire.Variable{Name: v.name, Role: v.role, Shape: &wire.Shape{}}
			if v.codec != nil {
				w.Shape = v.codec.shape
			}
			if v.state != nil {
				w.Place = v.state.place
			}
			w.Fixed = v.role == wire.Role_BEFORE && v.state != nil && v.state.at == nil && v.state.set == nil
			w.Made = w.Fixed && t.setup.has(v.name)
			w.Fixed = w.Fixed && !w.Made
			w.Observed = w.Fixed && v.state.observed
			w.Parameter = v.state == nil && (v.role == wire.Role_BEFORE || v.role == wire.Role_AFTER)
			out = append(out, w)
		}
		return out
	}
	for _, u := range t.units {
		d.Units = append(d.Units, &wire.Unit{Name: u.name, Given: list(u.given), Got: list(u.got),
			Served: u.sig != nil, Function: u.functionName()})
	}
	for e := range t.edges {
		d.Edges = append(d.Edges, &wire.Edge{Caller: uint32(e.caller), Callee: uint32(e.callee)})
	}
	slices.SortFunc(d.Edges, func(a, b *wire.Edge) int {
		return int(a.Caller)<<32 + int(a.Callee) - int(b.Caller)<<32 - int(b.Callee)
	})
	return d
}
