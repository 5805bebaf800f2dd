package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/structure"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// Methods asks for the tests of units that are specified on structures.
type Methods struct {
	Names  []string            // only these, and no other case; none: all
	Cases  map[string][]string // by unit: the structures, by their ids; none: all
	Loaded []*Method           // those, as LoadMethods reads them
}

// Add asks for a case of a unit, by the id of its structure.
func (m *Methods) Add(unit, structure string) {
	if m.Cases == nil {
		m.Cases = map[string][]string{}
	}
	m.Cases[unit] = append(m.Cases[unit], structure)
	if !slices.Contains(m.Names, unit) {
		m.Names = append(m.Names, unit)
	}
}

// isExclusive tells whether nothing but such units is wanted.
func (m *Methods) isExclusive() bool { return m != nil && len(m.Names) > 0 }

// Method is a unit that is specified on structures, with its Go code.
type Method struct {
	*spec.Method
	subject *korat.Subject
	bounds  *bounds.Bounds
	places  []place // of the variables of its schema, where it has one
	// aside tells that it is not tested: units that are use it, and its calls within theirs are judged.
	aside bool
}

// defaultSize is up to which values of bounds go that nobody sets.
const defaultSize = 3

// LoadMethods reads the Go code of a project's units that are specified on structures; with names, of these alone, and
// of what they use. What is wrong with their specifications is an error with places.
func LoadMethods(ctx context.Context, system *spec.System, names []string) ([]*Method, error) {
	subjects := map[*spec.Structure]*korat.Subject{}
	var out []*Method
	var errs source.Errors
	said := map[string]bool{}
	used := map[string]bool{}
	for _, name := range names {
		addUsed(system.Methods, name, used)
	}
	for _, m := range system.Methods {
		if len(names) > 0 && !used[m.Name] {
			continue
		}
		s := subjects[m.Structure]
		if s == nil {
			pkg, typ := korat.SplitType(m.Structure.Type)
			var err error
			if s, err = korat.Load(ctx, korat.Options{Dir: system.Dir, Package: pkg, Type: typ,
				Predicate: m.Structure.Predicate, Tags: m.Structure.Tags, Files: m.Structure.Files}); err != nil {
				errs.Add(source.Errorf(m.Structure.At, "%v", err))
				continue
			}
			subjects[m.Structure] = s
		}
		one, err := load(m, s)
		if located := (source.Errors)(nil); err != nil && !errors.As(err, &located) {
			err = source.Errorf(m.At, "%v", err)
		}
		if err != nil && !said[err.Error()] { // a bound of a structure is wrong for all of its units
			errs.Add(err)
			said[err.Error()] = true
		}
		if one != nil {
			one.aside = len(names) > 0 && !slices.Contains(names, m.Name)
			out = append(out, one)
		}
	}
	return out, errs.Err()
}

// addUsed adds a unit that is specified on structures, and all that it uses.
func addUsed(all []*spec.Method, name string, used map[string]bool) {
	i := slices.IndexFunc(all, func(m *spec.Method) bool { return m.Name == name })
	if i < 0 || used[name] {
		return
	}
	used[name] = true
	for _, other := range all[i].Uses {
		addUsed(all, other, used)
	}
}

// load finds what is specified of a method.
func load(m *spec.Method, s *korat.Subject) (*Method, error) {
	subject, err := korat.LoadMethod(s, korat.Method{Label: m.Name, Name: m.Function, Requires: m.Requires,
		Ensures: m.Ensures, Panics: korat.Exception(m.Panics), Errors: korat.Exception(m.Errors), Views: views(m),
		Independent: m.Independent, Uses: m.Uses})
	if err != nil {
		return nil, err
	}
	places, err := findPlaces(m, subject)
	if err != nil {
		return nil, err
	}
	var settings []bounds.Setting
	for _, b := range slices.Concat(m.Structure.Bounds, m.Bounds) {
		name := b.Name
		if !strings.ContainsRune(name, '.') && subject.HasParameter(name) {
			name = subject.Input() + "." + name
		}
		settings = append(settings, bounds.Setting{Name: name, Text: b.Text, At: b.At})
	}
	b, err := subject.Bounds(settings, cmp.Or(m.Size, m.Structure.Size, defaultSize))
	return &Method{Method: m, subject: subject, bounds: b, places: places}, err
}

// loaded returns the units that are to be tested.
func (m *Methods) loaded() []*Method {
	if m == nil {
		return nil
	}
	return m.Loaded
}

// methodRuns are the tests of units that are specified on structures.
type methodRuns struct {
	of       *execution
	programs map[*spec.Structure]*korat.Program
}

