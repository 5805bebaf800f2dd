package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// enrich derives the schemas of the units that make the calls of another one
// with hooks of their own (Tyler and Soundarajan, section 2: the enrichment
// rule), and checks the specification with them.
func (l *loader) enrich(doc *Document, checked *types.Spec) (*types.Spec, error) {
	language := parse.LanguageOf(doc.Paragraphs)
	extended := *doc
	for _, u := range l.units {
		if u.enriches == nil {
			continue
		}
		d := &deriver{loader: l, unit: u, language: language, spec: checked}
		if p := d.schema(doc.Paragraphs); p != nil {
			extended.Paragraphs = append(slices.Clip(extended.Paragraphs), p)
		}
	}
	if len(extended.Paragraphs) == len(doc.Paragraphs) {
		return checked, nil
	}
	return extended.check()
}

// deriver derives the schema of one unit.
type deriver struct {
	loader   *loader
	unit     *unit
	language parse.Language
	spec     *types.Spec
}

// schema returns the paragraph that defines the unit's schema: the operations of the
// hooks one after the other, as the grey-box predicate of the base says, in conjunction
// with the body of the base's schema.
func (d *deriver) schema(paragraphs []zed.Paragraph) zed.Paragraph {
	u, base := d.unit, findUnit(d.loader.units, d.unit.enriches.yaml.Value)
	switch {
	case base == nil: // names has reported it
		return nil
	case base.greybox == nil:
		d.loader.collector.fail(u.enriches.span(),
			"%s has no grey-box predicate: expected one that says which hooks it calls, in which order, with what",
			base.Name)
		return nil
	case base.enriches != nil && d.spec.Schemas[base.Schema] == nil:
		d.loader.collector.fail(u.enriches.span(),
			"the schema of %s is derived itself: expected a unit whose schema is in the specification", base.Name)
		return nil
	case d.spec.Schemas[base.Schema] == nil: // reported for the base
		return nil
	case d.spec.Schemas[u.Schema] != nil:
		d.loader.collector.fail(u.schema.span(),
			"the schema %s is in the specification already: expected a new name, for what is derived", u.Schema)
		return nil
	}
	e, err := d.language.Expr(base.greybox)
	if err != nil {
		return nil // reported for the base
	}
	steps, rest := d.steps(base, schema.Conjuncts(e))
	if steps == nil {
		return nil
	}
	body := d.definition(paragraphs, base.Schema)
	text := d.text(base, steps, rest)
	if text == "" || body == nil {
		return nil
	}
	made := source.NewFile(fmt.Sprintf("%s, derived from %s", u.Schema, base.Name), text).Whole()
	chain, err := d.language.Expr(made)
	d.loader.collector.errs.Add(err)
	if err != nil {
		return nil
	}
	u.Derived = fmt.Sprintf("%s == (%s) ∧ %s", u.Schema, text, base.Schema)
	return &zed.Define{Span: made.FullSpan(), Name: zed.Ident{Name: u.Schema, Span: made.FullSpan()},
		Value: &zed.Logic{Info: zed.Info{Span: made.FullSpan()}, Op: zed.And, Args: []zed.Expr{chain, body}}}
}

