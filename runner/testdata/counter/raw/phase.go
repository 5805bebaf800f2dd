package main

import (
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// How far a case of inc comes, and what then goes wrong: MODE is both, with a
// colon between them.
var stopsAt, fails, staged = strings.Cut(mode, ":")

// stages are the events of a case in their order; none is before them all.
var stages = []struct {
	name  string
	event *wire.Event
}{
	{"none", nil},
	{"making", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_MAKING}},
	{"setting", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_SETTING, At: "n"}},
	{"checking", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_CHECKING, At: "n"}},
	{"hooking", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_HOOKING, At: "inc"}},
	{"started", &wire.Event{Kind: wire.EventKind_STARTED}},
	{"ended", &wire.Event{Kind: wire.EventKind_ENDED}},
	{"reading", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_READING, At: "n'"}},
	{"closing", &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_CLOSING}},
}

// amid are events of a case of inc that follow its start, by name: calls of add are going
// on.
var amid = map[string][]*wire.Event{
	"overlapping": {opened(1), observing(&wire.Call{Id: 2, Callee: 1, Aside: true})},
	"diverging":   {opened(1), observing(&wire.Call{Id: 2, Callee: 1})},
	"nesting":     {opened(1), observing(&wire.Call{Id: 2, Parent: 1, Callee: 1})},
	"returning":   {opened(1), observing(&wire.Call{Id: 1, Callee: 1})},
	"unwinding": {
		{Kind: wire.EventKind_OPENED, Call: &wire.Call{Id: 1, Callee: 1, Aside: true}},
		{Kind: wire.EventKind_CLOSED_CALL, Call: &wire.Call{Id: 1, Callee: 1, Aside: true,
			State: wire.CallState_UNWOUND}},
		{Kind: wire.EventKind_ENDED}, {Kind: wire.EventKind_ENTERED, Phase: wire.Phase_READING, At: "n'"},
	},
}

func opened(id uint64) *wire.Event {
	return &wire.Event{Kind: wire.EventKind_OPENED, Call: &wire.Call{Id: id, Callee: 1}}
}

func observing(c *wire.Call) *wire.Event {
	return &wire.Event{Kind: wire.EventKind_ENTERED, Phase: wire.Phase_OBSERVING, At: "add", Call: c}
}

// eventsOf returns the events of a case of a unit as far as it comes.
func eventsOf(unit uint32) []*wire.Event {
	var out []*wire.Event
	for _, s := range stages {
		if s.event != nil {
			out = append(out, s.event)
		}
		if more := amid[stopsAt]; unit == 0 && s.name == "started" && more != nil {
			return append(out, more...)
		}
		if unit == 0 && s.name == stopsAt {
			break
		}
	}
	return out
}

// serveStaged serves a session and fails in each case of inc.
func serveStaged(stream wire.Program_SessionServer) error {
	seq := uint64(0)
	for {
		m, err := stream.Recv()
		if err != nil {
			late.Wait()
			return err
		}
		for _, c := range m.Steps {
			for _, e := range eventsOf(c.Unit) {
				if !c.Stream {
					break
				}
				seq++
				sent := &wire.Event{Seq: seq, Step: c.Id, Kind: e.Kind, Phase: e.Phase, At: e.At, Call: e.Call}
				if err := stream.Send(&wire.SutMessage{Events: []*wire.Event{sent}}); err != nil {
					return err
				}
				if _, err := stream.Recv(); err != nil { // the ack
					return err
				}
			}
			out := &wire.SutMessage{}
			out.Results = append(out.Results, run(c, out))
			if c.Unit == 0 {
				if err := fail(stream, c, out); err != nil {
					if errors.Is(err, errCloses) {
						return nil
					}
					return err
				}
			}
			if len(out.Results) == 0 {
				continue
			}
			if err := stream.Send(out); err != nil {
				return err
			}
		}
	}
}

var errCloses = errors.New("the session is closed")

// late are the answers that are still to come.
var late sync.WaitGroup

// garbled says that what is sent next is nothing that can be decoded.
var garbled atomic.Bool

type garbler struct{ encoding.CodecV2 }

