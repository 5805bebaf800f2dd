package smt

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// definitions are the definitions that axioms give to global names. One that is being
// written is marked, since a definition by itself cannot be written out.
type definitions struct {
	globals *eval.Globals
	inside  map[string]bool
}

// definition returns the definition that axioms give to a global name, or nil.
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
