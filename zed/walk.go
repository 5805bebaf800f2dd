package zed

// Children returns the terms directly below e, in the order in which they are written:
// declared sets before predicates and bodies. For an Occur it returns the body.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case *Ref:
		return e.Args
	case *Op:
		return e.Args
	case *Logic:
		return e.Args
	case *Quant:
		return e.Text.children(e.Body)
	case *Comp:
		return e.Text.children(e.Body)
	case *Let:
		return append(append([]Expr(nil), e.Values...), e.Body)
	case *If:
		return []Expr{e.Cond, e.Then, e.Else}
	case *SetExt:
		return e.Elems
	case *SeqExt:
		return e.Elems
	case *TupleExt:
		return e.Elems
	case *Binding:
		return e.Values
	case *Apply:
		return []Expr{e.Fn, e.Arg}
	case *Select:
		return []Expr{e.X}
	case *TupleSelect:
		return []Expr{e.X}
	case *Schema:
		return e.Text.children(nil)
	case *Decorate:
		return []Expr{e.X}
	case *Rename:
		return []Expr{e.X}
	case *Hide:
		return []Expr{e.X}
	case *Combine:
		return []Expr{e.X, e.Y}
	case *Pre:
		return []Expr{e.X}
	case *Theta:
		return []Expr{e.X}
	case *Occur:
		return []Expr{e.Body}
	}
	return nil
}

func (t Text) children(body Expr) []Expr {
	var out []Expr
	for _, d := range t.Decls {
		out = append(out, d.Type)
	}
	if t.Pred != nil {
		out = append(out, t.Pred)
	}
	if body != nil {
		out = append(out, body)
	}
	return out
}

// EachPart calls f with every part of terms, the terms included, parents before
// children, in the order in which they are written. Shared parts are visited once.
// Where f returns false the parts of that part are not visited from there.
func EachPart(terms []Expr, f func(Expr) bool) {
	seen := map[Expr]bool{}
	var walk func(es []Expr)
	walk = func(es []Expr) {
		for _, e := range es {
			if e == nil || seen[e] {
				continue
			}
			seen[e] = true
			if f(e) {
				walk(Children(e))
			}
		}
	}
	walk(terms)
}

// Length returns the number of terms that are printed where a term is, up to one more than most.
// Terms that are shared are printed wherever they stand, so that a term with few of them may be
// too long to be printed at all.
func Length(e Expr, most int) int {
	known := map[Expr]int{}
	var length func(e Expr) int
	length = func(e Expr) int {
		if e == nil {
			return 0
		}
		if _, callee := e.(*Occur); callee {
			return 1 // its name is printed
		}
		n, ok := known[e]
		if !ok {
			n = 1
			for _, c := range Children(e) {
				n = min(n+length(c), most+1)
			}
			known[e] = n
		}
		return n
	}
	return length(e)
}

// IntroducedBy returns the names that a paragraph introduces as global ones, in their order: given types,
// a free type and the names of its branches, what is defined, and the variables of an axiomatic description.
func IntroducedBy(p Paragraph) []Ident {
	switch p := p.(type) {
	case *Given:
		return p.Names
	case *Free:
		out := []Ident{p.Name}
		for _, b := range p.Branches {
			out = append(out, b.Name)
		}
		return out
	case *Define:
		return []Ident{p.Name}
	case *Axiom:
		var out []Ident
		for _, d := range p.Text.Decls {
			out = append(out, d.Names...)
		}
		return out
	}
	return nil
}
