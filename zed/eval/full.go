package eval

import "github.com/ttf-int/ttf-int/zed"

// Full tells whether a set has every value of its type in it. Values are finite, so
// that 𝔽 X has all that ℙ X has: schema.Full says whether a set is its type.
func Full(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		return e.Kind == zed.GivenSet || e.Kind == zed.FreeType || e.Kind == zed.Builtin && leastOf(e) == nil
	case *zed.Op:
		switch e.Op {
		case zed.PowerSet, zed.Finset:
			return Full(e.Args[0])
		case zed.Relation:
			return Full(e.Args[0]) && Full(e.Args[1])
		case zed.Cross:
			for _, a := range e.Args {
				if !Full(a) {
					return false
				}
			}
			return true
		}
	}
	return false
}
