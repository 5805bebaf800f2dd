package runner

import (
	"reflect"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// alter sets a field of any type to another value than it has.
func alter(t *testing.T, f reflect.Value) {
	t.Helper()
	switch f.Kind() {
	case reflect.String:
		f.SetString(f.String() + "other")
	case reflect.Bool:
		f.SetBool(!f.Bool())
	case reflect.Int, reflect.Int64:
		f.SetInt(f.Int() + 1)
	case reflect.Float64:
		f.SetFloat(f.Float() + 1)
	case reflect.Slice:
		longer := reflect.MakeSlice(f.Type(), f.Len()+1, f.Len()+1)
		reflect.Copy(longer, f)
		if last := longer.Index(f.Len()); f.Type().Elem() == reflect.TypeFor[spec.Item]() {
			last.Set(reflect.ValueOf(spec.NewItem("other", zed.IntType{}, value.OfInt(1))))
		} else if last.Kind() == reflect.Pointer {
			last.Set(reflect.New(last.Type().Elem()))
		}
		f.Set(longer)
	case reflect.Pointer:
		f.Set(reflect.New(f.Type().Elem()))
	case reflect.Map:
		f.Set(reflect.ValueOf(value.Sizes{"OTHER": 2}))
	default:
		t.Fatalf("a field is a %s", f.Type())
	}
}

// TestPacked: a pass in short form is what it was, whatever of it is as no other result has it; or it is not held so.
func TestPacked(t *testing.T) {
	t.Parallel()
	number := func(name string, n int64) spec.Values {
		return spec.Values{spec.NewItem(name, zed.IntType{}, value.OfInt(n))}
	}
	leaf := &plan.Leaf{Leaf: suite.Leaf{Condition: &suite.Condition{ID: "u/DNF_1", Part: &suite.Part{}}}}
	c := &plan.Case{Case: suite.Case{ID: "u/DNF_1", Steps: suite.MakeSteps("u", number("x?", 1))}, Leaf: leaf}
	c.Digest, c.Expected = "d", number("x'", 2)
	made := func() *result.Result {
		return &result.Result{Case: c.ID, Unit: "u", Leaf: leaf.ID, Verdict: result.Pass, Blame: []string{},
			Digest: "d", Values: c.Values(), Stubs: []result.Stub{{Callee: "v"}}, Violated: []result.Violation{},
			Findings: []string{}, Trace: []*result.Call{{Unit: "v"}}, Expected: c.Expected, Actual: number("x'", 2),
			Replay: "ttf-int run --case " + c.ID, Seconds: 0.5}
	}
	var kept []string
	for i := range reflect.TypeFor[result.Result]().NumField() + 1 {
		r, name := made(), "nothing"
		if of := reflect.ValueOf(r).Elem(); i < of.NumField() {
			name = of.Type().Field(i).Name
			alter(t, of.Field(i))
		}
		p := packer{last: []*common{{unit: "u", replay: "other "}}}
		short, ok := p.pack(r, c, 7)
		if !ok {
			continue
		}
		kept = append(kept, name)
		want := *r
		want.Trace, want.At = nil, 7
		if got := short.unpack(); !reflect.DeepEqual(got, &want) {
			t.Errorf("another value for %s: got %+v, want %+v", name, got, &want)
		}
	}
	want := []string{"Unit", "Support", "From", "Stubs", "Trace", "Actual", "Seconds", "At", "nothing"}
	if !slices.Equal(kept, want) {
		t.Errorf("results with these fields as no other has them are held in short form: %v, want %v", kept, want)
	}
	quiet := made()
	quiet.Trace = []*result.Call{}
	if short, ok := (&packer{}).pack(quiet, c, 7); !ok || !reflect.DeepEqual(short.unpack(), quiet) {
		t.Errorf("a result without calls: %v, %+v", ok, short)
	}
}
