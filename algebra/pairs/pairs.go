package pairs

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
)

// Pair is a case: whether two ground sequences leave equal objects, or give equal values.
type Pair struct {
	First, Second language.Term
	Equivalent    bool
	Conditions    []rewriting.Condition // of the path
	// Experiment is what tells two objects apart that are not equivalent, as it is sent to both;
	// "" for values. Its values are Values.
	Experiment string
	Values     [2]string
}

// Pairs are the cases of one sequence.
type Pairs struct {
	Pairs      []Pair
	Candidates int // pairs of a sequence and the normal form of another path
	Same       int // candidates that are the same term with all values that were found for their path
	Untold     int // candidates that no experiment up to the depth tells apart
	Undecided  int // paths for which no values were found
	Complete   bool
}

// Options bound what is made.
type Options struct {
	Depth int // how many operations an experiment has before its observer
	Paths int
	Tries int // how many experiments are made with one candidate
}

// maker makes the pairs of a class.
type maker struct {
	class   *language.Class
	engine  *rewriting.Engine
	options Options
}

// Make returns the pairs of a sequence of a class. The error is that of rewriting.
func Make(classes []*language.Class, class *language.Class, sequence language.Term, asker *conditions.Asker,
	options Options,
) (Pairs, error) {
	m := &maker{class, rewriting.New(classes), options}
	tree, err := m.engine.Normalize(sequence)
	if err != nil {
		return Pairs{}, err
	}
	var out Pairs
	var paths []rewriting.Path
	paths, out.Complete = tree.Paths(options.Paths, asker.Refuted)
	apart, err := m.keepApart(sequence)
	if err != nil {
		return out, err
	}
	for _, p := range paths {
		var valuations []map[string]language.Term
		for _, more := range [][]rewriting.Condition{nil, apart} {
			values, outcome := asker.Solve(append(p.Conditions[:len(p.Conditions):len(p.Conditions)], more...))
			if by := assign(sequence, values); outcome == solve.Case && !isIn(by, valuations) {
				valuations = append(valuations, by)
			}
		}
		if len(valuations) == 0 {
			out.Undecided++
			continue
		}
		for _, by := range valuations {
			out.Pairs = append(out.Pairs, Pair{First: ground(sequence, by), Second: ground(p.Leaf.Syntax(), by),
				Equivalent: true, Conditions: p.Conditions})
		}
		for _, q := range paths {
			if q.Leaf != p.Leaf {
				if err := m.addDifferent(&out, sequence, p, q.Leaf, valuations); err != nil {
					return out, err
				}
			}
		}
	}
	return out, nil
}

// addDifferent adds a pair of a sequence on its path and the normal form of another path, where
// it is proved with some of the values that they are not equivalent.
func (m *maker) addDifferent(out *Pairs, sequence language.Term, p rewriting.Path, leaf *rewriting.Term,
	valuations []map[string]language.Term,
) error {
	out.Candidates++
	same := true
	for _, by := range slices.Backward(valuations) {
		own, other := ground(p.Leaf.Syntax(), by), ground(leaf.Syntax(), by)
		pair := Pair{First: ground(sequence, by), Second: other, Conditions: p.Conditions}
		told, err := m.tell(&pair, own, other)
		if err != nil {
			return err
		}
		if told {
			out.Pairs = append(out.Pairs, pair)
			return nil
		}
		same = same && language.FormatTerm(own, language.LOBAS) == language.FormatTerm(other, language.LOBAS)
	}
	if same {
		out.Same++
	} else {
		out.Untold++
	}
	return nil
}

// keepApart returns conditions by which all integers and strings of a sequence differ.
func (m *maker) keepApart(sequence language.Term) (out []rewriting.Condition, err error) {
	by := assign(sequence, nil)
	var names []string
	for n := range by {
		names = append(names, n)
	}
	slices.Sort(names)
	for i, n := range names {
		for _, o := range names[:i] {
			a, b := by[n].(*language.Literal).Sort, by[o].(*language.Literal).Sort
			if a != b || a == language.Boolean {
				continue
			}
			tree, err := m.engine.Normalize(&language.Operator{Op: "=", Args: []language.Term{
				&language.Variable{Name: o, Sort: a}, &language.Variable{Name: n, Sort: a}}})
			if err != nil {
				return nil, err
			}
			out = append(out, rewriting.Condition{Term: tree.Cond})
		}
	}
	return out, nil
}

func isIn(by map[string]language.Term, list []map[string]language.Term) bool {
	return slices.ContainsFunc(list, func(o map[string]language.Term) bool {
		for n, v := range by {
			if o[n].(*language.Literal).Text != v.(*language.Literal).Text {
				return false
			}
		}
		return true
	})
}

