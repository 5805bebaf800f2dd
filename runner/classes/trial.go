package classes

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// trial is a pair as it is run: the steps of a case, and what is compared of what they give.
type trial struct {
	pair *suite.Pair
	c    host.Case
	// objects are the two objects as they were made first, by the steps that made them; none for values.
	objects [2]int
	// same are values that are to be the same where the two are equal, and answers those of eqn.
	same    []comparison
	answers []look
	probes  []probe
	phrases []phrase // what each step runs
	want    string   // the value that a sequence gives, where the second is a literal; "" elsewhere
}

// comparison is a pair of values that are compared.
type comparison struct {
	by   spec.Equality
	sent string
	at   [2]look
	want string // by the axioms, where that is compared with one value; "" elsewhere
}

// release gives up what a trial that was judged was made of. Its case and the steps stay, without what was sent: a
// process remembers the last ones, for calls that come late.
func (t *trial) release() {
	*t = trial{c: t.c}
	for i := range t.c.Steps {
		t.c.Steps[i].Operations = nil
	}
}

// layOut returns the trial of a pair, which may be watched for side effects. The error says why it cannot be run.
func (r *run) layOut(p *suite.Pair, of watching) (*trial, error) {
	p = p.Open()
	t := &trial{pair: p}
	b := &builder{program: r.program}
	first, is := p.First.(*language.Apply)
	if !is {
		return nil, fmt.Errorf("%s runs nothing", language.FormatTerm(p.First, language.LOBAS))
	}
	a, err := b.build(first)
	if err != nil {
		return nil, err
	}
	gives := first.Decl != nil && first.Decl.Kind == language.Observer
	var other *language.Apply
	last := func() look { return look{len(b.steps) - 1, b.steps[len(b.steps)-1].Operations.Wanted() - 1} }
	switch second := p.Second.(type) {
	case *language.Literal:
		if gives {
			t.want = second.Text
			t.same = append(t.same, comparison{at: [2]look{last(), {-1, 0}}})
			break
		}
		if second.Text != result.ErrorValue {
			return nil, fmt.Errorf("an object is compared with %s", second.Text)
		}
		t.want, t.objects = second.Text, [2]int{b.made[a-1].step, -1}
	case *language.Apply:
		one := last()
		c, err := b.build(second)
		if err != nil {
			return nil, err
		}
		other = second
		if gives {
			t.same = append(t.same, comparison{at: [2]look{one, last()}})
			break
		}
		t.objects = [2]int{b.made[a-1].step, b.made[c-1].step}
		if err := r.compare(t, b, [2]int{a, c}, [2]*language.Apply{first, second}); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%s is not a value", language.FormatTerm(p.Second, language.LOBAS))
	}
	if err := r.watch(t, b, [2]*language.Apply{first, other}, of); err != nil {
		return nil, err
	}
	t.phrases = b.phrases
	t.c = host.Case{Name: p.ID, Steps: b.steps, Timeout: r.Timeout}
	return t, nil
}

// compare adds what compares two objects, in each of the ways that the class names: the first on the
// objects themselves, another on such as are made again.
func (r *run) compare(t *trial, b *builder, objects [2]int, terms [2]*language.Apply) error {
	for i, by := range r.equalities() {
		if i > 0 {
			for k, term := range terms {
				n, err := b.build(term)
				if err != nil {
					return err
				}
				objects[k] = n
			}
		}
		switch by {
		case spec.ByEqn:
			at, err := b.compareBy(spec.Eqn, objects[0], objects[1])
			if err != nil {
				return err
			}
			t.answers = append(t.answers, at)
		case spec.ByStructure:
			var both [2]look
			for k := range both {
				ops := b.made[objects[k]-1].class.Begin(1)
				if err := ops.Show(); err != nil {
					return err
				}
				both[k] = look{b.send(objects[k], ops, phrase{}), 0}
			}
			t.same = append(t.same, comparison{by: by, sent: "its state", at: both})
		case spec.ByObservations:
			if err := r.observe(t, b, objects, terms); err != nil {
				return err
			}
		}
	}
	return nil
}

// observation is an observer with arguments. One that stands for an object is one of the two that are
// compared.
type observation struct {
	name string
	args []language.Term // nil: the first of the two objects; self: the second
	text string
}

