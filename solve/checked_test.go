package solve

import (
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

// checker types just enough of the language for the tests of this package. It
// changes the parsed tree in place.
type checker struct {
	t    *testing.T
	vars map[string]zed.Type
}

var colours = []string{"red", "green", "blue"}

func testGlobals() *eval.Globals {
	g := &eval.Globals{Given: map[string][]value.Value{}, Free: map[string][]value.Value{}}
	for _, n := range []string{"n1", "n2", "n3"} {
		g.Given["NAME"] = append(g.Given["NAME"], value.OfAtom(n))
	}
	for _, c := range colours {
		g.Free["COLOUR"] = append(g.Free["COLOUR"], value.OfAtom(c))
	}
	return g
}

func set(t zed.Type) zed.PowerType { return zed.PowerType{Elem: t} }

func (c *checker) elem(t zed.Type) zed.Type {
	p, ok := t.(zed.PowerType)
	if !ok {
		c.t.Fatalf("%v is no set", t)
	}
	return p.Elem
}

func (c *checker) pair(t zed.Type, i int) zed.Type { return c.elem(t).(zed.ProductType).Elems[i] }

func (c *checker) check(e zed.Expr, want zed.Type) zed.Type {
	switch e := e.(type) {
	case *zed.Truth:
		e.Type = zed.BoolType{}
	case *zed.Num:
		e.Type = zed.IntType{}
	case *zed.Ref:
		c.ref(e)
	case *zed.Op:
		e.Type = c.op(e, want)
	case *zed.Logic:
		for _, a := range e.Args {
			c.check(a, nil)
		}
		e.Type = zed.BoolType{}
	case *zed.Quant:
		inner := c.text(&e.Text)
		inner.check(e.Body, nil)
		e.Type = zed.BoolType{}
	case *zed.SetExt:
		if want != nil {
			want = c.elem(want)
		}
		for _, x := range e.Elems {
			want = c.check(x, want)
		}
		e.Type = set(want)
	case *zed.SeqExt:
		if want != nil {
			want = c.pair(want, 1)
		}
		for _, x := range e.Elems {
			want = c.check(x, want)
		}
		e.Type = zed.SeqOf(want)
	case *zed.TupleExt:
		var p zed.ProductType
		for _, x := range e.Elems {
			p.Elems = append(p.Elems, c.check(x, nil))
		}
		e.Type = p
	case *zed.Apply:
		f := c.check(e.Fn, nil)
		c.check(e.Arg, nil)
		e.Type = c.pair(f, 1)
	default:
		c.t.Fatalf("the test's checker does not know %T", e)
	}
	return e.Typ()
}

func (c *checker) ref(e *zed.Ref) {
	if t, ok := c.vars[e.Name]; ok {
		e.Kind, e.Type = zed.Local, t
		return
	}
	for _, name := range colours {
		if e.Name == name {
			e.Kind, e.Type = zed.Constant, zed.NamedType{Name: "COLOUR", Free: true}
			return
		}
	}
	switch e.Name {
	case "ℤ", "ℕ", "ℕ₁":
		e.Kind, e.Type = zed.Builtin, set(zed.IntType{})
	case "COLOUR":
		e.Kind, e.Type = zed.FreeType, set(zed.NamedType{Name: e.Name, Free: true})
	case "NAME":
		e.Kind, e.Type = zed.GivenSet, set(zed.NamedType{Name: e.Name})
	default:
		c.t.Fatalf("undeclared %s", e.Name)
	}
}

func isNone(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Op:
		return e.Op == zed.EmptySet
	case *zed.SeqExt:
		return len(e.Elems) == 0
	case *zed.SetExt:
		return len(e.Elems) == 0
	}
	return false
}

func (c *checker) op(e *zed.Op, want zed.Type) zed.Type {
	both := func(want zed.Type) zed.Type {
		first, second := e.Args[0], e.Args[1]
		if isNone(first) {
			first, second = second, first
		}
		t := c.check(first, want)
		c.check(second, t)
		return t
	}
	one := func() zed.Type { return c.check(e.Args[0], nil) }
	switch e.Op {
	case zed.EmptySet:
		return want
	case zed.In, zed.NotIn:
		c.check(e.Args[1], set(c.check(e.Args[0], nil)))
		return zed.BoolType{}
	case zed.Equal, zed.NotEqual, zed.Subset, zed.SubsetEq, zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		both(nil)
		return zed.BoolType{}
	case zed.Plus, zed.Subtract, zed.Times, zed.Div, zed.Mod:
		return both(zed.IntType{})
	case zed.Negate:
		return one()
	case zed.Range:
		return set(both(zed.IntType{}))
	case zed.Card:
		one()
		return zed.IntType{}
	case zed.Union, zed.Intersect, zed.Minus, zed.Cat, zed.Override:
		return both(want)
	case zed.Dom:
		return set(c.pair(one(), 0))
	case zed.Ran:
		return set(c.pair(one(), 1))
	case zed.Filter:
		t := one()
		c.check(e.Args[1], set(c.pair(t, 1)))
		return t
	case zed.Rev, zed.Tail, zed.Front:
		return one()
	case zed.Head, zed.Last:
		return c.pair(one(), 1)
	case zed.PowerSet, zed.Finset:
		return set(one())
	case zed.Seq, zed.Seq1, zed.Iseq:
		return set(zed.SeqOf(c.elem(one())))
	case zed.PartialFun, zed.TotalFun, zed.PartialInj, zed.Relation, zed.Bijection:
		a, b := c.elem(c.check(e.Args[0], nil)), c.elem(c.check(e.Args[1], nil))
		return set(set(zed.ProductType{Elems: []zed.Type{a, b}}))
	case zed.Cross:
		var p zed.ProductType
		for _, a := range e.Args {
			p.Elems = append(p.Elems, c.elem(c.check(a, nil)))
		}
		return set(p)
	}
	c.t.Fatalf("the test's checker does not know %s", e.Op)
	return nil
}

func (c *checker) text(text *zed.Text) *checker {
	inner := &checker{c.t, map[string]zed.Type{}}
	for n, t := range c.vars {
		inner.vars[n] = t
	}
	for _, d := range text.Decls {
		t := c.elem(c.check(d.Type, nil))
		for _, n := range d.Names {
			inner.vars[n.Name] = t
		}
	}
	if text.Pred != nil {
		inner.check(text.Pred, nil)
	}
	return inner
}

// problem reads DECLS | PRED. A declaration whose name ends in ' or ! is not
// scoped.
func problem(t *testing.T, text string) Problem {
	t.Helper()
	parsed, _, err := parse.SchemaText(source.NewFile("problem", text).Whole())
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{t: t, vars: map[string]zed.Type{}}
	inner := c.text(&parsed)
	p := Problem{Scope: value.DefaultScope(), Globals: testGlobals()}
	for _, d := range parsed.Decls {
		for _, n := range d.Names {
			last := n.Name[len(n.Name)-1]
			v := zed.Var{Name: n.Name, Type: inner.vars[n.Name], Decl: d.Type}
			p.Vars = append(p.Vars, Var{Var: v, Scoped: last != '\'' && last != '!'})
		}
	}
	all := memberships(parsed)
	if parsed.Pred != nil {
		all = append(all, parsed.Pred)
	}
	p.Pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: all}
	return p
}
