package sut

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/ttf-int/ttf-int/sut/wire"
)

type colour int

type account struct {
	Owner   string `z:"owner"`
	Balance int64  `z:"balance"`
	Log     []byte `z:"-"`
}

type node struct {
	value int
	next  *node
}

// person is a type with an optional component.
type person struct {
	Name   string
	Friend *person
}

type embedded struct{ Tuple2[int, int] }

type shape interface{ area() int }

type square int

func (s square) area() int { return int(s * s) }

type tree []tree

var testTypes = []Type{
	Enum(map[colour]string{0: "red", 1: "green"}),
	Codec(func(n *node) ([]int, error) {
		var out []int
		for ; n != nil; n = n.next {
			if out = append(out, n.value); len(out) > 100 {
				return nil, errors.New("the list is a ring")
			}
		}
		return out, nil
	}, func(values []int) (*node, error) {
		var first *node
		for i := len(values) - 1; i >= 0; i-- {
			first = &node{values[i], first}
		}
		return first, nil
	}),
	Codec(func(s shape) (Constructed, error) {
		sq, ok := s.(square)
		if !ok {
			return Constructed{}, errors.New("no square")
		}
		return Constructed{"square", &wire.Value{Kind: wire.Kind_INT, Int: int64(sq)}}, nil
	}, func(c Constructed) (shape, error) {
		if c.Name != "square" {
			return nil, errors.New("no square")
		}
		return square(c.Arg.Int), nil
	}),
	Optional[int]("none", "some"),
	Optional[person]("alone", "friend"),
	CommaOK[string]("absent", "found"),
	CommaError[[]int]("read"),
	Bytes(),
}

// foundPair and readPair hold what functions with two results give.
var (
	foundPair = typeOfTwo(reflect.TypeFor[string](), reflect.TypeFor[bool]())
	readPair  = typeOfTwo(reflect.TypeFor[[]int](), reflect.TypeFor[error]())
)

// two returns the value of a pair.
func two(typ reflect.Type, first, second any) any {
	v := reflect.New(typ).Elem()
	v.Field(0).Set(reflect.ValueOf(first))
	if second != nil {
		v.Field(1).Set(reflect.ValueOf(second))
	}
	return v.Interface()
}