// observe adds observations of two objects: of themselves, twice, and of objects that are made again and
// sent further operations; and the experiment of the pair.
func (r *run) observe(t *trial, b *builder, objects [2]int, terms [2]*language.Apply) error {
	if t.pair.Experiment != "" {
		var both [2]look
		for k, term := range t.pair.Told {
			sequence, is := term.(*language.Apply)
			if !is {
				return fmt.Errorf("the experiment %s cannot be run", t.pair.Experiment)
			}
			if _, err := b.build(sequence); err != nil {
				return err
			}
			both[k] = look{len(b.steps) - 1, b.steps[len(b.steps)-1].Operations.Wanted() - 1}
		}
		t.same = append(t.same, comparison{by: spec.ByObservations, sent: t.pair.Experiment, at: both})
	}
	known := literals(terms[:]...)
	observers := r.observations(r.Class.Algebra, askedOf(r, terms[:], known))
	if len(observers) == 0 {
		return nil
	}
	var sent [2]int
	for k := range sent {
		given, err := b.makeArguments(observers, objects)
		if err != nil {
			return err
		}
		ops := b.made[objects[k]-1].class.Begin(2 * len(observers))
		for range 2 {
			for i, o := range observers {
				if err := ops.Add(o.name, true, given[i]...); err != nil {
					return err
				}
			}
		}
		sent[k] = b.send(objects[k], ops, phrase{})
		for i, o := range observers {
			t.probes = append(t.probes, probe{sent: o.text, at: [2]look{{sent[k], i}, {sent[k], i + len(observers)}}})
		}
	}
	for i, o := range observers {
		t.same = append(t.same, comparison{by: spec.ByObservations, sent: o.text,
			at: [2]look{{sent[0], i}, {sent[1], i}}})
	}
	if r.expects {
		t.same = append(t.same, r.expected(t.pair, terms[0], observers, sent[0])...)
	}
	observers = r.observations(r.Class.Algebra, known)
	for _, context := range r.contexts(known, r.depth) {
		if r.shown != nil && !isPartOfAny(context, r.shown) {
			continue
		}
		if err := r.observeIn(t, b, objects, terms, context, observers); err != nil {
			return err
		}
	}
	return nil
}

// observeIn adds observations of two objects after further operations.
func (r *run) observeIn(t *trial, b *builder, objects [2]int, terms [2]*language.Apply, context []observation,
	observers []observation,
) error {
	var fresh [2]int
	for k, term := range terms {
		n, err := r.renew(b, objects[k], term)
		if err != nil {
			return err
		}
		fresh[k] = n
	}
	var sent [2]int
	text := ""
	for k := range sent {
		given := objects // what the arguments are: an operation may change them
		if slices.ContainsFunc(context, func(o observation) bool { return o.takesObjects() }) {
			for i, term := range terms {
				n, err := r.renew(b, objects[i], term)
				if err != nil {
					return err
				}
				given[i] = n
			}
		}
		ops := b.made[fresh[k]-1].class.Begin(len(context) + len(observers))
		text = ""
		for _, o := range context {
			text += o.text
			if err := ops.Add(o.name, false, o.bind(given)...); err != nil {
				return err
			}
		}
		for _, o := range observers {
			if err := ops.Add(o.name, true, o.bind(objects)...); err != nil {
				return err
			}
		}
		sent[k] = b.send(fresh[k], ops, phrase{sent: text})
	}
	for i, o := range observers {
		t.same = append(t.same, comparison{by: spec.ByObservations, sent: text + o.text,
			at: [2]look{{sent[0], i}, {sent[1], i}}})
	}
	return nil
}

// renew returns an object that is as another one was when it was made: a copy, or one that the same
// sequence makes.
func (r *run) renew(b *builder, object int, term *language.Apply) (int, error) {
	class := b.made[object-1].class
	if !class.CanCopy() {
		return b.build(term)
	}
	ops := class.Begin(1)
	if err := ops.Copy(object); err != nil {
		return 0, err
	}
	return b.make(ops, class, b.made[object-1].term), nil
}

// makeArguments returns the arguments of observations of two objects, and makes those that are other objects.
func (b *builder) makeArguments(all []observation, objects [2]int) ([][]host.Argument, error) {
	out, known := make([][]host.Argument, len(all)), map[language.Term]int{}
	for i, o := range all {
		out[i] = o.bind(objects)
		for j, a := range o.args {
			term, is := a.(*language.Apply)
			if !is {
				continue
			}
			if known[term] == 0 {
				object, err := b.build(term)
				if err != nil {
					return nil, err
				}
				known[term] = object
			}
			out[i][j].Object = known[term]
		}
	}
	return out, nil
}

// bind returns the arguments of an observation of two objects, but for those that are other objects.
func (o *observation) bind(objects [2]int) []host.Argument {
	out := make([]host.Argument, len(o.args))
	for i, a := range o.args {
		switch a := a.(type) {
		case *language.Literal:
			out[i].Literal = a
		case *language.Variable:
			out[i].Object = objects[slices.Index(both, a.Name)]
		}
	}
	return out
}

// takesObjects tells whether one of the two objects is an argument.
func (o *observation) takesObjects() bool {
	return slices.ContainsFunc(o.args, func(a language.Term) bool { _, is := a.(*language.Variable); return is })
}

// both are the names of the two objects that are compared.
var both = []string{"first", "second"}

