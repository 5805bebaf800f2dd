package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits on trying bindings.
const (
	// trialDepth is how deeply the values nest that are made up for trying.
	trialDepth = 3
	// trialCases is on how many values from cases each variable is tried.
	trialCases = 32
	// trialScan is how many cases are searched for such values.
	trialScan = 1000
	// trialDeaths is how many processes may end while bindings are tried.
	trialDeaths = 3
)

// specimen is a value on which a variable is tried.
type specimen struct {
	value value.Value
	// constant says that the value is a constant of the variable's free type, and used
	// that a case has it. Other specimens are small values of the type, which an
	// invariant may exclude.
	constant, used bool
}

// trial tries how a program converts values, before the first case.
type trial struct {
	program *Program
	process *process
	deaths  int
	faults  map[string]bool // the errors found, each once for a variable, whatever units have it
}

// try tries the bindings of the units of a plan. It records a wrong binding in the
// program's list of faults, and in the binding itself where a case would not show it.
// It returns the process that is running afterwards.
func (p *Program) try(ctx context.Context, q *process, units []*plan.Unit) (*process, error) {
	t := &trial{program: p, process: q, faults: map[string]bool{}}
	for _, u := range units {
		b := p.units[u.Name]
		if b == nil {
			continue
		}
		t.findMisnamed(u, b)
		for _, got := range []bool{false, true} {
			slots := b.given
			if got {
				slots = b.got
			}
			for i := range slots {
				if slots[i].index < 0 || slots[i].object {
					continue
				}
				known, err := t.tryVariable(ctx, u, b, i, got)
				if err != nil || !known {
					return t.process, err
				}
			}
		}
	}
	return t.process, nil
}

// findMisnamed finds an input or output that the program binds and the unit's schema does not have, where the
// schema has another one that the program does not bind: one of the two names is wrong. So it is for a variable of the
// state that no schema has, and whose name is near to one that is not bound. What the program shows besides is
// nobody's mistake.
func (t *trial) findMisnamed(u *plan.Unit, b *Binding) {
	for _, part := range []struct {
		bound []slot
		vars  []zed.Var
		mark  string
	}{{b.given, b.Unit.Op.Input.Vars, "?"}, {b.got, b.Unit.Op.Output.Vars, "!"}, {b.given, b.Unit.Op.Early.Vars, ""}} {
		var missing []string
		for _, v := range part.vars {
			isBound := slices.ContainsFunc(part.bound, func(s slot) bool { return s.name == v.Name })
			if !isBound && (u.Tree == nil || !u.Tree.Completion[v.Name]) {
				missing = append(missing, v.Name)
			}
		}
		for _, s := range part.bound {
			if s.index >= 0 || s.object || !strings.HasSuffix(s.name, part.mark) || len(missing) == 0 {
				continue
			}
			near := source.DidYouMean(s.name, missing)
			if part.mark == "" && (near == "" || roleOf(s.name) != wire.Role_BEFORE || t.isKnown(s.name)) {
				continue
			}
			t.noteWrong(b, s, fmt.Sprintf("the schema %s has no %s, and the program does not bind %s%s",
				b.Unit.Schema, s.name, source.List(missing), near))
		}
	}
}

// isKnown tells whether the schema of any unit has a variable.
func (t *trial) isKnown(name string) bool {
	return slices.ContainsFunc(t.program.system.Units, func(u *spec.Unit) bool {
		return u.Op != nil && u.Op.Find(name) >= 0
	})
}

// tryVariable tries one variable. It is false where the program does not support trying.
func (t *trial) tryVariable(ctx context.Context, u *plan.Unit, b *Binding, i int, got bool) (bool, error) {
	sl, shape := b.given, b.shapes[0]
	if got {
		sl, shape = b.got, b.shapes[1]
	}
	v := sl[i]
	if why := t.program.reader.findMisfit(shape[i], v.typ); why != "" {
		t.noteWrong(b, v, why)
		return true, nil
	}
	specimens := t.program.reader.specimens(u, v, got)
	request := &wire.Conversion{Unit: b.id, Got: got, Variable: uint32(i)}
	for _, s := range specimens {
		request.Values = append(request.Values, encode(s.value, v.typ))
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
			why = explainFailedCall(t.process, err)
		}
		t.note(b, v, "when it was tried on small values, "+why)
		t.deaths++
		t.process.kill()
		t.process, err = t.program.start(ctx)
		return err == nil, err
	}
	if len(answer.Attempts) != len(specimens) {
		t.note(b, v, fmt.Sprintf("%d values were sent to be converted, and it answered for %d", len(specimens),
			len(answer.Attempts)))
	}
	t.judge(b, v, shape[i], specimens, answer.Attempts)
	return true, nil
}

