package smt

import (
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

var guarded proc.Guard

func TestMain(m *testing.M) {
	guarded = proc.Guarded()
	os.Exit(m.Run())
}

var colours = []string{"red", "green", "blue"}

func testGlobals() *eval.Globals {
	g := &eval.Globals{Given: map[string][]value.Value{}, Free: map[string][]value.Value{}}
	for _, n := range []string{"n1", "n2", "n3"} {
		g.Given["NAME"] = append(g.Given["NAME"], value.OfAtom(n))
	}
	for _, c := range colours {
		g.Free["COLOUR"] = append(g.Free["COLOUR"], value.OfAtom(c))
	}
	return g
}

// problemOf reads DECLS | PRED. A declaration whose name ends in ' or ! is not
// scoped.
func problemOf(t *testing.T, text string) solve.Problem {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("types", "[NAME]\nCOLOUR ::= "+strings.Join(colours, " | ")).Whole())
	if err != nil {
		t.Fatal(err)
	}
	spec, err := types.Check(paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	parsed, _, err := parse.Toolkit().SchemaText(source.NewFile("problem", text).Whole())
	if err != nil {
		t.Fatal(err)
	}
	vars, pred, _, err := spec.Text(parsed, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := solve.Problem{Scope: value.DefaultScope(), Globals: testGlobals()}
	var all []zed.Expr
	calculus := schema.New(spec)
	for _, v := range vars {
		last := v.Name[len(v.Name)-1]
		v.Decl = calculus.Term(v.Decl)
		p.Vars = append(p.Vars, solve.Var{Var: v, Scoped: last != '\'' && last != '!'})
		name := &zed.Ref{Info: zed.Info{Type: v.Type}, Name: v.Name, Kind: zed.Local}
		all = append(all, &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{name, v.Decl}})
	}
	p.Pred = &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.And, Args: append(all, calculus.Predicate(pred))}
	return p
}

// installed starts a back end, or skips the test where the program is not there.
func installed(t *testing.T, program string) *Solver {
	t.Helper()
	s, err := New(t.Context(), Options{Program: program, Guard: guarded})
	if err != nil {
		t.Skipf("not tested with %s: %v", program, err)
	}
	t.Cleanup(s.Close)
	return s
}
