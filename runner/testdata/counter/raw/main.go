// Command raw is a system under test that serves the protocol without the SDK,
// and breaks it in the way that the variable MODE names.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

var mode = os.Getenv("MODE")

func main() {
	shake := sut.Handshake()
	switch mode {
	case "version":
		fmt.Println("1|2|unix|/nowhere|grpc")
		time.Sleep(time.Minute)
	case "core":
		fmt.Println("9|1|unix|/nowhere|grpc")
		time.Sleep(time.Minute)
	case "exits":
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(4)
	case "silent":
		time.Sleep(time.Minute)
	case "babble":
		for {
			fmt.Println(strings.Repeat("blah ", 1000))
		}
	case "deaf":
		fmt.Println("1|1|unix|/nowhere/at/all|grpc")
		time.Sleep(time.Minute)
	case "address-all", "address-other", "address-named", "address-open":
		fmt.Println("1|1|tcp|" + map[string]string{"all": "0.0.0.0:1234", "other": "192.0.2.1:1234",
			"named": "example.org:80", "open": ":1234"}[mode[len("address-"):]] + "|grpc")
		time.Sleep(time.Minute)
	case "chatty":
		fmt.Println("a line before the handshake")
		fmt.Print("and one that does not end: ")
	case "grandchild":
		start(exec.Command("sleep", "1000"))
		stray := exec.Command("sleep", "1000")
		stray.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		start(stray)
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: shake,
		Plugins:         plugin.PluginSet{sut.PluginName: raw{}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, grpc.MaxSendMsgSize(1<<30),
				grpc.ForceServerCodecV2(garbler{wire.Codec()}))...)
		},
	})
}

// start starts a process that keeps our output open.
func start(c *exec.Cmd) {
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(5)
	}
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
	d := &wire.Description{Protocol: 1, Language: "raw", Sdk: "0", Scripts: strings.HasPrefix(mode, "script")}
	for _, name := range []string{"inc", "add"} {
		u := &wire.Unit{Name: name, Served: true}
		u.Given = []*wire.Variable{{Name: "n", Role: wire.Role_BEFORE}, {Name: "x?", Role: wire.Role_INPUT},
			{Name: "other", Role: wire.Role_BEFORE}}
		u.Got = []*wire.Variable{{Name: "n'", Role: wire.Role_AFTER}, {Name: "other'", Role: wire.Role_AFTER}}
		d.Units = append(d.Units, u)
	}
	d.Edges = []*wire.Edge{{Caller: 1, Callee: 0}}
	switch mode {
	case "unserved":
		d.Units[0].Name = "other"
	case "unset":
		d.Units[0].Given[0].Fixed = true
	case "unobserved":
		d.Edges = nil
	case "edges":
		d.Edges[0].Callee = 7
	case "protocol":
		d.Protocol = 3
	case "describe-hangs":
		time.Sleep(time.Minute)
	case "describe-exits":
		os.Exit(6)
	case "describe-refuses":
		return nil, status.Error(codes.Internal, "no licence")
	case "role-other":
		d.Units[1].Given[1].Role = wire.Role_OUTPUT
	case "role-unknown":
		d.Units[1].Given[1].Role = 77
	case "role-given":
		d.Units[1].Given = append(d.Units[1].Given, &wire.Variable{Name: "n'"})
	case "role-got":
		d.Units[1].Got = append(d.Units[1].Got, &wire.Variable{Name: "x?"})
	case "describe-again":
		d.Units[1].Got = append(d.Units[1].Got, d.Units[1].Got[0])
	}
	return d, nil
}

// Convert is there in two modes alone, in which it answers for none of the values of
// a variable, or says nothing of them.
func (raw) Convert(_ context.Context, asked *wire.Conversion) (*wire.Converted, error) {
	if mode != "converts-none" && mode != "converts-mute" {
		return nil, status.Error(codes.Unimplemented, "no conversions")
	}
	out := &wire.Converted{}
	for _, v := range asked.Values {
		if asked.Unit == 0 && !asked.Got && asked.Variable == 0 {
			if mode == "converts-none" {
				break
			}
			v = nil
		}
		out.Attempts = append(out.Attempts, &wire.Attempt{Value: v})
	}
	return out, nil
}