// noteWrong records that a binding is wrong, so that no case of the unit can be judged.
func (t *trial) noteWrong(b *Binding, v slot, why string) {
	if b.Wrong == "" {
		b.Wrong = fmt.Sprintf("%s is bound wrongly: %s", v.name, why)
	}
	t.note(b, v, why)
}

func (t *trial) note(b *Binding, v slot, why string) {
	base := strings.TrimSuffix(v.name, "'")
	if key := base + ": " + why; !t.faults[key] {
		t.faults[key] = true
		place := b.places[base]
		if place != "" {
			place = ", at " + place
		}
		t.program.faults = append(t.program.faults, fmt.Sprintf("the system under test %s binds %s of %s wrongly%s: %s",
			t.program.spec.Name, v.name, b.Unit.Name, place, why))
	}
}

// judge evaluates the attempts at a variable. A program may have reasons to refuse a
// value, such as a number that is too large for its type. It is wrong for it to refuse
// all values, or a constant, or to show another value than it was given.
func (t *trial) judge(b *Binding, v slot, shape *wire.Shape, specimens []specimen, attempts []*wire.Attempt) {
	refused, silent, why := 0, 0, ""
	var constants []string
	for i, a := range attempts[:min(len(attempts), len(specimens))] {
		s := specimens[i]
		text := shorten(s.value.Text(v.typ))
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
				t.noteWrong(b, v, fmt.Sprintf("%s cannot be shown: %s", text, a.Mute))
				return
			}
		case a.Value != nil:
			back, err := t.program.reader.read(a.Value, v.typ)
			if err != nil {
				t.noteWrong(b, v, fmt.Sprintf("%s is shown as a value that is not of its type: %v", text, err))
				return
			}
			if !back.Equal(s.value) && (s.constant || s.used || !hasSchemaType(v.typ)) {
				t.noteWrong(b, v, fmt.Sprintf("%s comes back as %s", text, shorten(back.Text(v.typ))))
				return
			}
		default:
			silent++
		}
	}
	if silent > 0 {
		t.note(b, v, fmt.Sprintf(
			"of %d values that were sent to be converted, %d came back with neither a value nor a reason",
			len(attempts), silent))
	}
	if len(constants) > 0 {
		b.doubtful[strings.TrimSuffix(v.name, "'")] = true
	}
	switch {
	case refused > 0 && refused == len(attempts) && slices.ContainsFunc(specimens,
		func(s specimen) bool { return s.constant || s.used }):
		t.noteWrong(b, v, why)
	case len(constants) > 0 && !strings.HasSuffix(v.name, "!"):
		t.note(b, v, constants[0])
	case len(constants) > 0 && t.program.reader.hasConstructors(v.typ) && len(shape.GetNames()) == 0:
		t.note(b, v, constants[0])
	}
}

// hasConstructors tells whether a type is a free type with constructors. Most programs do
// not list the values that they have of such types.
func (r *reader) hasConstructors(t zed.Type) bool {
	n, ok := t.(zed.NamedType)
	return ok && len(r.free[n.Name].Ctors) > 0
}

// hasSchemaType tells whether a type contains schema types. Their components may depend on
// each other in ways that made up values do not respect.
func hasSchemaType(t zed.Type) bool {
	switch t := t.(type) {
	case zed.SchemaType:
		return true
	case zed.PowerType:
		return hasSchemaType(t.Elem)
	case zed.ProductType:
		return slices.ContainsFunc(t.Elems, hasSchemaType)
	case zed.NamedType:
		return t.Free
	}
	return false
}

// specimens returns the values on which a variable is tried, each once.
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
		values := c.Values()
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
	for _, x := range r.smallValues(v.typ, trialDepth) {
		add(specimen{value: x})
	}
	return out
}
