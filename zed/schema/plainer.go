package schema

import "github.com/ttf-int/ttf-int/zed"

// simplifySchemas returns a term with the same meaning in which schemas are easier to find:
// double negations are removed, and a let of schemas is expanded. It returns other
// terms as they are.
func simplifySchemas(e zed.Expr) zed.Expr {
	switch e := e.(type) {
	case *zed.Logic:
		if e.Op != zed.Not {
			return e
		}
		if inner, ok := e.Args[0].(*zed.Logic); ok && inner.Op == zed.Not {
			return simplifySchemas(inner.Args[0])
		}
	case *zed.Let:
		schemas := map[string]zed.Expr{}
		for i, name := range e.Names {
			if !isSchema(e.Values[i].Typ()) {
				return e
			}
			schemas[name] = e.Values[i]
		}
		return simplifySchemas(Substitute(e.Body, schemas))
	}
	return e
}