func (raw) Session(stream wire.Program_SessionServer) error {
	if staged {
		return serveStaged(stream)
	}
	var last uint64
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			if mode == "late" {
				return stream.Send(&wire.SutMessage{Lates: []*wire.Late{{Step: last, Call: &wire.Call{Caller: 1}}}})
			}
			return nil
		}
		if err != nil {
			return err
		}
		if len(m.Steps) > 0 && (mode == "says-nothing" || mode == "says-nothing-fast") {
			if err := sayNothing(stream); err != nil {
				return err
			}
		}
		out := &wire.SutMessage{}
		for _, c := range m.Steps {
			if mode == "late" && c.Unit == 1 && len(out.Lates) == 0 {
				out.Lates = append(out.Lates, &wire.Late{Step: 1, Call: &wire.Call{}})
			}
			last = c.Id
			out.Results = append(out.Results, run(c, out))
		}
		if last > 0 {
			tellMuch(out, last)
		}
		if mode == "order" && len(out.Results) > 0 {
			out.Results[0].Id++
		}
		if len(m.Steps) > 0 && m.Steps[0].Unit == 1 && !m.Steps[0].Stream {
			switch mode { // what goes wrong in a batch and not alone
			case "once-hang":
				time.Sleep(time.Hour)
			case "once-close":
				return status.Error(codes.DataLoss, "tired")
			case "once-order":
				slices.Reverse(out.Results[:2])
			}
		}
		if err := stream.Send(out); err != nil {
			return err
		}
	}
}

// tellMuch tells of thousands of things that a step has left behind.
func tellMuch(out *wire.SutMessage, step uint64) {
	for i := range 5000 {
		switch mode {
		case "many-leaks":
			out.Leaks = append(out.Leaks, &wire.Leak{Goroutines: 1, At: fmt.Sprint(strings.Repeat("far ", 500), i)})
		case "many-lates":
			out.Lates = append(out.Lates, &wire.Late{Step: step, Call: &wire.Call{Caller: 1}})
		}
	}
}