// testMethods tests the units that are specified on structures.
func testMethods(ctx context.Context, x *execution) {
	r := &methodRuns{x, map[*spec.Structure]*korat.Program{}}
	defer r.close()
	for _, of := range x.options.Methods.loaded() {
		if of.aside || !x.options.Shard.Has("unit "+of.Name) {
			continue
		}
		if ctx.Err() != nil && !isTimeOver(ctx) {
			return
		}
		began := x.clock.Now()
		out := r.begin(of)
		if p, err := r.build(ctx, of.Structure); err != nil {
			if out.Why = err.Error(); ctx.Err() == nil {
				x.results.recordMachineFailureOnce(of.Structure.Type,
					"the tests of "+of.Structure.Type+" cannot be built: "+err.Error())
			}
		} else {
			r.test(ctx, of, p, out)
		}
		out.Seconds = (x.clock.Now() - began).Seconds()
		x.results.run.Methods = append(x.results.run.Methods, out)
		if x.options.FailFast && (out.Verdict == result.Fail || out.Verdict == result.Error) {
			return
		}
	}
}

// close removes the programs.
func (r *methodRuns) close() {
	for _, p := range r.programs {
		p.Close()
	}
}

// begin returns what is known of a unit before it is tested.
func (r *methodRuns) begin(of *Method) *result.Method {
	out := &result.Method{Unit: of.Name, Structure: of.Structure.Type, Function: of.Function, Uses: of.Uses,
		Verdict: result.Blocked, Layer: r.layerOf(of.Method)}
	for _, l := range of.bounds.Lines {
		out.Bounds = append(out.Bounds, l.Name+": "+l.Text)
	}
	out.Replay = cmp.Or(r.of.options.Command, "ttf-int run") + " --unit " + of.Name
	return out
}

// layerOf returns the layer of a unit that is specified on structures.
func (r *methodRuns) layerOf(m *spec.Method) int {
	layer := 0
	for _, one := range r.of.plan.System.Methods {
		if slices.Contains(m.Uses, one.Name) {
			layer = max(layer, r.layerOf(one)+1)
		}
	}
	return layer
}

// build builds the program for the wanted units of a structure, where it is not built.
func (r *methodRuns) build(ctx context.Context, of *spec.Structure) (*korat.Program, error) {
	if p := r.programs[of]; p != nil {
		return p, nil
	}
	var all []korat.Wanted
	for _, m := range r.of.options.Methods.loaded() {
		if m.Structure == of {
			all = append(all, korat.Wanted{Subject: m.subject, Bounds: m.bounds})
		}
	}
	p, err := korat.Build(ctx, all)
	if err == nil {
		r.programs[of] = p
	}
	return p, err
}

// test calls a method on its structures.
func (r *methodRuns) test(ctx context.Context, of *Method, p *korat.Program, out *result.Method) {
	s := korat.Search{Subject: of.subject, Bounds: of.bounds, Guard: r.of.options.Guard,
		Env:   host.GrantEnv(of.Structure.Env),
		Limit: cmp.Or(r.of.options.Timeout, r.of.plan.System.Run.Timeout, defaultTimeout), Inner: r.inner(of)}
	ids := r.of.options.Methods.Cases[of.Name]
	one := func(id string) (*korat.Tally, error) {
		vector, err := korat.ParseVector(id)
		if err != nil {
			return nil, err
		}
		single := s
		single.Case = vector
		return r.ask(ctx, of, p, single)
	}
	if len(ids) == 0 {
		r.take(ctx, of, out, one, func() (*korat.Tally, error) { return r.ask(ctx, of, p, s) })
	}
	for _, id := range ids {
		r.take(ctx, of, out, one, func() (*korat.Tally, error) { return one(id) })
	}
}

// inner returns what a unit uses, also by others, whose calls within its own can be judged.
func (r *methodRuns) inner(of *Method) []*korat.Subject {
	used := map[string]bool{}
	addUsed(r.of.plan.System.Methods, of.Name, used)
	var out []*korat.Subject
	for _, m := range r.of.options.Methods.loaded() {
		if m.Name != of.Name && used[m.Name] && m.Structure == of.Structure && korat.CanWatch(m.subject) {
			out = append(out, m.subject)
		}
	}
	return out
}

// ask calls a method on its structures. Where a schema says what it does, what is said of them is judged.
func (r *methodRuns) ask(ctx context.Context, of *Method, p *korat.Program, s korat.Search) (*korat.Tally, error) {
	t, err := p.Test(ctx, s, unseen{})
	if err != nil || of.Z == nil {
		return t, err
	}
	r.judgeSaid(ctx, of, t, s.Case != nil, func(vector []int32, look bool) *korat.Tally {
		one := s
		one.Case, one.Look = vector, look
		again, err := p.Test(ctx, one, unseen{})
		if err != nil {
			return nil
		}
		return again
	})
	return t, nil
}

