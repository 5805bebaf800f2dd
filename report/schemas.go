package report

import (
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// writeTreeZ writes the conditions of a unit's testing tree as Z schemas, one a line, under
// the names that Fastest gives them. Each schema includes that of the condition above
// it and adds its own predicate. Together with the specification they are valid Z.
func writeTreeZ(w io.Writer, u *plan.Unit) error { return writeLines(w, treeSchemas(u)) }

// writeTreeLaTeX writes what writeTreeZ writes, in LaTeX.
func writeTreeLaTeX(w io.Writer, u *plan.Unit) error {
	_, err := io.WriteString(w, zed.PrintText(treeSchemas(u), zed.LaTeX))
	return err
}

// writeCasesZ writes the test cases of a unit as Z schemas, one a line, named after the leaf
// as Fastest does. Each includes the schema of its leaf; together with the
// specification and the output of writeTreeZ they are valid Z. The elements of given types
// in them are declared first.
func writeCasesZ(w io.Writer, u *plan.Unit) error { return writeLines(w, caseSchemas(u)) }

// writeCasesLaTeX writes what writeCasesZ writes, in LaTeX.
func writeCasesLaTeX(w io.Writer, u *plan.Unit) error {
	_, err := io.WriteString(w, zed.PrintText(caseSchemas(u), zed.LaTeX))
	return err
}

// writeLines writes paragraphs in Unicode, each definition in one line.
func writeLines(w io.Writer, ps []zed.Paragraph) error {
	p := &printer{w: w}
	for _, para := range ps {
		if d, ok := para.(*zed.Define); ok {
			p.writeLine(d.Name.Name, " == ", zed.Print(d.Value, zed.Unicode))
		} else {
			p.writeLine(strings.TrimSuffix(zed.PrintText([]zed.Paragraph{para}, zed.Unicode), "\n"))
			p.writeLine()
		}
	}
	return p.err
}

// treeSchemas returns the schemas of all conditions, parents before children.
func treeSchemas(u *plan.Unit) []zed.Paragraph {
	var ps []zed.Paragraph
	for _, g := range conditionElements(u) {
		ps = append(ps, g.axiom(nil))
	}
	for _, c := range conditions(u) {
		var t zed.Text
		if c.Parent == nil {
			for _, v := range u.Tree.VIS {
				t.Decls = append(t.Decls, zed.Decl{Names: []zed.Ident{{Name: v.Name}}, Type: v.Decl})
			}
		} else {
			t.Decls = []zed.Decl{{Type: schemaNamed(c.Parent.Name())}}
		}
		t.Pred = c.Pred
		ps = append(ps, define(c.Name(), t))
	}
	return ps
}

// conditions returns the conditions of a unit's tree, those on rejected inputs, and
// those that strengthening added.
func conditions(u *plan.Unit) []*suite.Condition {
	var out []*suite.Condition
	add := func(c *suite.Condition) {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	u.Tree.Walk(add)
	if u.Tree.Rejected != nil {
		(&suite.Tree{Root: u.Tree.Rejected}).Walk(add)
	}
	for _, l := range u.Leaves {
		add(l.Condition)
	}
	return out
}

// caseSchemas returns the schemas of the cases.
func caseSchemas(u *plan.Unit) []zed.Paragraph {
	var ps []zed.Paragraph
	before := conditionElements(u)
	for _, g := range caseElements(u) {
		i := slices.IndexFunc(before, func(b given) bool { return b.of == g.of })
		var known []string
		if i >= 0 {
			known = before[i].names
		}
		if a := g.axiom(known); a != nil {
			ps = append(ps, a)
		}
	}
	perLeaf := map[string]int{}
	for _, c := range u.Cases {
		perLeaf[c.Leaf.ID]++
		name := c.Leaf.Name() + "_TCASE"
		if n := perLeaf[c.Leaf.ID]; n > 1 {
			name += "_" + itoa(n)
		}
		t := zed.Text{Decls: []zed.Decl{{Type: schemaNamed(c.Leaf.Name())}}}
		var eqs []zed.Expr
		for _, item := range c.Values() {
			eqs = append(eqs, zed.Relate(zed.Equal, zed.LocalRef(item.Name, item.Type), literal(item)))
		}
		for _, item := range c.Carriers {
			eqs = append(eqs, zed.Relate(zed.Equal, &zed.Ref{Info: zed.Info{Type: item.Type}, Name: item.Name,
				Kind: zed.GivenSet}, literal(item)))
		}
		if len(eqs) > 0 {
			t.Pred = schema.Conjoin(eqs)
		}
		ps = append(ps, define(name, t))
	}
	return ps
}

func schemaNamed(name string) *zed.Ref { return &zed.Ref{Name: name, Kind: zed.SchemaName} }

// define returns the definition of a schema. A predicate that is true is left out.
func define(name string, t zed.Text) *zed.Define {
	if truth, ok := t.Pred.(*zed.Truth); ok && truth.Value && len(t.Decls) > 0 {
		t.Pred = nil
	}
	return &zed.Define{Name: zed.Ident{Name: name}, Value: &zed.Schema{Text: t}, Box: len(t.Decls) > 0}
}

// literal returns the term for a value of its type: a sequence in brackets exactly
// where the type is declared as a sequence.
func literal(item spec.Item) zed.Expr {
	t, set := item.Type.(zed.PowerType)
	if !set {
		return value.Literal(item.Value, item.Type)
	}
	info := zed.Info{Type: item.Type}
	if t.List && item.Value.Len() == 0 {
		return &zed.SeqExt{Info: info}
	}
	if t.List || item.Value.Kind() != value.Seq {
		return value.Literal(item.Value, item.Type)
	}
	out := &zed.SetExt{Info: info}
	for _, m := range item.Value.Members() {
		out.Elems = append(out.Elems, value.Literal(m, t.Elem))
	}
	return out
}

// given has the elements of a given type that some schemas name.
type given struct {
	of    zed.NamedType
	names []string
}

// conditionElements returns the elements of given types that the conditions of a
// unit name.
func conditionElements(u *plan.Unit) []given {
	var terms []zed.Expr
	for _, c := range conditions(u) {
		terms = append(terms, c.Pred)
	}
	return elements(terms)
}

// caseElements returns the elements of given types in the values of a unit's
// cases.
func caseElements(u *plan.Unit) []given {
	var terms []zed.Expr
	for _, c := range u.Cases {
		for _, item := range append(slices.Clip(c.Values()), c.Carriers...) {
			terms = append(terms, value.Literal(item.Value, item.Type))
		}
	}
	return elements(terms)
}

// elements returns the elements of given types in terms, by type, sorted.
func elements(terms []zed.Expr) []given {
	names := map[zed.NamedType][]string{}
	zed.EachPart(terms, func(e zed.Expr) bool {
		if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Element {
			if t, ok := r.Type.(zed.NamedType); ok && !slices.Contains(names[t], r.Name) {
				names[t] = append(names[t], r.Name)
			}
		}
		return true
	})
	var out []given
	for t, list := range names {
		slices.Sort(list)
		out = append(out, given{t, list})
	}
	slices.SortFunc(out, func(a, b given) int { return strings.Compare(a.of.Name, b.of.Name) })
	return out
}

// axiom returns a paragraph that declares the elements that are not declared already,
// and says that all elements are different; nil where there are none to declare.
func (g given) axiom(already []string) zed.Paragraph {
	set := zed.PowerType{Elem: g.of}
	d := zed.Decl{Type: &zed.Ref{Info: zed.Info{Type: set}, Name: g.of.Name, Kind: zed.GivenSet}}
	all := &zed.SetExt{Info: zed.Info{Type: set}}
	every := slices.Clone(already)
	for _, n := range g.names {
		if !slices.Contains(already, n) {
			d.Names, every = append(d.Names, zed.Ident{Name: n}), append(every, n)
		}
	}
	if len(d.Names) == 0 {
		return nil
	}
	for _, n := range every {
		all.Elems = append(all.Elems, &zed.Ref{Info: zed.Info{Type: g.of}, Name: n, Kind: zed.Global})
	}
	axiom := &zed.Axiom{Text: zed.Text{Decls: []zed.Decl{d}}}
	if len(every) > 1 {
		number := zed.Info{Type: zed.IntType{}}
		axiom.Text.Pred = zed.Relate(zed.Equal, &zed.Op{Info: number, Op: zed.Card, Args: []zed.Expr{all}},
			value.Literal(value.OfInt(int64(len(every))), zed.IntType{}))
	}
	return axiom
}
