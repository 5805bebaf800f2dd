package sut_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/ttf-int/ttf-int/sut/wire"
)

func TestCases(t *testing.T) {
	r := start(t)
	ins, srt, sav, put, mis, dbl, shr := r.unit("insert"), r.unit("sort"), r.unit("save"), r.unit("put"),
		r.unit("misbehave"), r.unit("double"), r.unit("shared")
	if ins != 0 || srt != 1 || sav != 2 || put != 3 || mis != 4 || dbl != 6 || shr != 7 {
		t.Fatal("the units are in another order")
	}
	row := func(got ...*wire.Value) []*wire.Row { return []*wire.Row{{Got: got}} }
	r.send(&wire.HostMessage{Routes: []*wire.RouteSet{
		{Id: 1, Routes: []*wire.Route{{Caller: ins, Callee: srt, Mode: wire.Mode_TABLE, Table: []*wire.Row{
			{Given: []*wire.Value{seq(5), integer(1)}, Got: []*wire.Value{seq(1, 5)}},
			{Given: []*wire.Value{none(), integer(2)}, Got: []*wire.Value{seq(42)}},
		}}}},
		{Id: 2, Routes: []*wire.Route{{Caller: sav, Callee: put, Mode: wire.Mode_TABLE,
			Table: row(none(), none(), atom("full"))}}},
		{Id: 3, Routes: []*wire.Route{{Caller: sav, Callee: put, Mode: wire.Mode_TABLE, Table: row()}}},
		{Id: 4, Routes: []*wire.Route{{Caller: sav, Callee: put, Mode: wire.Mode_TABLE,
			Table: row(none(), none(), atom("nonsense"))}}},
	}})
	for _, c := range []struct {
		unit   string
		routes uint32
		given  []*wire.Value
		want   string // a prefix
		says   string // part of the message
	}{
		{"insert", 0, []*wire.Value{seq(3), integer(1)}, "RETURNED([1 3] 2); 1<0 0->1([3] 1) CLOSED([1 3])", ""},
		{"insert", 0, []*wire.Value{seq(3), integer(3)}, "RETURNED([3] 1)", ""},
		{"insert", 0, nil, "RETURNED([0] 1); 1<0 0->1([] 0) CLOSED([0])", ""},
		{"insert", 0, []*wire.Value{seq(3), integer(13)}, "PANICKED(); 1<0 0->1([3] 13) UNWOUND()", "thirteen"},
		{"insert", 0, []*wire.Value{seq(3), {Kind: wire.Kind_BIG, Text: "99999999999999999999"}}, "BLOCKED()",
			"x?: 99999999999999999999 does not fit int"},
		{"insert", 0, []*wire.Value{text("no")}, "BLOCKED()", `list: "no" is not a sequence`},
		{"insert", 9, nil, "BLOCKED()", "routes 9"},
		{"shared", 0, nil, "BLOCKED()", "not served"},
		{"insert", 0, []*wire.Value{none(), none(), none()}, "BLOCKED()", "3 values are given"},
		{"insert", 1, []*wire.Value{seq(5), integer(1)}, "RETURNED([1 5] 2); 1<0 0->1([5] 1) CLOSED([1 5])", ""},
		{"insert", 1, []*wire.Value{seq(), integer(2)}, "RETURNED([42] 1); 1<0 0->1([] 2) CLOSED([42])", ""},
		{"insert", 1, []*wire.Value{seq(), integer(3)}, "RETURNED([3] 1); 1<0 0->1([] 3) CLOSED([3])", ""},
		{"ordered", 0, []*wire.Value{seq(3, 1)}, "RETURNED([1 3])", ""},
		{"double", 0, []*wire.Value{none(), integer(4)}, "RETURNED([] 8); 1<0 6->7([] 4) CLOSED([] 8)", ""},
		{"double", 0, []*wire.Value{none(), integer(5)}, "RETURNED([] 10); 1<0 6->7([] 5) CLOSED([] 10)", ""},
		{"save", 0, []*wire.Value{seq(1), text("k")},
			"RETURNED([1] stored); 1<0 2->3([] [1] k 1) CLOSED(((k 1)) [1] stored)", ""},
		{"save", 0, []*wire.Value{none(), text("odd")}, "RETURNED([] path)", ""},
		{"save", 0, []*wire.Value{none(), text("secret")}, "UNMAPPED([] _)", "a secret error"},
		{"save", 0, []*wire.Value{none(), text("garble")}, "RETURNED([] stored)", ""},
		{"put", 0, []*wire.Value{none(), none(), text("garble"), integer(1)}, "UNMAPPED(_ [] stored)",
			`entries': string "\xff" is not UTF-8`},
		{"mirror", 0, []*wire.Value{none(), relation(1, 2, 1, 3)}, "RETURNED([] ((2 1) (3 1)))", ""},
		{"mirror", 0, []*wire.Value{none(), integer(1)}, "BLOCKED()", "r?: 1 is not a set"},
		{"paint", 0, []*wire.Value{none(), integer(1)}, "RETURNED([] green)", ""},
		{"paint", 0, []*wire.Value{none(), integer(2)}, "UNMAPPED([] _)",
			"c!: 2 of main.colour stands for no constant"},
		{"save", 2, []*wire.Value{seq(1), text("k")}, "RETURNED([1] full); 1<0 2->3([] [1] k 1) CLOSED([] [1] full)",
			""},
		{"save", 3, []*wire.Value{seq(1), text("k")}, "RETURNED([1] stored)", ""},
		{"save", 4, []*wire.Value{seq(1), text("k")}, "BLOCKED(); 1<0 2->3([] [1] k 1) OPEN()", "stands for no error"},
		{"put", 0, []*wire.Value{none(), none(), text("k"), integer(256)}, "BLOCKED()", "256 does not fit uint8"},
		{"put", 0, []*wire.Value{none(), none(), text("k"), integer(-1)}, "BLOCKED()", "-1 does not fit uint8"},
		{"misbehave", 0, []*wire.Value{none(), text("goexit")}, "PANICKED()", "ended its goroutine"},
		{"misbehave", 0, []*wire.Value{none(), text("recover")}, "RETURNED([]); 1<0 4->1([] 13) UNWOUND()", ""},
		{"insert", 0, []*wire.Value{seq(3), integer(1)}, "RETURNED([1 3] 2); 1<0 0->1([3] 1) CLOSED([1 3])", ""},
	} {
		res := r.one(c.unit, c.routes, c.given...)
		if got := tell(res); !strings.HasPrefix(got, c.want) || !strings.Contains(res.Message, c.says) ||
			(c.says == "") != (res.Message == "") {
			t.Errorf("%s%s, routes %d:\n got %s %q\nwant %s %q", c.unit, values(c.given), c.routes, got, res.Message,
				c.want, c.says)
		}
		if (res.Status == wire.Status_PANICKED) && c.unit == "insert" &&
			(res.PanickedIn != 1 || !strings.Contains(res.Stack, "doSort")) {
			t.Errorf("panicked in %d, %s", res.PanickedIn, res.Stack)
		}
	}
}

