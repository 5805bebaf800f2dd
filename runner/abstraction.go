package runner

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/search"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// saidPart is the part of what is said of a case in which the value of a variable is.
type saidPart int

const (
	before saidPart = iota
	after
	input
	output
)

// place is where the value of a variable of a schema is in what is said of a case.
type place struct {
	part  saidPart
	index int
}

// unseenPlace is where the value of a variable of another unit's schema is, which nothing says.
const unseenPlace = 1 << 20

// views returns the Go functions that say what the state of a schema is, or what an input is that is a structure,
// each once.
func views(m *spec.Method) []string {
	if m.Z == nil {
		return nil
	}
	var out []string
	for _, a := range m.Abstraction {
		if (isState(a.Variable) || isOfParameter(a.Is)) && !slices.Contains(out, a.Is) {
			out = append(out, a.Is)
		}
	}
	return out
}

// isOfParameter tells whether a value is what a function says of a parameter, as in Set(other).
func isOfParameter(is string) bool { return strings.HasSuffix(is, ")") }

func isState(variable string) bool {
	return !strings.HasSuffix(variable, "?") && !strings.HasSuffix(variable, "!")
}

// findPlaces returns where the values of a schema's variables are. What is not found is an error with a place.
func findPlaces(m *spec.Method, subject *korat.Subject) ([]place, error) {
	if m.Z == nil {
		return nil, nil
	}
	inputs := korat.Inputs(subject)
	outputs, failure := korat.Results(subject)
	var errs source.Errors
	var out []place
	for _, v := range m.Z.Op.Vars {
		base := strings.TrimRight(v.Name, "?!′'")
		at := slices.IndexFunc(m.Abstraction, func(a spec.Abstraction) bool { return a.Variable == v.Name })
		if at < 0 {
			isBase := func(a spec.Abstraction) bool { return isState(v.Name) && a.Variable == base }
			at = slices.IndexFunc(m.Abstraction, isBase)
		}
		is := base
		if at >= 0 {
			is = m.Abstraction[at].Is
		}
		p := place{}
		switch {
		case at < 0 && !m.Z.Op.Own[v.Name]:
			p.index = unseenPlace
		case strings.HasSuffix(v.Name, "?") && isOfParameter(is):
			p.index = slices.Index(views(m), is)
		case strings.HasSuffix(v.Name, "?"):
			p = place{input, slices.Index(inputs[1:], is) + 1}
			if p.index == 0 && at < 0 && len(inputs) == 2 {
				p.index = 1
			}
			if p.index == 0 {
				errs.Add(explainUnplaced(m, v.Name, "parameter", inputs[1:]))
			}
		case strings.HasSuffix(v.Name, "!"):
			p = place{output, slices.Index(outputs, is)}
			isOnly := len(outputs) == 1 && failure < 0 || len(outputs) == 2 && failure == 1
			if p.index < 0 && at < 0 && isOnly {
				p.index = 0
			}
			if p.index < 0 {
				errs.Add(explainUnplaced(m, v.Name, "result", outputs))
			}
		case at < 0 && base != v.Name && slices.ContainsFunc(m.Z.Op.Vars, named(base)):
			// it is said of the one before
		case at < 0:
			errs.Add(source.Errorf(m.At, "nothing says what %s of %s is: expected abstraction: {%s: FUNCTION}, with a Go "+
				"function of a *%s", v.Name, m.Z.Schema, base, subject.Name))
		default:
			if p.index = slices.Index(views(m), is); base != v.Name {
				p.part = after
			}
		}
		out = append(out, p)
	}
	return out, errs.Err()
}

// explainUnplaced says that an input or an output of a schema is none of the method's parameters or results.
func explainUnplaced(m *spec.Method, variable, what string, names []string) *source.Error {
	return source.Errorf(m.At, "%s of %s is not a %s of %s: expected abstraction: {%q: NAME}, with one of %s", variable,
		m.Z.Schema, what, m.Function, variable, listNames(names))
}

// named returns what tells whether a variable has a name.
func named(name string) func(zed.Var) bool { return func(v zed.Var) bool { return v.Name == name } }

// listNames lists names, or says that there are none.
func listNames(names []string) string {
	if len(names) == 0 {
		return "those that there are, which are none"
	}
	return strings.Join(names, ", ")
}

// frame returns what was said of a case as the values of a schema's variables. What has panicked has no values after.
func (m *Method) frame(said *search.Said) (spec.Frame, error) {
	parts := map[saidPart][]json.RawMessage{before: said.Before, after: said.After, input: said.Inputs,
		output: said.Results}
	out := make(spec.Frame, len(m.places))
	for i, p := range m.places {
		if p.index >= len(parts[p.part]) {
			continue
		}
		v := m.Z.Op.Vars[i]
		of, err := readSaid(parts[p.part][p.index], v.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name, err)
		}
		out[i] = of
	}
	return out, nil
}

// readSaid reads a value as the program under test says it.
func readSaid(text json.RawMessage, t zed.Type) (value.Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return value.Value{}, err
	}
	return value.FromAny(x, t)
}

// ruling is what came of a case that a schema specifies.
type ruling struct {
	verdict    result.Verdict
	kind, text string
	isCase     bool // whether its precondition holds
}

