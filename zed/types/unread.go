package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// gaps are the unknown parts of a specification: paragraphs that were not read, or have
// an error. That something in them is missing is not reported as an error elsewhere.
type gaps struct {
	spec    *Spec
	globals *globals
	partial bool            // whether some paragraphs were not read
	blind   bool            // whether not even the names in them are known
	missing map[string]bool // the undeclared names in the paragraph that is being checked
}

// more is the component that stands for the unknown components of a schema.
const more = "…"

// enterUnread enters the names in a paragraph with a syntax error that no other
// paragraph introduces.
func (gs *gaps) enterUnread(p zed.Paragraph) {
	u, ok := p.(*zed.Unread)
	if !ok {
		return
	}
	gs.partial = true
	gs.blind = gs.blind || u.More
	for _, n := range u.Names {
		if gs.spec.names[n.Name] == nil {
			gs.spec.names[n.Name] = &entry{name: n.Name, span: n.Span, kind: zed.Global, typ: newBad(), state: 2,
				unread: true}
		}
	}
}

// isExcused tells whether an undeclared name is not an error of its own, because the
// paragraph that would declare it was not read or has an error.
func (gs *gaps) isExcused(name string, env *scope) bool {
	if gs.blind || strings.HasPrefix(name, more) {
		return true
	}
	for s := env; s != nil; s = s.outer {
		if _, ok := s.names[more]; ok {
			return true
		}
	}
	return gs.isFaulty(name)
}

// isFaulty tells whether a name S, ΔS, ΞS or S' is formed from the name of something that
// was not read or has an error.
func (gs *gaps) isFaulty(name string) bool {
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

// isOpen tells whether a schema has components that are not known.
func isOpen(t zed.SchemaType) bool {
	for _, f := range t.Fields {
		if f.Name == more {
			return true
		}
	}
	return false
}

// useOfUnread returns the hiding, composition or projection of a schema that was not read,
// since its operands cannot be distinguished from sets; nil for other terms.
func (gs *gaps) useOfUnread(e *zed.Op, env *scope) zed.Expr {
	switch e.Op {
	case zed.Minus, zed.RelComp, zed.Filter:
	default:
		return nil
	}
	for _, a := range e.Args {
		if r, ok := a.(*zed.Ref); ok && env.kind(r.Name) == zed.Unresolved && gs.isFaulty(r.Name) {
			return &zed.Op{Info: info(e, newBad()), Op: e.Op}
		}
	}
	return nil
}

// reportApart makes the errors of a paragraph separate from others until the returned
// function is called.
func (gs *gaps) reportApart() func() {
	outer := gs.missing
	gs.missing = map[string]bool{}
	return func() { gs.missing = outer }
}
