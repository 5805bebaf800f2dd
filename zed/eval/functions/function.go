package functions

import (
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compiled has the functions that compiled terms share: one that calls itself is compiled once.
type Compiled struct {
	mu       sync.Mutex
	made     map[string]*Function
	compiler func(slots []string) func(zed.Expr) (*machine.Program, error) // compiles what clauses consist of
}

// NewCompiled returns functions of which none is made yet. compiler compiles terms over
// slots, with these functions.
func NewCompiled(compiler func(slots []string) func(zed.Expr) (*machine.Program, error)) *Compiled {
	return &Compiled{made: map[string]*Function{}, compiler: compiler}
}

// Intern returns the function of a key, which is made where there is none yet.
func (r *Compiled) Intern(key string, create func() *Function) *Function {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.made[key]
	if f == nil {
		f = create()
		r.made[key] = f
	}
	return f
}

// Function is a global variable that equations define, or a set of which axioms say
// what is in it: it gives the truth of that.
type Function struct {
	once    sync.Once
	Def     *zed.Definition
	calls   machine.Callee
	set     bool
	shared  *Compiled
	clauses []*clause
	beyond  []*machine.Program // each tells whether something may be an argument
}

// clause is an equation: where the pattern fits the argument and the condition
// holds, the function's value is that of the body. The equation holds for all values of
// the variables that are not in the pattern, so that any for which the condition holds
// will do.
type clause struct {
	names []string
	fits  matcher
	among []choice         // the variables that are not in the pattern
	holds *machine.Program // nil: always
	body  *machine.Program
}

// choice is a variable of a clause, by its place, of which the condition says that it is
// in a set.
type choice struct {
	place int
	set   *machine.Program
}

// NewFunction returns what a definition says: a function, or with set the test of a set.
func NewFunction(d *zed.Definition, set bool, shared *Compiled) *Function {
	return &Function{Def: d, calls: machine.Callee{Name: d.Name}, set: set, shared: shared}
}

// compileClauses returns the function's clauses. They are compiled when the function
// is first called, so that functions may call each other.
func (f *Function) compileClauses() []*clause {
	f.once.Do(func() {
		list := f.Def.Clauses
		if f.set {
			list = f.Def.Members
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

// compileClause returns the compiled form of a clause; nil where the equation's argument is
// not a pattern that can be matched, or where its condition or body cannot be evaluated.
func compileClause(cl zed.Clause, compiler func(slots []string) func(zed.Expr) (*machine.Program, error)) *clause {
	out := &clause{}
	conditions := []zed.Expr{}
	for _, d := range cl.Text.Decls {
		for _, n := range d.Names {
			out.names = append(out.names, n.Name)
			if toolkit.IsAny(d.Type) {
				continue
			}
			set, ok := d.Type.Typ().(zed.PowerType)
			if !ok {
				return nil
			}
			x := &zed.Ref{Info: zed.Info{Type: set.Elem}, Name: n.Name, Kind: zed.Local}
			conditions = append(conditions, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In,
				Args: []zed.Expr{x, d.Type}})
		}
	}
	if cl.Text.Pred != nil {
		conditions = append(conditions, cl.Text.Pred)
	}
	compile := compiler(out.names)
	p := patterns{names: out.names, bound: make([]bool, len(out.names)), compile: compile}
	if out.fits = p.recognise(cl.Arg); out.fits == nil || !out.chooses(p, conditions) {
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

// chooses finds sets of which the conditions say that the variables that no pattern binds
// are in them, and tells whether there is one for each.
func (c *clause) chooses(p patterns, conditions []zed.Expr) bool {
	for place, name := range c.names {
		if p.bound[place] {
			continue
		}
		set := p.setOf(name, conditions)
		if set == nil {
			return false
		}
		program, err := p.compile(set)
		if err != nil {
			return false
		}
		c.among, p.bound[place] = append(c.among, choice{place, program}), true
	}
	return true
}

// setOf returns a set of which some condition says that a variable is in it, and in which
// only variables occur that are bound already; nil where there is none.
func (p *patterns) setOf(name string, conditions []zed.Expr) zed.Expr {
	for _, e := range conditions {
		switch e := e.(type) {
		case *zed.Logic:
			if e.Op == zed.And {
				if found := p.setOf(name, e.Args); found != nil {
					return found
				}
			}
		case *zed.Op:
			r, ok := e.Args[0].(*zed.Ref)
			if !ok || e.Op != zed.In || r.Name != name || toolkit.Infinite(e.Args[1]) {
				continue
			}
			unbound := func(n string) bool {
				i := slices.Index(p.names, n)
				return i >= 0 && !p.bound[i]
			}
			if !slices.ContainsFunc(zed.NewFreeNames(zed.Local, zed.Unresolved).NamesOf(e.Args[1]), unbound) {
				return e.Args[1]
			}
		}
	}
	return nil
}

// Call returns the function's value for an argument, which may hold holes: only
// those that a pattern or the body reads are missed.
func (f *Function) Call(m *machine.Machine, at zed.Expr, arg value.Value) (value.Value, bool) {
	return f.calls.Answer(m, at, arg, func() (value.Value, bool) { return f.evaluate(m, at, arg) })
}

func (f *Function) evaluate(m *machine.Machine, at zed.Expr, arg value.Value) (value.Value, bool) {
	for _, cl := range f.compileClauses() {
		frame := make([]value.Value, len(cl.names))
		switch t := cl.fits(m, frame, arg); {
		case t == machine.False:
			continue
		case t > machine.True:
			m.Fail = t
			return value.Value{}, false
		}
		if t := cl.applies(m, at, frame, cl.among); t == machine.False {
			continue
		} else if t > machine.True {
			m.Fail = t
			return value.Value{}, false
		}
		if f.set {
			return m.TruthAsValue(cl.body.TruthWithin(m, frame))
		}
		return cl.body.ValueWithin(m, frame)
	}
	return f.valueElsewhere(m, at, arg)
}

// applies tells whether the condition of a clause holds for some values of the variables
// that are not in its pattern, and leaves these in the frame.
func (c *clause) applies(m *machine.Machine, at zed.Expr, frame []value.Value, left []choice) machine.Truth {
	if len(left) == 0 {
		if c.holds == nil {
			return machine.True
		}
		return c.holds.TruthWithin(m, frame)
	}
	set, ok := m.Whole(left[0].set.ValueWithin(m, frame))
	if !ok {
		return m.Fail
	}
	var open machine.Undecided
	for _, v := range set.Members() {
		if !m.Step(at) {
			return m.Fail
		}
		frame[left[0].place] = v
		t := c.applies(m, at, frame, left[1:])
		if t == machine.True {
			return t
		}
		open.Add(m, t)
	}
	return open.Else(m, machine.False)
}

// Domain returns the domain of a function, as far as it is declared or an axiom
// gives it; nil where it is not known.
func (f *Function) Domain() zed.Expr {
	if o, ok := f.Def.Set.(*zed.Op); ok && toolkit.HasTotalFunctions(o.Op) {
		return o.Args[0]
	}
	return f.Def.Domain
}

// ArgumentSet returns a set that has all arguments of a function in it.
func (f *Function) ArgumentSet(declared *zed.Op) zed.Expr {
	if f.Def.Domain != nil {
		return f.Def.Domain
	}
	return declared.Args[0]
}