// sayNothing sends messages that say nothing for ever.
func sayNothing(stream wire.Program_SessionServer) error {
	for {
		if err := stream.Send(&wire.SutMessage{}); err != nil {
			return err
		}
		if mode == "says-nothing" {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func integer(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }

func run(c *wire.Step, out *wire.SutMessage) *wire.Result {
	n, x := c.Given[0].Int, c.Given[1].Int
	r := &wire.Result{Id: c.Id, Status: wire.Status_RETURNED, Got: []*wire.Value{integer(n + x), {}}}
	if c.Unit == 1 {
		if x < 0 {
			r.Got[0] = integer(n)
		} else if mode != "forgets" {
			r.Calls = []*wire.Call{{Caller: 1, Callee: 0, State: wire.CallState_CLOSED,
				Given: []*wire.Value{c.Given[0], c.Given[1], integer(1)},
				Got:   []*wire.Value{integer(n + x), integer(1)}}}
		}
	}
	misbehave(c, r, out)
	return r
}

// spoil changes what a call gave.
func spoil(r *wire.Result, call *wire.Call) {
	switch mode {
	case "gives-string":
		call.Got[0] = &wire.Value{Kind: wire.Kind_STRING, Text: "seven"}
	case "unmapped":
		call.Got[0], call.Message = &wire.Value{}, "n': disk full"
	case "call-state":
		call.State = 9
	case "call-way":
		call.By = 9
	case "call-caller":
		call.Caller = 9
	case "call-parent":
		call.Parent = 1
	case "panics":
		call.Got, call.State = nil, wire.CallState_UNWOUND
		r.Got, r.Status, r.Message, r.Stack, r.PanickedIn = nil, wire.Status_PANICKED, "boom", "a stack", 1
	}
}

// misbehave does what the mode says.
func misbehave(c *wire.Step, r *wire.Result, out *wire.SutMessage) {
	switch mode {
	case "script-skips":
		r.Status, r.Got = wire.Status_SKIPPED, nil
	case "script-goes-on":
		if n := c.Given[0].Int; n == 2 {
			r.Status, r.Got, r.Message = wire.Status_PANICKED, nil, "boom"
		}
	case "script-object":
		r.Got[0] = &wire.Value{Kind: wire.Kind_OBJECT, Int: 9}
	case "script-order":
		if c.Given[0].Int == 2 {
			r.Id++
		}
	case "script-twice":
		if c.Given[0].Int == 2 {
			r.Id--
		}
	case "type":
		r.Got[0] = &wire.Value{Kind: wire.Kind_STRING, Text: "seven"}
	case "status":
		r.Status = 99
	case "count":
		r.Got = append(r.Got, integer(1), integer(2))
	case "unit":
		r.Calls = []*wire.Call{{Callee: 99, State: wire.CallState_CLOSED}}
	case "big":
		r.Stdout = make([]byte, 64<<20)
	case "flood":
		for range 2000 {
			fmt.Println(strings.Repeat("spam ", 1000))
		}
	case "ask":
		out.Asks = append(out.Asks, &wire.Ask{Seq: 1, Step: 12345, Call: &wire.Call{}})
	case "moves":
		if len(r.Calls) > 0 {
			r.Calls[0].Got[1] = integer(2)
		}
	case "moves-own":
		r.Given, r.Got[1] = []*wire.Value{{}, {}, integer(1)}, integer(2)
	case "callee":
		// inc is right on its own and wrong under add.
		if len(r.Calls) > 0 {
			r.Calls[0].Got[0] = integer(c.Given[0].Int - 1)
			r.Got[0] = integer(c.Given[0].Int - 1)
			if c.Routes > 0 {
				r.Calls[0].By, r.Got[0] = wire.Mode_ASK, integer(c.Given[0].Int+c.Given[1].Int)
				r.Calls[0].Got[0] = r.Got[0]
			}
		}
	case "overlap", "overlap-unsaid":
		// add calls inc in two threads, and each call shows what both changed.
		if len(r.Calls) > 0 && c.Routes == 0 {
			both := *r.Calls[0]
			both.Given = []*wire.Value{c.Given[0], integer(1), {}}
			both.Got = []*wire.Value{integer(c.Given[0].Int + c.Given[1].Int + 1), {}}
			r.Calls[0].Got = both.Got
			r.Calls = append(r.Calls, &both)
			if mode == "overlap" {
				r.Calls[0].Until, both.Until = 2, 2
			}
		}
	case "gives-string", "unmapped", "panics", "call-state", "call-way", "call-caller", "call-parent":
		// inc is right on its own and gives under add what is not a value.
		if len(r.Calls) > 0 && c.Routes == 0 {
			spoil(r, r.Calls[0])
		}
	case "unfit":
		if len(r.Calls) > 0 {
			r.Calls[0].Given[1], r.Calls[0].Unfit = &wire.Value{}, "x?: it is not UTF-8"
			r.Got[0] = integer(77)
		}
	case "outside":
		if c.Unit == 1 {
			r.Calls = []*wire.Call{{Caller: 1, Callee: 0, State: wire.CallState_CLOSED,
				Given: []*wire.Value{c.Given[0], integer(-3), {}}, Got: []*wire.Value{integer(77), {}}}}
			r.Got[0] = integer(77)
		}
	case "one-ends", "two-end", "two-end-alike":
		if x := int(c.Given[1].Int); x == 10 || x == 3 && mode != "one-ends" && !c.Stream {
			os.Exit(map[string]int{"two-end": x}[mode])
		}
	case "once":
		// It crashes in a batch and not alone.
		if !c.Stream && c.Unit == 1 {
			os.Exit(6)
		}
	}
}