// TestOneRecord: a call that passes the adapters of two seams is one.
func TestOneRecord(t *testing.T) {
	r := start(t)
	for key, want := range map[string]int{"k": 1, "twice": 2} {
		if res := r.one("save", 0, none(), text(key)); len(res.Calls) != want {
			t.Errorf("%s: %s, want %d calls", key, tell(res), want)
		}
	}
}

// TestInexpressible: a call says which of its values cannot be expressed, those
// before it apart from those that it gave.
func TestInexpressible(t *testing.T) {
	r := start(t)
	for _, c := range []struct{ key, unfit, message string }{
		{"k", "", ""},
		{"secret", "", "rep!: error *errors.errorString stands for no constant: a secret error"},
		{"garble", "", `entries': string "\xff" is not UTF-8`},
		{"twice", "", `entries': string "\xff" is not UTF-8`},
	} {
		res := r.one("save", 0, none(), text(c.key))
		if len(res.Calls) == 0 {
			t.Fatalf("%s: no calls", c.key)
		}
		if call := res.Calls[0]; call.Unfit != c.unfit || call.Message != c.message {
			t.Errorf("%s: unfit %q, message %q; want %q, %q", c.key, call.Unfit, call.Message, c.unfit, c.message)
		}
		if c.key != "twice" {
			continue
		}
		// What the first call left is before the second one, which has not made it so.
		if call := res.Calls[1]; call.Unfit != `entries: string "\xff" is not UTF-8` || call.Message != "" {
			t.Errorf("the second call: unfit %q, message %q", call.Unfit, call.Message)
		}
	}
}

