package terms

import (
	"github.com/ttf-int/ttf-int/zed"
)

func (p *texts) conditional() zed.Expr {
	start := p.in.next()
	cond := p.operations.parse(zed.LevelBinder)
	p.in.expect("then")
	then := p.operations.parse(zed.LevelBinder)
	p.in.expect("else")
	least := zed.LevelIf
	if isPredicate(then) {
		least = zed.LevelBinder
	}
	other := p.operations.parse(least)
	return &zed.If{Info: p.in.info(start), Cond: cond, Then: then, Else: other}
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

func (p *texts) let() zed.Expr {
	start := p.in.next()
	var names []string
	var values []zed.Expr
	for {
		n, v := p.equation()
		names, values = append(names, n), append(values, v)
		if !p.in.accept(";") {
			break
		}
	}
	p.in.expect("•")
	body := p.operations.parse(zed.LevelBinder)
	return &zed.Let{Info: p.in.info(start), Names: names, Values: values, Body: body}
}
