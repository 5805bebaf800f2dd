package language

// blockSize is how many applications a builder makes room for at once.
const blockSize = 128

// Builder makes applications, many of them in one piece of memory. It is for one goroutine.
type Builder struct {
	applies []Apply
	terms   []Term
}

// Apply returns an application of an operation, with room for its arguments.
func (b *Builder) Apply(o *Operation) *Apply {
	n := len(o.Params)
	if o.hasTarget() {
		n++
	}
	if len(b.applies) == 0 {
		b.applies = make([]Apply, blockSize)
	}
	if len(b.terms) < n {
		b.terms = make([]Term, max(n, 2*blockSize))
	}
	out := &b.applies[0]
	b.applies = b.applies[1:]
	out.Op, out.Decl, out.Args = o.Name.Text, o, b.terms[:0:n]
	b.terms = b.terms[n:]
	return out
}
