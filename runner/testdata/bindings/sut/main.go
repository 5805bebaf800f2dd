// Command sut has a state of many types, one of which BINDING says is bound in
// another way.
package main

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

var binding = os.Getenv("BINDING")

type colour int

// shade is a colour of which not all are known.
type shade int

type option struct {
	some bool
	n    int
}

type pair struct {
	Left  int `z:"left"`
	Right int `z:"right"`
}

type state struct {
	c colour
	o option
	s map[int]struct{}
	q []int
	f map[int]int
	r map[sut.Tuple2[int, int]]struct{}
	p pair
	t sut.Tuple2[int, int]
	z string
	w []colour
}

func (s *state) flip() bool {
	s.c, s.o = 0, option{true, 2}
	s.s[1], s.f[7] = struct{}{}, 1
	s.q = append(s.q, 1)
	return true
}

func (s *state) put(colour) option { return s.o }

func newState() *state {
	return &state{s: map[int]struct{}{}, f: map[int]int{}}
}

// options sends an option as a value of the protocol.
func options() sut.Type {
	return sut.Codec(func(o option) (*wire.Value, error) {
		if !o.some {
			return &wire.Value{Kind: wire.Kind_ATOM, Text: "nothing"}, nil
		}
		return &wire.Value{Kind: wire.Kind_CTOR, Text: "some",
			Elems: []*wire.Value{{Kind: wire.Kind_INT, Int: int64(o.n)}}}, nil
	}, func(w *wire.Value) (option, error) {
		switch w.Kind {
		case wire.Kind_CTOR:
			return option{true, int(w.Elems[0].Int)}, nil
		}
		return option{}, nil
	})
}

// constructedOptions has no form for what has no argument.
func constructedOptions() sut.Type {
	return sut.Codec(func(o option) (sut.Constructed, error) {
		if !o.some {
			return sut.Constructed{Name: "nothing"}, nil
		}
		return sut.Constructed{Name: "some", Arg: &wire.Value{Kind: wire.Kind_INT, Int: int64(o.n)}}, nil
	}, func(c sut.Constructed) (option, error) { return option{true, int(c.Arg.Int)}, nil })
}

// through is a codec that sends the values of V as W, with a change.
func through[V, W any](to func(V) (W, error), from func(W) (V, error)) sut.Type {
	return sut.Codec(to, from)
}

func colours() map[colour]string {
	out := map[colour]string{0: "red", 1: "green", 2: "blue"}
	switch binding {
	case "colour-lacks":
		delete(out, 2)
	case "colour-misspelt":
		out[2] = "bleu"
	case "colour-other":
		return map[colour]string{0: "one", 1: "two"}
	case "colour-more":
		out[3] = "grey"
	}
	return out
}

func types() []sut.Type {
	opt := options()
	switch binding {
	case "option-constructed":
		opt = constructedOptions()
	case "option-int":
		opt = through(func(o option) (int, error) { return o.n, nil },
			func(n int) (option, error) { return option{true, n}, nil })
	case "option-mute":
		opt = through(func(option) (sut.Atom, error) { return "", errors.New("not written yet") },
			func(sut.Atom) (option, error) { return option{}, nil })
	case "option-refuses":
		opt = through(func(option) (sut.Atom, error) { return "nothing", nil },
			func(a sut.Atom) (option, error) { return option{}, fmt.Errorf("what is %s?", a) })
	case "option-panics":
		opt = through(func(option) (sut.Atom, error) { panic("no form") },
			func(sut.Atom) (option, error) { return option{}, nil })
	case "option-forgets":
		opt = through(func(option) (*wire.Value, error) {
			return &wire.Value{Kind: wire.Kind_ATOM, Text: "nothing"},
				nil
		}, func(*wire.Value) (option, error) { return option{}, nil })
	case "option-nil":
		opt = through(func(option) (*wire.Value, error) { return nil, nil },
			func(*wire.Value) (option, error) { return option{}, nil })
	}
	out := []sut.Type{opt, sut.Enum(colours()), sut.Enum(map[shade]string{0: "red", 1: "green"})}
	if binding != "answer-bool" {
		out = append(out, sut.Enum(map[bool]string{true: "yes", false: "no"}))
	}
	return out
}

