package prop

import (
	"cmp"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// Option says how a property is tested.
type Option func(*settings)

// settings is what options say.
type settings struct {
	tests, discards int
	seed            uint64
	deriver
	given  map[reflect.Type]space     // the values of parameters, by type
	before func(show func() []string) // called before each test, or nil
}

// defaultTests is how many tests are made where nothing else is said, and defaultDiscards how many
// discards there may be to a test.
const (
	defaultTests    = 10_000
	defaultDiscards = 10
)

// Tests is how many tests are made at most, those discarded aside: 10,000 where it is left out.
func Tests(n int) Option { return func(s *settings) { s.tests = n } }

// Discards is how many values may be discarded before the property is undecided: ten times the
// number of tests where it is left out.
func Discards(n int) Option { return func(s *settings) { s.discards = n } }

// Seed chooses the order among values of one size, but for the borders. The same seed gives the
// same tests.
func Seed(seed uint64) Option { return func(s *settings) { s.seed = seed } }

// Using has the values of a type made by a generator, wherever the type occurs.
func Using[T any](g Generator[T]) Option {
	return func(s *settings) { s.using[reflect.TypeFor[T]()] = g.space }
}

// For has parameters of a type take the values listed, in this property (section 2.2 of the
// paper). With all parameters so given, a property that holds is proved for these values.
func For[T any](values ...T) Option {
	s, _ := Values(values...).space(nil)
	return func(o *settings) { o.given[reflect.TypeFor[T]()] = s }
}

// Implementations names the types that values of an interface are of, by one value of each. Of a
// pointer type there are pointers that are not nil.
func Implementations[I any](samples ...I) Option {
	var types []reflect.Type
	for _, s := range samples {
		t := reflect.TypeOf(s)
		if t == nil {
			panic("prop.Implementations: nil is of no type")
		}
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return func(s *settings) { s.cases[reflect.TypeFor[I]()] = types }
}

// Verdict is what testing says of a property.
type Verdict string

const (
	// Proof: the property holds for all values there are.
	Proof Verdict = "proof"
	// Pass: it holds for all values that it was tested with.
	Pass Verdict = "pass"
	// Counterexample: it does not hold.
	Counterexample Verdict = "counterexample"
	// Undecided: its condition was met too rarely, or by no value at all.
	Undecided Verdict = "undecided"
)

// Result is what came of testing a property.
type Result struct {
	Verdict  Verdict
	Tests    int // how many tests were made, up to the counterexample
	Discards int // how many values did not meet the condition
	Seed     uint64
	// Labels counts the tests that had each label.
	Labels map[string]int
	// Values is the counterexample, one value for each parameter, and Shown the values in the
	// syntax of Go. First shows the one that was found first, where Values is a smaller one.
	Values []any
	Shown  []string
	First  []string
	// Panic is what the property panicked with, and Stack where.
	Panic any
	Stack string
	// Reason says why the property is undecided.
	Reason string
}

// Run tests a property: a function of result bool or Outcome, with parameters of any types of which
// there are values. One that panics is violated. The error says which values cannot be made.
func Run(property any, options ...Option) (Result, error) {
	c, err := newCheck(newSettings(options), property)
	if err != nil {
		return Result{}, err
	}
	c.run()
	return c.result, nil
}

// newSettings returns what options say.
func newSettings(options []Option) *settings {
	s := &settings{deriver: deriver{
		known: map[reflect.Type]space{}, using: map[reflect.Type]func(*deriver) (space, error){},
		open: map[reflect.Type]bool{}, cases: map[reflect.Type][]reflect.Type{},
	}, given: map[reflect.Type]space{}, seed: 1}
	for _, o := range options {
		o(s)
	}
	s.tests = cmp.Or(s.tests, defaultTests)
	s.discards = cmp.Or(s.discards, defaultDiscards*s.tests)
	return s
}

// check is a property while it is tested.
type check struct {
	*settings
	function reflect.Value
	args     []reflect.Value // where the arguments of a test are
	of       *tuple
	call     func() Outcome // runs the property on args
	result   Result
	out      Outcome // of the last test
}

func newCheck(s *settings, property any) (*check, error) {
	f := reflect.ValueOf(property)
	if f.Kind() != reflect.Func || f.IsNil() {
		return nil, fmt.Errorf("%T is not a property: expected a function", property)
	}
	t := f.Type()
	if t.NumOut() != 1 || t.Out(0).Kind() != reflect.Bool && t.Out(0) != reflect.TypeFor[Outcome]() || t.IsVariadic() {
		return nil, fmt.Errorf("%s is not a property: expected one result, of type bool or prop.Outcome", t)
	}
	c := &check{settings: s, function: f, result: Result{Seed: s.seed}}
	c.of = &tuple{place: func(_ reflect.Value, part int) reflect.Value { return c.args[part] }}
	for i := range t.NumIn() {
		values := s.given[t.In(i)]
		if values == nil {
			var err error
			if values, err = s.derive(t.In(i)); err != nil {
				return nil, fmt.Errorf("parameter %d of the property: %w", i+1, err)
			}
		}
		c.of.parts = append(c.of.parts, values)
	}
	c.args = c.room()
	c.call = c.direct()
	return c, nil
}

// room returns a place for the arguments of a test.
func (c *check) room() []reflect.Value {
	out := make([]reflect.Value, c.function.Type().NumIn())
	for i := range out {
		out[i] = reflect.New(c.function.Type().In(i)).Elem()
	}
	return out
}

// direct returns how the property is called: without reflection where its type is a usual one.
func (c *check) direct() func() Outcome {
	if len(c.args) == 1 {
		p := c.function.Interface()
		var f func() Outcome
		switch a := c.args[0].Addr().Interface().(type) {
		case *float64:
			f = onlyOne(p, a)
		case *int:
			f = onlyOne(p, a)
		case *byte:
			f = onlyOne(p, a)
		case *string:
			f = onlyOne(p, a)
		case *[]int:
			f = onlyOne(p, a)
		}
		if f != nil {
			return f
		}
	}
	return func() Outcome {
		out := c.function.Call(c.args)[0]
		if out.Kind() == reflect.Bool {
			return Holds(out.Bool())
		}
		return out.Interface().(Outcome)
	}
}

// onlyOne returns how a property with one parameter is called; nil where it has another type.
func onlyOne[A any](property any, a *A) func() Outcome {
	switch f := property.(type) {
	case func(A) bool:
		return func() Outcome { return Holds(f(*a)) }
	case func(A) Outcome:
		return func() Outcome { return f(*a) }
	}
	return nil
}

// run makes the tests.
func (c *check) run() {
	o := newOrder(c.of, c.seed)
	r := &c.result
	for {
		if r.Discards >= c.discards && r.Tests < c.tests {
			r.Verdict = Undecided
			r.Reason = fmt.Sprintf("%d values were discarded, and %d met the condition", r.Discards, r.Tests)
			return
		}
		p, ok := o.next()
		switch {
		case !ok && r.Tests == 0 && r.Discards == 0:
			r.Verdict, r.Reason = Undecided, "there are no values to test with"
			return
		case !ok && r.Tests == 0:
			r.Verdict, r.Reason = Undecided, fmt.Sprintf("none of all %d values meets the condition", r.Discards)
			return
		case !ok && o.last != endless:
			r.Verdict = Proof
			return
		case !ok || r.Tests >= c.tests:
			r.Verdict = Pass
			return
		}
		switch c.try(p); c.out.truth {
		case discarded:
			r.Discards++
			continue
		case violated:
			r.Tests++
			c.reportFound(p)
			return
		}
		r.Tests++
		for i, l := range c.out.labels {
			if slices.Contains(c.out.labels[:i], l) {
				continue
			}
			if r.Labels == nil {
				r.Labels = map[string]int{}
			}
			r.Labels[l]++
		}
	}
}

// try runs the property on some values. A panic is a violation.
func (c *check) try(p pick) {
	c.of.put(reflect.Value{}, p.size, p.number)
	c.test()
}

// test runs the property on the arguments in place.
func (c *check) test() {
	defer func() {
		if v := recover(); v != nil {
			c.out = Outcome{truth: violated}
			c.result.Panic, c.result.Stack = v, stack()
		}
	}()
	if c.before != nil {
		c.before(c.text)
	}
	c.out = c.call()
}

// text returns the arguments in place in the syntax of Go.
func (c *check) text() []string {
	var out []string
	for _, a := range c.args {
		out = append(out, show(a))
	}
	return out
}

// maxFrames is how many functions of a stack are shown.
const maxFrames = 50

// stack returns which functions of the property were running when it panicked, innermost first.
func stack() string {
	var room [maxFrames + 10]uintptr
	frames := runtime.CallersFrames(room[:runtime.Callers(1, room[:])])
	own := reflect.TypeFor[check]().PkgPath() + ".(*check)."
	var b strings.Builder
	for begun := false; ; {
		f, more := frames.Next()
		switch {
		case begun && strings.HasPrefix(f.Function, own):
			return b.String()
		case begun && !strings.HasPrefix(f.Function, "runtime."):
			fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
		}
		begun = begun || f.Function == "runtime.gopanic"
		if !more {
			return b.String()
		}
	}
}
