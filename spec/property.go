package spec

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Property is a schema over a state: what operations are to preserve besides
// the invariant of the state itself (Cristiá, Mesuro and Frydman, section 7,
// global errors), or what holds of the state at first.
type Property struct {
	Schema string
	At     source.Span // where the configuration names it
	Vars   []zed.Var   // variables of the state, undecorated
	Pred   zed.Expr
}
