package tableau

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// readDeclared returns the names of a text and the terms of their sets; false where
// it includes schemas.
func (t *reader) readDeclared(text zed.Text, in *Env) (names []string, sets []int, ok bool) {
	for _, d := range text.Decls {
		if len(d.Names) == 0 || d.Type == nil || d.Type.Typ() == nil {
			return nil, nil, false
		}
		if _, ok := d.Type.Typ().(zed.PowerType); !ok {
			return nil, nil, false
		}
		s := t.term(d.Type, in)
		for _, n := range d.Names {
			names, sets = append(names, n.Name), append(sets, s)
		}
	}
	return names, sets, true
}

// binder returns the term for an expression that binds variables. Its arguments are the
// free variables of the expression.
func (t *reader) binder(op string, e zed.Expr, in *Env) int {
	var args []int
	for _, name := range t.names.NamesOf(e) {
		if n, ok := in.lookup(name); ok {
			args = append(args, n)
		}
	}
	if len(args) == 0 {
		args = []int{t.terms.yes}
	}
	return t.terms.makeNode(node{op: op, typ: e.Typ(), args: args, bound: e, env: in})
}

// newOpaque returns a term of which nothing is known but its text and its variables.
func (t *reader) newOpaque(e zed.Expr, in *Env) int {
	var key strings.Builder
	key.WriteString("o")
	key.WriteString(zed.Print(e, zed.Unicode))
	var args []int
	for _, name := range t.names.NamesOf(e) {
		if n, ok := in.lookup(name); ok {
			args = append(args, n)
		}
	}
	typ := e.Typ()
	if typ == nil {
		typ = zed.BoolType{}
	}
	return t.terms.make(key.String(), typ, args...)
}

// unread is the prefix of the operator of an opaque term.
const unread = "o"

// reader makes the terms for expressions.
type reader struct {
	terms     *terms
	root      *Env
	constants func(name string) (value.Value, bool)
	free      func(freeType string) []Constructor
	names     *zed.FreeNames
	// definitions returns the definition that axioms give a name, or nil.
	definitions func(name string) *zed.Definition
}

// term returns the term for an expression.
func (t *reader) term(e zed.Expr, in *Env) int {
	switch e := e.(type) {
	case *zed.Num:
		if e.Value != nil {
			return t.terms.bigNumber(e.Value)
		}
	case *zed.Str:
		return t.terms.leaf("s"+quote(e.Value), e.Typ(), true)
	case *zed.Ref:
		return t.name(e, in)
	case *zed.Universe:
		return t.terms.leaf(universe+typeKey(e.Typ()), e.Typ(), false)
	case *zed.SetExt:
		if len(e.Elems) == 0 {
			return t.terms.none(e.Typ())
		}
		return t.terms.make("{}", e.Typ(), t.readDistinct(e.Elems, in)...)
	case *zed.SeqExt:
		if len(e.Elems) == 0 {
			return t.terms.none(e.Typ())
		}
		return t.terms.make("⟨⟩", e.Typ(), t.readAll(e.Elems, in)...)
	case *zed.TupleExt:
		return t.terms.make("()", e.Typ(), t.readAll(e.Elems, in)...)
	case *zed.Binding:
		if typ, ok := e.Typ().(zed.SchemaType); ok && len(typ.Fields) == len(e.Values) && len(e.Values) > 0 {
			args := make([]int, len(e.Values))
			for i, f := range typ.Fields {
				args[i] = t.term(e.Values[slices.Index(e.Names, f.Name)], in)
			}
			return t.terms.make("⦉⦊", typ, args...)
		}
	case *zed.Apply:
		if c, ok := e.Fn.(*zed.Ref); ok && c.Kind == zed.Constant {
			return t.terms.make(constructor+c.Name, e.Typ(), t.term(e.Arg, in))
		}
		return t.terms.make("apply", e.Typ(), t.term(e.Fn, in), t.term(e.Arg, in))
	case *zed.Select:
		if typ, ok := e.X.Typ().(zed.SchemaType); ok {
			i := slices.IndexFunc(typ.Fields, func(f zed.Field) bool { return f.Name == e.Name })
			return t.terms.selectPart(t.term(e.X, in), i, e.Typ())
		}
	case *zed.TupleSelect:
		return t.terms.selectPart(t.term(e.X, in), e.Index-1, e.Typ())
	case *zed.Op:
		return t.operation(e, in)
	case *zed.Let:
		inner := in.NewInner()
		for i, name := range e.Names {
			inner.names[name] = t.term(e.Values[i], in)
		}
		return t.term(e.Body, inner)
	case *zed.If:
		return t.binder("if", e, in)
	case *zed.Comp:
		if e.Op != zed.Mu && e.Body != nil {
			return t.binder("comprehension", e, in)
		}
	}
	return t.newOpaque(e, in)
}

func quote(s string) string { return "\"" + s + "\"" }

func (t *reader) readAll(es []zed.Expr, in *Env) []int {
	out := make([]int, len(es))
	for i, e := range es {
		out[i] = t.term(e, in)
	}
	return out
}

// readDistinct returns terms without repetitions.
func (t *reader) readDistinct(es []zed.Expr, in *Env) []int {
	var out []int
	for _, n := range t.readAll(es, in) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func (t *reader) name(e *zed.Ref, in *Env) int {
	switch e.Kind {
	case zed.Constant:
		if _, ok := e.Typ().(zed.NamedType); ok {
			return t.terms.leaf("a"+e.Name, e.Typ(), true)
		}
		return t.terms.leaf(asRelation+e.Name, e.Typ(), false)
	case zed.GivenSet, zed.FreeType, zed.Formal:
		return t.terms.leaf(universe+typeKey(e.Typ()), e.Typ(), false)
	case zed.Builtin:
		if e.Name == "ℕ" || e.Name == "ℕ₁" {
			return t.terms.leaf(e.Name, e.Typ(), false)
		}
		return t.terms.leaf(universe+typeKey(e.Typ()), e.Typ(), false)
	}
	if len(e.Args) == 0 {
		if n, ok := in.lookup(e.Name); ok {
			return n
		}
		if t.constants != nil {
			if v, ok := t.constants(e.Name); ok {
				return t.terms.constant(v, e.Typ())
			}
		}
		return t.terms.leaf(global+e.Name, e.Typ(), false)
	}
	return t.newOpaque(e, in)
}

// operation returns the term for an operator of the toolkit.
func (t *reader) operation(e *zed.Op, in *Env) int {
	if meaning, ok := meaningOf(e); ok {
		return t.term(meaning, in)
	}
	args := t.readAll(e.Args, in)
	typ := e.Typ()
	if write := ruleOf(string(e.Op)).write; write != nil {
		if n, ok := write(t, typ, args); ok {
			return n
		}
	}
	if len(args) == 0 {
		return t.newOpaque(e, in)
	}
	return t.terms.make(string(e.Op), typ, args...)
}
