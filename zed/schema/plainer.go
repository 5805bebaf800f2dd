package schema

import "github.com/ttf-int/ttf-int/zed"

// plainer returns a term of which the schemas are easier to see, with the same
// meaning: what is negated twice, and a let of schemas with these in place of
// their names. Other terms are returned as they are.
func plainer(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Logic:
		if e.Op != zed.Not {
			return e
		}
		if inner, ok := e.Args[0].(*zed.Logic); ok && inner.Op == zed.Not {
			return plainer(inner.Args[0])
		}
	case *zed.Let:
		schemas := map[string]zed.Expr{}
		for i, name := range e.Names {
			if !isSchema(e.Values[i].Typ()) {
				return e
			}
			schemas[name] = e.Values[i]
		}
		return plainer(Substitute(e.Body, schemas))
	}
	return e
}
