package terms

import "github.com/ttf-int/ttf-int/zed"

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
