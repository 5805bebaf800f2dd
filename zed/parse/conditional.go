package parse

import (
	"github.com/ttf-int/ttf-int/zed"
)

func (p *parser) conditional() zed.Expr {
	start := p.next()
	cond := p.parse(zed.LevelBinder)
	p.expect("then")
	then := p.parse(zed.LevelBinder)
	p.expect("else")
	least := zed.LevelIf
	if isPredicate(then) {
		least = zed.LevelBinder
	}
	other := p.parse(least)
	return &zed.If{Info: p.info(start), Cond: cond, Then: then, Else: other}
}

// isPredicate tells whether a term can only be a predicate, as far as its form
// says.
func isPredicate(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Truth, *zed.Logic, *zed.Quant:
		return true
	case *zed.Op:
		f, ok := zed.FormOf(e.Op)
		return ok && (f.Fix == zed.FixRelation || e.Op == zed.Disjoint)
	case *zed.Schema:
		return len(e.Text.Decls) == 0
	case *zed.If:
		return isPredicate(e.Then)
	case *zed.Let:
		return isPredicate(e.Body)
	}
	return false
}

func (p *parser) let() zed.Expr {
	start := p.next()
	var names []string
	var values []zed.Expr
	for {
		n, v := p.equation()
		names, values = append(names, n), append(values, v)
		if !p.accept(";") {
			break
		}
	}
	p.expect("•")
	body := p.parse(zed.LevelBinder)
	return &zed.Let{Info: p.info(start), Names: names, Values: values, Body: body}
}
