package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// more is the component that stands for those of a schema that are not known.
const more = "…"

// unread enters the names that a paragraph with a syntax error may have
// introduced, where no other does.
func (c *checker) unread(p zed.Paragraph) {
	u, ok := p.(*zed.Unread)
	if !ok {
		return
	}
	c.partial = true
	c.blind = c.blind || u.More
	for _, n := range u.Names {
		if c.spec.names[n.Name] == nil {
			c.spec.names[n.Name] = &entry{name: n.Name, span: n.Span, kind: zed.Global, typ: bad(), state: 2, unread: true}
		}
	}
}

// excused tells whether a name that is not declared is not an error of its own:
// what would declare it was not read, or has an error.
func (c *checker) excused(name string, env *scope) bool {
	if c.blind || strings.HasPrefix(name, more) {
		return true
	}
	for s := env; s != nil; s = s.outer {
		if _, ok := s.names[more]; ok {
			return true
		}
	}
	return c.faulty(name)
}

// faulty tells whether a name is made from that of something which was not
// read, or has an error: S, ΔS, ΞS or S'.
func (c *checker) faulty(name string) bool {
	for _, prefix := range []string{"Δ", "Ξ"} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, n := range []string{name, strings.TrimRight(name, "'?!")} {
		if e := c.lookup(n); e != nil && (e.unread || e.def != nil && e.state == 2 && isBad(e.typ)) {
			return true
		}
	}
	return false
}

// open tells whether a schema has components that are not known.
func open(t zed.SchemaType) bool {
	for _, f := range t.Fields {
		if f.Name == more {
			return true
		}
	}
	return false
}

// ofUnread returns the hiding, composition or projection of a schema that was
// not read, whose operands cannot be told from sets; nil for other terms.
func (c *checker) ofUnread(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.Minus, zed.RelComp, zed.Filter:
	default:
		return nil
	}
	for _, a := range e.Args {
		if r, ok := a.(*zed.Ref); ok && env.kind(r.Name) == zed.Unresolved && c.faulty(r.Name) {
			return &zed.Op{Info: info(e, bad()), Op: e.Op}
		}
	}
	return nil
}
