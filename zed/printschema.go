package zed

import (
	"sort"
	"strings"
)

// schema writes the operators of the schema calculus.
func (w *printer) schema(e Expr) {
	switch e := e.(type) {
	case *Schema:
		w.group(blockGroup, func() {
			w.write("[")
			w.text(e.Text, LevelBinder)
			w.write("]")
		})
	case *Decorate:
		if r, ok := e.X.(*Ref); ok && r.Kind == SchemaName && len(r.Args) == 0 {
			w.name(r.Name)
		} else if ok && w.notation == LaTeX && strings.Trim(e.Mark, "'?!") == "" && undecorated(r) {
			w.name(r.Name)
			w.blank()
		} else {
			w.write("(")
			w.expr(e.X, LevelBinder)
			w.write(")")
		}
		w.mark(e.Mark)
	case *Rename:
		w.expr(e.X, LevelAtom)
		w.renaming(e.New, e.Old)
	case *Hide:
		w.left(e.X, LevelHide)
		w.spaced(SymbolHide)
		w.write("(")
		w.names(e.Names)
		w.write(")")
	case *Combine:
		j := combinations[e.Op]
		w.group(chainGroup, func() {
			w.left(e.X, j.level)
			w.combined(e.Op, j.symbol)
			w.expr(e.Y, j.level+1)
		})
	case *Pre:
		w.symbol(SymbolPre)
		w.write(" ")
		w.expr(e.X, LevelPrefix)
	case *Theta:
		w.theta(e)
	case *Occur:
		w.occur(e)
	}
}

// undecorated tells whether a reference is the name of a schema alone.
func undecorated(r *Ref) bool {
	return len(r.Args) == 0 && r.Name == BaseName(r.Name) && !isTemplate(r.Name) && !isSymbol(r.Name) && !builtin[r.Name]
}

// isSchema tells whether a term is a schema, as far as its form and the
// definitions that are printed say.
func (in introduction) isSchema(e Expr) bool {
	switch e := e.(type) {
	case *Schema, *Pre, *Hide, *Combine, *Decorate, *Rename, *Logic, *Quant:
		return true
	case *Let:
		return e.Replaces && in.isSchema(e.Body)
	case *Ref:
		name := strings.TrimPrefix(strings.TrimPrefix(e.Name, "Δ"), "Ξ")
		return in.schemas[e.Name] || in.schemas[BaseName(name)]
	case *Op:
		return (e.Op == RelComp || e.Op == Filter) && len(e.Args) == 2 && in.isSchema(e.Args[1])
	}
	return false
}

// mark writes a decoration.
func (w *printer) mark(s string) {
	if w.notation == LaTeX {
		s = latexName(s)
	}
	w.write(s)
}

func (w *printer) theta(e *Theta) {
	w.symbol("θ")
	if w.notation == ASCII {
		w.write(" ")
	}
	r, ok := e.X.(*Ref)
	if ok {
		_, reserved := asciiBySymbol[r.Name]
		ok = !reserved && BaseName(r.Name) == r.Name && !isTemplate(r.Name)
	}
	if ok {
		w.expr(r, LevelBinder)
	} else {
		w.write("(")
		w.expr(e.X, LevelBinder)
		w.write(")")
	}
	w.mark(e.Mark)
}

// combined writes a schema operator.
func (w *printer) combined(op Combination, symbol string) {
	w.gap(" ")
	switch {
	case op == Compose && w.notation == ASCII:
		w.write("semi")
	case op == Compose && w.notation == LaTeX:
		w.write(`\semi`)
	default:
		w.symbol(symbol)
	}
	w.write(" ")
}

// BaseName returns a name without the decoration at its end: list for list',
// x for x?.
func BaseName(name string) string { return strings.TrimRight(name, "'?!") }

func (w *printer) occur(e *Occur) {
	w.name(e.Schema)
	var fresh, old []string
	for from, to := range e.Rename {
		if from != to {
			old = append(old, from)
		}
	}
	sort.Strings(old)
	for _, from := range old {
		fresh = append(fresh, e.Rename[from])
	}
	if len(old) > 0 {
		w.renaming(fresh, old)
	}
}

func (w *printer) renaming(fresh, old []string) {
	w.group(fillGroup, func() {
		w.write("[")
		for i := range min(len(fresh), len(old)) {
			w.comma(i)
			w.name(fresh[i])
			w.write("/")
			w.name(old[i])
		}
		w.write("]")
	})
}

func (w *printer) names(names []string) {
	w.group(fillGroup, func() {
		for i, n := range names {
			w.comma(i)
			w.name(n)
		}
	})
}
