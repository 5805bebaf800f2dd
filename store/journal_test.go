package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// vars are the variables of the unit of random results.
func vars() []zed.Var {
	return []zed.Var{
		{Name: "n", Type: zed.IntType{}},
		{Name: "x?", Type: zed.StrType{}},
		{Name: "s'", Type: zed.PowerType{Elem: zed.IntType{}}},
	}
}

// drawValues draws values of some of the variables, or none.
func drawValues(t *rapid.T) spec.Values {
	if rapid.IntRange(0, 3).Draw(t, "values") == 0 {
		return nil
	}
	out := spec.Values{}
	for _, v := range vars() {
		n := rapid.Int64().Draw(t, "integer")
		switch {
		case rapid.Bool().Draw(t, "left out"):
		case v.Name == "n":
			out = append(out, spec.NewItem(v.Name, v.Type, value.OfInt(n)))
		case v.Name == "x?":
			out = append(out, spec.NewItem(v.Name, v.Type, value.OfStr(rapid.String().Draw(t, "string"))))
		default:
			out = append(out, spec.NewItem(v.Name, v.Type, value.OfSet([]value.Value{value.OfInt(n), value.OfInt(0)})))
		}
	}
	return out
}

// fill draws every field of a value of the types of results, whichever they are;
// lists of calls nest as deeply as is said.
func fill(t *rapid.T, v reflect.Value, depth int) {
	switch v.Interface().(type) {
	case spec.Values:
		v.Set(reflect.ValueOf(drawValues(t)))
		return
	case value.Sizes:
		if n := rapid.IntRange(0, 3).Draw(t, "sizes"); n > 0 {
			v.Set(reflect.ValueOf(value.Sizes{"T": n, "BOOK": 2, "\"": 1}))
		}
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"name":"node0"}`))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.String().Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rapid.IntRange(0, 9).Draw(t, "int")))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(0, 1e6).Draw(t, "float"))
	case reflect.Pointer:
		if v.Type().Elem().Kind() == reflect.Struct || rapid.Bool().Draw(t, "known") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem(), depth)
		}
	case reflect.Slice:
		n := rapid.IntRange(0, 2).Draw(t, "elements")
		if depth == 0 {
			n = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), depth)
		}
	default:
		t.Fatalf("results have a field of type %s, which this test does not know", v.Type())
	}
}

// drawResult draws the result of a case.
func drawResult(t *rapid.T, name string) *result.Result {
	r := &result.Result{}
	fill(t, reflect.ValueOf(r).Elem(), 3)
	r.Case, r.Unit = name, "u"
	for i := range r.Way {
		r.Way[i].Unit = "u"
	}
	useUnitVars(r.Trace)
	return r
}

// useUnitVars makes calls those of the unit, by whose variables their values are read.
func useUnitVars(calls []*result.Call) {
	for _, c := range calls {
		c.Unit = "u"
		useUnitVars(c.Calls)
	}
}

// decodeJSON returns what JSON says, however it is written.
func decodeJSON(t *rapid.T, data []byte) any {
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return out
}

// TestAppendResult: a kept result has all that json.Marshal writes of it, and nothing
// else, fields included that are added later.
func TestAppendResult(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawResult(t, rapid.String().Draw(t, "case"))
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		got := appendResult(nil, r, nil)
		if !reflect.DeepEqual(decodeJSON(t, got), decodeJSON(t, want)) {
			t.Fatalf("kept as\n%s\nwant\n%s", got, want)
		}
		if shared := appendResult(nil, r, StubsJSON(r.Stubs)); !bytes.Equal(shared, got) {
			t.Fatalf("with its stubs at hand it is kept as\n%s\nwant\n%s", shared, got)
		}
	})
}

// TestJournal: what was kept of a run is read again, of each case the result that came
// last; and of a journal that was cut off anywhere, the results whose lines are whole.
func TestJournal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "ttf-int-journal")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		u := &spec.Unit{Name: "u", Op: &schema.Operation{Signature: schema.NewSignature(vars())}}
		system := &spec.System{Dir: dir, Units: []*spec.Unit{u}}
		if _, _, err := ReadLatest(system); !errors.Is(err, ErrNoRun) {
			t.Fatalf("there is no run: %v", err)
		}
		run := &result.Run{APIVersion: "v", Kind: "Run"}
		j, err := NewJournal(dir, run)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		last := map[string]*result.Result{}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 6).Draw(t, "cases") {
			if last[name] == nil {
				order = append(order, name)
			}
			last[name] = drawResult(t, name)
			j.Add(last[name], nil, nil)
		}
		if err := j.Close(run); err != nil {
			t.Fatal(err)
		}
		back, info, err := ReadLatest(system)
		if err != nil || !info.Finished || len(back.Results) != len(order) {
			t.Fatalf("%v, %+v, %d results, want %d", err, info, len(back.Results), len(order))
		}
		for i, name := range order {
			got, err := json.Marshal(back.Results[i])
			want, wrong := json.Marshal(last[name])
			if err != nil || wrong != nil || !reflect.DeepEqual(decodeJSON(t, got), decodeJSON(t, want)) {
				t.Fatalf("%v %v: read again\n%s\nwant\n%s", err, wrong, got, want)
			}
		}
		cutOff(t, system, info.Path)
	})
}

// cutOff cuts a journal off and reads it again.
func cutOff(t *rapid.T, system *spec.System, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")]
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		var r result.Result
		if i == 0 || !bytes.HasSuffix(line, []byte("\n")) {
			continue // the run itself, and what is cut off
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		names[r.Case] = true
	}
	back, info, err := ReadLatest(system)
	if !bytes.Contains(data, []byte("\n")) {
		if !errors.Is(err, ErrNoRun) {
			t.Fatalf("a run that had not begun is read as %+v: %v", back, err)
		}
		return
	}
	if err != nil || info.Finished || len(back.Results) != len(names) {
		t.Fatalf("%v, %+v: %d results, want %d", err, info, len(back.Results), len(names))
	}
}

// TestPrune: of many runs the latest are kept, and two that begin at the same time have
// files of their own.
func TestPrune(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range KeptRuns + 5 {
		j, err := NewJournal(dir, &result.Run{APIVersion: "v", Kind: "Run"})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(&result.Run{APIVersion: "v", Kind: "Run"}); err != nil {
			t.Fatal(err)
		}
	}
	if names := listRuns(filepath.Join(dir, Folder, runsFolder)); len(names) != KeptRuns {
		t.Errorf("%d runs are kept, want %d", len(names), KeptRuns)
	}
}