// assign gives all parameters of a sequence values: those that the conditions do not mention,
// values of their own.
func assign(sequence language.Term, values map[string]string) map[string]language.Term {
	out := map[string]language.Term{}
	var visit func(language.Term)
	visit = func(t language.Term) {
		if v, ok := t.(*language.Variable); ok && out[v.Name] == nil {
			text, given := values[v.Name]
			if !given {
				n := len(out) + 11
				text = map[string]string{language.Integer: strconv.Itoa(n), language.Boolean: "true",
					language.String: strconv.Quote(fmt.Sprintf("s%d", n))}[v.Sort]
			}
			if text != "" {
				out[v.Name] = &language.Literal{Text: text, Sort: v.Sort}
			}
		}
		for _, c := range language.Children(t) {
			visit(c)
		}
	}
	visit(sequence)
	return out
}

func ground(t language.Term, by map[string]language.Term) language.Term {
	switch t := t.(type) {
	case *language.Variable:
		if v := by[t.Name]; v != nil {
			return v
		}
	case *language.Apply:
		out := *t
		out.Args = make([]language.Term, len(t.Args))
		for i, a := range t.Args {
			out.Args[i] = ground(a, by)
		}
		return &out
	case *language.Operator:
		out := *t
		out.Args = make([]language.Term, len(t.Args))
		for i, a := range t.Args {
			out.Args[i] = ground(a, by)
		}
		return &out
	}
	return t
}

// experiment is a sequence that is sent to two objects.
type experiment struct {
	text string
	both [2]language.Term
}

// tell looks for an experiment with different values for two terms, the shortest first.
func (m *maker) tell(p *Pair, one, other language.Term) (bool, error) {
	if differ, err := m.compare(p, experiment{both: [2]language.Term{one, other}}); differ || err != nil {
		return differ, err
	}
	if a, ok := one.(*language.Apply); !ok || a.Decl == nil || a.Decl.Class != m.class.Name.Text {
		return false, nil
	}
	known := map[string][]language.Term{m.class.Name.Text: {one, other}}
	m.collect(one, known)
	m.collect(other, known)
	level, tries := []experiment{{both: [2]language.Term{one, other}}}, 0
	for range m.options.Depth + 1 {
		var next []experiment
		for _, e := range level {
			for _, o := range m.class.Operations {
				if o.Name.Text == language.Create {
					continue
				}
				for _, args := range choose(o, known) {
					if tries++; tries > m.options.Tries {
						return false, nil
					}
					longer := e.send(o, args)
					if o.Kind != language.Observer {
						next = append(next, longer)
					} else if differ, err := m.compare(p, longer); differ || err != nil {
						return differ, err
					}
				}
			}
		}
		level = next
	}
	return false, nil
}

func (e experiment) send(o *language.Operation, args []language.Term) experiment {
	var out experiment
	for i, t := range e.both {
		out.both[i] = &language.Apply{Op: o.Name.Text, Decl: o, Args: append([]language.Term{t}, args...)}
	}
	shown := &language.Apply{Op: o.Name.Text, Args: append([]language.Term{&language.Variable{Name: e.text}}, args...)}
	out.text = language.FormatTerm(shown, language.LOBAS)
	return out
}

// compare notes an experiment where its values differ: values of built-in sorts, or an error and
// anything else.
func (m *maker) compare(p *Pair, e experiment) (bool, error) {
	var leaves [2]*rewriting.Term
	for i, t := range e.both {
		tree, err := m.engine.Normalize(t)
		if err != nil {
			return false, err
		}
		leaves[i] = tree.Leaf
	}
	if leaves[0] == leaves[1] || leaves[0] == nil || leaves[1] == nil {
		return false, nil
	}
	failed := leaves[0].Kind == rewriting.Failed || leaves[1].Kind == rewriting.Failed
	if !failed && (leaves[0].Kind != rewriting.Value || leaves[1].Kind != rewriting.Value) {
		return false, nil
	}
	p.Experiment, p.Values = e.text, [2]string{leaves[0].String(), leaves[1].String()}
	return true, nil
}

// collect adds the values in a term to those from which arguments of experiments are chosen.
func (m *maker) collect(t language.Term, known map[string][]language.Term) {
	if l, ok := t.(*language.Literal); ok {
		isSame := func(o language.Term) bool { return o.(*language.Literal).Text == l.Text }
		if !slices.ContainsFunc(known[l.Sort], isSame) {
			known[l.Sort] = append(known[l.Sort], l)
		}
	}
	for _, c := range language.Children(t) {
		m.collect(c, known)
	}
}

// choose returns arguments for an operation, made of values that are known, and a default one
// for sorts of which none is.
func choose(o *language.Operation, known map[string][]language.Term) [][]language.Term {
	defaults := map[string]string{language.Integer: "0", language.Boolean: "true", language.String: `""`}
	out := [][]language.Term{nil}
	for _, p := range o.Params {
		values := slices.Clone(known[p.Sort.Text])
		if d := defaults[p.Sort.Text]; len(values) == 0 && d != "" {
			values = append(values, &language.Literal{Text: d, Sort: p.Sort.Text})
		}
		var next [][]language.Term
		for _, args := range out {
			for _, v := range values {
				next = append(next, append(slices.Clone(args), v))
			}
		}
		out = next
	}
	return out
}