// rule judges what was said of a case by the schema.
func (m *Method) rule(ctx context.Context, judge *oracle.Unit, said *search.Said) ruling {
	if said.Ended == search.Unsaid {
		return ruling{result.Undecided, "abstraction", said.Wrong, true}
	}
	frame, err := m.frame(said)
	if err != nil {
		return ruling{result.Undecided, "abstraction", err.Error(), true}
	}
	switch pre := judge.Pre(ctx, frame); {
	case said.Exception != "":
		return m.ruleException(pre, said)
	case pre.Compliance == oracle.Violated:
		return ruling{}
	case pre.Compliance == oracle.Undecided:
		return ruling{result.Undecided, "precondition", pre.Reason, true}
	case said.Ended == search.Panics:
		return ruling{result.Fail, "panic", "it panics: " + said.Wrong + m.though(), true}
	case said.Ended == search.Fails:
		return ruling{result.Fail, "error", fmt.Sprintf("it returns the error %q%s", said.Wrong, m.though()), true}
	case said.Wrong != "":
		return ruling{result.Fail, "invariant", said.Wrong, true}
	}
	switch j := judge.Judge(ctx, frame); j.Compliance {
	case oracle.Holds:
		return ruling{verdict: result.Pass, isCase: true}
	case oracle.Undecided:
		return ruling{result.Undecided, "schema", j.Reason, true}
	default:
		return ruling{result.Fail, "schema", m.explain(frame, j), true}
	}
}

// ruleException judges a case in which a condition says that the method panics or returns an error. The schema must say
// nothing of it.
func (m *Method) ruleException(pre oracle.Judgement, said *search.Said) ruling {
	switch {
	case pre.Compliance == oracle.Undecided:
		return ruling{result.Undecided, "precondition", pre.Reason, true}
	case pre.Compliance == oracle.Holds:
		text := fmt.Sprintf("%s and the precondition of %s both hold, so that it has to return as usual and not to",
			said.Exception, m.Z.Schema)
		return ruling{result.Undecided, "contradiction", text, true}
	case said.Kind != "":
		return ruling{result.Fail, said.Kind, said.Wrong, true}
	}
	return ruling{verdict: result.Pass, isCase: true}
}

func (m *Method) though() string { return ", though the precondition of " + m.Z.Schema + " holds" }

// explain says which values a schema does not allow.
func (m *Method) explain(frame spec.Frame, j oracle.Judgement) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s does not allow", m.Z.Schema)
	for i, v := range m.Z.Op.Vars {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %s = %s", v.Name, frame[i])
	}
	for i, c := range j.Conjuncts {
		if b.WriteString(", since this is false: "); i > 0 {
			b.WriteString("and ")
		}
		b.WriteString(zed.Print(c, zed.Unicode))
	}
	return b.String()
}

// again calls a method on one structure; with look, no more is wanted than what is said of it before the call.
type again func(vector []int32, look bool) *korat.Tally

// judgeSaid judges the structures of which something was said, by the schema. What came of the smallest that failed is
// replayed, so that it is shown; with all, whatever came of them.
func (r *methodRuns) judgeSaid(ctx context.Context, of *Method, t *korat.Tally, all bool, replay again) {
	judge := r.of.engine.Oracle.Unit(of.Z)
	slices.SortStableFunc(t.Said, func(a, b *korat.Said) int { return cmp.Compare(a.Size, b.Size) })
	t.Cases = slices.DeleteFunc(t.Cases, func(c *korat.Case) bool {
		return c.Came != search.Crashed || of.isOutside(ctx, judge, c, replay)
	})
	t.Crashed = int64(len(t.Cases))
	t.Found, t.Bad, t.Unsure = t.Crashed, 0, 0
	shown := map[string]int{}
	for _, said := range t.Said {
		came := of.rule(ctx, judge, said.Said)
		if !came.isCase {
			continue
		}
		t.Found += said.Count
		switch came.verdict {
		case result.Pass:
			if !all {
				continue
			}
		case result.Fail:
			t.Bad += said.Count
		case result.Undecided:
			t.Unsure += said.Count
		}
		if shown[came.kind]++; shown[came.kind] > shownOfKind {
			continue
		}
		one := &korat.Case{ID: korat.FormatVector(said.Case)}
		if tally := replay(said.Case, false); tally != nil && len(tally.Cases) > 0 {
			one = tally.Cases[0]
		}
		one.Kind, one.Text, one.Size = came.kind, came.text, said.Size
		for name, v := range verdicts {
			if v == came.verdict {
				one.Came = name
			}
		}
		t.Cases = append(t.Cases, one)
	}
}

// isOutside tells whether a process has died of a structure on which the schema says nothing of the method.
func (m *Method) isOutside(ctx context.Context, judge *oracle.Unit, c *korat.Case, replay again) bool {
	vector, err := korat.ParseVector(c.ID)
	if err != nil {
		return false
	}
	tally := replay(vector, true)
	if tally == nil || len(tally.Said) == 0 {
		return false
	}
	frame, err := m.frame(tally.Said[0].Said)
	return err == nil && tally.Said[0].Exception == "" && judge.Pre(ctx, frame).Compliance == oracle.Violated
}

// shownOfKind is how many failures of a kind are shown.
const shownOfKind = 3
