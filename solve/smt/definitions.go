package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// definitions are what axioms say that global names are, and which of them are being
// written: what is defined by itself is not written out.
type definitions struct {
	globals *eval.Globals
	inside  map[string]bool
}

// definition returns what an axiom says that a global name is, or nil.
func (ds *definitions) definition(x *zed.Ref) zed.Expr {
	if x.Kind != zed.Global || len(x.Args) > 0 {
		return nil
	}
	if _, given := ds.globals.Consts[x.Name]; given {
		return nil
	}
	d := ds.globals.Defined[x.Name]
	if d == nil || len(d.Params) > 0 {
		return nil
	}
	return d.Value
}
