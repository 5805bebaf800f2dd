package runner

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits of a trial.
const (
	// trialDepth is how deeply values that are made up for a trial nest.
	trialDepth = 3
	// trialCases is how many values of cases a variable is tried on.
	trialCases = 32
	// trialScan is how many cases are looked through for such values.
	trialScan = 1000
	// trialDeaths is how many processes a trial may cost.
	trialDeaths = 3
)

// specimen is a value that a variable is tried on.
type specimen struct {
	value value.Value
	// constant says that it is a constant of the variable's free type, used
	// that a case has it. The others are small values of the type, which an
	// invariant may exclude.
	constant, used bool
}

// trial tries what a program makes of values, before the first case.
type trial struct {
	program *program
	process *process
	reader  *reader
	deaths  int
	faults  map[string]bool // what is wrong, of a variable in whatever unit, once
}

// try tries the units of a plan on their variables. What is wrong with a binding
// is noted in the program's list, and in the binding where it would go unnoticed
// in a case. It returns the process that is left.
func (p *program) try(ctx context.Context, q *process, units []*plan.Unit, r *reader) (*process, error) {
	t := &trial{program: p, process: q, reader: r, faults: map[string]bool{}}
	for _, u := range units {
		b := p.units[u.Name]
		if b == nil {
			continue
		}
		for _, got := range []bool{false, true} {
			slots := b.given
			if got {
				slots = b.got
			}
			for i := range slots {
				if slots[i].index < 0 {
					continue
				}
				known, err := t.variable(ctx, u, b, i, got)
				if err != nil || !known {
					return t.process, err
				}
			}
		}
	}
	return t.process, nil
}

// variable tries one variable. It reports false where there is nothing more to
// try: the program does not know how.
func (t *trial) variable(ctx context.Context, u *plan.Unit, b *binding, i int, got bool) (bool, error) {
	sl, shape := b.given, b.shapes[0]
	if got {
		sl, shape = b.got, b.shapes[1]
	}
	v := sl[i]
	if why := t.reader.misfit(shape[i], v.typ); why != "" {
		t.wrong(b, v, why)
		return true, nil
	}
	specimens := t.reader.specimens(u, v, got)
	request := &wire.Conversion{Unit: b.id, Got: got, Variable: uint32(i)}
	for _, s := range specimens {
		request.Values = append(request.Values, toWire(s.value, v.typ))
	}
	if t.deaths >= trialDeaths {
		return false, nil
	}
	limited, cancel := context.WithTimeout(ctx, t.program.patience())
	defer cancel()
	answer, err := t.process.service.Convert(limited, request)
	switch {
	case status.Code(err) == codes.Unimplemented:
		return false, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil:
		why := "its conversion did not end within " + t.program.patience().String()
		if limited.Err() == nil {
			why = t.process.refused(err)
		}
		t.note(b, v, "when it was tried on small values, "+why)
		t.deaths++
		t.process.kill()
		t.process, err = t.program.start(ctx)
		return err == nil, err
	}
	if len(answer.Attempts) != len(specimens) {
		t.note(b, v, fmt.Sprintf("%d values were sent to be converted, and it answered for %d", len(specimens), len(answer.Attempts)))
	}
	t.judge(b, v, got, specimens, answer.Attempts)
	return true, nil
}

// wrong notes that a binding is wrong: no case of the unit can be judged.
func (t *trial) wrong(b *binding, v slot, why string) {
	if b.wrong == "" {
		b.wrong = fmt.Sprintf("%s is bound wrongly: %s", v.name, why)
	}
	t.note(b, v, why)
}

func (t *trial) note(b *binding, v slot, why string) {
	base := strings.TrimSuffix(v.name, "'")
	if key := base + ": " + why; !t.faults[key] {
		t.faults[key] = true
		place := b.places[base]
		if place != "" {
			place = ", at " + place
		}
		t.program.faults = append(t.program.faults, fmt.Sprintf("the system under test %s binds %s of %s wrongly%s: %s", t.program.spec.Name, v.name, b.unit.Name, place, why))
	}
}

