package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// references checks names, and instantiates those that are generic.
type references struct {
	spec      *Spec
	mistakes  *mistakes
	types     *inference
	globals   *globals
	gaps      *gaps
	defs      *definitions
	schemas   *schemas
	operators *operators
	up        recursion
}

// ref checks a name, which is a local variable or is defined by the specification.
func (rs *references) ref(e *zed.Ref, env *scope) zed.Expr {
	if e.Kind != zed.Unresolved && e.Type != nil {
		return e // put in already checked
	}
	if t, ok := env.lookup(e.Name); ok {
		out := &zed.Ref{Info: info(e, t), Name: e.Name, Kind: env.kind(e.Name)}
		rs.types.keep(&out.Info)
		if len(e.Args) > 0 {
			out.Type = rs.mistakes.errorf(e.At(), "%q is not generic", e.Name)
		}
		return out
	}
	if entry := rs.globals.lookup(e.Name); entry != nil {
		return rs.meaning(e, entry, env)
	}
	switch e.Name {
	case "ℤ", "ℕ", "ℕ₁":
		return &zed.Ref{Info: info(e, power(zed.IntType{})), Name: e.Name, Kind: zed.Builtin}
	case "𝕊":
		return &zed.Ref{Info: info(e, power(zed.StrType{})), Name: e.Name, Kind: zed.Builtin}
	}
	if e.Name == truthWord && rs.spec.hasTruthValues() {
		return rs.meaning(&zed.Ref{Info: e.Info, Name: zed.TruthType.Name, Args: e.Args},
			rs.spec.names[zed.TruthType.Name], env)
	}
	if out := rs.schemas.schemaByConvention(e, env); out != nil {
		return out
	}
	if o, ok := zed.FunctionOf(strings.TrimSuffix(e.Name, " _")); ok {
		return rs.operators.opRef(e, o)
	}
	if rs.gaps.isExcused(e.Name, env) {
		return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
	}
	if rs.gaps.missing[e.Name] {
		return &zed.Ref{Info: info(e, newBad()), Name: e.Name} // one error for each that a paragraph lacks
	}
	if rs.gaps.missing != nil {
		rs.gaps.missing[e.Name] = true
	}
	if section := rs.globals.findOutOfSight(e.Name); section != "" {
		rs.mistakes.errorf(e.At(),
			"undeclared variable %q: section %s has one, but is not a parent of section %s", e.Name, section,
			rs.globals.sections.here)
		return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
	}
	if at, ok := rs.mistakes.findBeside(e.Name); ok {
		rs.mistakes.report(source.Errorf(e.At(),
			"undeclared variable %q: the declarations of one list do not see each other", e.Name).WithPlace(at,
			"it is declared here"))
		return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
	}
	var names []string
	names = append(names, env.allNames()...)
	for n := range rs.spec.names {
		names = append(names, n)
	}
	hint := source.DidYouMean(e.Name, sortNames(names))
	if hint == "" {
		hint = typesElsewhere[e.Name]
	}
	rs.mistakes.errorf(e.At(), "undeclared variable %q%s", e.Name, hint)
	return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
}

func (rs *references) meaning(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	if entry.unread {
		return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
	}
	if entry.def != nil {
		rs.defs.define(entry)
	}
	if entry.axiom != nil && entry.state == 0 {
		// Its declaration comes later in the text; the type joins then.
		rs.defs.axiomType(entry)
	}
	if len(entry.params) > 0 || len(e.Args) > 0 {
		return rs.instance(e, entry, env)
	}
	if entry.def != nil && entry.kind != zed.SchemaName {
		if entry.value == nil {
			return &zed.Ref{Info: info(e, newBad()), Name: e.Name}
		}
		return entry.value
	}
	out := &zed.Ref{Info: info(e, entry.typ), Name: entry.name, Kind: entry.kind}
	rs.types.keep(&out.Info)
	return out
}

// instance checks the use of a generic name. Parameters that are not written are
// inferred from its use; each is all of a type.
func (rs *references) instance(e *zed.Ref, entry *entry, env *scope) zed.Expr {
	out := &zed.Ref{Info: info(e, newBad()), Name: entry.name, Kind: entry.kind}
	rs.types.keep(&out.Info)
	if len(e.Args) > 0 && len(e.Args) != len(entry.params) {
		if len(entry.params) == 0 {
			rs.mistakes.errorf(e.At(), "%q is not generic", e.Name)
		} else {
			rs.mistakes.errorf(e.At(), "%q has %d generic parameters, found %d", e.Name, len(entry.params), len(e.Args))
		}
		return out
	}
	if entry.axiom != nil && entry.axiom == rs.defs.inside && len(e.Args) == 0 {
		// In its own description a name stands for one value.
		for _, p := range entry.params {
			formal := &zed.Ref{Info: info(e, power(zed.NamedType{Name: p.Name, Formal: true})), Name: p.Name,
				Kind: zed.Formal}
			out.Args = append(out.Args, formal)
		}
		out.Type = entry.typ
		return out
	}
	args, elems := map[string]zed.Expr{}, map[string]zed.Type{}
	for i, p := range entry.params {
		var set zed.Expr
		if len(e.Args) > 0 {
			set, elems[p.Name] = rs.up.set(e.Args[i], env)
		} else {
			elems[p.Name] = &variable{}
			rs.types.mayBeOpen(e, elems[p.Name], e.Name)
			u := &zed.Universe{Info: info(e, power(elems[p.Name]))}
			rs.types.keep(&u.Info)
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
		return zed.Instance(entry.value, args, typ, rs.types.keep)
	}
	out.Type = typ(entry.typ)
	return out
}

// typesElsewhere has the types of Z for names of types in other languages, for
// messages.
var typesElsewhere = hintElsewhere(map[string]string{
	"Bool BOOL Boolean BOOLEAN boolean":                     "; truth values are 𝔹, or bool in ASCII",
	"ℝ ℚ ℂ Real REAL real Float float Decimal decimal":      "; Z has whole numbers alone, ℤ",
	"Int INT int Integer INTEGER integer Number NUMBER":     "; whole numbers are ℤ, or Z in ASCII",
	"Nat NAT nat Natural NATURAL natural Unsigned unsigned": "; natural numbers are ℕ, or N in ASCII",
	"String STRING str Str Text TEXT text":                  "; texts are 𝕊, or string in ASCII",
})

func hintElsewhere(hints map[string]string) map[string]string {
	m := map[string]string{}
	for words, hint := range hints {
		for _, w := range strings.Fields(words) {
			m[w] = hint
		}
	}
	return m
}

// instanceType returns a type in which actual types replace formal parameters.
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
