package zed

import (
	"sort"
	"strings"
)

// schema writes the operators of the schema calculus.
func (w *printer) schema(e Expr) {
	switch e := e.(type) {
	case *Schema:
		w.WriteByte('[')
		w.text(e.Text, LevelBinder)
		w.WriteByte(']')
	case *Decorate:
		if r, ok := e.X.(*Ref); ok && r.Kind == SchemaName && len(r.Args) == 0 {
			w.name(r.Name)
		} else {
			w.WriteByte('(')
			w.expr(e.X, LevelBinder)
			w.WriteByte(')')
		}
		w.WriteString(e.Mark)
	case *Rename:
		w.expr(e.X, LevelAtom)
		w.renaming(e.New, e.Old)
	case *Hide:
		w.expr(e.X, LevelHide)
		w.spaced(SymbolHide)
		w.WriteByte('(')
		w.names(e.Names)
		w.WriteByte(')')
	case *Combine:
		j := combinations[e.Op]
		w.expr(e.X, j.level)
		if e.Op == Compose && w.notation == ASCII {
			w.WriteString(" semi ")
		} else {
			w.spaced(j.symbol)
		}
		w.expr(e.Y, j.level+1)
	case *Pre:
		w.symbol(SymbolPre)
		w.WriteByte(' ')
		w.expr(e.X, LevelPrefix)
	case *Theta:
		w.theta(e)
	case *Occur:
		w.occur(e)
	}
}

func (w *printer) theta(e *Theta) {
	w.symbol("θ")
	if w.notation == ASCII {
		w.WriteByte(' ')
	}
	r, ok := e.X.(*Ref)
	if ok {
		_, reserved := asciiBySymbol[r.Name]
		ok = !reserved && BaseName(r.Name) == r.Name
	}
	if ok {
		w.expr(r, LevelBinder)
	} else {
		w.WriteByte('(')
		w.expr(e.X, LevelBinder)
		w.WriteByte(')')
	}
	w.WriteString(e.Mark)
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
	w.WriteByte('[')
	for i := range min(len(fresh), len(old)) {
		if i > 0 {
			w.WriteString(", ")
		}
		w.name(fresh[i])
		w.WriteByte('/')
		w.name(old[i])
	}
	w.WriteByte(']')
}

func (w *printer) names(names []string) {
	for i, n := range names {
		if i > 0 {
			w.WriteString(", ")
		}
		w.name(n)
	}
}
