package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// constants sets the values of axiomatic constants: those that the project
// gives, and those that an axiom c = e defines. A given value that breaks an
// axiom is an error. Constants about which axioms contradict each other have no
// value; c.broken says so. It returns the axioms that are not generic, conjunct by
// conjunct.
func (c *collector) constants(fields []field, s *types.Spec, g *eval.Globals) []zed.Expr {
	var names []string
	at := map[string]*node{}
	vars := s.Globals()
	for _, v := range vars {
		names = append(names, v.Name)
	}
	for _, f := range fields {
		name := f.key.yaml.Value
		i := slices.Index(names, name)
		if i < 0 {
			c.fail(f.key.span(), "the specification has no constant %q%s", name, source.DidYouMean(name, names))
			continue
		}
		at[name] = f.key
		if v, ok := c.readValue(f.value, vars[i].Type, s, g); ok {
			g.Consts[name] = v
		}
	}
	if len(c.errs) > 0 {
		return nil
	}
	axioms := axiomsOf(s)
	without, broken := findContradicted(s, axioms, g)
	c.broken = broken
	maps.DeleteFunc(g.Defined, func(name string, _ *zed.Definition) bool { return without[name] })
	giveStated(s, axioms, g, without)
	makePartial(s, g, func(name string) bool { return at[name] != nil })
	c.errs.Add(findBroken(s, axioms, g, func(name string) (source.Span, string) {
		if key := at[name]; key != nil {
			return key.span(), name + " is set here"
		}
		return source.Span{}, ""
	}))
	return axioms
}

// axiomsOf returns the axioms that are not generic, conjunct by conjunct.
func axiomsOf(s *types.Spec) []zed.Expr {
	var axioms []zed.Expr
	calculus := schema.New(s)
	for _, a := range s.Axioms {
		if len(a.Params) > 0 {
			continue
		}
		for _, p := range a.Preds {
			axioms = append(axioms, schema.Conjuncts(calculus.Predicate(p))...)
		}
	}
	return axioms
}

// giveStated gives constants the values that axioms of the form c = e state, but for some of them.
func giveStated(s *types.Spec, axioms []zed.Expr, g *eval.Globals, without map[string]bool) {
	vars, calculus := s.Globals(), schema.New(s)
	for again := true; again; {
		again = false
		for _, axiom := range axioms {
			again = define(axiom, vars, calculus, g, without) || again
		}
	}
}

// findBroken returns an error for each axiom that is false under the values of the
// constants. Axioms whose truth depends on the sizes of given types become facts of g.
// The function `whence` returns the place and the source of a constant's value, or ""
// where the message is not to name it.
func findBroken(s *types.Spec, axioms []zed.Expr, g *eval.Globals,
	whence func(name string) (source.Span, string)) error {
	errs := findOutside(s, g, whence)
	g.Declared = declarationPredicates(s, g)
	given := func(name string) bool { _, text := whence(name); return text != "" }
	known := samplesOf(s, g, given)
	for _, axiom := range axioms {
		if len(g.CountsOf(axiom).All()) > 0 {
			g.Facts = append(g.Facts, axiom)
			continue
		}
		program, err := eval.Compile(axiom, nil, g)
		if err != nil {
			continue // a part that has no value yet
		}
		truth, _ := program.Truth(nil)
		if truth == eval.True || truth != eval.False && !(slices.ContainsFunc(spec.ConstantsIn(axiom), given) &&
			known.refutes(axiom, g)) {
			continue
		}
		err = source.Errorf(axiom.At(), "the values of constants break this axiom")
		for _, name := range spec.ConstantsIn(axiom) {
			if at, text := whence(name); text != "" {
				err = err.(*source.Error).WithPlace(at, "%s", text)
			}
		}
		errs.Add(err)
	}
	return errs.Err()
}