// literals returns the literals in terms, by their sort: each once, the first few of them, and of integers
// one of them, one that is less than all and one that is greater.
func literals(terms ...*language.Apply) map[string][]language.Term {
	out := map[string][]language.Term{}
	var visit func(t language.Term)
	visit = func(t language.Term) {
		if l, is := t.(*language.Literal); is && l.Sort != "" {
			same := func(o language.Term) bool { return o.(*language.Literal).Text == l.Text }
			if !slices.ContainsFunc(out[l.Sort], same) {
				out[l.Sort] = append(out[l.Sort], l)
			}
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	for _, t := range terms {
		visit(t)
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for _, t := range out[language.Integer] {
		if n, err := strconv.ParseInt(t.(*language.Literal).Text, 10, 64); err == nil {
			least, most = min(least, n), max(most, n)
		}
	}
	for sort, list := range out {
		out[sort] = list[:min(len(list), maxLiterals)]
	}
	if least <= most && least > math.MinInt64 && most < math.MaxInt64 {
		number := func(n int64) language.Term {
			return &language.Literal{Text: strconv.FormatInt(n, 10), Sort: language.Integer}
		}
		out[language.Integer] = []language.Term{number(least - 1), out[language.Integer][0], number(most + 1)}
	}
	return out
}

const (
	// maxLiterals is how many values arguments of observations are chosen from.
	maxLiterals = 3
	// maxContexts is how many sequences are sent to two objects before they are observed.
	maxContexts = 400
	// maskDepth is how many operations observations send at least where all ways to compare are asked for: what a
	// fault hides may show after some operations only.
	maskDepth = 4
	// maxObservers is how many observers with arguments are sent at once.
	maxObservers = 50
)

// observations returns the observers of a class with arguments.
func (r *run) observations(class *language.Class, known map[string][]language.Term) []observation {
	var out []observation
	for _, o := range class.Operations {
		if o.Kind == language.Observer && o.Name.Text != spec.Eqn && class.IsExported(o) &&
			r.program.Classes().Find(o.Result.Text) == nil {
			out = append(out, r.applications(o, known)...)
		}
	}
	return out[:min(len(out), maxObservers)]
}

// applications returns an operation with all arguments that are chosen for it.
func (r *run) applications(o *language.Operation, known map[string][]language.Term) []observation {
	defaults := map[string]string{language.Integer: "0", language.Boolean: "true", language.String: `""`}
	out := []observation{{name: o.Name.Text}}
	class := r.program.Classes().Find(o.Class)
	for i, p := range o.Params {
		values := known[p.Sort.Text]
		if own := known[placeOf(o, i)]; own != nil && len(o.Params) == 1 {
			values = own
		}
		if class != nil {
			values = slices.DeleteFunc(slices.Clone(values), func(t language.Term) bool {
				l, is := t.(*language.Literal)
				return is && !class.Holds(o.Name.Text, i, l)
			})
		}
		switch d := defaults[p.Sort.Text]; {
		case p.Sort.Text == o.Class:
			others := values
			values = nil
			for _, name := range both {
				values = append(values, &language.Variable{Name: name})
			}
			values = append(values, others...)
		case len(values) == 0 && d != "":
			values = []language.Term{&language.Literal{Text: d, Sort: p.Sort.Text}}
		}
		var next []observation
		for _, one := range out {
			for _, v := range values {
				next = append(next, observation{name: one.name, args: append(slices.Clone(one.args), v)})
			}
		}
		out = next
	}
	for i := range out {
		shown := &language.Apply{Op: out[i].name, Args: append([]language.Term{&language.Variable{}}, out[i].args...)}
		out[i].text = language.FormatTerm(shown, language.LOBAS)
	}
	return out
}

// changing returns the constructors and transformers of a class that are exported, but create, with arguments.
func (r *run) changing(class *language.Class, known map[string][]language.Term) (out []observation) {
	for _, o := range class.Operations {
		if o.Kind != language.Observer && o.Name.Text != language.Create && class.IsExported(o) {
			out = append(out, r.applications(o, known)...)
		}
	}
	return out
}

// isPartOfAny tells whether operations are what is left of some sequence where some of its operations are left out.
func isPartOfAny(some []observation, all [][]string) bool {
	return slices.ContainsFunc(all, func(names []string) bool {
		n := 0
		for _, name := range names {
			if n < len(some) && some[n].name == name {
				n++
			}
		}
		return n == len(some)
	})
}

// contexts returns the sequences of constructors and transformers that are sent to two objects before they
// are observed, up to a depth; the short ones first.
func (r *run) contexts(known map[string][]language.Term, depth int) [][]observation {
	all := r.changing(r.Class.Algebra, known)
	level, out := [][]observation{nil}, [][]observation{}
	for range depth {
		var next [][]observation
		for _, before := range level {
			for _, o := range all {
				if len(out) == maxContexts {
					return out
				}
				longer := append(slices.Clone(before), o)
				next, out = append(next, longer), append(out, longer)
			}
		}
		level = next
	}
	return out
}