func TestDescribe(t *testing.T) {
	r := start(t)
	if d := r.desc; d.Protocol != 1 || d.Language != "go" || len(d.Units) != 10 || len(d.Edges) != 5 {
		t.Errorf("got %v", d)
	}
	pair := &wire.Value{Kind: wire.Kind_TUPLE, Elems: []*wire.Value{atom("light"), integer(1)}}
	want := &wire.Description{Constants: []*wire.Constant{
		{Name: "most", Value: integer(3)},
		{Name: "order", Value: &wire.Value{Kind: wire.Kind_SEQ, Elems: []*wire.Value{text("b"), text("a")}}},
		{Name: "none", Value: atom("stored")},
		{Name: "weight", Value: &wire.Value{Kind: wire.Kind_SET, Elems: []*wire.Value{pair}}},
	}}
	got := proto.CloneOf(&wire.Description{Constants: r.desc.Constants})
	for _, c := range got.Constants {
		if !strings.Contains(c.Place, "testdata/program/main.go:") {
			t.Errorf("the constant %s is at %q", c.Name, c.Place)
		}
		c.Place = ""
	}
	if !proto.Equal(got, want) {
		t.Errorf("constants %v, want %v", got, want)
	}
	u := r.desc.Units[r.unit("put")]
	var names []string
	for _, v := range append(u.Given, u.Got...) {
		names = append(names, v.Name+" "+v.Role.String()+" "+v.Shape.Kind.String())
	}
	wanted := "entries BEFORE SET, list BEFORE SEQ, key? INPUT STRING, value? INPUT INT, entries' AFTER SET, list' AFTER SEQ, rep! OUTPUT ATOM"
	if got := strings.Join(names, ", "); got != wanted {
		t.Errorf("got %s\nwant %s", got, wanted)
	}
}

func TestOutput(t *testing.T) {
	r := start(t)
	res := r.one("misbehave", 0, none(), text("print"))
	if string(res.Stdout) != "to stdout\n" || string(res.Stderr) != "to stderr\n" || res.OutputTruncated {
		t.Errorf("got %q, %q", res.Stdout, res.Stderr)
	}
	if res = r.one("insert", 0); len(res.Stdout)+len(res.Stderr) > 0 {
		t.Errorf("the next case has %q, %q", res.Stdout, res.Stderr)
	}
	r.send(&wire.HostMessage{Limits: &wire.Limits{OutputBytes: 1000}})
	if res = r.one("misbehave", 0, none(), text("flood")); len(res.Stdout) != 1000 || !res.OutputTruncated {
		t.Errorf("%d bytes, truncated %v", len(res.Stdout), res.OutputTruncated)
	}
	_ = r.cmd.Process.Kill()
	if rest := <-r.stdout; rest != "" {
		t.Errorf("after the handshake came %q", rest)
	}
}

func TestAsk(t *testing.T) {
	r := start(t)
	ins, mis, srt := r.unit("insert"), r.unit("misbehave"), r.unit("sort")
	r.send(&wire.HostMessage{Routes: []*wire.RouteSet{{Id: 1, Routes: []*wire.Route{
		{Caller: ins, Callee: srt, Mode: wire.Mode_ASK}, {Caller: mis, Callee: srt, Mode: wire.Mode_ASK}}}}})
	for _, c := range []struct {
		unit   uint32
		given  []*wire.Value
		answer *wire.Answer
		want   string
	}{
		{ins, []*wire.Value{seq(3), integer(1)}, &wire.Answer{Got: []*wire.Value{seq(8, 9)}},
			"RETURNED([8 9] 2); 1<0 0->1([3] 1) CLOSED([8 9])"},
		{ins, []*wire.Value{seq(3), integer(1)}, &wire.Answer{Kind: wire.AnswerKind_REAL},
			"RETURNED([1 3] 2); 1<0 0->1([3] 1) CLOSED([1 3])"},
		{ins, []*wire.Value{seq(3), integer(1)}, &wire.Answer{Kind: wire.AnswerKind_REFUSE, Reason: "why"},
			"ABORTED(); 1<0 0->1([3] 1) OPEN()"},
		{mis, []*wire.Value{none(), text("elsewhere")}, &wire.Answer{Kind: wire.AnswerKind_REFUSE, Reason: "why"},
			"ABORTED(); 1<0 4->1([] 7) OPEN()"},
		{ins, []*wire.Value{seq(3), integer(1)}, &wire.Answer{Got: []*wire.Value{seq(8)}},
			"RETURNED([8] 1); 1<0 0->1([3] 1) CLOSED([8])"},
	} {
		r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 5, Unit: c.unit, Routes: 1, Given: c.given}}})
		m := r.recv()
		if len(m.Asks) != 1 || m.Asks[0].Step != 5 || m.Asks[0].Call.Id != 1 {
			t.Fatalf("got %v", m)
		}
		c.answer.Seq = m.Asks[0].Seq
		r.send(&wire.HostMessage{Answers: []*wire.Answer{c.answer}})
		if res := r.recv().Results[0]; tell(res) != c.want || res.Message != c.answer.Reason {
			t.Errorf("got %s %q\nwant %s", tell(res), res.Message, c.want)
		}
	}
}

