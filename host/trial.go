package host

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/sut"
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
	told    map[string]bool // what was found, each once for a variable, whatever units have it
}

// TableError says what is wrong in the table of a program: what it has otherwise than the specification, each with its
// place, as far as the program tells.
type TableError struct{ Mistakes []string }

func (e *TableError) Error() string { return strings.Join(e.Mistakes, "\n") }

// readTableError returns what a program has written that ended since its table is wrong in itself; nil where it did
// not.
func readTableError(p *process) *TableError {
	if p.proc == nil {
		return nil
	}
	select {
	case <-p.proc.Done():
	default:
		return nil
	}
	text := strings.TrimSpace(p.output.String())
	if text == "" || p.proc.Exit().Code != sut.WrongTable {
		return nil
	}
	if len(text) > saidLimit {
		text = "[...] " + strings.ToValidUTF8(text[len(text)-saidLimit:], "")
	}
	return &TableError{[]string{text}}
}

// try tries the bindings of the units of a plan. It records wrong bindings in the
// program's list of mistakes, and other things that go wrong in its list of faults.
// It returns the process that is running afterwards.
func (p *Program) try(ctx context.Context, q *process, units []*plan.Unit) (*process, error) {
	t := &trial{program: p, process: q, told: map[string]bool{}}
	for _, u := range units {
		b := p.units[u.Name]
		if b == nil && p.options.Tried {
			continue
		}
		if b == nil {
			t.findMisnamedUnit(u)
			continue
		}
		if !p.options.Tried {
			t.findMisnamed(u, b)
		}
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

// tryVariable tries one variable. It is false where the program does not support trying.
func (t *trial) tryVariable(ctx context.Context, u *plan.Unit, b *Binding, i int, got bool) (bool, error) {
	sl, shape := b.given, b.shapes[0]
	if got {
		sl, shape = b.got, b.shapes[1]
	}
	v := sl[i]
	if wrong := t.program.reader.findMisfit(shape[i], v.typ); wrong != nil {
		if wrong.lists {
			t.noteWrong(b, v, wrong.shape, wrong.why)
			return true, nil
		}
		t.noteWrong(b, v, nil, wrong.say(t.program))
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

// noteWrong records a wrong binding. Where the mistake lies in how the values of a shape are sent, and the program says
// where that is, this is the place, and it is said once for all variables of a type that are sent so. Without a shape
// the mistake lies where the variable is bound.
func (t *trial) noteWrong(b *Binding, v slot, s *wire.Shape, why string) {
	place, bound := cmp.Or(b.places[strings.TrimSuffix(v.name, "'")], b.place), ""
	if s.GetPlace() != "" {
		key := fmt.Sprintf("%s %s", s.Place, v.typ)
		if t.told[key] {
			return
		}
		t.told[key] = true
		if place != "" {
			bound = " (it is bound at " + place + ")"
		}
		place = shortenPath(t.program.system.Dir, s.Place)
	}
	if text := t.say(b, v, why); text != "" {
		t.program.mistakes = append(t.program.mistakes, placed(place, text+bound))
	}
}

// note records what goes wrong while a binding is tried and does not show that it is wrong.
func (t *trial) note(b *Binding, v slot, why string) {
	if text := t.say(b, v, why); text != "" {
		place := cmp.Or(b.places[strings.TrimSuffix(v.name, "'")], b.place)
		t.program.faults = append(t.program.faults, placed(place, text))
	}
}

// say returns what is to be said of a binding; "" where it was said before.
func (t *trial) say(b *Binding, v slot, why string) string {
	key := strings.TrimSuffix(v.name, "'") + ": " + why
	if t.told[key] {
		return ""
	}
	t.told[key] = true
	return fmt.Sprintf("the system under test %s binds %s of %s wrongly: %s", t.program.spec.Name, v.name, b.Unit.Name,
		why)
}

// placed returns a message with the place that it is about before it, where that is known.
func placed(place, message string) string {
	if place == "" {
		return message
	}
	return place + ": " + message
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
				t.noteWrong(b, v, shape, fmt.Sprintf("%s cannot be shown: %s", text, a.Mute))
				return
			}
		case a.Value != nil:
			back, err := t.program.reader.read(a.Value, v.typ)
			if err != nil {
				t.noteWrong(b, v, shape, fmt.Sprintf("%s is shown as a value that is not of its type: %v", text, err))
				return
			}
			if !back.Equal(s.value) && (s.constant || s.used || !hasSchemaType(v.typ)) {
				t.noteWrong(b, v, shape, fmt.Sprintf("%s comes back as %s", text, shorten(back.Text(v.typ))))
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
	lacking := t.program.reader.findLacking(shape, v.typ, strings.HasSuffix(v.name, "!"))
	switch {
	case refused > 0 && refused == len(attempts) && slices.ContainsFunc(specimens,
		func(s specimen) bool { return s.constant || s.used }):
		t.noteWrong(b, v, shape, why)
	case lacking != nil:
		t.noteWrong(b, v, lacking.shape, lacking.why)
	case len(constants) > 0 && !strings.HasSuffix(v.name, "!"),
		len(constants) > 0 && t.program.reader.hasConstructors(v.typ) && len(shape.GetNames()) == 0:
		t.noteWrong(b, v, shape, constants[0])
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
