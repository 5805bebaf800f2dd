package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// gaps are what is not known of the specification: what was not read, and what has an
// error, so that its absence is not an error elsewhere.
type gaps struct {
	spec    *Spec
	globals *globals
	partial bool            // some paragraphs were not read
	blind   bool            // and not even their names are known
	missing map[string]bool // the names that the paragraph being checked lacks
}

// more is the component that stands for those of a schema that are not known.
const more = "…"

// enterUnread enters the names that a paragraph with a syntax error may have
// introduced, where no other does.
func (gs *gaps) enterUnread(p zed.Paragraph) {
	u, ok := p.(*zed.Unread)
	if !ok {
		return
	}
	gs.partial = true
	gs.blind = gs.blind || u.More
	for _, n := range u.Names {
		if gs.spec.names[n.Name] == nil {
			gs.spec.names[n.Name] = &entry{name: n.Name, span: n.Span, kind: zed.Global, typ: bad(), state: 2,
				unread: true}
		}
	}
}

// excused tells whether a name that is not declared is not an error of its own:
// what would declare it was not read, or has an error.
func (gs *gaps) excused(name string, env *scope) bool {
	if gs.blind || strings.HasPrefix(name, more) {
		return true
	}
	for s := env; s != nil; s = s.outer {
		if _, ok := s.names[more]; ok {
			return true
		}
	}
	return gs.faulty(name)
}

// faulty tells whether a name is made from that of something which was not
// read, or has an error: S, ΔS, ΞS or S'.
func (gs *gaps) faulty(name string) bool {
	for _, prefix := range []string{"Δ", "Ξ"} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, n := range []string{name, strings.TrimRight(name, "'?!")} {
		if e := gs.globals.lookup(n); e != nil && (e.unread || e.def != nil && e.state == 2 && isBad(e.typ)) {
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
func (gs *gaps) ofUnread(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.Minus, zed.RelComp, zed.Filter:
	default:
		return nil
	}
	for _, a := range e.Args {
		if r, ok := a.(*zed.Ref); ok && env.kind(r.Name) == zed.Unresolved && gs.faulty(r.Name) {
			return &zed.Op{Info: info(e, bad()), Op: e.Op}
		}
	}
	return nil
}

// reportApart has a paragraph's errors reported by themselves, until the function
// that it returns is called.
func (gs *gaps) reportApart() func() {
	outer := gs.missing
	gs.missing = map[string]bool{}
	return func() { gs.missing = outer }
}