// A process that ends is caught in the act: each event was acknowledged before
// the program went on.
func TestStream(t *testing.T) {
	r := start(t)
	r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 1, Unit: r.unit("misbehave"),
		Given: []*wire.Value{none(), text("exit")}, Stream: true}}})
	var got []string
	for {
		m, err := r.stream.Recv()
		if err != nil {
			break
		}
		for _, e := range m.Events {
			what := e.Kind.String()
			if e.Kind == wire.EventKind_ENTERED {
				what = strings.TrimSuffix(e.Phase.String()+":"+e.At, ":")
			}
			got = append(got, what)
			r.send(&wire.HostMessage{Acks: []uint64{e.Seq}})
		}
	}
	want := "MAKING CHECKING:list HOOKING:sort HOOKING:sort HOOKING:shared HOOKING:put HOOKING:put SETTING:how? STARTED " +
		"OBSERVING:sort OPENED OBSERVING:sort CLOSED_CALL"
	if all := strings.Join(got, " "); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
}

// TestStreamToTheEnd: the host hears of each thing that is done when the unit
// has returned.
func TestStreamToTheEnd(t *testing.T) {
	r := start(t)
	r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 1, Unit: r.unit("insert"),
		Given: []*wire.Value{seq(3), integer(3)}, Stream: true}}})
	var got []string
	for len(got) == 0 || got[len(got)-1] != "RESULT" {
		m := r.recv()
		for _, e := range m.Events {
			got = append(got, e.Kind.String()+" "+e.Phase.Doing(e.At))
			r.send(&wire.HostMessage{Acks: []uint64{e.Seq}})
		}
		if len(m.Results) > 0 {
			got = append(got, "RESULT")
		}
	}
	all := strings.Join(got, "; ")
	for _, want := range []string{"ENTERED making an instance; ENTERED setting list; ENTERED reading list before the unit ran", "ENDED preparing the case; ENTERED reading list' after the unit ran; ENTERED reading n! after the unit ran; ENTERED closing the instance; RESULT"} {
		if !strings.Contains(all, want) {
			t.Errorf("got  %s\nwant %s", all, want)
		}
	}
}

// TestCrash: what the runtime says of a crash reaches the host once, whether the
// output of the case is captured or not.
func TestCrash(t *testing.T) {
	for _, stream := range []bool{false, true} {
		r := start(t)
		r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 1, Unit: r.unit("misbehave"),
			Given: []*wire.Value{none(), text("crash")}, Stream: stream}}})
		for {
			m, err := r.stream.Recv()
			if err != nil {
				break
			}
			for _, e := range m.Events {
				r.send(&wire.HostMessage{Acks: []uint64{e.Seq}})
			}
		}
		err := <-r.ended
		r.ended <- err
		if n := strings.Count(r.stderr.String(), "nobody sees it coming"); n != 1 {
			t.Errorf("stream %v: it is there %d times:\n%s", stream, n, r.stderr.String())
		}
	}
}

func TestLateCall(t *testing.T) {
	r := start(t)
	if res := r.one("misbehave", 0, none(), text("late")); tell(res) != "RETURNED([])" {
		t.Errorf("got %s", tell(res))
	}
	m := r.recv()
	if len(m.Lates) != 1 || m.Lates[0].Step != 1 || values(m.Lates[0].Call.Given) != "(_ 7)" {
		t.Errorf("got %v", m)
	}
	if res := r.one("insert", 0); len(res.Calls) != 1 {
		t.Errorf("got %s", tell(res))
	}
}

