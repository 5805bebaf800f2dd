package pairs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
)

// number draws an integer.
func (s *drawn) number() int64 {
	n := 1 + s.rng.Int64N(s.limit)
	if len(s.pool) > 0 {
		n = s.pool[s.rng.IntN(len(s.pool))]
	}
	if len(s.borders) > 0 && s.rng.IntN(2) == 0 {
		n = s.borders[s.rng.IntN(len(s.borders))]
	}
	if !s.again && !s.opposite {
		return n
	}
	if s.again && s.values > 0 && s.rng.IntN(2) == 0 {
		n = s.recent[s.rng.IntN(min(s.values, len(s.recent)))]
	}
	s.recent[s.values%len(s.recent)] = n
	s.values++
	return n
}

// text draws the number of a string.
func (s *drawn) text() int64 {
	if len(s.texts) > 0 {
		return s.texts[s.rng.IntN(len(s.texts))]
	}
	return s.number()
}

// addNamed adds the integers of a term, and their neighbours.
func (d *drawer) addNamed(t language.Term) {
	if l, is := t.(*language.Literal); is && l.Sort == language.Integer {
		if n, err := strconv.ParseInt(l.Text, 10, 32); err == nil {
			for _, near := range []int64{n - 1, n, n + 1} {
				if near >= 1 && near <= d.drawing.Range && !slices.Contains(d.named, near) {
					d.named = append(d.named, near)
				}
			}
		}
	}
	for _, c := range language.Children(t) {
		d.addNamed(c)
	}
}

// What is done with one key twice shows more than what is done with two: one in onePooled sequences has at most
// maxPool integers. These are any, some of the axioms' own, or such as leave the same remainder by a power of two up
// to maxStride, as the tables of programs sort them.
const (
	onePooled = 3
	maxPool   = 5
	maxStride = 32
)

// choosePools chooses the few strings that every second sequence has, since axioms never compare these by order, and
// the few integers that some have.
func (d *drawer) choosePools(s *drawn) {
	if s.rng.IntN(2) == 0 {
		for range 3 + s.rng.IntN(3+s.length/3) {
			from := d.drawing.Range
			if s.rng.IntN(2) == 0 {
				from = min(from, int64(len(notable)+1))
			}
			s.texts = append(s.texts, 1+s.rng.Int64N(from))
		}
	}
	if len(s.borders) > 0 || s.rng.IntN(onePooled) > 0 {
		return
	}
	size, kind := 2+s.rng.IntN(maxPool-1), s.rng.IntN(3)
	first, stride := 1+s.rng.Int64N(4), int64(2)<<s.rng.IntN(5)
	for range size {
		n := 1 + s.rng.Int64N(d.drawing.Range)
		switch {
		case kind == 0 && len(d.named) > 0:
			n = d.named[s.rng.IntN(len(d.named))]
		case kind < 2:
			n = min(first+stride%maxStride*s.rng.Int64N(int64(size)), d.drawing.Range)
		}
		s.pool = append(s.pool, n)
	}
}

// leastBorder is the smallest power of two at which integers are drawn on purpose.
const leastBorder = 8

// special are integers that programs give a meaning of its own.
var special = []int64{0, -1}

// specials returns the special integers with which the axioms end, as recursion on natural numbers does not.
func (m *Maker) specials() []int64 {
	if m.ending == nil {
		m.ending = slices.DeleteFunc(slices.Clone(special), func(n int64) bool { return !m.ends(n) })
	}
	return m.ending
}

// maxSpecial is how many axioms are applied to a small sequence with a special integer.
const maxSpecial = 10_000

// ends tells whether each operation of the class that has an integer ends with a given one, on objects of up to one
// constructor.
func (m *Maker) ends(n int64) bool {
	m.machine.Reset()
	send := func(o *language.Operation, to ...ground.Ref) (ground.Ref, error) {
		refs := slices.Clone(to)
		for _, p := range o.Params {
			r := m.machine.MakeInteger(n)
			if p.Sort.Text != language.Integer {
				value := m.smallest(p.Sort.Text, 0)
				if d := builtIn(p.Sort.Text); d != nil {
					value = d
				}
				m.machine.Steps = maxSpecial
				var err error
				if r, err = m.machine.Evaluate(value); err != nil {
					return r, err
				}
			}
			refs = append(refs, r)
		}
		m.machine.Steps = maxSpecial
		return m.machine.Send(o, refs...)
	}
	create := m.class.Find(language.Create)
	if create == nil {
		return true
	}
	empty, err := send(create)
	if err != nil {
		return !errors.Is(err, ground.ErrSteps)
	}
	objects := []ground.Ref{empty}
	for _, o := range m.class.Operations {
		if o.Kind == language.Constructor && o != create {
			if r, err := send(o, empty); err == nil {
				objects = append(objects, r)
			}
		}
	}
	for _, o := range m.class.Operations {
		for _, object := range objects {
			if o == create {
				continue
			}
			if _, err := send(o, object); errors.Is(err, ground.ErrSteps) {
				return false
			}
		}
	}
	return true
}

