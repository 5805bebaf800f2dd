package spec

import (
	"encoding/json"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

var (
	number = zed.IntType{}
	list   = zed.SeqOf(number)
	vars   = []zed.Var{{Name: "list", Type: list}, {Name: "x?", Type: number}, {Name: "list'", Type: list},
		{Name: "y!", Type: number}}
)

func TestValues(t *testing.T) {
	t.Parallel()
	one := FromModel(vars, map[string]value.Value{"x?": value.OfInt(3), "list": value.OfSet(nil),
		"other": value.OfInt(1)})
	if got := one.String(); got != "list = ⟨⟩, x? = 3" {
		t.Errorf("%s: the order is that of the variables, and others are left out", got)
	}
	if v, ok := one.Lookup("x?"); !ok || !v.Equal(value.OfInt(3)) {
		t.Errorf("x? is %v, %t", v, ok)
	}
	if _, ok := one.Lookup("y!"); ok {
		t.Error("y! has a value")
	}
	if again := FromModel(vars, one.Map()); !again.Equal(one) {
		t.Errorf("%s, and from its map %s", one, again)
	}
	for name, other := range map[string]Values{
		"fewer":         one[:1],
		"another value": {one[0], NewItem("x?", number, value.OfInt(4))},
		"another name":  {one[0], NewItem("y?", number, value.OfInt(3))},
		"another order": {one[1], one[0]},
	} {
		if one.Equal(other) {
			t.Errorf("%s: %s equals %s", name, one, other)
		}
	}
}

func TestValuesJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   Values
		want string
	}{
		{nil, "null"},
		{Values{}, "{}"},
		{FromModel(vars, map[string]value.Value{"list": value.OfSeq([]value.Value{value.OfInt(1)}),
			"x?": value.OfInt(3)}),
			`{"list":[1],"x?":3}`},
		{FromModel(vars, map[string]value.Value{"list": value.OfSet(nil)}), `{"list":[]}`},
	} {
		got, err := json.Marshal(c.in)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v; want %s", got, err, c.want)
		}
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	insert := &Unit{Name: "insert", Op: &schema.Operation{Signature: schema.NewSignature(vars)}}
	s := &System{Units: []*Unit{insert, {Name: "sort"}}}
	if s.Unit("insert") != insert || s.Unit("delete") != nil {
		t.Error("units are not found by their names")
	}
	names := func(vs []zed.Var) string {
		out := ""
		for _, v := range vs {
			out += v.Name + " "
		}
		return out
	}
	if got := names(insert.Op.Early.Vars); got != "list x? " {
		t.Errorf("inputs and before-state: %s", got)
	}
	if got := names(insert.Op.Late.Vars); got != "list' y! " {
		t.Errorf("after-state and outputs: %s", got)
	}
}

// TestFrame asks frames in which each variable is known or not for each part.
func TestFrame(t *testing.T) {
	t.Parallel()
	u := &Unit{Name: "insert", Op: &schema.Operation{Signature: schema.NewSignature(vars)}}
	for known := range 1 << len(vars) {
		model := map[string]value.Value{}
		for i, v := range vars {
			if known&(1<<i) != 0 {
				model[v.Name] = value.OfInt(int64(i))
			}
		}
		frame := u.Frame(model)
		for _, p := range []schema.Part{u.Op.Before, u.Op.After, u.Op.Input, u.Op.Output, u.Op.Early, u.Op.Late} {
			want := FromModel(p.Vars, model)
			if got := frame.KnownValues(p); !got.Equal(want) {
				t.Errorf("known of %v: %s; want %s", p.At, got, want)
			}
			if got := frame.Has(p); got != (len(want) == len(p.Vars)) || len(frame.Values(p)) != len(p.Vars) {
				t.Errorf("%v of %s are known: %v", p.At, frame.Values(p), got)
			}
			if only := frame.Restrict(p); !only.Agrees(frame, p) || !u.Frame(want.Map()).Agrees(only, p) ||
				len(only.KnownValues(u.Op.Early))+len(only.KnownValues(u.Op.Late)) != len(want) {
				t.Errorf("the part %v of %v is %v", p.At, frame, only)
			}
			other := u.Frame(map[string]value.Value{vars[p.At[0]].Name: value.OfInt(100)})
			if frame.Agrees(other, p) {
				t.Errorf("%v and %v agree in %v", frame, other, p.At)
			}
		}
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	r := Record(schema.NewSignature(vars))
	if got := r.String(); got != "[after : [list : seq ℤ]; before : [list : seq ℤ]; result : [y! : ℤ]; x? : ℤ]" {
		t.Error(got)
	}
	other := Record(schema.NewSignature([]zed.Var{{Name: "list", Type: list},
		{Name: "list'", Type: zed.PowerType{Elem: number}}}))
	if got := CommonComponents(r, other).String(); got != "[before : [list : seq ℤ]]" {
		t.Errorf("in common: %s", got)
	}
	if got := AddComponent(zed.SchemaType{}, CallAt, number).String(); got != "[at : ℤ]" {
		t.Error(got)
	}
	g := &Greybox{Units: []string{"sort"}, Calls: []string{"err"}}
	if !g.Names("sort") || !g.Names("err") || g.Names("insert") {
		t.Error("the units that a predicate names are not known")
	}
	if got := NameInZ("read-all.v2"); got != "read_all_v2" {
		t.Error(got)
	}
}
