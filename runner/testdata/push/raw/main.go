// Command raw is a system under test that serves push without the SDK, and gives
// what the variable MODE names in the place of the sequence.
package main

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: sut.Handshake(),
		Plugins:         plugin.PluginSet{sut.PluginName: raw{}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, grpc.MaxSendMsgSize(1<<30))...)
		},
	})
}

type raw struct {
	plugin.NetRPCUnsupportedPlugin
	wire.UnimplementedProgramServer
}

func (r raw) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	wire.RegisterProgramServer(s, r)
	return nil
}

func (raw) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("this is the program")
}

func (raw) Describe(context.Context, *wire.DescribeRequest) (*wire.Description, error) {
	return &wire.Description{Protocol: 1, Language: "raw", Sdk: "0", Edges: []*wire.Edge{{}}, Units: []*wire.Unit{{
		Name: "push", Served: true,
		Given: []*wire.Variable{{Name: "s", Role: wire.Role_BEFORE}, {Name: "x?", Role: wire.Role_INPUT}},
		Got:   []*wire.Variable{{Name: "s'", Role: wire.Role_AFTER}},
	}}}, nil
}

func (raw) Session(stream wire.Program_SessionServer) error {
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, c := range m.Steps {
			r := &wire.Result{Id: c.Id, Status: wire.Status_RETURNED, Got: []*wire.Value{pushed(c)}, Nanoseconds: 1}
			spoil(os.Getenv("MODE"), c, r)
			if err := stream.Send(&wire.SutMessage{Results: []*wire.Result{r}}); err != nil {
				return err
			}
		}
	}
}

// pushed is what push should give.
func pushed(c *wire.Step) *wire.Value {
	return &wire.Value{Kind: wire.Kind_SEQ, Ints: append(slices.Clone(c.Given[0].Ints), c.Given[1].Int)}
}

func integer(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }

func pair(a, b *wire.Value) *wire.Value {
	return &wire.Value{Kind: wire.Kind_TUPLE, Elems: []*wire.Value{a, b}}
}

func nested(kind wire.Kind, depth int) *wire.Value {
	v := integer(1)
	for range depth {
		v = &wire.Value{Kind: kind, Text: "node", Names: []string{"a"}, Elems: []*wire.Value{v}}
	}
	return v
}

func seq(n int, elem func(int) *wire.Value) *wire.Value {
	out := &wire.Value{Kind: wire.Kind_SEQ}
	for i := range n {
		out.Elems = append(out.Elems, elem(i))
	}
	return out
}

// spoil changes a result as the mode says.
func spoil(mode string, c *wire.Step, r *wire.Result) {
	kinds := map[string]wire.Kind{"seq": wire.Kind_SEQ, "set": wire.Kind_SET, "tuple": wire.Kind_TUPLE,
		"ctor": wire.Kind_CTOR, "binding": wire.Kind_BINDING}
	what, kind, _ := strings.Cut(mode, ":")
	switch what {
	case "map": // from 0, as a slice is numbered
		r.Got[0] = &wire.Value{Kind: wire.Kind_SET, Elems: []*wire.Value{pair(integer(0), integer(1)),
			pair(integer(1), integer(2))}}
	case "relation":
		r.Got[0] = &wire.Value{Kind: wire.Kind_SET, Elems: []*wire.Value{pair(integer(1), integer(1)),
			pair(integer(1), integer(2))}}
	case "nested":
		r.Got[0] = nested(kinds[kind], 150)
	case "deep":
		r.Got[0] = nested(kinds[kind], 100_000)
	case "kind":
		r.Got[0] = &wire.Value{Kind: 77}
	case "one":
		r.Got[0] = &wire.Value{Kind: kinds[kind], Elems: []*wire.Value{integer(1)}, Text: "x"}
	case "none":
		r.Got[0] = &wire.Value{Kind: kinds[kind], Elems: []*wire.Value{{}}}
	case "both":
		r.Got[0] = &wire.Value{Kind: kinds[kind], Ints: []int64{1}, Elems: []*wire.Value{integer(1)},
			Names: []string{"a", "b"}}
	case "string":
		r.Got[0] = &wire.Value{Kind: wire.Kind_STRING, Text: "⟨1⟩"}
	case "atom":
		r.Got[0] = &wire.Value{Kind: wire.Kind_ATOM, Text: strings.Repeat("x", 10<<20)}
	case "digits":
		r.Got[0] = seq(1, func(int) *wire.Value {
			return &wire.Value{Kind: wire.Kind_BIG,
				Text: strings.Repeat("9", 10<<20)}
		})
	case "no-digits":
		r.Got[0] = seq(1, func(int) *wire.Value { return &wire.Value{Kind: wire.Kind_BIG, Text: "nine"} })
	case "large-digits":
		r.Got[0] = seq(1, func(int) *wire.Value {
			return &wire.Value{Kind: wire.Kind_BIG,
				Text: strings.Repeat("9", 9000)}
		})
	case "long":
		r.Got[0].Ints = make([]int64, 1_500_000)
	case "long-strings":
		r.Got[0] = seq(1_500_000, func(int) *wire.Value { return &wire.Value{Kind: wire.Kind_STRING, Text: "x"} })
	case "long-set":
		r.Got[0] = seq(300_000, func(i int) *wire.Value { return pair(integer(int64(2*i)), integer(1)) })
		r.Got[0].Kind = wire.Kind_SET
	case "took":
		r.Nanoseconds = math.MaxUint64
	case "message":
		r.Status, r.Message, r.Stack = wire.Status_PANICKED, strings.Repeat("boom ", 1<<20),
			strings.Repeat("stack\n", 1<<20)
	case "broken":
		r.Status, r.Message = wire.Status_BROKEN, strings.Repeat("\x00boom", 1<<20)
	case "unmapped":
		r.Status, r.Got, r.Message = wire.Status_UNMAPPED, nil, strings.Repeat("\x00boom", 1<<20)
	case "stderr":
		r.Stderr, r.Stdout = make([]byte, 5<<20), make([]byte, 5<<20)
		r.Got[0].Ints[0]++
	case "calls":
		spoilCalls(kind, c, r)
	}
}

// spoilCalls gives a result calls.
func spoilCalls(mode string, c *wire.Step, r *wire.Result) {
	call := func(parent int, elems int) {
		s := make([]int64, elems)
		r.Calls = append(r.Calls, &wire.Call{Parent: uint64(parent), State: wire.CallState_CLOSED,
			Given: []*wire.Value{{Kind: wire.Kind_SEQ, Ints: s}, integer(3)},
			Got:   []*wire.Value{{Kind: wire.Kind_SEQ, Ints: append(slices.Clone(s), 3)}}})
	}
	switch mode {
	case "deep":
		for i := range 20_000 {
			call(i, 1)
		}
	case "deep-wrong":
		for i := range 20_000 {
			call(i, 1)
		}
		r.Got[0].Ints[0]++
	case "flat":
		for range 5_000 {
			call(0, 300)
		}
	case "many":
		for range 100_001 {
			call(0, 1)
		}
	case "forward": // the parent comes later
		call(2, 1)
		call(3, 1)
	case "cycle":
		call(1, 1)
	case "far":
		call(math.MaxInt64, 1)
	}
}
