package types

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// sections knows the sections of a specification, and the names that several
// of them give a meaning of their own. Two sections may where neither has the
// other among its ancestors (ISO 13568, 13.2.2); paragraphs outside all
// sections are in sight everywhere.
type sections struct {
	here    string // the section of what is being checked; "" outside all
	parents map[string][]string
	current map[*source.File]string // how far each file is
	homes   map[string][]*entry     // what a name stands for, where that depends on the section
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
func (c *checker) checkSections(ps []zed.Paragraph) {
	for _, p := range ps {
		s, ok := p.(*zed.Section)
		if !ok {
			continue
		}
		for i, parent := range s.Parents {
			if slices.Contains(idents(s.Parents[:i]), parent.Name) {
				c.errorf(parent.Span, "the parent section %s is named twice", parent.Name)
			}
			if c.sections.sees(parent.Name, s.Name.Name) {
				c.errorf(parent.Span, "section %s would be an ancestor of itself", s.Name.Name)
			}
		}
	}
}

// enter goes to the section that a paragraph is in. A file goes on with its own
// section where another was read in between.
func (s *sections) enter(p zed.Paragraph) {
	file := p.At().Pos().File
	if p, ok := p.(*zed.Section); ok {
		s.current[file] = p.Name.Name
	}
	s.here = s.current[file]
}

// sees tells whether what one section introduces is in sight in another.
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

// apart tells whether two sections may each introduce one name.
func (s *sections) apart(a, b string) bool {
	return a != "" && b != "" && !s.sees(a, b) && !s.sees(b, a)
}

// lookup returns what a name stands for in the section that is being checked,
// or nil.
func (c *checker) lookup(name string) *entry {
	e := c.spec.names[name]
	if c.sections == nil {
		return e
	}
	for _, home := range c.sections.homes[name] {
		if c.sections.sees(c.sections.here, home.section) {
			return home
		}
	}
	return c.inSight(e)
}

// inSight returns an entry, or nil where no section that is in sight from here
// introduces it: only ancestors are (ISO 13568, 13.2.2).
func (c *checker) inSight(e *entry) *entry {
	if c.hiddenBy(e) != "" {
		return nil
	}
	return e
}

// hiddenBy returns the section that introduces an entry and is out of sight
// from here, or "".
func (c *checker) hiddenBy(e *entry) string {
	if s := c.sections; e != nil && s != nil && s.here != "" && e.section != "" && !s.sees(s.here, e.section) {
		return e.section
	}
	return ""
}

// outOfSight returns the section that introduces a name, or the schema that it
// is made from, and is out of sight from here, or "".
func (c *checker) outOfSight(name string) string {
	schema := strings.TrimPrefix(strings.TrimPrefix(name, "Δ"), "Ξ")
	for _, n := range []string{name, schema, zed.BaseName(schema)} {
		if e := c.spec.names[n]; e != nil {
			return c.hiddenBy(e)
		}
	}
	return ""
}

// within runs a check in the section of an entry.
func (c *checker) within(e *entry, check func()) {
	if c.sections == nil {
		check()
		return
	}
	before := c.sections.here
	c.sections.here = e.section
	check()
	c.sections.here = before
}

// share enters a name that another section has as well under one of its own;
// false where the two sections may not both have it.
func (c *checker) share(n zed.Ident, e, other *entry) bool {
	s := c.sections
	if s == nil {
		return false
	}
	homes := s.homes[n.Name]
	if len(homes) == 0 {
		homes = []*entry{other}
	}
	if slices.ContainsFunc(homes, func(h *entry) bool { return !s.apart(h.section, e.section) }) {
		return false
	}
	e.name = n.Name + "@" + e.section
	if c.spec.names[e.name] != nil {
		return false
	}
	s.homes[n.Name] = append(homes, e)
	c.spec.names[e.name] = e
	return true
}

// ambiguous reports the names that a section gets from several of its parents.
func (c *checker) ambiguous(p *zed.Section) {
	names := make([]string, 0, len(c.sections.homes))
	for name := range c.sections.homes {
		names = append(names, name)
	}
	for _, name := range sorted(names) {
		var seen []*entry
		for _, home := range c.sections.homes[name] {
			if c.sections.sees(p.Name.Name, home.section) {
				seen = append(seen, home)
			}
		}
		if len(seen) > 1 {
			c.errs = append(c.errs, source.Errorf(p.Span, "%q has two meanings in section %s, from %s and from %s", name, p.Name.Name, seen[0].section, seen[1].section).
				With(seen[0].span, "one is defined here").With(seen[1].span, "the other is defined here"))
		}
	}
}

// homes returns what a name stands for in the sections that share it.
func (c *checker) homes(name string) []*entry {
	if c.sections == nil {
		return nil
	}
	return c.sections.homes[name]
}

// known returns the name that something is known by: its own, or name@section.
func (c *checker) known(name string) string {
	if e := c.lookup(name); e != nil {
		return e.name
	}
	return name
}

// variableName returns the name that a variable of a kind is known by.
func (c *checker) variableName(name string, kind zed.Kind) string {
	if kind == zed.Global {
		return c.known(name)
	}
	return name
}
