package zed

import (
	"sort"
	"strings"
)

// schemaWriter writes the operators of the schema calculus.
type schemaWriter struct {
	out   *output
	names *nameWriter
	ops   *operatorWriter
	up    operands
}

// schema writes the operators of the schema calculus.
func (ss *schemaWriter) schema(e Expr) {
	switch e := e.(type) {
	case *Schema:
		ss.out.group(blockGroup, func() {
			ss.out.write("[")
			ss.up.text(e.Text, LevelBinder)
			ss.out.write("]")
		})
	case *Decorate:
		if r, ok := e.X.(*Ref); ok && r.Kind == SchemaName && len(r.Args) == 0 {
			ss.names.name(r.Name)
		} else if ok && ss.out.notation == LaTeX && strings.Trim(e.Mark, "'?!") == "" && isPlainName(r) {
			ss.names.name(r.Name)
			ss.out.blank()
		} else {
			ss.out.write("(")
			ss.up.expr(e.X, LevelBinder)
			ss.out.write(")")
		}
		ss.out.mark(e.Mark)
	case *Rename:
		ss.up.expr(e.X, LevelAtom)
		ss.names.renaming(e.New, e.Old)
	case *Hide:
		ss.ops.writeLeftOperand(e.X, LevelHide)
		ss.out.writeSpaced(SymbolHide)
		ss.out.write("(")
		ss.names.names(e.Names)
		ss.out.write(")")
	case *Combine:
		j := combinations[e.Op]
		ss.out.group(chainGroup, func() {
			ss.ops.writeLeftOperand(e.X, j.level)
			ss.ops.combine(e.Op, j.symbol)
			ss.up.expr(e.Y, j.level+1)
		})
	case *Pre:
		ss.out.symbol(SymbolPre)
		ss.out.write(" ")
		ss.up.expr(e.X, LevelPrefix)
	case *Theta:
		ss.theta(e)
	case *Occur:
		ss.occur(e)
	}
}

// isPlainName tells whether a reference is a plain name: without decoration and
// parameters, and neither a template nor a symbol.
func isPlainName(r *Ref) bool {
	return len(r.Args) == 0 && r.Name == BaseName(r.Name) && !isTemplate(r.Name) && !isSymbol(r.Name) &&
		!builtin[r.Name]
}

// isSchema tells whether a term is a schema, as far as its form and the printed
// definitions show.
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

func (ss *schemaWriter) theta(e *Theta) {
	ss.out.symbol("θ")
	if ss.out.notation == ASCII {
		ss.out.write(" ")
	}
	r, ok := e.X.(*Ref)
	if ok {
		_, reserved := asciiBySymbol[r.Name]
		ok = !reserved && BaseName(r.Name) == r.Name && !isTemplate(r.Name)
	}
	if ok {
		ss.up.expr(r, LevelBinder)
	} else {
		ss.out.write("(")
		ss.up.expr(e.X, LevelBinder)
		ss.out.write(")")
	}
	ss.out.mark(e.Mark)
}

// BaseName returns a name without the decoration at its end: list for list',
// x for x?.
func BaseName(name string) string { return strings.TrimRight(name, "'?!") }

func (ss *schemaWriter) occur(e *Occur) {
	ss.names.name(e.Schema)
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
		ss.names.renaming(fresh, old)
	}
}
