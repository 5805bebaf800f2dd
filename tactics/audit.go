package tactics

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Flaw is a way in which the rows of a table fail to divide a space.
type Flaw string

// The kinds of flaws.
const (
	Hole      Flaw = "hole"      // no row holds for some values
	Overlap   Flaw = "overlap"   // two rows hold for the same values
	Dead      Flaw = "dead row"  // a row holds for no values
	Outside   Flaw = "outside"   // a row holds for values that are not to be divided
	Undefined Flaw = "undefined" // a row has no truth value for some values
)

// Mistake is a flaw of a table, with the first values for which it shows.
type Mistake struct {
	Flaw Flaw
	Rows []*source.Text
	Text string // the message for people
}

// audit evaluates the rows of a standard partition, and those of its negation, on all
// small operands, and returns their mistakes.
func (p Partition) audit() ([]Mistake, error) {
	t, err := newTable(p)
	if err != nil {
		return nil, err
	}
	return t.audit(&eval.Globals{})
}

// Audit evaluates the rows of the tactics that a project defines on all small operands.
// The errors are their mistakes, at the places of the rows.
func Audit(system *spec.System) error {
	var errs source.Errors
	for _, own := range system.Tactics {
		t, err := readOwnTable(own, system)
		if err != nil {
			errs.Add(err)
			continue
		}
		mistakes, err := t.audit(system.Globals)
		errs.Add(err)
		for _, m := range mistakes {
			if m.Flaw == Hole && own.Partial || m.Flaw == Overlap && own.Overlaps {
				continue
			}
			at := own.Span
			if len(m.Rows) > 0 {
				at = m.Rows[len(m.Rows)-1].FullSpan()
			}
			errs.Add(source.Errorf(at, "the tactic %s: %s", own.Name, m.Text))
		}
	}
	return errs.Err()
}

func (t *table) audit(g *eval.Globals) ([]Mistake, error) {
	a := newAudit(t, g)
	given, err := a.predicates(t.given)
	if err != nil {
		return nil, err
	}
	if !t.atom() {
		return a.findMistakes(given, t.rows)
	}
	mistakes, err := a.findMistakes(append(given, t.of), t.rows)
	if err != nil || t.negation == nil {
		return mistakes, err
	}
	return newAudit(t, g).addMistakes(mistakes).findMistakes(append(given[:len(given):len(given)], schema.Negate(t.of)),
		t.negation)
}

// audit enumerates the small values of some variables.
type audit struct {
	language parse.Language
	spec     *types.Spec
	vars     []zed.Var
	globals  eval.Globals
	given    map[string][]value.Value // by given type: its elements
	bounds   bounds
	over     bool // whether there are too many values within the bounds
	found    map[string]bool
	out      []Mistake
}

func newAudit(t *table, g *eval.Globals) *audit {
	a := &audit{spec: t.spec, vars: t.vars, language: t.language, globals: *g, given: g.Given, found: map[string]bool{}}
	a.setBounds(usualBounds())
	return a
}

// addMistakes puts mistakes in front of those that the audit finds.
func (a *audit) addMistakes(mistakes []Mistake) *audit {
	a.out = append(a.out, mistakes...)
	return a
}

// findMistakes returns the mistakes of rows that should divide the values for which the
// conditions `given` hold.
func (a *audit) findMistakes(given []zed.Expr, rows []*source.Text) ([]Mistake, error) {
	predicates, err := a.predicates(rows)
	if err != nil {
		return nil, err
	}
	frames, err := a.frames(append(predicates[:len(predicates):len(predicates)], given...))
	if err != nil {
		return nil, err
	}
	programs, err := a.compile(predicates)
	if err != nil {
		return nil, err
	}
	conditions, err := a.compile(given)
	if err != nil {
		return nil, err
	}
	used := make([]bool, len(rows))
	eachCombination(frames, nil, func(frame []value.Value) {
		inside := true
		for _, c := range conditions {
			truth, _ := c.Truth(frame)
			inside = inside && truth == eval.True
		}
		a.evaluateRows(frame, inside, rows, programs, used)
	})
	for i, u := range used {
		if !u && a.decides(predicates[i]) {
			a.report(Dead, rows[i:i+1], nil)
		}
	}
	return a.out, nil
}

// evaluateRows evaluates the rows on one frame. Outside the given conditions, rows need not have
// a value.
func (a *audit) evaluateRows(frame []value.Value, inside bool, rows []*source.Text, programs []*eval.Program,
	used []bool) {
	var in []*source.Text
	for i, p := range programs {
		switch truth, _ := p.Truth(frame); {
		case truth == eval.True && !inside:
			a.report(Outside, rows[i:i+1], frame)
		case truth == eval.True:
			used[i] = true
			in = append(in, rows[i])
		case truth != eval.False && inside:
			a.report(Undefined, rows[i:i+1], frame)
		}
	}
	switch {
	case inside && len(in) == 0:
		a.report(Hole, nil, frame)
	case len(in) > 1:
		a.report(Overlap, in, frame)
	}
}

// report records a mistake, unless there is one of the same kind and rows.
func (a *audit) report(f Flaw, rows []*source.Text, frame []value.Value) {
	var written []string
	for _, r := range rows {
		written = append(written, r.Value)
	}
	key := string(f) + "\n" + strings.Join(written, "\n")
	if a.found[key] {
		return
	}
	a.found[key] = true
	var at []string
	for i, v := range frame {
		at = append(at, v.Text(a.vars[i].Type))
		at[i] = a.vars[i].Name + " = " + at[i]
	}
	place := strings.Join(at, ", ")
	text := map[Flaw]string{
		Hole:      "no row holds at " + place,
		Overlap:   "several rows hold at " + place + ": " + strings.Join(written, " | "),
		Dead:      "nothing satisfies the row " + strings.Join(written, ""),
		Outside:   "the row " + strings.Join(written, "") + " holds outside of what is given, at " + place,
		Undefined: "the row " + strings.Join(written, "") + " has no truth value at " + place,
	}[f]
	a.out = append(a.out, Mistake{f, rows, text})
}

// predicates parses and type-checks rows.
func (a *audit) predicates(rows []*source.Text) ([]zed.Expr, error) {
	var out []zed.Expr
	for _, text := range rows {
		e, err := a.language.Expr(text)
		if err != nil {
			return nil, err
		}
		checked, err := a.spec.Pred(e, a.vars)
		if err != nil {
			return nil, err
		}
		out = append(out, checked)
	}
	return out, nil
}

func (a *audit) compile(predicates []zed.Expr) ([]*eval.Program, error) {
	names := make([]string, len(a.vars))
	for i, v := range a.vars {
		names[i] = v.Name
	}
	calculus := schema.New(a.spec)
	out := make([]*eval.Program, len(predicates))
	for i, p := range predicates {
		program, err := eval.Compile(calculus.Predicate(p), names, &a.globals)
		if err != nil {
			return nil, source.Errorf(p.At(), "%v", err)
		}
		out[i] = program
	}
	return out, nil
}