// state binds the state; where BINDING names a variable, in another way.
func bind() []sut.Var[state] {
	as := func(name string, usual sut.Var[state], others map[string]sut.Var[state]) sut.Var[state] {
		if v, ok := others[binding]; ok && strings.HasPrefix(binding, name+"-") {
			return v
		}
		return usual
	}
	return []sut.Var[state]{
		sut.Field("c", func(s *state) *colour { return &s.c }),
		sut.Field("o", func(s *state) *option { return &s.o }),
		as("s", sut.Field("s", func(s *state) *map[int]struct{} { return &s.s }), map[string]sut.Var[state]{
			"s-slice": sut.Property("s", func(s *state) []int { return slices.Collect(maps.Keys(s.s)) },
				func(s *state, elems []int) {
					for _, x := range elems {
						s.s[x] = struct{}{}
					}
				}),
			"s-strings": sut.Property("s", func(*state) map[string]struct{} { return nil },
				func(*state, map[string]struct{}) {}),
			"s-keeps": sut.Property("s", func(s *state) map[int]struct{} { return s.s },
				func(*state, map[int]struct{}) {}),
			"s-nil": sut.Property("s", func(s *state) map[int]struct{} {
				if len(s.s) == 0 {
					return nil
				}
				return s.s
			}, func(s *state, x map[int]struct{}) { maps.Copy(s.s, x) }),
		}),
		as("q", sut.Field("q", func(s *state) *[]int { return &s.q }), map[string]sut.Var[state]{
			"q-string": sut.Property("q", func(*state) string { return "" }, func(*state, string) {}),
			"q-reverse": sut.Property("q", func(s *state) []int { return s.q },
				func(s *state, x []int) { s.q = slices.Clone(x); slices.Reverse(s.q) }),
			"q-map": sut.Property("q", func(s *state) map[int]int {
				out := map[int]int{}
				for i, x := range s.q {
					out[i+1] = x
				}
				return out
			}, func(s *state, x map[int]int) {
				s.q = make([]int, len(x))
				for i, n := range x {
					s.q[i-1] = n
				}
			}),
			"q-int64": sut.Property("q", func(s *state) []int64 {
				var out []int64
				for _, x := range s.q {
					out = append(out, int64(x))
				}
				return out
			}, func(s *state, x []int64) {
				s.q = nil
				for _, n := range x {
					s.q = append(s.q, int(n))
				}
			}),
			"q-big": sut.Property("q", func(s *state) []*big.Int {
				var out []*big.Int
				for _, x := range s.q {
					out = append(out, big.NewInt(int64(x)))
				}
				return out
			}, func(s *state, x []*big.Int) {
				s.q = nil
				for _, n := range x {
					s.q = append(s.q, int(n.Int64()))
				}
			}),
			"q-drops": sut.Property("q", func(s *state) []int { return s.q },
				func(s *state, x []int) { s.q = x[:min(len(x), 1)] }),
		}),
		as("f", sut.Field("f", func(s *state) *map[int]int { return &s.f }), map[string]sut.Var[state]{
			"f-pairs": sut.Property("f", func(s *state) []sut.Tuple2[int, int] { return nil },
				func(*state, []sut.Tuple2[int, int]) {}),
			"f-set": sut.Property("f", func(s *state) map[sut.Tuple2[int, int]]struct{} {
				out := map[sut.Tuple2[int, int]]struct{}{}
				for k, v := range s.f {
					out[sut.Tuple2[int, int]{First: k, Second: v}] = struct{}{}
				}
				return out
			}, func(s *state, x map[sut.Tuple2[int, int]]struct{}) {
				s.f = map[int]int{}
				for k := range x {
					s.f[k.First] = k.Second
				}
			}),
		}),
		sut.Field("r", func(s *state) *map[sut.Tuple2[int, int]]struct{} { return &s.r }),
		as("p", sut.Field("p", func(s *state) *pair { return &s.p }), map[string]sut.Var[state]{
			"p-tuple": sut.Property("p", func(s *state) sut.Tuple2[int, int] { return s.t },
				func(*state, sut.Tuple2[int, int]) {}),
			"p-other": sut.Property("p", func(*state) struct{ Left, Right int } { return struct{ Left, Right int }{} },
				func(*state, struct{ Left, Right int }) {}),
			"p-swaps": sut.Property("p", func(s *state) pair { return s.p },
				func(s *state, x pair) { s.p = pair{x.Right, x.Left} }),
		}),
		as("t", sut.Field("t", func(s *state) *sut.Tuple2[int, int] { return &s.t }), map[string]sut.Var[state]{
			"t-three": sut.Property("t", func(*state) sut.Tuple3[int, int, int] { return sut.Tuple3[int, int, int]{} },
				func(*state, sut.Tuple3[int, int, int]) {}),
		}),
		as("z", sut.Field("z", func(s *state) *string { return &s.z }), map[string]sut.Var[state]{
			"z-int": sut.Property("z", func(*state) int { return 1 }, func(*state, int) {}),
			"z-atom": sut.Property("z", func(s *state) sut.Atom { return sut.Atom(s.z) },
				func(s *state, a sut.Atom) { s.z = string(a) }),
			"z-renamed": sut.Field("title", func(s *state) *string { return &s.z }),
			"z-case": sut.Property("z", func(s *state) string { return strings.ToUpper(s.z) },
				func(s *state, x string) { s.z = x }),
		}),
		as("w", sut.Field("w", func(s *state) *[]colour { return &s.w }), map[string]sut.Var[state]{
			"w-lacks": sut.Property("w", func(*state) []shade { return nil }, func(*state, []shade) {}),
		}),
	}
}

func main() {
	units := []sut.Unit[state]{
		{Name: "flip", Func: (*state).flip, Results: sut.Names{"a!"}},
		{Name: "put", Func: (*state).put, Params: sut.Names{"n?"}, Results: sut.Names{"m!"}},
		{Name: "plain", Func: func(k int) int { return k + 1 }, Params: sut.Names{"k?"}, Results: sut.Names{"k!"}},
	}
	switch binding {
	case "k-string":
		units[2].Func = func(string) int { return 0 }
	case "k-result":
		units[2].Func = func(int) string { return "" }
	case "unit-misspelt":
		units[2].Name = "plian"
	}
	sut.Serve(sut.Program[state]{New: newState, State: bind(), Units: units, Types: types()})
}