// bordersUpTo returns the powers of two up to a limit and their neighbours, from 7 on: sizes of words and of memory
// that programs have, and no axiom names.
func bordersUpTo(limit int64) (out []int64) {
	for power := int64(leastBorder); power-1 <= limit && power > 0; power *= 2 {
		for n := power - 1; n <= min(power+1, limit); n++ {
			out = append(out, n)
		}
	}
	return out
}

// maxInside is how deep objects in arguments are nested.
const maxInside = 3

// drawValue draws a value of a sort, and appends it to the nodes of a sequence: of a class, a short sequence of
// constructors, or one that is alike.
func (d *drawer) drawValue(s *drawn, sort string, depth int) (ground.Ref, error) {
	m := d.maker
	switch sort {
	case language.Integer:
		n := s.number()
		if s.opposite && s.rng.IntN(2) == 0 {
			n = -s.recent[s.rng.IntN(min(s.values, len(s.recent)))]
		}
		if s.zero && s.rng.IntN(4) == 0 {
			n = 0
		}
		s.nodes = append(s.nodes, m.packer.Integer(n))
		return m.machine.MakeInteger(n), nil
	case language.Boolean:
		r, text := ground.False, "false"
		if s.rng.IntN(2) == 0 {
			r, text = ground.True, "true"
		}
		s.nodes = append(s.nodes, m.packer.Literal(text, sort))
		return r, nil
	case language.String:
		text := textOf(s.text())
		s.nodes = append(s.nodes, m.packer.Literal(text, sort))
		return m.machine.MakeString(text), nil
	}
	length := s.rng.IntN(4)
	if depth >= maxInside {
		length = 0
	}
	by := d.makersOf(sort)
	if by.create == nil {
		return 0, fmt.Errorf("the class %s has no %s", sort, language.Create)
	}
	object := d.beginAlike(s, sort)
	if object == nil {
		object = &drawn{rng: s.rng, limit: s.limit, pool: s.pool, texts: s.texts}
		if err := d.send(object, by.create, depth+1); err != nil {
			return 0, err
		}
	}
	for range min(length, length*len(by.others)) {
		before := object.state
		if err := d.send(object, by.others[s.rng.IntN(len(by.others))], depth+1); err != nil {
			return 0, err
		}
		if object.ref == ground.Error {
			object.state = before
		}
	}
	s.nodes = append(s.nodes, object.nodes...)
	return object.ref, nil
}

// One in oneAlike objects of the class in arguments of sequences that are steered is a beginning of the sequence, of up
// to maxAlike nodes: what two objects have in common matters to what compares and joins them.
const (
	oneAlike = 4
	maxAlike = 60
)

// beginAlike returns an object that is made as a beginning of a sequence is, or nil.
func (d *drawer) beginAlike(s *drawn, sort string) *drawn {
	if len(s.beginnings) == 0 || sort != d.maker.class.Name.Text || s.rng.IntN(oneAlike) > 0 {
		return nil
	}
	at := s.beginnings[s.rng.IntN(len(s.beginnings))]
	if at.nodes > maxAlike {
		return nil
	}
	out := &drawn{rng: s.rng, limit: s.limit, pool: s.pool, texts: s.texts,
		state: state{nodes: slices.Clone(s.nodes[:at.nodes]), ref: at.ref, begun: true}}
	if s.rng.IntN(2) == 0 {
		d.vary(out)
	}
	return out
}

// vary gives one operation of an object other values, where that makes no error of it.
func (d *drawer) vary(object *drawn) {
	m := d.maker
	chain := language.Chain(m.packer.Unpack(object.nodes))
	i := object.rng.IntN(max(1, len(chain)))
	if i == 0 || len(chain[i].Decl.Params) == 0 {
		return
	}
	other := *chain[i]
	other.Args = slices.Clone(other.Args)
	drawn := *object
	for j, p := range other.Decl.Params {
		if builtIn(p.Sort.Text) == nil {
			continue
		}
		drawn.nodes = nil
		if _, err := d.drawValue(&drawn, p.Sort.Text, 0); err != nil {
			return
		}
		other.Args[j+1] = m.packer.Unpack(drawn.nodes)
	}
	chain[i] = &other
	term := language.Link(chain)
	m.machine.Steps = m.options.Steps
	if r, err := m.machine.Evaluate(term); err == nil && r != ground.Error && !m.machine.IsStuck(r) {
		object.ref, object.nodes = r, m.packer.Pack(term)
	}
}

// made are the operations that make objects of a class.
type made struct {
	create *language.Operation
	others []*language.Operation // of objects that there are: constructors, or transformers where none is exported
}

// makersOf returns what makes an object of a class, and the exported operations that make others of it.
func (d *drawer) makersOf(class string) made {
	out, known := d.makers[class]
	if known {
		return out
	}
	for _, c := range d.maker.classes {
		if c.Name.Text != class {
			continue
		}
		out.create = c.Find(language.Create)
		for _, kind := range []language.Kind{language.Constructor, language.Transformer} {
			for _, o := range c.Operations {
				if o.Kind == kind && o != out.create && c.IsExported(o) {
					out.others = append(out.others, o)
				}
			}
			if len(out.others) > 0 {
				break
			}
		}
	}
	d.makers[class] = out
	return out
}