func codecOf(t testing.TB, typ reflect.Type) *codec {
	t.Helper()
	cs, err := newCodecs(testTypes, Errors{Is(io.EOF, "eof"), As[*fs.PathError]("path")})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cs.find(typ)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCodecs(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{-7, "-7"},
		{int8(-128), "-128"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{new(big.Int).Lsh(big.NewInt(1), 80), "1208925819614629174706176"},
		{true, `"true"`},
		{"héllo", `"héllo"`},
		{Atom("a"), `"a"`},
		{colour(1), `"green"`},
		{[]int{3, 1}, "⟨3, 1⟩"},
		{[]string{"a"}, `⟨"a"⟩`},
		{[]uint64{1, math.MaxUint64}, "⟨1, 18446744073709551615⟩"},
		{[2]bool{true, false}, `⟨"true", "false"⟩`},
		{[][]int{{1}, {}}, "⟨⟨1⟩, ⟨⟩⟩"},
		{map[string]struct{}{"b": {}, "a": {}}, `{"a", "b"}`},
		{map[int]struct{}{}, "⟨⟩"},
		{map[string]int{"a": 1}, `{("a", 1)}`},
		{map[int]int{2: 5, 1: 4}, "⟨4, 5⟩"},
		{account{Owner: "o", Balance: 3}, `⦉balance == 3, owner == "o"⦊`},
		{&node{1, &node{2, nil}}, "⟨1, 2⟩"},
		{new(3), "some(3)"},
		{(*int)(nil), `"none"`},
		{[]*int{nil, new(0)}, `⟨"none", some(0)⟩`},
		{&person{"a", &person{"b", nil}},
			`friend(⦉Friend == friend(⦉Friend == "alone", Name == "b"⦊), Name == "a"⦊)`},
		{two(foundPair, "", true), `found("")`},
		{two(foundPair, "", false), `"absent"`},
		{two(readPair, []int{1}, nil), "read(⟨1⟩)"},
		{two(readPair, []int(nil), io.EOF), `"eof"`},
		{[]byte("aé"), `"aé"`},
		{Tuple2[int, string]{1, "a"}, `(1, "a")`},
		{Tuple3[int, int8, uint64]{1, -2, math.MaxUint64}, "(1, -2, 18446744073709551615)"},
		{map[Tuple2[int, int]]struct{}{{1, 2}: {}, {1, 3}: {}}, "{(1, 2), (1, 3)}"},
		{map[Tuple2[colour, bool]]int{{1, true}: 4}, `{(("green", "true"), 4)}`},
		{[]Tuple2[Atom, []int]{{"a", []int{1}}}, `⟨("a", ⟨1⟩)⟩`},
		{embedded{Tuple2[int, int]{1, 2}}, "⦉Tuple2 == (1, 2)⦊"},
		{tree{tree{}, tree{tree{}}}, "⟨⟨⟩, ⟨⟨⟩⟩⟩"},
	} {
		v := reflect.New(reflect.TypeOf(c.value)).Elem()
		v.Set(reflect.ValueOf(c.value))
		codec := codecOf(t, v.Type())
		w := &wire.Value{}
		if err := codec.encode(v, w, extent{}); err != nil || key(w) != c.want {
			t.Errorf("%#v: got %s, %v; want %s", c.value, key(w), err, c.want)
			continue
		}
		back := reflect.New(v.Type()).Elem()
		if err := codec.decode(w, back); err != nil || !reflect.DeepEqual(back.Interface(), c.value) {
			t.Errorf("%#v came back as %#v, %v", c.value, back, err)
		}
	}
}

func TestRefused(t *testing.T) {
	n := func(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }
	pair := &wire.Value{Kind: wire.Kind_TUPLE, Ints: []int64{1, 2}}
	other := &wire.Value{Kind: wire.Kind_TUPLE, Ints: []int64{1, 3}}
	for _, c := range []struct {
		typ  reflect.Type
		w    *wire.Value
		want string
	}{
		{reflect.TypeFor[uint8](), n(-1), "-1 does not fit uint8"},
		{reflect.TypeFor[int8](), n(128), "128 does not fit int8"},
		{reflect.TypeFor[uint64](), n(-1), "-1 does not fit uint64"},
		{reflect.TypeFor[int](), &wire.Value{Kind: wire.Kind_BIG, Text: "9223372036854775808"},
			"9223372036854775808 does not fit int"},
		{reflect.TypeFor[bool](), n(1), "1 is neither true nor false"},
		{reflect.TypeFor[colour](), &wire.Value{Kind: wire.Kind_ATOM, Text: "blue"},
			`"blue" is not the name of a sut.colour`},
		{reflect.TypeFor[[2]int](), &wire.Value{Kind: wire.Kind_SEQ, Ints: []int64{1}}, "⟨1⟩ does not fit [2]int"},
		{reflect.TypeFor[[]int](), &wire.Value{Kind: wire.Kind_SET, Ints: []int64{1}}, "{1} is not a sequence"},
		{reflect.TypeFor[[]int](), &wire.Value{Kind: wire.Kind_SET, Elems: []*wire.Value{pair, other}},
			"{(1, 2), (1, 3)} is not a sequence"},
		{reflect.TypeFor[map[int]int](), &wire.Value{Kind: wire.Kind_SET, Elems: []*wire.Value{pair, other}},
			"{(1, 2), (1, 3)} is not a function"},
		{reflect.TypeFor[account](), &wire.Value{Kind: wire.Kind_BINDING, Names: []string{"owner"},
			Elems: []*wire.Value{n(1)}}, "which has balance, owner"},
		{reflect.TypeFor[Tuple3[int, int, int]](), pair, "(1, 2) is not a tuple of 3 parts"},
		{reflect.TypeFor[Tuple2[int, uint8]](), &wire.Value{Kind: wire.Kind_TUPLE, Ints: []int64{1, 256}},
			"part 2: 256 does not fit uint8"},
		{reflect.TypeFor[shape](), &wire.Value{Kind: wire.Kind_CTOR, Text: "circle", Elems: []*wire.Value{n(1)}},
			"no square"},
		{reflect.TypeFor[*int](), &wire.Value{Kind: wire.Kind_ATOM, Text: "nothing"}, `"nothing" is not none`},
		{reflect.TypeFor[*int](), &wire.Value{Kind: wire.Kind_CTOR, Text: "any", Elems: []*wire.Value{n(1)}},
			"any(1) is not some applied to a value"},
		{foundPair, &wire.Value{Kind: wire.Kind_CTOR, Text: "found", Elems: []*wire.Value{n(1)}}, "1 is not a string"},
		{readPair, &wire.Value{Kind: wire.Kind_ATOM, Text: "ok"},
			`"ok" stands for no error, and comes without a value`},
		{readPair, &wire.Value{Kind: wire.Kind_ATOM, Text: "lost"}, `"lost" stands for no error`},
	} {
		err := codecOf(t, c.typ).decode(c.w, reflect.New(c.typ).Elem())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %s", c.typ, err, c.want)
		}
	}
	ring := tree{nil}
	ring[0] = ring
	err := codecOf(t, reflect.TypeFor[tree]()).encode(reflect.ValueOf(&ring).Elem(), &wire.Value{}, extent{})
	if err == nil {
		t.Error("a value that contains itself was sent")
	}
}

