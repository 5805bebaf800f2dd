package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// globals are the meanings of names in the section that is being checked.
type globals struct {
	spec     *Spec
	mistakes *mistakes
	sections *sections // nil where a term is checked by itself
}

// sections knows the sections of a specification, and the names to which several of
// them give different meanings. Two sections may do so where neither is an ancestor of
// the other (ISO 13568, 13.2.2). Paragraphs outside all sections are in scope
// everywhere.
type sections struct {
	here    string // the section that is being checked; "" outside all
	parents map[string][]string
	current map[*source.File]string // the section in which each file is at the moment
	homes   map[string][]*entry     // the meanings of names that depend on the section
}

// sectionsOf finds the sections of a specification.
func sectionsOf(ps []zed.Paragraph) *sections {
	s := &sections{parents: map[string][]string{}, current: map[*source.File]string{}, homes: map[string][]*entry{}}
	for _, p := range ps {
		if p, ok := p.(*zed.Section); ok {
			s.parents[p.Name.Name] = append(s.parents[p.Name.Name], idents(p.Parents)...)
		}
	}
	return s
}

// checkSections reports parents that are named twice, and sections that are among
// their own ancestors.
func (g *globals) checkSections(ps []zed.Paragraph) {
	for _, p := range ps {
		s, ok := p.(*zed.Section)
		if !ok {
			continue
		}
		for i, parent := range s.Parents {
			if slices.Contains(idents(s.Parents[:i]), parent.Name) {
				g.mistakes.errorf(parent.Span, "the parent section %s is named twice", parent.Name)
			}
			if g.sections.sees(parent.Name, s.Name.Name) {
				g.mistakes.errorf(parent.Span, "section %s would be an ancestor of itself", s.Name.Name)
			}
		}
	}
}

// enter goes to the section of a paragraph. After another file was read in between, a
// file continues in its own section.
func (s *sections) enter(p zed.Paragraph) {
	file := p.At().Pos().File
	if p, ok := p.(*zed.Section); ok {
		s.current[file] = p.Name.Name
	}
	s.here = s.current[file]
}

// sees tells whether what one section introduces is in scope in another.
func (s *sections) sees(from, to string) bool {
	seen := map[string]bool{}
	todo := []string{from}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == to {
			return true
		}
		if !seen[at] {
			seen[at] = true
			todo = append(todo, s.parents[at]...)
		}
	}
	return false
}

// mayShare tells whether two sections may each introduce one name.
func (s *sections) mayShare(a, b string) bool {
	return a != "" && b != "" && !s.sees(a, b) && !s.sees(b, a)
}

// lookup returns the meaning of a name in the section that is being checked, or nil.
func (g *globals) lookup(name string) *entry {
	e := g.spec.names[name]
	if g.sections == nil {
		return e
	}
	for _, home := range g.sections.homes[name] {
		if g.sections.sees(g.sections.here, home.section) {
			return home
		}
	}
	return g.findInSight(e)
}

// findInSight returns the entry, or nil where the section that introduces it is not an
// ancestor of this one (ISO 13568, 13.2.2).
func (g *globals) findInSight(e *entry) *entry {
	if g.findHiding(e) != "" {
		return nil
	}
	return e
}

// findHiding returns the section that introduces an entry which is out of scope here, or
// "".
func (g *globals) findHiding(e *entry) string {
	if s := g.sections; e != nil && s != nil && s.here != "" && e.section != "" && !s.sees(s.here, e.section) {
		return e.section
	}
	return ""
}

// findOutOfSight returns the section that introduces a name, or the schema from which the
// name is formed, if it is out of scope here; otherwise "".
func (g *globals) findOutOfSight(name string) string {
	schema := strings.TrimPrefix(strings.TrimPrefix(name, "Δ"), "Ξ")
	for _, n := range []string{name, schema, zed.BaseName(schema)} {
		if e := g.spec.names[n]; e != nil {
			return g.findHiding(e)
		}
	}
	return ""
}

// checkIn runs a check in the section of an entry.
func (g *globals) checkIn(e *entry, check func()) {
	if g.sections == nil {
		check()
		return
	}
	before := g.sections.here
	g.sections.here = e.section
	check()
	g.sections.here = before
}

// share enters a name to which another section gives another meaning. It is false where
// the two sections may not both do so.
func (g *globals) share(n zed.Ident, e, other *entry) bool {
	s := g.sections
	if s == nil {
		return false
	}
	homes := s.homes[n.Name]
	if len(homes) == 0 {
		homes = []*entry{other}
	}
	if slices.ContainsFunc(homes, func(h *entry) bool { return !s.mayShare(h.section, e.section) }) {
		return false
	}
	e.name = n.Name + "@" + e.section
	if g.spec.names[e.name] != nil {
		return false
	}
	s.homes[n.Name] = append(homes, e)
	g.spec.names[e.name] = e
	return true
}

// reportAmbiguous reports the names to which several parents of a section give different
// meanings.
func (g *globals) reportAmbiguous(p *zed.Section) {
	names := make([]string, 0, len(g.sections.homes))
	for name := range g.sections.homes {
		names = append(names, name)
	}
	for _, name := range sortNames(names) {
		var seen []*entry
		for _, home := range g.sections.homes[name] {
			if g.sections.sees(p.Name.Name, home.section) {
				seen = append(seen, home)
			}
		}
		if len(seen) > 1 {
			g.mistakes.report(source.Errorf(p.Span, "%q has two meanings in section %s, from %s and from %s",
				name, p.Name.Name, seen[0].section, seen[1].section).
				WithPlace(seen[0].span, "one is defined here").WithPlace(seen[1].span, "the other is defined here"))
		}
	}
}

// homes returns the meanings of a name in the sections that give it one.
func (g *globals) homes(name string) []*entry {
	if g.sections == nil {
		return nil
	}
	return g.sections.homes[name]
}

// knownAs returns the name under which a specification knows something: its own name,
// or name@section.
func (g *globals) knownAs(name string) string {
	if e := g.lookup(name); e != nil {
		return e.name
	}
	return name
}

// variableName returns the name under which a variable of a kind is known.
func (g *globals) variableName(name string, kind zed.Kind) string {
	if kind == zed.Global {
		return g.knownAs(name)
	}
	return name
}

func (g *globals) enter(n zed.Ident, e *entry) bool {
	e.name, e.span = n.Name, n.Span
	if g.sections != nil {
		e.section = g.sections.here
	}
	if other, ok := g.spec.names[n.Name]; ok {
		if e.axiom != nil && e.axiom == other.axiom {
			return false // its types are held against each other
		}
		if e.axiom != nil && slices.ContainsFunc(g.homes(n.Name), func(h *entry) bool { return h.axiom == e.axiom }) {
			return false
		}
		if g.share(n, e, other) {
			return true
		}
		g.mistakes.report(source.Errorf(n.Span, "%q is defined twice", n.Name).
			WithPlace(other.span, "the other definition is here"))
		return false
	}
	g.spec.names[n.Name] = e
	return true
}
