package language

import "strconv"

// Packed is a term in a small part of the memory that its tree takes: the numbers of its nodes, those of arguments
// before the one that has them. Its Packer makes the tree again. Two terms of one packer are equal where these are.
type Packed []uint32

// Packer packs terms that have no places in a text, such as those that were drawn. It is for one goroutine while
// it packs, and for several afterwards.
type Packer struct {
	index      map[packedPart]uint32
	parts      []packedPart
	terms      []Term // of the parts that are terms by themselves, such as literals
	operations map[*Operation]uint32
	integers   map[int64]uint32
	block      []uint32 // room for terms that are kept
}

// packedPart is what one node of a term is without those below it.
type packedPart struct {
	op, class string
	decl      *Operation
	args      int  // -1 of a literal
	other     Term // what is neither an application nor a literal
	sort      string
}

// Pack packs a term, which it does not keep. What is neither an application nor a literal stays as it is.
func (p *Packer) Pack(t Term) Packed { return p.pack(nil, t) }

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
	return append(out, p.number(part))
}

// number returns the number of a part, which is the same for equal parts.
func (p *Packer) number(part packedPart) uint32 {
	n, known := p.index[part]
	if !known {
		if p.index == nil {
			p.index = map[packedPart]uint32{}
		}
		n = uint32(len(p.parts))
		p.index[part] = n
		term := part.other
		if part.args < 0 {
			term = &Literal{Text: part.op, Sort: part.sort}
		}
		p.parts, p.terms = append(p.parts, part), append(p.terms, term)
	}
	return n
}

// Operation returns the number of an operation with all its arguments, which stand before it.
func (p *Packer) Operation(o *Operation) uint32 {
	n, known := p.operations[o]
	if !known {
		if p.operations == nil {
			p.operations = map[*Operation]uint32{}
		}
		n = p.number(packedPart{op: o.Name.Text, decl: o, args: len(o.Sorts())})
		p.operations[o] = n
	}
	return n
}

// Literal returns the number of a literal.
func (p *Packer) Literal(text, sort string) uint32 {
	return p.number(packedPart{op: text, sort: sort, args: -1})
}

// Integer returns the number of an integer.
func (p *Packer) Integer(i int64) uint32 {
	n, known := p.integers[i]
	if !known {
		if p.integers == nil {
			p.integers = map[int64]uint32{}
		}
		n = p.Literal(strconv.FormatInt(i, 10), Integer)
		p.integers[i] = n
	}
	return n
}

// Unpack returns the term that was packed.
func (p *Packer) Unpack(packed Packed) Term {
	var few [16]Term
	stack, count := few[:0], 0
	for _, n := range packed {
		if p.terms[n] == nil {
			count++
		}
	}
	applies := make([]Apply, 0, count)
	room := make([]Term, len(packed)-1) // every node but the last is an argument
	for _, n := range packed {
		part := &p.parts[n]
		if term := p.terms[n]; term != nil {
			stack = append(stack, term)
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

// Format returns what FormatIn does for the term that was packed.
func (p *Packer) Format(class string, packed Packed) string {
	room := 0
	for _, n := range packed {
		part := &p.parts[n]
		if part.other != nil {
			return FormatIn(class, p.Unpack(packed))
		}
		room += len(part.op) + len("(), .")
		if part.op == Create {
			room += len(part.class) + len(part.decl.Class)
		}
	}
	w := backwards{packer: p, nodes: packed, class: class, text: make([]byte, room), from: room}
	w.term()
	return string(w.text[w.from:])
}

// backwards writes a packed term from its end, since that is the order in which a sequence of operations is written.
type backwards struct {
	packer *Packer
	nodes  Packed // what is not written yet
	class  string // whose create is written without its name
	text   []byte // filled from the end
	from   int    // where what is written begins
}

func (w *backwards) put(s string) {
	w.from -= len(s)
	copy(w.text[w.from:], s)
}

// term writes the last term of the nodes.
func (w *backwards) term() {
	for {
		last := len(w.nodes) - 1
		part := &w.packer.parts[w.nodes[last]]
		w.nodes = w.nodes[:last]
		if part.args < 0 {
			w.put(part.op)
			return
		}
		sent := part.op != Create && part.class == "" && part.args > 0
		shown := part.args
		if sent {
			shown--
		}
		if shown > 0 || part.op != Create && !sent {
			w.put(")")
			for i := range shown {
				if i > 0 {
					w.put(", ")
				}
				w.term()
			}
			w.put("(")
		}
		w.put(part.op)
		switch {
		case sent:
			w.put(".")
			continue
		case part.class != "":
			w.put(part.class + ".")
		case part.op == Create && part.decl != nil && w.class != "" && part.decl.Class != w.class:
			w.put(part.decl.Class + ".")
		}
		return
	}
}

// PackedPair are two sequences that one packer has packed; the zero value is none.
type PackedPair struct {
	packer        *Packer
	first, second Packed
}

// packedBlock is for how many nodes a packer makes room at once.
const packedBlock = 1 << 14

// Pair returns two terms that were packed as a pair, which keeps copies of them.
func (p *Packer) Pair(first, second Packed) PackedPair {
	keep := func(packed Packed) Packed {
		n := len(packed)
		if len(p.block) < n {
			p.block = make([]uint32, max(n, packedBlock))
		}
		out := p.block[:n:n]
		p.block = p.block[n:]
		copy(out, packed)
		return out
	}
	return PackedPair{p, keep(first), keep(second)}
}

// IsNone tells whether there is no pair.
func (p PackedPair) IsNone() bool { return p.packer == nil }

// Unpack returns the two terms.
func (p PackedPair) Unpack() (first, second Term) {
	return p.packer.Unpack(p.first), p.packer.Unpack(p.second)
}

// Format returns the two terms as they are written in the class of the object to which the first is sent.
func (p PackedPair) Format() (first, second string) {
	class := ""
	if last := p.packer.parts[p.first[len(p.first)-1]]; last.decl != nil {
		class = last.decl.Class
	}
	return p.packer.Format(class, p.first), p.packer.Format(class, p.second)
}