type hidden struct{ x int }

func (h *hidden) twice(n int) int { return 2 * n * h.x }

func TestTables(t *testing.T) {
	for _, c := range []struct {
		unit Unit[hidden]
		want string
	}{
		{Unit[hidden]{Name: "u", Func: func(int) {}}, "has 1 parameters, and Params names 0"},
		{Unit[hidden]{Name: "u", Func: (*hidden).twice, Params: Names{"a?", "b?"}},
			"has 1 parameters beside the instance, and Params names 2"},
		{Unit[hidden]{Name: "u", Func: 3}, "int is not a function"},
		{Unit[hidden]{Name: "u", Func: func(float64) {}, Params: Names{"x?"}},
			"variable x?: float64 has no natural counterpart"},
		{Unit[hidden]{Name: "u", Func: func(hidden) {}, Params: Names{"x?"}}, "field x of sut.hidden is not exported"},
		{Unit[hidden]{Name: "u", Func: func(int) {}, Params: Names{"x!"}},
			"bound to a parameter that is not a pointer"},
		{Unit[hidden]{Name: "u", Func: func(int, int) {}, Params: Names{"x?", "x?"}}, "variable x? is bound twice"},
		{Unit[hidden]{Name: "u", Func: func() (int, bool) { return 0, false }, Results: Names{"x!", "x!"}},
			"variable x! is bound to the results int and bool: Types does not say how this pair is sent"},
		{Unit[hidden]{Name: "u", Func: func() (int, int, int) { return 0, 0, 0 }, Results: Names{"x!", "x!", "x!"}},
			"variable x! is bound twice"},
		{Unit[hidden]{Name: "u", Func: func() int { return 0 }, Results: Names{"x"}}, "result x is neither"},
		{Unit[hidden]{}, "needs a name"},
	} {
		p := Program[hidden]{New: func() *hidden { return &hidden{x: 1} }, Units: []Unit[hidden]{c.unit}}
		if _, err := p.table(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestConstantTables(t *testing.T) {
	type loop struct{ x int }
	for _, c := range []struct {
		constants []Const
		want      string
	}{
		{[]Const{Constant("limit", 3), Constant("limit", 3)}, `constant "limit": it needs a name of its own`},
		{[]Const{Constant("", 3)}, `constant "": it needs a name of its own`},
		{[]Const{Constant("limit", 0.5)}, "constant limit: float64 has no natural counterpart in Z"},
		{[]Const{Constant("limit", loop{1})}, "constant limit: field x of sut.loop is not exported"},
		{[]Const{Constant("limit", errors.New("unknown"))},
			"constant limit: error *errors.errorString stands for no constant"},
		{[]Const{Constant("limit", "\xff")}, "constant limit: string"},
		{[]Const{Constant[*wire.Value]("limit", nil)}, "constant limit: "},
		{[]Const{Constant("limit", &wire.Value{})}, "constant limit: it has no value"},
	} {
		p := Program[hidden]{New: func() *hidden { return &hidden{x: 1} }, Constants: c.constants}
		if _, err := p.table(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	types := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[[]int](), reflect.TypeFor[[]string](),
		reflect.TypeFor[map[int]struct{}](),
		reflect.TypeFor[map[string]int](), reflect.TypeFor[account](), reflect.TypeFor[*node](),
		reflect.TypeFor[error](), reflect.TypeFor[shape](), reflect.TypeFor[tree](),
		reflect.TypeFor[map[Tuple2[int, int]]struct{}](), reflect.TypeFor[Tuple3[int, string, bool]](),
		reflect.TypeFor[*person](), foundPair, readPair, reflect.TypeFor[[]byte]()}
	for _, w := range []*wire.Value{{Kind: wire.Kind_SEQ, Ints: []int64{1, 2}},
		{Kind: wire.Kind_TUPLE, Ints: []int64{1, 2}}, {Kind: wire.Kind_ATOM, Text: "eof"},
		{Kind: wire.Kind_SET, Elems: []*wire.Value{{Kind: wire.Kind_TUPLE, Ints: []int64{1, 2}}}}} {
		data, err := proto.Marshal(w)
		if err != nil {
			f.Fatal(err)
		}
		for i := range types {
			f.Add(uint8(i), data)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		w := &wire.Value{}
		if proto.Unmarshal(data, w) != nil {
			return
		}
		typ := types[int(which)%len(types)]
		c := codecOf(t, typ)
		v := reflect.New(typ).Elem()
		if c.decode(w, v) != nil {
			return
		}
		sent := &wire.Value{}
		if err := c.encode(v, sent, extent{}); err != nil {
			return
		}
		again := reflect.New(typ).Elem()
		if err := c.decode(sent, again); err != nil || !reflect.DeepEqual(v.Interface(), again.Interface()) {
			t.Errorf("%v: %s came back as %s, %v", typ, show(w), show(sent), err)
		}
	})
}

func TestSetups(t *testing.T) {
	for _, c := range []struct {
		setup Setup
		want  string
	}{
		{Setup{Params: Names{"n"}}, "setup: it names 1 parameters and has no Func"},
		{Setup{Func: 3, Params: Names{"n"}}, "setup: int is not a function that returns a *sut.hidden, alone or with an error"},
		{Setup{Func: func(int) hidden { return hidden{} }, Params: Names{"n"}}, "is not a function that returns"},
		{Setup{Func: func() *hidden { return nil }}, "setup: func() *sut.hidden has 0 parameters"},
		{Setup{Func: func(int) *hidden { return nil }, Params: Names{"m"}}, `setup: State does not bind "m"`},
		{Setup{Func: func(float64) *hidden { return nil }, Params: Names{"n"}},
			"setup: n: float64 has no natural counterpart"},
	} {
		p := Program[hidden]{New: func() *hidden { return &hidden{x: 1} }, Setup: c.setup,
			State: []Var[hidden]{Property("n", func(h *hidden) int { return h.x }, nil)}}
		if _, err := p.table(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// Two results are one variable, in what a function gives and in what a stub answers.
func TestPairs(t *testing.T) {
	p := Program[hidden]{New: func() *hidden { return nil }, Types: []Type{CommaOK[string]("absent", "found")},
		Units: []Unit[hidden]{{Name: "u", Func: func(int) (int, string, bool) { return 0, "", false },
			Params: Names{"x?"}, Results: Names{"n!", "s!", "s!"}}}}
	table, err := p.table()
	if err != nil {
		t.Fatal(err)
	}
	u := table.units[0]
	if len(u.got) != 2 {
		t.Fatalf("%d variables are outputs, want 2", len(u.got))
	}
	found := &wire.Value{Kind: wire.Kind_CTOR, Text: "found", Elems: []*wire.Value{{Kind: wire.Kind_STRING, Text: "a"}}}
	absent := &wire.Value{Kind: wire.Kind_ATOM, Text: "absent"}
	for _, c := range []struct {
		answer *wire.Value
		second string
		third  bool
	}{{found, "a", true}, {absent, "", false}} {
		answer := []*wire.Value{{Kind: wire.Kind_INT, Int: 7}, c.answer}
		results, err := u.sig.write(u, answer, nil, nil)
		if err != nil || results[0].Int() != 7 || results[1].String() != c.second || results[2].Bool() != c.third {
			t.Fatalf("%s: the function gives %v (%v)", show(c.answer), results, err)
		}
		if got, _ := u.sig.read(u.got, u.sig.got, nil, nil, results, nil); !isEqual(got[1], c.answer) {
			t.Errorf("%s is read as %s", show(c.answer), show(got[1]))
		}
	}
}
