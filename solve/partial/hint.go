package partial

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// Condition returns a condition under which a term has a value, if its parts do; `true` where it always has one. Where
// the condition is false, the term may have a value all the same.
func Condition(g *eval.Globals, e zed.Expr) zed.Expr { return newWeakening(g).condition(e) }
