package spec

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Property is a schema over a state: a condition that operations must preserve besides
// the invariant of the state itself (Cristiá, Mesuro and Frydman, section 7, global
// errors), or a condition on the initial state.
type Property struct {
	Schema string
	At     source.Span // the place where the configuration names it
	Vars   []zed.Var   // variables of the state, undecorated
	Pred   zed.Expr
}
