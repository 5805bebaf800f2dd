package pairs

import (
	"errors"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
)

// The limits of the search for exported operations that make an object.
const (
	maxReach   = 4   // operations in the place of one constructor
	maxReached = 400 // objects that are looked at for one constructor
	maxReduced = 400 // shorter sequences that are tried in the place of one
)

// errStuck says that a sequence has no normal form of constructors.
var errStuck = errors.New("the axioms give it no normal form of constructors alone")

// Normalize returns the normal form of a sequence without parameters, made of exported operations where its
// constructors are not: the sequence itself, or a shorter one, where nothing better is found. It is an error where
// there is no normal form, or where it has operations that are not constructors.
func (m *Maker) Normalize(t language.Term) (language.Term, error) {
	m.machine.Reset()
	m.machine.Steps = m.options.Steps
	r, err := m.machine.Evaluate(t)
	if err != nil {
		return nil, err
	}
	if m.machine.IsStuck(r) {
		return nil, errStuck
	}
	return m.express(r, t), nil
}

// IsObject tells whether a sequence without parameters makes an object: its normal form is known, and no error.
func (m *Maker) IsObject(t language.Term) bool {
	m.machine.Reset()
	m.machine.Steps = m.options.Steps
	r, err := m.machine.Evaluate(t)
	return err == nil && !m.machine.IsStuck(r) && r != ground.Error
}

// builder makes objects of exported operations alone, since a program need not have any others.
type builder struct {
	*Maker
	tries int // how many shorter sequences may still be tried
}

// built is an object, and a sequence of exported operations that makes it.
type built struct {
	ref  ground.Ref
	term language.Term
}

// express returns a sequence of exported operations that makes what a normal form is; a shorter one of from, which
// makes the same, where no other is found. It is nil where there is no from either.
func (m *Maker) express(r ground.Ref, from language.Term) language.Term {
	normal := m.machine.Syntax(r)
	if !m.hides || !m.isHidden(normal) {
		return normal
	}
	b := builder{Maker: m, tries: maxReduced}
	if t := b.build(r); t != nil || from == nil || m.isHidden(from) {
		return t
	}
	return b.reduce(from, r)
}

// expose returns a term in which exported operations stand in the place of others, with the same value; nil where none
// were found.
func (m *Maker) expose(t language.Term) language.Term {
	a, is := t.(*language.Apply)
	if !is || !m.hides || !m.isHidden(t) {
		return t
	}
	if !m.exports(a.Decl) {
		m.machine.Steps = m.options.Steps
		r, err := m.machine.Evaluate(t)
		if err != nil || m.machine.IsStuck(r) {
			return nil
		}
		return m.express(r, nil)
	}
	out := *a
	out.Args = make([]language.Term, len(a.Args))
	for i, arg := range a.Args {
		out.Args[i] = m.expose(arg)
		if l, is := out.Args[i].(*language.Literal); out.Args[i] == nil || is && l.Sort == "" {
			return out.Args[i]
		}
	}
	return &out
}

// exports tells whether users of the class of an operation have it.
func (m *Maker) exports(o *language.Operation) bool {
	i := slices.IndexFunc(m.classes, func(c *language.Class) bool { return c.Name.Text == o.Class })
	return i < 0 || m.classes[i].IsExported(o)
}

// isHidden tells whether a term has an operation that is not exported.
func (m *Maker) isHidden(t language.Term) bool {
	if a, is := t.(*language.Apply); is && a.Decl != nil && !m.exports(a.Decl) {
		return true
	}
	return slices.ContainsFunc(language.Children(t), m.isHidden)
}

// build returns a sequence that makes an object, or nil.
func (b *builder) build(r ground.Ref) language.Term {
	o, args := b.machine.Parts(r)
	if o == nil {
		return b.machine.Syntax(r)
	}
	out := &language.Apply{Op: o.Name.Text, Decl: o}
	known := map[string][]value{}
	for i, arg := range args {
		t := b.build(arg)
		if t == nil {
			return nil
		}
		out.Args = append(out.Args, t)
		if sort := o.Sorts()[i]; i > 0 || o.Name.Text == language.Create {
			known[sort] = append(known[sort], value{arg, t})
		}
	}
	switch {
	case b.exports(o):
		return out
	case o.Name.Text == language.Create:
		return nil
	}
	return b.reach(built{args[0], out.Args[0]}, r, known)
}

// reach returns a sequence that goes on from an object to another one, with arguments of some values; nil where few
// operations do not lead there.
func (b *builder) reach(from built, to ground.Ref, known map[string][]value) language.Term {
	seen, level := []ground.Ref{from.ref}, []built{from}
	for range maxReach {
		var next []built
		for _, at := range level {
			for _, one := range b.follow(at, known) {
				if b.machine.Equal(one.ref, to) {
					return one.term
				}
				known := slices.ContainsFunc(seen, func(r ground.Ref) bool { return b.machine.Equal(r, one.ref) })
				if !known && len(seen) < maxReached {
					seen, next = append(seen, one.ref), append(next, one)
				}
			}
		}
		level = next
	}
	return nil
}

// follow returns what each exported operation makes of an object, with each choice of arguments.
func (b *builder) follow(at built, known map[string][]value) (out []built) {
	class, _ := b.machine.Parts(at.ref)
	for _, c := range b.classes {
		if class == nil || c.Name.Text != class.Class {
			continue
		}
		for _, o := range c.Operations {
			if o.Kind == language.Observer || o.Name.Text == language.Create || !c.IsExported(o) {
				continue
			}
			for _, args := range b.choose(o, known) {
				sent := &language.Apply{Op: o.Name.Text, Decl: o, Args: []language.Term{at.term}}
				refs := []ground.Ref{at.ref}
				for _, a := range args {
					sent.Args, refs = append(sent.Args, a.term), append(refs, a.ref)
				}
				b.machine.Steps = b.options.Steps
				r, err := b.machine.Send(o, refs...)
				if err == nil && r != ground.Error && !b.machine.IsStuck(r) {
					out = append(out, built{r, sent})
				}
			}
		}
	}
	return out
}

// choose returns arguments for an operation: those of the constructor that it is to make where one of their sort is
// there, and a value of the sort otherwise.
func (b *builder) choose(o *language.Operation, known map[string][]value) [][]value {
	out := [][]value{nil}
	for _, p := range o.Params {
		values := known[p.Sort.Text]
		if d := builtIn(p.Sort.Text); len(values) == 0 && d != nil {
			r, err := b.machine.Evaluate(d)
			if err != nil {
				return nil
			}
			values = []value{{r, d}}
		}
		var next [][]value
		for _, args := range out {
			for _, v := range values {
				next = append(next, append(slices.Clone(args), v))
			}
		}
		out = next
	}
	return out
}

// reduce leaves operations out of a sequence as long as it makes the same.
func (b *builder) reduce(t language.Term, to ground.Ref) language.Term {
	chain := language.Chain(t)
	for size := len(chain) / 2; size >= 1; size /= 2 {
		for from := 1; from+size <= len(chain); {
			if b.tries--; b.tries < 0 {
				return language.Link(chain)
			}
			shorter := slices.Delete(slices.Clone(chain), from, from+size)
			b.machine.Steps = b.options.Steps
			if r, err := b.machine.Evaluate(language.Link(shorter)); err == nil && b.machine.Equal(r, to) {
				chain = shorter
			} else {
				from += size
			}
		}
	}
	return language.Link(chain)
}
