package language

// Packed is a term in a small part of the memory that its tree takes. Its Packer makes the tree again.
type Packed []uint32

// Packer packs terms that have no places in a text, such as those that were drawn. It is for one goroutine while
// it packs, and for several afterwards.
type Packer struct {
	index map[packedPart]uint32
	parts []packedPart
}

// packedPart is what one node of a term is without those below it.
type packedPart struct {
	op, class string
	decl      *Operation
	args      int
	other     Term // of what is not an application; of literals nil
	sort      string
}

// Pack packs a term, which it does not keep. What is neither an application nor a literal stays as it is.
func (p *Packer) Pack(t Term) Packed { return p.pack(nil, t) }

// pack appends the nodes of a term, those of arguments before the one that has them.
func (p *Packer) pack(out Packed, t Term) Packed {
	part := packedPart{other: t}
	switch t := t.(type) {
	case *Literal:
		part = packedPart{op: t.Text, sort: t.Sort, args: -1}
	case *Apply:
		for _, a := range t.Args {
			out = p.pack(out, a)
		}
		part = packedPart{op: t.Op, class: t.Class, decl: t.Decl, args: len(t.Args)}
	}
	n, known := p.index[part]
	if !known {
		if p.index == nil {
			p.index = map[packedPart]uint32{}
		}
		n = uint32(len(p.parts))
		p.index[part] = n
		if l, is := t.(*Literal); is {
			part.other = &Literal{Text: l.Text, Sort: l.Sort}
		}
		p.parts = append(p.parts, part)
	}
	return append(out, n)
}

// Unpack returns the term that was packed.
func (p *Packer) Unpack(packed Packed) Term {
	var stack []Term
	applies := make([]Apply, 0, len(packed))
	room := make([]Term, len(packed))
	for _, n := range packed {
		part := &p.parts[n]
		if part.other != nil {
			stack = append(stack, part.other)
			continue
		}
		applies = append(applies, Apply{Op: part.op, Class: part.class, Decl: part.decl})
		one := &applies[len(applies)-1]
		if part.args > 0 {
			one.Args = room[:part.args:part.args]
			room = room[part.args:]
			copy(one.Args, stack[len(stack)-part.args:])
		}
		stack = append(stack[:len(stack)-part.args], one)
	}
	return stack[0]
}
