package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/types"
)

// decisions are the decisions that stubs: may force. These are the values of
// result.Decision except by-call.
var decisions = []string{"none", "auto", "self", "spec", "manual", "blocked"}

// readStubs reads the entry stubs: of a unit, which forces decisions for its callees.
func (l *loader) readStubs(u *unit, byName map[string]*unit) {
	callees := slices.Concat(u.Uses, u.Calls, u.Shares)
	for _, f := range u.stubs {
		name := f.key.yaml.Value
		q := byName[name]
		if !slices.Contains(callees, name) || q == nil || q.Op == nil {
			l.collector.fail(f.key.span(), "%q is not a callee of %s%s", name, u.Name, hintAt(name, callees))
			continue
		}
		forced := spec.Forced{Callee: name, Span: f.key.span()}
		if f.value.isMap() {
			l.collector.readObject(f.value, "a stub decision",
				entry{"decision", func(n *node) { forced.Decision = l.collector.decision(n) }},
				entry{"answers", func(n *node) { forced.Answers = append(forced.Answers, l.answers(n, q.Unit)...) }},
				entry{"table", func(n *node) { forced.Answers = append(forced.Answers, l.table(n, u, q.Unit)...) }},
				entry{"adversarial", func(n *node) { forced.Adversarial = l.collector.boolean(n) }},
			)
		} else {
			forced.Decision = l.collector.decision(f.value)
		}
		if len(forced.Answers) > 0 && forced.Decision != "manual" {
			l.collector.fail(f.key.span(), "only a manual stub has a table of answers: expected decision: manual")
		}
		if forced.Adversarial && !slices.Contains([]string{"", "spec", "self"}, forced.Decision) {
			l.collector.fail(f.key.span(),
				"only a stub made from the callee's specification can be adversarial: expected decision: spec or self, or no decision, found %s", forced.Decision)
		}
		u.Stubs = append(u.Stubs, forced)
	}
}

// answers reads a list of answers of a callee.
func (l *loader) answers(n *node, q *spec.Unit) []spec.Answer {
	var out []spec.Answer
	l.collector.readList(n, "a list of answers",
		func(m *node) { out = append(out, l.collector.answer(m, q, l.spec, l.globals)) })
	return out
}

// table reads a file with the answers of a callee, as `stubs --freeze` writes it. The
// name of the file is relative to the unit's file.
func (l *loader) table(n *node, u *unit, q *spec.Unit) []spec.Answer {
	name := l.collector.str(n, "the name of a file with answers")
	if name == "" {
		return nil
	}
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(u.path), path)
	}
	f, err := l.reader.readFile(path)
	if err != nil {
		l.collector.fail(n.span(), "%v", err)
		return nil
	}
	roots, _, err := read(f)
	l.collector.errs.Add(err)
	if err != nil {
		return nil
	}
	if len(roots) != 1 {
		l.collector.fail(n.span(), "expected one YAML document in %s, found %d", f.Name, len(roots))
		return nil
	}
	var out []spec.Answer
	l.collector.readObject(roots[0], "a table of answers",
		entry{"caller", func(n *node) { l.checkTable(n, u.Name, "caller") }},
		entry{"callee", func(n *node) { l.checkTable(n, q.Name, "callee") }},
		entry{"answers", func(n *node) { out = l.answers(n, q) }},
	)
	return out
}

// checkTable checks that the unit named in a table is the expected one.
func (l *loader) checkTable(n *node, want, what string) {
	if got := l.collector.name(n, "the name of a unit"); got != "" && got != want {
		l.collector.fail(n.span(), "expected %s, the %s that names this table, found %s", want, what, got)
	}
}

func (c *collector) decision(n *node) string {
	d := c.str(n, "a stub decision")
	switch {
	case d == "" || slices.Contains(decisions, d):
	case d == "by-call":
		c.fail(n.span(), "by-call cannot be forced, for each call decides as it comes: expected one of %s",
			strings.Join(decisions, ", "))
	default:
		hint := source.DidYouMean(d, decisions)
		if hint == "" {
			hint = ": expected one of " + strings.Join(decisions, ", ")
		}
		c.fail(n.span(), "there is no stub decision %q%s", shorten(d), hint)
	}
	return d
}

// answer reads one answer of a manual stub, such as {when: {x?: 3}, then: {r!: ok}}.
func (c *collector) answer(n *node, q *spec.Unit, s *types.Spec, g *eval.Globals) spec.Answer {
	a := spec.Answer{Span: n.span()}
	then := false
	c.readObject(n, "an answer",
		entry{"when", func(n *node) { a.When = c.values(n, q, "a call", s, g, q.Op.Early) }},
		entry{"then", func(n *node) {
			then = true
			errs := len(c.errs)
			a.Then = c.values(n, q, "an answer", s, g, q.Op.Late)
			for _, v := range q.Op.Output.Vars {
				if _, ok := a.Then.Lookup(v.Name); !ok && len(c.errs) == errs {
					c.fail(n.span(), "the answer does not say what %s is", v.Name)
				}
			}
		}},
	)
	if !then && n.isMap() {
		missing(c, n.span(), "then", "the answer's after-state and outputs")
	}
	return a
}
