package smt

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// untranslated are the operators that are not written in SMT-LIB, with the reason.
var untranslated = map[zed.Operator]string{
	zed.ReflClos: reflexive, zed.Iter: reflexive,
	zed.BagCount: bags, zed.Count: bags, zed.BagScale: bags, zed.InBag: bags, zed.SubBag: bags, zed.BagUnion: bags,
	zed.BagMinus: bags, zed.Items: bags,
}

const (
	reflexive = "it has all of id of the type in it, which may be infinite"
	bags      = "bags are rare, and their sums would be written out for each element"
)

// TestEveryOperator: of every operator a relation, or an equation of its value, is
// translated; of the others the table says why not.
func TestEveryOperator(t *testing.T) {
	t.Parallel()
	actual := func(typ zed.Type) zed.Type {
		return zed.InstanceType(typ, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal {
				return zed.IntType{}
			}
			return nil
		})
	}
	for _, r := range zed.Rows() {
		if r.Open || r.Members != nil {
			continue // sets of sets are asked about their members: memberships_test
		}
		p := solve.Problem{Scope: value.DefaultScope()}
		term := &zed.Op{Info: zed.Info{Type: actual(r.Result)}, Op: r.Op}
		for i, o := range r.Operands {
			x := zed.LocalRef(zed.OperandNames[i], actual(o.Type))
			term.Args = append(term.Args, x)
			p.Vars = append(p.Vars, solve.Var{Var: zed.Var{Name: x.Name, Type: x.Type}, Scoped: true})
		}
		p.Pred = term
		if _, relation := term.Type.(zed.BoolType); !relation {
			p.Vars = append(p.Vars, solve.Var{Var: zed.Var{Name: "v", Type: term.Type}, Scoped: true})
			p.Pred = zed.Relate(zed.Equal, zed.LocalRef("v", term.Type), term)
		}
		lost := ""
		for _, c := range translate(p).conjuncts {
			lost += c.lost
		}
		switch why, not := untranslated[r.Op]; {
		case lost != "" && !not:
			t.Errorf("%s is not translated, because of %s: give the row a definition, write a case, or say here why not", r.Op, lost)
		case lost == "" && not:
			t.Errorf("%s is translated, and is said not to be: %s", r.Op, why)
		case not && strings.TrimSpace(why) == "":
			t.Errorf("nothing says why %s is not translated", r.Op)
		}
	}
}
