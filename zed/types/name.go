package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// ref checks a name: a local variable, or what the specification defines.
func (c *checker) ref(e *zed.Ref, env *scope) zed.Expr {
	if e.Kind != zed.Unresolved && e.Type != nil {
		return e // put in already checked
	}
	if t, ok := env.lookup(e.Name); ok {
		out := &zed.Ref{Info: info(e, t), Name: e.Name, Kind: env.kind(e.Name)}
		c.keep(&out.Info)
		if len(e.Args) > 0 {
			out.Type = c.errorf(e.At(), "%q is not generic", e.Name)
		}
		return out
	}
	if entry := c.lookup(e.Name); entry != nil {
		return c.named(e, entry, env)
	}
	switch e.Name {
	case "ℤ", "ℕ", "ℕ₁":
		return &zed.Ref{Info: info(e, power(zed.IntType{})), Name: e.Name, Kind: zed.Builtin}
	case "𝕊":
		return &zed.Ref{Info: info(e, power(zed.StrType{})), Name: e.Name, Kind: zed.Builtin}
	}
	if out := c.schemaByConvention(e, env); out != nil {
		return out
	}
	if o, ok := zed.FunctionOf(strings.TrimSuffix(e.Name, " _")); ok {
		return c.opRef(e, o)
	}
	if c.excused(e.Name, env) {
		return &zed.Ref{Info: info(e, bad()), Name: e.Name}
	}
	if c.missing[e.Name] {
		return &zed.Ref{Info: info(e, bad()), Name: e.Name} // one error for each that a paragraph lacks
	}
	if c.missing != nil {
		c.missing[e.Name] = true
	}
	if section := c.outOfSight(e.Name); section != "" {
		c.errorf(e.At(), "undeclared variable %q: section %s has one, but is not a parent of section %s", e.Name, section, c.sections.here)
		return &zed.Ref{Info: info(e, bad()), Name: e.Name}
	}
	if at, ok := c.declaredBeside(e.Name); ok {
		c.errs = append(c.errs, source.Errorf(e.At(), "undeclared variable %q: the declarations of one list do not see each other", e.Name).With(at, "it is declared here"))
		return &zed.Ref{Info: info(e, bad()), Name: e.Name}
	}
	var names []string
	names = append(names, env.all()...)
	for n := range c.spec.names {
		names = append(names, n)
	}
	hint := source.DidYouMean(e.Name, sorted(names))
	if hint == "" {
		hint = typesElsewhere[e.Name]
	}
	c.errorf(e.At(), "undeclared variable %q%s", e.Name, hint)
	return &zed.Ref{Info: info(e, bad()), Name: e.Name}
}

// typesElsewhere says what Z has for types that other languages have.
var typesElsewhere = elsewhere(map[string]string{
	"𝔹 Bool BOOL Boolean BOOLEAN bool boolean":              "; Z has no type of truth values: YESNO ::= yes | no declares one",
	"ℝ ℚ ℂ Real REAL real Float float Decimal decimal":      "; Z has whole numbers alone, ℤ",
	"Int INT int Integer INTEGER integer Number NUMBER":     "; whole numbers are ℤ, or Z in ASCII",
	"Nat NAT nat Natural NATURAL natural Unsigned unsigned": "; natural numbers are ℕ, or N in ASCII",
	"String STRING str Str Text TEXT text":                  "; texts are 𝕊, or string in ASCII",
})

func elsewhere(hints map[string]string) map[string]string {
	m := map[string]string{}
	for words, hint := range hints {
		for _, w := range strings.Fields(words) {
			m[w] = hint
		}
	}
	return m
}

// declaration checks the set of a declaration in a text, and returns it and the
// type of its elements.
func (c *checker) declaration(d zed.Decl, t zed.Text, env *scope) (zed.Expr, zed.Type) {
	c.beside = append(c.beside, t.Decls)
	defer func() { c.beside = c.beside[:len(c.beside)-1] }()
	return c.set(d.Type, env)
}

// declaredBeside returns where a name is declared in a list of declarations of
// which a set is being checked.
func (c *checker) declaredBeside(name string) (source.Span, bool) {
	for i := len(c.beside) - 1; i >= 0; i-- {
		for _, d := range c.beside[i] {
			for _, n := range d.Names {
				if n.Name == name {
					return n.Span, true
				}
			}
		}
	}
	return source.Span{}, false
}