// judge says what attempts show of a binding. What a program refuses it may
// have reasons for, as a number too large for its type; that it refuses all, or
// a constant, or shows a value as another, is wrong.
func (t *trial) judge(b *binding, v slot, got bool, specimens []specimen, attempts []*wire.Attempt) {
	refused, silent, why := 0, 0, ""
	var constants []string
	for i, a := range attempts[:min(len(attempts), len(specimens))] {
		s := specimens[i]
		text := short(s.value.Text(v.typ))
		switch {
		case a.Broken != "":
			t.note(b, v, fmt.Sprintf("%s cannot be converted: %s", text, a.Broken))
		case a.Refused != "":
			refused++
			if why == "" {
				why = fmt.Sprintf("it cannot hold %s: %s", text, a.Refused)
			}
			if s.constant {
				constants = append(constants, fmt.Sprintf("it cannot hold %s: %s", text, a.Refused))
			}
		case a.Mute != "":
			if !strings.HasSuffix(v.name, "?") && (s.constant || s.used) {
				t.wrong(b, v, fmt.Sprintf("%s cannot be shown: %s", text, a.Mute))
				return
			}
		case a.Value != nil:
			back, err := t.reader.read(a.Value, v.typ)
			if err != nil {
				t.wrong(b, v, fmt.Sprintf("%s is shown as a value that is not of its type: %v", text, err))
				return
			}
			if !back.Equal(s.value) && (s.constant || s.used || !derived(v.typ)) {
				t.wrong(b, v, fmt.Sprintf("%s comes back as %s", text, short(back.Text(v.typ))))
				return
			}
		default:
			silent++
		}
	}
	if silent > 0 {
		t.note(b, v, fmt.Sprintf("of %d values that were sent to be converted, %d came back with neither a value nor a reason", len(attempts), silent))
	}
	if len(constants) > 0 {
		b.doubtful[strings.TrimSuffix(v.name, "'")] = true
	}
	switch {
	case refused > 0 && refused == len(attempts) && slices.ContainsFunc(specimens, func(s specimen) bool { return s.constant || s.used }):
		t.wrong(b, v, why)
	case len(constants) > 0 && !strings.HasSuffix(v.name, "!"):
		t.note(b, v, constants[0])
	case len(constants) > 0 && t.reader.constructed(v.typ):
		t.note(b, v, constants[0])
	}
}

// constructed tells whether a type is free and has constructors: of such types
// no table lists what a program gives.
func (r *reader) constructed(t zed.Type) bool {
	n, ok := t.(zed.NamedType)
	return ok && len(r.free[n.Name].Ctors) > 0
}

// derived tells whether a type has schema bindings in it, whose components may
// depend on each other in ways that made up values do not respect.
func derived(t zed.Type) bool {
	switch t := t.(type) {
	case zed.SchemaType:
		return true
	case zed.PowerType:
		return derived(t.Elem)
	case zed.ProductType:
		return slices.ContainsFunc(t.Elems, derived)
	case zed.NamedType:
		return t.Free
	}
	return false
}

// specimens returns the values that a variable is tried on, each once.
func (r *reader) specimens(u *plan.Unit, v slot, got bool) []specimen {
	var out []specimen
	add := func(s specimen) {
		for i := range out {
			if out[i].value.Equal(s.value) {
				out[i].used, out[i].constant = out[i].used || s.used, out[i].constant || s.constant
				return
			}
		}
		out = append(out, s)
	}
	if n, ok := v.typ.(zed.NamedType); ok {
		for _, c := range r.free[n.Name].Constants {
			add(specimen{value: value.OfAtom(c), constant: true})
		}
	}
	for i, c := range u.Cases {
		values := c.Values
		if got {
			values = c.Witness
		}
		if i == trialScan || len(out) > trialCases {
			break
		}
		if x, ok := values.Lookup(v.name); ok {
			add(specimen{value: x, used: true})
		}
	}
	for _, x := range r.small(v.typ, trialDepth) {
		add(specimen{value: x})
	}
	return out
}

// small returns small values of a type; none of a given type, whose elements
// have no names but those in cases.
func (r *reader) small(t zed.Type, depth int) []value.Value {
	if depth == 0 {
		return nil
	}
	switch t := t.(type) {
	case zed.IntType:
		return []value.Value{value.OfInt(0), value.OfInt(1), value.OfInt(2)}
	case zed.StrType:
		return []value.Value{value.OfStr(""), value.OfStr("a")}
	case zed.NamedType:
		return r.smallFree(r.free[t.Name], depth)
	case zed.ProductType:
		return r.rows(len(t.Elems), func(i int) zed.Type { return t.Elems[i] }, depth, value.OfTuple)
	case zed.SchemaType:
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return r.rows(len(t.Fields), func(i int) zed.Type { return t.Fields[i].Type }, depth, func(elems ...value.Value) value.Value {
			return value.OfBinding(names, elems)
		})
	case zed.PowerType:
		return r.smallSets(t, depth)
	}
	return nil
}

