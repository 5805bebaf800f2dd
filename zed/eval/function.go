package eval

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxCalls is how deeply functions that axioms define may call each other: more
// than any list or tree within a sensible scope needs, and far less than a
// stack holds.
const maxCalls = 10_000

// functions are those that compiled terms share: one that calls itself is compiled once.
type functions struct {
	mu       sync.Mutex
	made     map[string]*function
	compiler func(slots []string) func(zed.Expr) (*Program, error) // of what clauses consist of
}

// get returns the function of a key, which is made where there is none yet.
func (r *functions) get(key string, create func() *function) *function {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.made[key]
	if f == nil {
		f = create()
		r.made[key] = f
	}
	return f
}

// function is a global variable that equations define, or a set of which axioms say
// what is in it: it gives the truth of that.
type function struct {
	once    sync.Once
	def     *zed.Definition
	set     bool
	shared  *functions
	clauses []*clause
	beyond  []*Program // each tells whether something may be an argument
}

// clause is an equation: where the pattern fits the argument and the condition
// holds, the function's value is that of the body.
type clause struct {
	names []string
	fits  matcher
	holds *Program // nil: always
	body  *Program
}

// compiled returns the function's clauses. They are compiled when the function
// is first called, so that functions may call each other.
func (f *function) compiled() []*clause {
	f.once.Do(func() {
		list := f.def.Clauses
		if f.set {
			list = f.def.Members
		}
		for _, cl := range list {
			if made := compileClause(cl, f.shared.compiler); made != nil {
				f.clauses = append(f.clauses, made)
			}
		}
		f.beyond = f.bounds()
	})
	return f.clauses
}

// compileClause returns nil where the equation's argument is not a pattern that
// can be matched, or what it says cannot be evaluated.
func compileClause(cl zed.Clause, compiler func(slots []string) func(zed.Expr) (*Program, error)) *clause {
	out := &clause{}
	conditions := []zed.Expr{}
	for _, d := range cl.Text.Decls {
		for _, n := range d.Names {
			out.names = append(out.names, n.Name)
			if toolkit.FullOfFinite(d.Type) {
				continue
			}
			set, ok := d.Type.Typ().(zed.PowerType)
			if !ok {
				return nil
			}
			x := &zed.Ref{Info: zed.Info{Type: set.Elem}, Name: n.Name, Kind: zed.Local}
			conditions = append(conditions, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{x, d.Type}})
		}
	}
	if cl.Text.Pred != nil {
		conditions = append(conditions, cl.Text.Pred)
	}
	compile := compiler(out.names)
	p := patterns{names: out.names, bound: make([]bool, len(out.names)), compile: compile}
	if out.fits = p.of(cl.Arg); out.fits == nil || slices.Contains(p.bound, false) {
		return nil
	}
	var err error
	if len(conditions) > 0 {
		all := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: conditions}
		if out.holds, err = compile(all); err != nil {
			return nil
		}
	}
	if out.body, err = compile(cl.Value); err != nil {
		return nil
	}
	return out
}

// callKey is a call as a session remembers it. Arguments are the same where they
// are the same object, holes included: what a search puts into a hole of a tree
// gives new objects on the way from the root to that hole alone, so that calls on
// all other subtrees are answered from memory, and an evaluation continues from
// what the last one found.
type callKey struct {
	f     *function
	count int
	args  [maxKeyed]value.Value
}

// callOutcome is what a call came to.
type callOutcome struct {
	value  value.Value
	truth  Truth // True where there is a value
	reason Reason
}

// The limits of what a session remembers of calls.
const (
	maxKeyed    = 4       // components of an argument
	maxOutcomes = 1 << 12 // calls; then all are forgotten
)

// key returns what a call is remembered by; false where its argument has too many
// components.
func (f *function) key(arg value.Value) (callKey, bool) {
	k := callKey{f: f, count: -1}
	if arg.Kind() != value.Tuple {
		k.args[0] = arg
		return k, true
	}
	if k.count = arg.Len(); k.count > maxKeyed {
		return k, false
	}
	copy(k.args[:], arg.Items())
	return k, true
}

// call returns the function's value for an argument, which may hold holes: only
// those that a pattern or the body reads are missed.
func (f *function) call(m *machine, at zed.Expr, clauses []*clause, arg value.Value) (value.Value, bool) {
	if m.calls >= maxCalls {
		return value.Value{}, m.infinite(at, fmt.Sprintf("%s calls itself more than %d times", f.def.Name, maxCalls))
	}
	if !m.step(at) {
		return value.Value{}, false
	}
	if m.in == nil {
		return f.evaluate(m, at, clauses, arg)
	}
	key, ok := f.key(arg)
	if !ok {
		return f.evaluate(m, at, clauses, arg)
	}
	if known, ok := m.in.outcomes[key]; ok {
		if known.truth != True {
			m.fail, m.reason = known.truth, known.reason
		}
		return known.value, known.truth == True
	}
	v, ok := f.evaluate(m, at, clauses, arg)
	out := callOutcome{value: v, truth: True}
	if !ok {
		if out.truth, out.reason = m.fail, m.reason; m.reason.Infinite {
			return v, false // it may be for want of what is left to this evaluation
		}
	}
	switch {
	case m.in.outcomes == nil:
		m.in.outcomes = map[callKey]callOutcome{}
	case len(m.in.outcomes) >= maxOutcomes:
		clear(m.in.outcomes)
	}
	m.in.outcomes[key] = out
	return v, ok
}

func (f *function) evaluate(m *machine, at zed.Expr, clauses []*clause, arg value.Value) (value.Value, bool) {
	for _, cl := range clauses {
		frame := make([]value.Value, len(cl.names))
		switch t := cl.fits(m, frame, arg); {
		case t == False:
			continue
		case t > True:
			m.fail = t
			return value.Value{}, false
		}
		if cl.holds != nil {
			t := cl.holds.truthWithin(m, frame)
			if t == False {
				continue
			}
			if t > True {
				m.fail = t
				return value.Value{}, false
			}
		}
		if f.set {
			return m.truthAsValue(cl.body.truthWithin(m, frame))
		}
		return cl.body.valueWithin(m, frame)
	}
	return f.elsewhere(m, at, arg)
}

// domain returns the domain of a function, as far as it is declared or an axiom
// gives it; nil where it is not known.
func (f *function) domain() zed.Expr {
	if o, ok := f.def.Set.(*zed.Op); ok && toolkit.HasTotalFunctions(o.Op) {
		return o.Args[0]
	}
	return f.def.Domain
}

// over returns a set that has all arguments of a function in it.
func (f *function) over(declared *zed.Op) zed.Expr {
	if f.def.Domain != nil {
		return f.def.Domain
	}
	return declared.Args[0]
}