// Marshal implements encoding.CodecV2.
func (g garbler) Marshal(v any) (mem.BufferSlice, error) {
	if garbled.Load() {
		return mem.BufferSlice{mem.SliceBuffer(strings.Repeat("\xff", 12))}, nil
	}
	return g.CodecV2.Marshal(v)
}

// fail does what goes wrong, or changes what is sent.
func fail(stream wire.Program_SessionServer, c *wire.Step, out *wire.SutMessage) error {
	r := out.Results[0]
	switch fails {
	case "exit":
		os.Exit(3)
	case "panic": // in a goroutine that it has started
		go panic("boom")
		select {}
	case "hang":
		time.Sleep(time.Hour)
	case "mute-hang": // what says nothing may be sent at any time
		if err := stream.Send(&wire.SutMessage{}); err != nil {
			return err
		}
		time.Sleep(time.Hour)
	case "closes":
		return errCloses
	case "refuses":
		return status.Error(codes.DataLoss, "out of cheese")
	case "garbles":
		garbled.Store(true)
	case "floods":
		r.Stdout = make([]byte, 17<<20)
	case "never":
		out.Results = nil
	case "twice":
		out.Results = append(out.Results, r)
	case "later": // it answers again when all else was answered
		late.Go(func() {
			time.Sleep(200 * time.Millisecond)
			_ = stream.Send(&wire.SutMessage{Results: []*wire.Result{r}})
		})
	case "other":
		r.Id += 1000
	case "zero":
		r.Id = 0
	case "status":
		r.Status = wire.Status(42)
	case "statusless":
		r.Status = wire.Status_STATUS_UNKNOWN
	case "values":
		r.Got = append(r.Got, integer(1), integer(2), integer(3))
	case "kind":
		r.Got[0] = &wire.Value{Kind: wire.Kind(77)}
	case "type":
		r.Got[0] = &wire.Value{Kind: wire.Kind_SET, Ints: []int64{1}}
	case "big":
		r.Got[0] = &wire.Value{Kind: wire.Kind_BIG, Text: "twelve"}
	case "event":
		out.Events = []*wire.Event{{Seq: 1 << 20, Step: c.Id + 500, Kind: wire.EventKind_OPENED}}
	case "ask":
		out.Asks = []*wire.Ask{{Seq: 1 << 20, Step: c.Id + 500, Call: &wire.Call{}}}
	case "ask-unseen":
		out.Asks = []*wire.Ask{{Seq: 1 << 20, Step: c.Id, Call: &wire.Call{Caller: 0, Callee: 1}}}
	case "ask-nobody":
		out.Asks = []*wire.Ask{{Seq: 1 << 20, Step: c.Id, Call: &wire.Call{Caller: 0, Callee: 77}}}
	case "ask-untold":
		out.Asks = []*wire.Ask{{Seq: 1 << 20, Step: c.Id, Call: &wire.Call{Caller: 1, Callee: 0}}}
	case "ask-nothing":
		out.Asks = []*wire.Ask{{Seq: 1 << 20, Step: c.Id}}
	case "callee":
		r.Calls = []*wire.Call{{Caller: 0, Callee: 99, State: wire.CallState_CLOSED}}
	case "call-values":
		r.Calls = []*wire.Call{{Caller: 0, Callee: 0, State: wire.CallState_CLOSED,
			Given: []*wire.Value{integer(1), integer(1), integer(1), integer(1)}}}
	case "call-type":
		r.Calls = []*wire.Call{{Caller: 0, Callee: 0, State: wire.CallState_CLOSED,
			Given: []*wire.Value{{Kind: wire.Kind_SEQ}, integer(1)}}}
	case "panics-mute":
		r.Got, r.Status, r.Stack = nil, wire.Status_PANICKED, "a stack"
	case "ends-mute":
		r.Got, r.Status = nil, wire.Status_PANICKED
	case "broken-mute":
		r.Got, r.Status = nil, wire.Status_BROKEN
	case "blocked-mute":
		r.Got, r.Status = nil, wire.Status_BLOCKED
	case "before":
		r.Given = []*wire.Value{integer(c.Given[0].Int + 1)}
	}
	return nil
}
