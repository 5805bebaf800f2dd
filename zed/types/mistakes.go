package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// mistakes are the errors found, with the places where variables were declared, which
// messages show.
type mistakes struct {
	spec   *Spec
	errs   source.Errors
	places map[string][]place // the places where variables were declared, by name
	// beside are the lists of declarations one of whose sets is being checked, the
	// innermost last.
	beside [][]zed.Decl
}

func (m *mistakes) report(err *source.Error) { m.errs = append(m.errs, err) }

// errorf reports an error, and returns the type for the term that has it.
func (m *mistakes) errorf(at source.Span, format string, args ...any) zed.Type {
	m.report(source.Errorf(at, format, args...))
	return newBad()
}

// place is where a variable was declared.
type place struct {
	span source.Span
	typ  zed.Type
}

func (m *mistakes) noteVariable(n zed.Ident, t zed.Type) {
	if m.places == nil {
		m.places = map[string][]place{}
	}
	m.places[n.Name] = append(m.places[n.Name], place{n.Span, t})
}

// reportMismatch reports that types do not fit, with the places where the variables among
// the terms got their types.
func (m *mistakes) reportMismatch(at source.Span, terms []zed.Expr, format string, args ...any) zed.Type {
	err := source.Errorf(at, format, args...)
	seen := map[string]bool{}
	for _, e := range terms {
		r, ok := e.(*zed.Ref)
		if !ok || seen[r.Name] || r.Type == nil {
			continue
		}
		seen[r.Name] = true
		if span, ok := m.placeOf(r); ok {
			err = err.WithPlace(span, "%s is declared here", strings.TrimRight(r.Name, "'"))
		}
	}
	m.report(err)
	return newBad()
}

// placeOf returns the place where the variable that a name stands for was declared.
func (m *mistakes) placeOf(r *zed.Ref) (source.Span, bool) {
	if r.Kind == zed.Global {
		if e := m.spec.names[r.Name]; e != nil {
			return e.span, true
		}
	}
	want, use := showType(r.Type), r.Span.Pos()
	for _, name := range []string{r.Name, strings.TrimRight(r.Name, "'")} {
		var best *place
		for i, p := range m.places[name] {
			// The last before the use is the most likely of them.
			if showType(p.typ) == want && (best == nil || isBefore(p.span.Pos(), use)) {
				best = &m.places[name][i]
			}
		}
		if best != nil {
			return best.span, true
		}
	}
	return source.Span{}, false
}

// isBefore tells whether one place is before another in the same file.
func isBefore(a, b source.Pos) bool {
	return a.File == b.File && (a.Line < b.Line || a.Line == b.Line && a.Column < b.Column)
}

// mismatch reports that an operand, which was checked, does not have the expected type.
func (m *mistakes) mismatch(at source.Span, x zed.Expr, want zed.Type, wanted, got string) {
	if p, ok := prune(want).(zed.PowerType); ok {
		if _, open := prune(p.Elem).(*variable); open {
			m.reportMismatch(at, []zed.Expr{x}, "expected a set, found %s", got)
			return
		}
		if t, ok := prune(p.Elem).(zed.ProductType); ok && len(t.Elems) == 2 {
			_, first := prune(t.Elems[0]).(*variable)
			_, second := prune(t.Elems[1]).(*variable)
			if first && second {
				m.reportMismatch(at, []zed.Expr{x}, "expected a relation, found %s", got)
				return
			}
		}
	}
	m.reportMismatch(at, []zed.Expr{x}, "expected %s, found %s", wanted, got)
}

// findBeside returns the place where a name is declared in a list of declarations
// one of whose sets is being checked.
func (m *mistakes) findBeside(name string) (source.Span, bool) {
	for i := len(m.beside) - 1; i >= 0; i-- {
		for _, d := range m.beside[i] {
			for _, n := range d.Names {
				if n.Name == name {
					return n.Span, true
				}
			}
		}
	}
	return source.Span{}, false
}
