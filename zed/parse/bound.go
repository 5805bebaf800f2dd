package parse

import "github.com/ttf-int/ttf-int/zed"

// bound fails where a way down the terms is longer than MaxPath, or they hold
// more than MaxNodes nodes: chains of an operator nest to the left without the
// parser nesting with them.
func (p *parser) bound(terms ...zed.Expr) {
	type place struct {
		e     zed.Expr
		depth int
	}
	var todo []place
	for _, e := range terms {
		todo = append(todo, place{e, 1})
	}
	for nodes := 0; len(todo) > 0 && p.err == nil; nodes++ {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		start := token{start: at.e.At().Start, end: at.e.At().Start}
		switch {
		case at.depth > MaxPath:
			p.fail(start, "the chain of operators is too long: at most %d are read", MaxPath)
		case nodes > MaxNodes:
			p.fail(start, "too large: at most %d terms are read in one paragraph", MaxNodes)
		}
		for _, c := range zed.Children(at.e) {
			todo = append(todo, place{c, at.depth + 1})
		}
	}
}

func textTerms(t zed.Text) []zed.Expr { return zed.Children(&zed.Schema{Text: t}) }

// paragraphTerms returns the outermost terms of a paragraph, which may be nil.
func paragraphTerms(p zed.Paragraph) []zed.Expr {
	switch p := p.(type) {
	case *zed.Free:
		var out []zed.Expr
		for _, b := range p.Branches {
			if b.Arg != nil {
				out = append(out, b.Arg)
			}
		}
		return out
	case *zed.Define:
		return []zed.Expr{p.Value}
	case *zed.Axiom:
		return textTerms(p.Text)
	case *zed.Conjecture:
		return []zed.Expr{p.Pred}
	}
	return nil
}
