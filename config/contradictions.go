package config

import (
	"maps"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// findContradicted returns the constants whose values, which axioms of the form c = e state, contradict
// other axioms or the sets in which the constants are declared, whatever values are given for others.
// These constants have no value. The errors say what is contradicted.
func findContradicted(s *types.Spec, axioms []zed.Expr, g *eval.Globals) (map[string]bool, source.Errors) {
	without := map[string]bool{}
	var errs source.Errors
	for {
		stated := *g
		stated.Consts, stated.Defined = map[string]value.Value{}, maps.Clone(g.Defined)
		maps.DeleteFunc(stated.Defined, func(name string, _ *zed.Definition) bool { return without[name] })
		giveStated(s, axioms, &stated, without)
		known := len(without)
		for _, v := range s.Globals() {
			if x, has := stated.Consts[v.Name]; has && isFalse(spec.IsIn(v, schema.New(s).Term(v.Decl)), &stated) {
				without[v.Name] = true
				errs = append(errs, source.Errorf(v.Span, "an axiom says that %s is %s, which is not in the set in "+
					"which it is declared", v.Name, x.Text(v.Type)))
			}
		}
		for _, axiom := range axioms {
			names := spec.ConstantsIn(axiom)
			if len(names) == 0 || !isFalse(axiom, &stated) {
				continue
			}
			for _, name := range names {
				without[name] = true
			}
			errs = append(errs, source.Errorf(axiom.At(), "the values of constants break this axiom"))
		}
		if len(without) == known {
			return without, errs
		}
	}
}

// isFalse tells whether a predicate on constants is false, whatever the sizes of given types are.
func isFalse(pred zed.Expr, g *eval.Globals) bool {
	if len(g.CountsOf(pred).All()) > 0 {
		return false
	}
	program, err := eval.Compile(pred, nil, g)
	if err != nil {
		return false // a part has no value
	}
	truth, _ := program.Truth(nil)
	return truth == eval.False
}