// unseen takes what a search finds, of which the counts are enough.
type unseen struct{}

func (unseen) Structure(*structure.Structure) error { return nil }

func (unseen) Progress(int64, int64) {}

// take takes what came of cases into what came of their unit. Again calls the method on one structure.
func (r *methodRuns) take(ctx context.Context, of *Method, out *result.Method,
	again func(id string) (*korat.Tally, error), test func() (*korat.Tally, error)) {
	t, err := test()
	if err != nil {
		out.Verdict, out.Why = result.Blocked, err.Error()
		if ctx.Err() != nil {
			out.Why = "not run: " + explainEnd(ctx)
		}
		return
	}
	out.Cases += t.Found
	out.Candidates += t.Candidates
	out.Failed += t.Bad
	out.Undecided += t.Unsure
	out.Died += t.Crashed
	out.Complete = t.Complete
	from := len(out.Failures)
	for _, c := range t.Cases {
		out.Failures = append(out.Failures, r.convert(of, c))
	}
	r.againOnStructures(ctx, out, from, func(c *result.StructureCase) (*korat.Tally, error) {
		return again(strings.TrimPrefix(c.Case, of.Name+"~"))
	})
	single := len(r.of.options.Methods.Cases[of.Name]) > 0
	switch {
	case out.Failed > 0:
		out.Verdict = result.Fail
	case out.Died > 0:
		out.Verdict = result.Error
	case out.Flaky > 0:
		out.Verdict = result.Flaky
	case out.Undecided > 0:
		out.Verdict = result.Undecided
	case out.Cases == 0 && single:
		out.Why = "the precondition does not accept this structure"
	case out.Cases == 0:
		out.Why = "there is no structure within the bounds that the precondition accepts"
	case single:
		out.Verdict = result.Pass
	case !t.Complete:
		out.Verdict, out.Why = result.Undecided, cmp.Or(t.Why, explainEnd(ctx))
	default:
		out.Verdict = result.Pass
	}
	out.Why = cmp.Or(out.Why, t.Why)
}

// verdicts are the verdicts of cases by what came of them.
var verdicts = map[string]result.Verdict{"pass": result.Pass, "fail": result.Fail, "error": result.Error,
	"undecided": result.Undecided}

// convert returns a case as the result has it.
func (r *methodRuns) convert(of *Method, c *korat.Case) *result.StructureCase {
	id := of.Name + "~" + c.ID
	out := &result.StructureCase{Case: id, Verdict: verdicts[c.Came], Kind: c.Kind, Message: c.Text,
		Before: pictureOf(c.Before), After: pictureOf(c.After),
		Replay: cmp.Or(r.of.options.Command, "ttf-int run") + " --case " + id}
	for _, in := range c.Inner {
		out.Calls = append(out.Calls, result.InnerCalls{Unit: in.Label, Held: in.Held, Broken: in.Broken,
			Outside: in.Outside})
	}
	if w := c.Wrong; w != nil {
		out.Within = &result.WrongCall{Unit: w.Label, Message: w.Text, Before: pictureOf(w.Before),
			After: pictureOf(w.After)}
	}
	if out.Verdict == result.Fail || out.Verdict == result.Error {
		out.Blame, out.Uncertain = r.blame(of, c)
	}
	return out
}

// blame says who is to blame for a failure of a unit: what it uses, where that did not do within the failing call what
// is specified of it; it alone where all that it uses has passed, or did there what is specified of it.
func (r *methodRuns) blame(of *Method, c *korat.Case) (blame []string, uncertain bool) {
	if c.Wrong != nil {
		return []string{c.Wrong.Label}, false
	}
	blame = []string{of.Name}
	for _, name := range of.Uses {
		i := slices.IndexFunc(r.of.results.run.Methods, func(m *result.Method) bool { return m.Unit == name })
		passed := i >= 0 && r.of.results.run.Methods[i].Verdict == result.Pass
		right := slices.ContainsFunc(c.Inner, func(in korat.Inner) bool { return in.Label == name && in.Outside == 0 })
		if !passed && !right {
			blame, uncertain = append(blame, name), true
		}
	}
	return blame, uncertain
}

// pictureOf returns a structure as text, objects and a picture; nil where there is none.
func pictureOf(s *structure.Structure) *result.Picture {
	if s == nil {
		return nil
	}
	return draw(s.Unwrap(bounds.Receiver))
}

// draw returns a structure as text, objects and a picture.
func draw(s *structure.Structure) *result.Picture {
	out := &result.Picture{Text: strings.Join(s.Lines(), "\n"), SVG: s.SVG()}
	data, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(data, out) // it has the objects
	}
	if err != nil {
		out.Objects = nil // a literal of Go that JSON does not have is all that can be in the way
	}
	return out
}