// findUnit returns the unit with the given name, or nil.
func findUnit(units []*unit, name string) *unit {
	for _, u := range units {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// definition returns the term that a paragraph defines a schema to be. The base's
// schema stands in the derived one as this term and not by its name, since a schema
// that stands there by name makes its unit a callee.
func (d *deriver) definition(paragraphs []zed.Paragraph, name string) zed.Expr {
	for _, p := range paragraphs {
		if def, ok := p.(*zed.Define); ok && def.Name.Name == name {
			return def.Value
		}
	}
	return nil
}

// steps returns the units that are called, in order, and those of the conjuncts that
// say neither how many calls there are nor of which units. It reports a predicate that
// leaves either open.
func (d *deriver) steps(base *unit, conjuncts []zed.Expr) ([]*unit, []zed.Expr) {
	n, at := -1, map[int]string{}
	var rest []zed.Expr
	for _, c := range conjuncts {
		if k, ok := lengthOf(c); ok {
			n = k
		} else if i, name, ok := calleeAt(c); ok {
			at[i] = name
		} else {
			rest = append(rest, c)
		}
	}
	if n < 1 {
		d.loader.collector.fail(d.unit.enriches.span(),
			"the grey-box predicate of %s does not fix how many calls it makes: expected a conjunct such as #τ = 2",
			base.Name)
		return nil, nil
	}
	var out []*unit
	for i := 1; i <= n; i++ {
		hook := d.hook(base, at[i], i)
		if hook == nil {
			return nil, nil
		}
		out = append(out, hook)
	}
	return out, rest
}

// hook returns the unit that is called at place i, where the base calls the unit with
// the given constant. It reports a place for which the predicate of the base names no
// unit.
func (d *deriver) hook(base *unit, constant string, i int) *unit {
	if constant == "" {
		d.loader.collector.fail(d.unit.enriches.span(),
			"the grey-box predicate of %s does not fix which unit it calls at place %d: expected a conjunct such as (τ %d).unit = hook", base.Name, i, i)
		return nil
	}
	for _, q := range d.loader.units {
		if spec.NameInZ(q.Name) != constant {
			continue
		}
		if instead := d.findReplacement(q.Name); instead != nil {
			return instead
		}
		return q
	}
	return nil // an unknown unit, which the predicate of the base has reported
}

// findReplacement returns the unit that takes the place of a callee of the base; nil where none
// does.
func (d *deriver) findReplacement(callee string) *unit {
	for _, f := range d.unit.hooks {
		if f.key.yaml.Value == callee {
			return findUnit(d.loader.units, f.value.yaml.Value)
		}
	}
	return nil
}

// lengthOf returns the n of a conjunct #τ = n.
func lengthOf(e zed.Expr) (int, bool) {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.Equal {
		return 0, false
	}
	card, ok := o.Args[0].(*zed.Op)
	if !ok || card.Op != zed.Card || !isTrace(card.Args[0]) {
		return 0, false
	}
	n, ok := o.Args[1].(*zed.Num)
	if !ok || !n.Value.IsInt64() || n.Value.Int64() > maxDerived {
		return 0, false
	}
	return int(n.Value.Int64()), true
}

// maxDerived is the largest number of calls that a derived schema is composed of.
const maxDerived = 50

// calleeAt returns the i and the q of a conjunct (τ i).unit = q.
func calleeAt(e zed.Expr) (int, string, bool) {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.Equal {
		return 0, "", false
	}
	i, field, ok := element(o.Args[0])
	q, named := o.Args[1].(*zed.Ref)
	return i, nameOf(q), ok && named && field == spec.CallUnit
}

func nameOf(r *zed.Ref) string {
	if r == nil {
		return ""
	}
	return r.Name
}

// element returns the i and the x of a term (τ i).x, where i is a number.
func element(e zed.Expr) (int, string, bool) {
	sel, ok := e.(*zed.Select)
	if !ok {
		return 0, "", false
	}
	a, ok := sel.X.(*zed.Apply)
	if !ok || !isTrace(a.Fn) {
		return 0, "", false
	}
	n, ok := a.Arg.(*zed.Num)
	if !ok || !n.Value.IsInt64() {
		return 0, "", false
	}
	return int(n.Value.Int64()), sel.Name, true
}

func isTrace(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && (r.Name == spec.Trace || r.Name == "tau")
}

// text returns the sequence of calls as a schema expression in Z; "" where a hook has
// no schema.
func (d *deriver) text(base *unit, steps []*unit, rest []zed.Expr) string {
	var decls, calls []string
	known := map[string]bool{}
	for i, q := range steps {
		s := d.spec.Schemas[q.Schema]
		if s == nil {
			return ""
		}
		var renamed []string
		for _, f := range s.Type.Fields {
			switch role := schema.RoleOf(f.Name); role {
			case schema.Input, schema.Output:
				name := step(i+1, f.Name)
				known[name] = true
				decls = append(decls, name+" : "+zed.Print(zed.Carrier(f.Type), zed.Unicode))
				renamed = append(renamed, name+"/"+f.Name)
			}
		}
		call := q.Schema
		if len(renamed) > 0 {
			call += "[" + strings.Join(renamed, ", ") + "]"
		}
		calls = append(calls, call)
	}
	chain := strings.Join(calls, " ⨾ ")
	if len(decls) == 0 {
		return chain
	}
	all := strings.Join(decls, "; ")
	fields := d.spec.Schemas[base.Schema].Type.Fields
	for _, f := range fields {
		known[f.Name] = true
	}
	var conjuncts, mentioned []string
	for _, e := range rest {
		if e = replaceInputs(e); d.isAboutInputs(e, known) {
			conjuncts = append(conjuncts, "("+zed.Print(e, zed.Unicode)+")")
			mentioned = append(mentioned, namesIn(e)...)
		}
	}
	for _, f := range fields {
		if slices.Contains(mentioned, f.Name) {
			decls = append(decls, f.Name+" : "+zed.Print(zed.Carrier(f.Type), zed.Unicode))
		}
	}
	if len(conjuncts) == 0 {
		return fmt.Sprintf("∃ %s • %s", all, chain)
	}
	return fmt.Sprintf("∃ %s • (%s) ∧ [%s | %s]", all, chain, strings.Join(decls, "; "), strings.Join(conjuncts, " ∧ "))
}

// step returns the name that the derived schema has for an input or output of the call
// at place i.
func step(i int, name string) string { return "call" + strconv.Itoa(i) + "_" + name }

// replaceInputs returns a conjunct in which the inputs of calls, (τ i).x?, are replaced by the
// variables that the derived schema has for them.
func replaceInputs(e zed.Expr) zed.Expr {
	if i, field, ok := element(e); ok {
		return &zed.Ref{Info: zed.Info{Span: e.At()}, Name: step(i, field)}
	}
	return zed.Rebuild(e, replaceInputs)
}

// namesIn returns the names in a term that has not been type-checked.
func namesIn(e zed.Expr) []string { return zed.NewFreeNames(zed.Unresolved).NamesOf(e) }

// isAboutInputs tells whether a conjunct mentions only inputs of the calls and the unit's own
// variables, so that the derived schema can state it. What the other conjuncts say is
// checked by the grey-box predicate alone.
func (d *deriver) isAboutInputs(e zed.Expr, known map[string]bool) bool {
	for _, name := range namesIn(e) {
		constant := slices.ContainsFunc(d.loader.units, func(q *unit) bool { return spec.NameInZ(q.Name) == name })
		if name == spec.Trace || name == "tau" || name == "calls" || strings.HasPrefix(name, "call") && !known[name] ||
			constant && !known[name] {
			return false
		}
	}
	return true
}

// setRefinements sets, for each unit, the units whose specifications it must satisfy
// (refines and hooks).
func (l *loader) setRefinements() {
	for _, u := range l.units {
		if u.refines != nil {
			u.Refines = append(u.Refines, spec.Refinement{Base: u.refines.yaml.Value, Span: u.refines.span()})
		}
		for _, f := range u.hooks {
			q := findUnit(l.units, f.value.yaml.Value)
			base := f.key.yaml.Value
			if q != nil && !slices.ContainsFunc(q.Refines, func(r spec.Refinement) bool { return r.Base == base }) {
				q.Refines = append(q.Refines, spec.Refinement{Base: base, Span: f.value.span()})
			}
		}
	}
}

// checkDerived checks the names of units under refines, enriches and hooks.
func (c *collector) checkDerived(u *unit, known map[string]*unit, all []string) {
	check := func(n *node) {
		if n != nil && n.isScalar() && known[n.yaml.Value] == nil {
			c.fail(n.span(), "there is no unit %q%s", n.yaml.Value, source.DidYouMean(n.yaml.Value, all))
		}
	}
	check(u.refines)
	check(u.enriches)
	for _, f := range u.hooks {
		check(f.key)
		if c.name(f.value, "the name of a unit") != "" {
			check(f.value)
		}
	}
	if len(u.hooks) > 0 && u.enriches == nil {
		c.fail(u.hooks[0].key.span(),
			"hooks are what takes the place of the callees of another unit: expected enriches with its name")
	}
}