// findOutside returns an error for each constant whose value is not an element of the set
// that it is declared in.
func findOutside(s *types.Spec, g *eval.Globals, whence func(name string) (source.Span, string)) source.Errors {
	var errs source.Errors
	calculus := schema.New(s)
	for _, v := range s.Globals() {
		at, text := whence(v.Name)
		x, has := g.Consts[v.Name]
		if !has || text == "" {
			continue
		}
		program, err := eval.Compile(spec.IsIn(v, calculus.Term(v.Decl)), nil, g)
		if err != nil {
			continue // the set has no value yet
		}
		if truth, _ := program.Truth(nil); truth == eval.False {
			errs = append(errs, source.Errorf(v.Span, "%s is not in the set in which %s is declared", x.Text(v.Type),
				v.Name).WithPlace(at, "%s", text))
		}
	}
	return errs
}

// declarationPredicates returns the predicates that constants are elements of the sets in which they
// are declared, for those constants for which this depends on the sizes of given types.
func declarationPredicates(s *types.Spec, g *eval.Globals) []zed.Expr {
	var out []zed.Expr
	calculus := schema.New(s)
	for _, v := range s.Globals() {
		if in := spec.IsIn(v, calculus.Term(v.Decl)); len(g.CountsOf(in).All()) > 0 {
			out = append(out, in)
		}
	}
	return out
}

// define gives a constant without a value the value that an axiom of the form c = e
// states. Where the value of e depends on the sizes of given types, the constant is
// defined as e, which is evaluated when the sizes are known. It returns whether some
// constant was given a value or a definition.
func define(axiom zed.Expr, vars []zed.Var, calculus *schema.Calculus, g *eval.Globals, without map[string]bool) bool {
	eq, ok := axiom.(*zed.Op)
	if !ok || eq.Op != zed.Equal || len(eq.Args) != 2 {
		return false
	}
	for i, arg := range eq.Args {
		ref, ok := arg.(*zed.Ref)
		if !ok || ref.Kind != zed.Global || without[ref.Name] || g.Consts[ref.Name].Kind() != value.Nothing {
			continue
		}
		e := eq.Args[1-i]
		if len(g.CountedIn(e)) > 0 {
			at := slices.IndexFunc(vars, func(v zed.Var) bool { return v.Name == ref.Name })
			if at < 0 || g.Defined[ref.Name] != nil || slices.Contains(spec.ConstantsIn(e), ref.Name) {
				continue
			}
			g.Defined[ref.Name] = &zed.Definition{Name: ref.Name, Set: calculus.Term(vars[at].Decl), Value: e}
			return true
		}
		program, err := eval.Compile(e, nil, g)
		if err != nil {
			continue
		}
		if v, reason := program.Value(nil); reason == nil && v.Kind() != value.Nothing {
			g.Consts[ref.Name] = v
			return true
		}
	}
	return false
}

// decimal matches integers of any size. YAML takes large ones for floating point
// numbers.
var decimal = regexp.MustCompile(`^[-+]?[0-9]+$`)

// plainContents returns the contents of a node as maps, lists, numbers and strings.
func (n *node) plainContents() any {
	switch {
	case n.isList():
		out := make([]any, len(n.items))
		for i, m := range n.items {
			out[i] = m.plainContents()
		}
		return out
	case n.isMap():
		out := make(map[string]any, len(n.fields))
		for _, f := range n.fields {
			out[f.key.yaml.Value] = f.value.plainContents()
		}
		return out
	case n.isNull():
		return nil
	case n.yaml.ShortTag() == "!!int" || n.yaml.ShortTag() == "!!float":
		if decimal.MatchString(n.yaml.Value) {
			return json.Number(strings.TrimPrefix(n.yaml.Value, "+"))
		}
		var x any
		if err := n.yaml.Decode(&x); err != nil {
			return n.yaml.Value
		}
		if f, ok := x.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return n.yaml.Value
		}
		return x
	}
	return n.yaml.Value
}

// readValue reads a value of the given type. Constants and elements in it must exist.
func (c *collector) readValue(n *node, t zed.Type, s *types.Spec, g *eval.Globals) (value.Value, bool) {
	v, err := value.FromAny(n.plainContents(), t)
	if err == nil {
		err = exists(v, t, s, g)
	}
	if err != nil {
		c.fail(n.span(), "%v%s", err, hintPairs(n, t))
		return value.Value{}, false
	}
	return v, true
}

