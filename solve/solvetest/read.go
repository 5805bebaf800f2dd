package solvetest

import (
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// definitions are the types that problems may use.
const definitions = "[NAME]\nCOLOUR ::= red | green | blue"

// Read reads "DECLS | PRED" with types of its own. The predicate says too that each
// variable is in the set that it is declared in.
func Read(t testing.TB, text string) (vars []zed.Var, pred zed.Expr) {
	t.Helper()
	return ReadIn(t, Definitions(t, definitions), text)
}

// Definitions reads the definitions of a specification.
func Definitions(t testing.TB, text string) *types.Spec {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("types", text).Whole())
	if err != nil {
		t.Fatal(err)
	}
	spec, err := types.Check(paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// ReadIn reads "DECLS | PRED" over a specification, as Read does.
func ReadIn(t testing.TB, spec *types.Spec, text string) (vars []zed.Var, pred zed.Expr) {
	t.Helper()
	parsed, _, err := parse.Toolkit().SchemaText(source.NewFile("problem", text).Whole())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	vars, pred, _, err = spec.Text(parsed, nil)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	boolean := zed.Info{Type: zed.BoolType{}}
	calculus := schema.New(spec)
	var all []zed.Expr
	for i, v := range vars {
		vars[i].Decl = calculus.Term(v.Decl)
		name := &zed.Ref{Info: zed.Info{Type: v.Type}, Name: v.Name, Kind: zed.Local}
		all = append(all, &zed.Op{Info: boolean, Op: zed.In, Args: []zed.Expr{name, vars[i].Decl}})
	}
	return vars, &zed.Logic{Info: boolean, Op: zed.And, Args: append(all, calculus.Predicate(pred))}
}

// IsScoped tells whether a variable is one that a scope bounds: an input, or of the
// state before.
func IsScoped(v zed.Var) bool {
	last := v.Name[len(v.Name)-1]
	return last != '\'' && last != '!'
}

// Globals returns the values of the types: three of each.
func Globals() *eval.Globals {
	atoms := func(names ...string) (out []value.Value) {
		for _, n := range names {
			out = append(out, value.OfAtom(n))
		}
		return out
	}
	return &eval.Globals{
		Given: map[string][]value.Value{"NAME": atoms("n1", "n2", "n3")},
		Free:  map[string][]value.Value{"COLOUR": atoms("red", "green", "blue")},
	}
}