func TestManyGoroutines(t *testing.T) {
	r := start(t)
	res := r.one("misbehave", 0, none(), text("parallel"))
	if len(res.Calls) != 100 || res.Status != wire.Status_RETURNED {
		t.Fatalf("%d calls, %v", len(res.Calls), res.Status)
	}
	for _, c := range res.Calls {
		if c.Parent != 0 || c.State != wire.CallState_CLOSED {
			t.Errorf("got %v", c)
		}
	}
	r.send(&wire.HostMessage{Limits: &wire.Limits{Calls: 10}})
	if res = r.one("misbehave", 0, none(), text("parallel")); len(res.Calls) != 10 || !res.CallsTruncated {
		t.Errorf("%d calls, truncated %v", len(res.Calls), res.CallsTruncated)
	}
}

func TestSecondSession(t *testing.T) {
	r := start(t)
	r.one("insert", 0)
	second, err := r.client.Session(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err = second.Recv(); err == nil || !strings.Contains(err.Error(), "FailedPrecondition") {
		t.Errorf("got %v", err)
	}
	if err := r.stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.stream.Recv(); err == nil || err.Error() != "EOF" {
		t.Errorf("got %v", err)
	}
}

// A session with a state of a sequence of eight integers and one recorded call
// a case, through a process and its socket; the client only counts.
func BenchmarkSession(b *testing.B) {
	r := start(b)
	const batch = 1000
	cases := make([]*wire.Step, batch)
	for i := range cases {
		cases[i] = &wire.Step{Id: uint64(i), Unit: r.unit("insert"), Given: []*wire.Value{seq(1, 2, 3, 4, 5, 6, 7, 8),
			integer(int64(i + 100))}}
	}
	b.ResetTimer()
	window := make(chan bool, 8) // batches unanswered
	go func() {
		for sent := 0; sent < b.N; sent += batch {
			window <- true
			_ = r.stream.Send(&wire.HostMessage{Steps: cases[:min(batch, b.N-sent)]})
		}
	}()
	for got := 0; got < b.N; {
		before := got / batch
		for got += len(r.recv().Results); before < got/batch; before++ {
			<-window
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}

// TestLargeResults: what is more than a message together comes in several, and
// what is more than a message by itself is said.
func TestLargeResults(t *testing.T) {
	r := start(t)
	var cases []*wire.Step
	for i := range 60 {
		cases = append(cases, &wire.Step{Id: uint64(i + 1), Unit: r.unit("misbehave"),
			Given: []*wire.Value{none(), text("grow")}})
	}
	cases = append(cases, &wire.Step{Id: 61, Unit: r.unit("misbehave"), Given: []*wire.Value{none(), text("burst")}})
	r.send(&wire.HostMessage{Steps: cases})
	var got []*wire.Result
	for len(got) < len(cases) {
		m := r.recv()
		if size := m.SizeVT(); size > 16<<20 {
			t.Errorf("a message of %d bytes", size)
		}
		got = append(got, m.Results...)
	}
	for i, res := range got {
		if large := i == 60; (res.Status == wire.Status_UNMAPPED) != large || res.Id != uint64(i+1) ||
			large != strings.Contains(res.Message, "a message has at most 16777216") {
			t.Errorf("%d: %v %s", res.Id, res.Status, res.Message)
		}
	}
}

// TestIDs: a call has the same id when it is opened and when it returns, and no other call
// has it, also where there is no room to record it.
func TestIDs(t *testing.T) {
	r := start(t)
	r.send(&wire.HostMessage{Limits: &wire.Limits{Calls: 1}})
	r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 1, Unit: r.unit("misbehave"),
		Given: []*wire.Value{none(), text("parallel")}, Stream: true}}})
	open, opened := map[uint64]bool{}, uint64(0)
	for {
		m := r.recv()
		for _, e := range m.Events {
			switch e.Kind {
			case wire.EventKind_OPENED:
				if opened++; e.Call.Id == 0 || e.Call.Id > opened || open[e.Call.Id] {
					t.Errorf("call %d of those that were opened has the id %d", opened, e.Call.Id)
				}
				open[e.Call.Id] = true
			case wire.EventKind_CLOSED_CALL:
				if !open[e.Call.Id] {
					t.Errorf("call %d returned without being open", e.Call.Id)
				}
				delete(open, e.Call.Id)
			}
			r.send(&wire.HostMessage{Acks: []uint64{e.Seq}})
		}
		if len(m.Results) > 0 {
			break
		}
	}
	if opened < 3 || len(open) > 0 {
		t.Errorf("%d calls were opened, and %d did not return", opened, len(open))
	}
}