func (c *checker) named(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	if entry.unread {
		return &zed.Ref{Info: info(e, bad()), Name: e.Name}
	}
	if entry.def != nil {
		c.define(entry)
	}
	if entry.axiom != nil && entry.state == 0 {
		// Its declaration comes later in the text; the type joins then.
		c.axiomType(entry)
	}
	if len(entry.params) > 0 || len(e.Args) > 0 {
		return c.instance(e, entry, env)
	}
	if entry.def != nil && entry.kind != zed.SchemaName {
		if entry.value == nil {
			return &zed.Ref{Info: info(e, bad()), Name: e.Name}
		}
		return entry.value
	}
	out := &zed.Ref{Info: info(e, entry.typ), Name: entry.name, Kind: entry.kind}
	c.keep(&out.Info)
	return out
}

// instance checks the use of a generic name. Parameters that are not given are
// found from how it is used: they are all of some type.
func (c *checker) instance(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	out := &zed.Ref{Info: info(e, bad()), Name: entry.name, Kind: entry.kind}
	c.keep(&out.Info)
	if len(e.Args) > 0 && len(e.Args) != len(entry.params) {
		if len(entry.params) == 0 {
			c.errorf(e.At(), "%q is not generic", e.Name)
		} else {
			c.errorf(e.At(), "%q has %d generic parameters, found %d", e.Name, len(entry.params), len(e.Args))
		}
		return out
	}
	if entry.axiom != nil && entry.axiom == c.inside && len(e.Args) == 0 {
		// In its own description a name stands for one value.
		for _, p := range entry.params {
			formal := &zed.Ref{Info: info(e, power(zed.NamedType{Name: p.Name, Formal: true})), Name: p.Name, Kind: zed.Formal}
			out.Args = append(out.Args, formal)
		}
		out.Type = entry.typ
		return out
	}
	args, elems := map[string]zed.Expr{}, map[string]zed.Type{}
	for i, p := range entry.params {
		var set zed.Expr
		if len(e.Args) > 0 {
			set, elems[p.Name] = c.set(e.Args[i], env)
		} else {
			elems[p.Name] = &variable{}
			c.mayBeOpen(e, elems[p.Name], e.Name)
			u := &zed.Universe{Info: info(e, power(elems[p.Name]))}
			c.keep(&u.Info)
			set = u
		}
		args[p.Name] = set
		out.Args = append(out.Args, set)
	}
	if entry.typ == nil || isBad(entry.typ) || entry.def != nil && entry.value == nil {
		return out
	}
	typ := func(t zed.Type) zed.Type { return instanceType(t, elems) }
	if entry.def != nil && entry.kind != zed.SchemaName {
		return zed.Instance(entry.value, args, typ, c.keep)
	}
	out.Type = typ(entry.typ)
	return out
}

// instanceType returns a type with actual types in the place of formal ones.
func instanceType(t zed.Type, elems map[string]zed.Type) zed.Type {
	return zed.InstanceType(t, func(t zed.Type) zed.Type {
		switch x := prune(t).(type) {
		case zed.NamedType:
			if x.Formal && elems[x.Name] != nil {
				return elems[x.Name]
			}
			return x
		case *variable:
			return x
		default:
			if _, bound := t.(*variable); bound {
				return instanceType(x, elems)
			}
		}
		return nil
	})
}

// axiomType finds the type of a variable of an axiomatic description before
// the description itself is checked.
func (c *checker) axiomType(e *entry) {
	e.state = 1
	for _, d := range e.axiom.Text.Decls {
		for _, n := range d.Names {
			if n.Name == e.name || e.name == n.Name+"@"+e.section {
				silent := &checker{spec: c.spec, path: c.path, partial: c.partial, blind: c.blind, sections: c.sections, loud: c}
				silent.within(e, func() {
					_, elem := silent.set(d.Type, formals(e.params))
					unify(e.typ, elem)
				})
			}
		}
	}
	e.state = 0
}

// variable returns the type of a variable in sight, local or global, and which
// it is; nil where there is none.
func (c *checker) variable(name string, env *scope) (zed.Type, zed.Kind) {
	if t, ok := env.lookup(name); ok {
		return t, zed.Local
	}
	e := c.lookup(name)
	if (e == nil || e.unread) && c.excused(name, env) {
		return bad(), zed.Local
	}
	if e == nil || e.axiom == nil || len(e.params) > 0 {
		return nil, zed.Unresolved
	}
	if e.state == 0 {
		c.axiomType(e)
	}
	return e.typ, zed.Global
}