// hintPairs returns a hint that shows how a relation or function is written, for a node
// that is a map.
func hintPairs(n *node, t zed.Type) string {
	p, ok := t.(zed.PowerType)
	if !ok || !n.isMap() || len(n.fields) == 0 {
		return ""
	}
	if pair, ok := p.Elem.(zed.ProductType); !ok || len(pair.Elems) != 2 {
		return ""
	}
	f := n.fields[0]
	to := "…"
	if f.value.isScalar() && !f.value.isNull() {
		to = shorten(f.value.yaml.Value)
	}
	return fmt.Sprintf("; a relation or function is a list of its pairs, such as [[%s, %s]]",
		shorten(f.key.yaml.Value), to)
}

// exists returns an error where a constant or an element in a value does not belong to
// its type.
func exists(v value.Value, t zed.Type, s *types.Spec, g *eval.Globals) error {
	switch t := t.(type) {
	case zed.NamedType:
		return checkNamed(v, t, s, g)
	case zed.PowerType:
		for _, m := range v.Members() {
			if err := exists(m, t.Elem, s, g); err != nil {
				return err
			}
		}
	case zed.ProductType:
		for i, e := range t.Elems {
			if err := exists(v.Elem(i), e, s, g); err != nil {
				return err
			}
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			x, _ := v.Field(f.Name)
			if err := exists(x, f.Type, s, g); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkNamed(v value.Value, t zed.NamedType, s *types.Spec, g *eval.Globals) error {
	if v.Kind() == value.Ctor {
		for _, f := range s.Free {
			for _, ctor := range f.Ctors {
				if f.Name == t.Name && ctor.Name == v.Name() {
					return exists(v.Elem(0), ctor.Arg, s, g)
				}
			}
		}
		return fmt.Errorf("%s has no constructor %q", t.Name, v.Name())
	}
	all, what := g.Given[t.Name], "elements"
	if n := g.Number(t.Name, v.Name()); !t.Free && n > 0 && n <= len(all)+value.MoreElements {
		return nil
	}
	if t.Free {
		all, what = g.Free[t.Name], "constants"
	}
	var names []string
	for _, x := range all {
		if x.Equal(v) {
			return nil
		}
		names = append(names, x.Name())
	}
	hint := source.DidYouMean(v.Name(), names)
	if hint == "" && len(names) <= 8 {
		hint = fmt.Sprintf("; its %s are %s", what, strings.Join(names, ", "))
	}
	return fmt.Errorf("%q is not in %s%s", shorten(v.Name()), t.Name, hint)
}

// values reads a map from variables to values. Only the variables of the given part of
// the unit's signature may stand in it.
func (c *collector) values(n *node, q *spec.Unit, what string, s *types.Spec, g *eval.Globals,
	of schema.Part) spec.Values {
	out := spec.Values{}
	if !n.isMap() {
		c.fail(n.span(), "expected %s, a map of variables to values, found %s", what, n.kind())
		return out
	}
	var names []string
	for _, v := range of.Vars {
		names = append(names, v.Name)
	}
	model := map[string]value.Value{}
	for _, f := range n.fields {
		name := f.key.yaml.Value
		i := slices.Index(names, name)
		if i < 0 {
			c.fail(f.key.span(), "%q is not a variable for %s of %s%s", name, what, q.Name, hintAt(name, names))
			continue
		}
		if v, ok := c.readValue(f.value, of.Vars[i].Type, s, g); ok {
			model[name] = v
		}
	}
	return append(out, spec.FromModel(of.Vars, model)...)
}

// hintAt returns the end of a message about an unknown name: the name that was probably
// meant, or all names that there are.
func hintAt(name string, names []string) string {
	if hint := source.DidYouMean(name, names); hint != "" {
		return hint
	}
	if len(names) == 0 {
		return "; it has none"
	}
	return "; it has " + strings.Join(names, ", ")
}

// readOwnCases reads the test cases that a unit's file gives (cases), and those that have failed and are kept.
func (c *collector) readOwnCases(u *unit, s *types.Spec, g *eval.Globals) {
	for i, n := range slices.Concat(u.cases, u.kept) {
		u.Cases = append(u.Cases, spec.OwnCase{
			Span:   n.span(),
			Values: c.values(n, u.Unit, "a test case", s, g, u.Op.Early),
			Kept:   i >= len(u.cases),
		})
	}
}