func (r *reader) smallFree(f types.Free, depth int) []value.Value {
	var out []value.Value
	for _, c := range f.Constants {
		out = append(out, value.OfAtom(c))
	}
	for _, c := range f.Ctors {
		for _, arg := range r.small(c.Arg, depth-1) {
			out = append(out, value.OfCtor(c.Name, arg))
		}
	}
	return out
}

func (r *reader) smallSets(t zed.PowerType, depth int) []value.Value {
	if inner := pairSecond(t); t.List && inner != nil {
		out := []value.Value{value.OfSeq(nil)}
		elems := r.small(inner, depth-1)
		for n := range min(len(elems), 2) {
			out = append(out, value.OfSeq(slices.Clone(elems[:n+1])))
		}
		return out
	}
	out := []value.Value{value.OfSet(nil)}
	elems := r.small(t.Elem, depth-1)
	for _, e := range elems {
		out = append(out, value.OfSet([]value.Value{e}))
	}
	if len(elems) > 1 {
		out = append(out, value.OfSet(slices.Clone(elems[:2])))
	}
	return out
}

// rows returns values of n components each: the first of each type, the second,
// and so on.
func (r *reader) rows(n int, typ func(int) zed.Type, depth int, of func(...value.Value) value.Value) []value.Value {
	columns, longest := make([][]value.Value, n), 0
	for i := range columns {
		if columns[i] = r.small(typ(i), depth-1); len(columns[i]) == 0 {
			return nil
		}
		longest = max(longest, len(columns[i]))
	}
	var out []value.Value
	for k := range min(longest, 3) {
		elems := make([]value.Value, n)
		for i, c := range columns {
			elems[i] = c[k%len(c)]
		}
		out = append(out, of(elems...))
	}
	return out
}

// misfit says why what a program can hold is never a value of a type; "" where
// it may be.
func (r *reader) misfit(s *wire.Shape, t zed.Type) string {
	parts := s.GetParts()
	part := func(i int) *wire.Shape {
		if i < len(parts) {
			return parts[i]
		}
		return nil
	}
	wrong := fmt.Sprintf("its type is %s, and the program has %s", t, kindName(s.GetKind()))
	switch s.GetKind() {
	case wire.Kind_NONE:
		return ""
	case wire.Kind_INT:
		if _, ok := t.(zed.IntType); ok {
			return ""
		}
	case wire.Kind_STRING:
		if _, ok := t.(zed.StrType); ok {
			return ""
		}
		if _, ok := t.(zed.NamedType); ok {
			return ""
		}
	case wire.Kind_ATOM, wire.Kind_CTOR:
		if n, ok := t.(zed.NamedType); ok {
			return r.unnamed(s, n)
		}
	case wire.Kind_SET, wire.Kind_SEQ:
		p, ok := t.(zed.PowerType)
		if !ok {
			break
		}
		if s.Kind == wire.Kind_SET {
			return r.misfit(part(0), p.Elem)
		}
		if inner := pairSecond(p); inner != nil {
			return r.misfit(part(0), inner)
		}
	case wire.Kind_TUPLE:
		if p, ok := t.(zed.ProductType); ok && len(p.Elems) == len(parts) {
			for i, e := range p.Elems {
				if why := r.misfit(parts[i], e); why != "" {
					return why
				}
			}
			return ""
		}
	case wire.Kind_BINDING:
		if p, ok := t.(zed.SchemaType); ok {
			return r.misfitBinding(s, p)
		}
	default:
		return ""
	}
	return wrong
}

func (r *reader) misfitBinding(s *wire.Shape, t zed.SchemaType) string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
		if i := slices.Index(s.Names, f.Name); i >= 0 && i < len(s.Parts) {
			if why := r.misfit(s.Parts[i], f.Type); why != "" {
				return "component " + f.Name + ": " + why
			}
		}
	}
	sort.Strings(names)
	has := slices.Sorted(slices.Values(s.Names))
	if !slices.Equal(names, has) {
		return fmt.Sprintf("its components are %s, and the program's are %s", strings.Join(names, ", "), strings.Join(has, ", "))
	}
	return ""
}

// unnamed reports a table of names with none that is a constant of the type.
func (r *reader) unnamed(s *wire.Shape, t zed.NamedType) string {
	f, ok := r.free[t.Name]
	if !ok || len(f.Ctors) > 0 || len(s.Names) == 0 || slices.ContainsFunc(f.Constants, func(c string) bool { return slices.Contains(s.Names, c) }) {
		return ""
	}
	return fmt.Sprintf("the constants of %s are %s, and the program's are %s", t.Name, strings.Join(f.Constants, ", "), strings.Join(s.Names, ", "))
}
