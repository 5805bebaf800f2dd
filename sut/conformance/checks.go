package conformance

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sort"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Checks are all checks, in the order in which they are made.
var Checks = []Check{
	{Name: "cookie", About: "a process that a person starts says so on stderr, and exits", alone: checkCookie},
	{Name: "wrong table", About: "a table that is wrong in itself ends the start with why, and the code 78",
		alone: checkWrongTable},
	{Name: "description", About: "Describe has the table, and is the same each time", within: checkDescription},
	{Name: "result", About: "a step gives the state after and the outputs", within: checkResult},
	{Name: "error", About: "an error of the table is its constant", within: checkError},
	{Name: "state", About: "each case has a new object, and a result says what a step left open",
		within: checkState},
	{Name: "values", About: "values of every kind come back as they were sent", within: checkValues},
	{Name: "large integers", About: "an integer of any size comes back as it was sent, or is refused",
		within: checkLargeIntegers},
	{Name: "large values", About: "what is too large for a message is UNMAPPED, and known before all of it is made",
		within: checkLarge},
	{Name: "refused", About: "what a program cannot hold or does not know is BLOCKED, with a reason",
		within: checkRefused},
	{Name: "convert", About: "Convert refuses what a variable cannot hold, or is not implemented", within: checkConvert},
	{Name: "failure", About: "a unit that fails is PANICKED, and the session goes on", within: checkFailure},
	{Name: "order", About: "many steps of one message have one result each, in order", within: checkOrder},
	{Name: "calls", About: "intercepted calls are recorded, with what they were given and gave", within: checkCalls},
	{Name: "failing call", About: "a call that fails with an error of the table gives its constant", within: checkFailingCall},
	{Name: "relay", About: "what a callee gives, or what is answered in its place, reaches its caller", within: checkRelay},
	{Name: "nested calls", About: "calls that a callee makes are parts of its call", within: checkNested},
	{Name: "failing callee", About: "of a failure that passes through calls, the innermost is told",
		within: checkUnwound},
	{Name: "table", About: "the first row that matches answers a call, and leaves unchanged what it does not say",
		within: checkTable},
	{Name: "table or ask", About: "where no row matches, the call is asked for", within: checkTableOrAsk},
	{Name: "ask", About: "an answer of the host takes the place of the callee", within: checkAsk},
	{Name: "real", About: "the host may have the callee run after all", within: checkReal},
	{Name: "refusal", About: "a case without an answer is ABORTED, whatever the unit catches", within: checkRefusal},
	{Name: "script", About: "steps of a case find their objects as they were left", within: checkScript},
	{Name: "objects", About: "units give and take objects of the case", within: checkObjects},
	{Name: "skipped", About: "a step that fails ends its case", within: checkSkipped},
	{Name: "events", About: "a streamed step tells what it does, and waits for acks", within: checkEvents},
	{Name: "output", About: "what a unit prints is in its result, up to a limit", within: checkOutput},
	{Name: "few calls", About: "calls are recorded up to a limit", within: checkFewCalls},
	{Name: "most calls", About: "a step that makes too many calls is ended", within: checkMostCalls},
	{Name: "many steps", About: "as many steps as may be unanswered are taken, and no more", alone: checkManySteps},
	{Name: "ends", About: "an end where no case is open is BLOCKED", within: checkEnds},
	{Name: "unknown units", About: "routes of units that there are not end the session with INVALID_ARGUMENT",
		alone: checkUnknownUnits},
	{Name: "state as set", About: "a state that reads otherwise than it was set is BLOCKED, with what it reads",
		alone: checkStateAsSet},
	{Name: "showing", About: "of a state that cannot be shown it is told which units were at work", alone: checkShowing},
	{Name: "stack", About: "a failure says where it was", within: checkStack},
	{Name: "time", About: "a result says how long the unit ran, without waiting for answers", within: checkTime},
	{Name: "overlap", About: "of calls at the same time the host is told which overlap", within: checkOverlap},
	{Name: "late calls", About: "a call that comes when the unit has returned is told, and is no other step's",
		alone: checkLate},
	{Name: "leaks", About: "threads that a unit leaves behind are told at the end of the session", alone: checkLeaks},
	{Name: "newer host", About: "fields that are not known are ignored", within: checkNewerHost},
	{Name: "second session", About: "a second session is refused with FAILED_PRECONDITION", within: checkSecondSession},
	{Name: "end of session", About: "steps that were sent are answered when the host closes its side",
		within: checkEndOfSession},
	{Name: "end of process", About: "by its events it is known that the unit was at work when the process ended",
		alone: checkEndOfProcess},
	{Name: "shutdown", About: "the process ends by itself, with the code 0, when the host says so", alone: checkShutdown},
	{Name: "step at work", About: "the step is known that was at work when the process ended", alone: checkMark},
	{Name: "child output", About: "what child processes print is in the result", within: checkChild},
	{Name: "properties", About: "a property is explored, up to its outcome", alone: checkProperties},
	{Name: "classes", About: "operations of a class run on an object, and give values", within: checkClasses},
	{Name: "silence", About: "standard output has nothing after the handshake", alone: checkSilence},
}

func checkCookie(ctx context.Context, k *Kit) error {
	ctx, cancel := context.WithTimeout(ctx, k.patience())
	defer cancel()
	c := k.command(ctx)
	stderr := &output{}
	c.Stderr = stderr
	err := c.Run()
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return errors.New("without TTF_INT_SUT in its environment it does not exit")
	case err != nil && !errors.As(err, &exit):
		return err
	case strings.TrimSpace(stderr.String()) == "":
		return errors.New("without TTF_INT_SUT in its environment it exits, and does not say why")
	}
	return nil
}

func checkWrongTable(ctx context.Context, k *Kit) error {
	ctx, cancel := context.WithTimeout(ctx, k.patience())
	defer cancel()
	c := k.command(ctx, cookie, "TTF_INT_COUNTER=wrong")
	stderr := &output{}
	c.Stderr = stderr
	err := c.Run()
	said := strings.TrimSpace(stderr.String())
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return errors.New("with two units of the name add it does not exit")
	case !errors.As(err, &exit) || exit.ExitCode() != wrongTable:
		return fmt.Errorf("with two units of the name add it ends with %w, and says %q: expected the code %d",
			errOr(err, "the code 0"), said, wrongTable)
	case !strings.Contains(said, "add"):
		return fmt.Errorf("with two units of the name add it says %q: expected what is wrong", said)
	}
	return nil
}

// wrongTable is the exit code of a program whose table is wrong in itself.
const wrongTable = 78

// table is what the description must say of the variables of each unit, beside value and value'.
var table = map[string]string{"add": "n? INPUT INT, r! OUTPUT ATOM, sum! OUTPUT INT", "twice": "n? INPUT INT",
	"relay": "n? INPUT INT, r! OUTPUT ATOM, sum! OUTPUT INT", "nest": "n? INPUT INT", "collapse": "",
	"many": "n? INPUT INT", "swallow": "n? INPUT INT", "fail": "", "leave": "", "say": "text? INPUT STRING",
	"reverse": "list! OUTPUT SEQ, list? INPUT SEQ", "name": "name! OUTPUT STRING, name? INPUT STRING",
	"flip": "flag! OUTPUT ATOM, flag? INPUT ATOM", "square": "n? INPUT INT, rows! OUTPUT SEQ",
	"repeat": "n? INPUT INT, name? INPUT STRING, names! OUTPUT SEQ", "table": "table! OUTPUT SET, table? INPUT SET",
	"copy": "copy! OUTPUT OBJECT", "drain": "other? INPUT OBJECT",
	"larger": "larger! OUTPUT OBJECT, other? INPUT OBJECT", "late": "n? INPUT INT", "abandon": "",
	"pause": "n? INPUT INT", "both": "", "meet": ""}

func checkDescription(s *session) error {
	d := s.desc
	if d.Protocol != 1 || d.Language == "" || d.Sdk == "" {
		return fmt.Errorf("protocol %d, language %q, sdk %q: expected 1 and two texts", d.Protocol, d.Language, d.Sdk)
	}
	again, err := s.client.Describe(s.stream.Context(), &wire.DescribeRequest{})
	if err != nil || again.String() != d.String() {
		return fmt.Errorf("asked again, Describe says something else: %v %v", again, err)
	}
	if !d.Scripts {
		return errors.New("it does not say that it runs cases of more than one step (scripts)")
	}
	for name, want := range table {
		_, u, err := s.find(name)
		if err != nil {
			return err
		}
		var is []string
		for _, v := range slices.Concat(u.Given, u.Got) {
			if strings.TrimSuffix(v.Name, "'") == "value" {
				continue
			}
			is = append(is, fmt.Sprintf("%s %v %v", v.Name, v.Role, v.Shape.GetKind()))
		}
		sort.Strings(is)
		if got := strings.Join(is, ", "); got != want || !u.Served {
			return fmt.Errorf("%s: its variables are %s, served %v: expected %s", name, got, u.Served, want)
		}
	}
	var edges []string
	for _, e := range d.Edges {
		if int(e.Caller) < len(d.Units) && int(e.Callee) < len(d.Units) {
			edges = append(edges, d.Units[e.Caller].Name+" "+d.Units[e.Callee].Name)
		}
	}
	sort.Strings(edges)
	const want = "both meet, collapse fail, late add, many add, nest twice, relay add, swallow add, twice add"
	if is := strings.Join(edges, ", "); is != want {
		return fmt.Errorf("the edges are %s: expected %s", is, want)
	}
	return nil
}

func checkResult(s *session) error {
	r, err := s.expect("add", given{"value": integer(2), "n?": integer(5)}, wire.Status_RETURNED,
		given{"value'": integer(7), "sum!": integer(7), "r!": atom("ok")})
	if err == nil && len(r.Calls) > 0 {
		err = fmt.Errorf("add makes no call, and %v is recorded", r.Calls)
	}
	return err
}

func checkError(s *session) error {
	_, err := s.expect("add", given{"value": integer(60), "n?": integer(50)}, wire.Status_RETURNED,
		given{"value'": integer(60), "r!": atom("overflow")})
	return err
}

func checkState(s *session) error {
	for range 2 { // no case sees what one before it has left
		r, err := s.expect("add", given{"n?": integer(4)}, wire.Status_RETURNED, given{"value'": integer(4)})
		if err != nil {
			return err
		}
		_, u, _ := s.find("add")
		i := slices.IndexFunc(u.Given, func(v *wire.Variable) bool { return v.Name == "value" })
		if i < 0 || i >= len(r.Given) || show(r.Given[i]) != "0" {
			return fmt.Errorf("value was left open, and the result does not say that it was 0 before: %v", r.Given)
		}
	}
	return nil
}

func checkValues(s *session) error {
	pair := func(key string, n int64) *wire.Value {
		return &wire.Value{Kind: wire.Kind_TUPLE, Elems: []*wire.Value{text(key), integer(n)}}
	}
	set := func(elems ...*wire.Value) *wire.Value { return &wire.Value{Kind: wire.Kind_SET, Elems: elems} }
	long := strings.Repeat("ä", 5000)
	for _, row := range []struct {
		unit, in, out string
		value, want   *wire.Value
	}{
		{"reverse", "list?", "list!", sequence(), sequence()},
		{"reverse", "list?", "list!", sequence(1, 2, -3), sequence(-3, 2, 1)},
		{"reverse", "list?", "list!", &wire.Value{Kind: wire.Kind_SEQ, Elems: []*wire.Value{integer(1), integer(2)}},
			sequence(2, 1)},
		{"name", "name?", "name!", text(""), text("")},
		{"name", "name?", "name!", text("Grüße, \"世界\"\n\x00"), text("Grüße, \"世界\"\n\x00")},
		{"name", "name?", "name!", text(" \t\u00a0\ufeffe\u0301 🎈\\'\u202e\r\n "),
			text(" \t\u00a0\ufeffe\u0301 🎈\\'\u202e\r\n ")},
		{"name", "name?", "name!", text(long), text(long)},
		{"flip", "flag?", "flag!", atom("true"), atom("false")},
		{"flip", "flag?", "flag!", atom("false"), atom("true")},
		{"table", "table?", "table!", set(), set()},
		{"table", "table?", "table!", set(pair("b", 2), pair("a", -1)), set(pair("a", -1), pair("b", 2))},
	} {
		_, err := s.expect(row.unit, given{row.in: row.value}, wire.Status_RETURNED, given{row.out: row.want})
		if err != nil {
			return err
		}
	}
	return nil
}

func checkRefused(s *session) error {
	one := func(n int64) *wire.Value {
		return &wire.Value{Kind: wire.Kind_TUPLE, Elems: []*wire.Value{text("a"), integer(n)}}
	}
	for _, row := range []struct {
		unit string
		of   given
	}{
		{"add", given{"n?": text("no")}}, {"reverse", given{"list?": integer(1)}},
		{"flip", given{"flag?": atom("perhaps")}},
		{"table", given{"table?": {Kind: wire.Kind_SET, Elems: []*wire.Value{one(1), one(2)}}}},
		{"table", given{"table?": sequence(1)}}, {"add", given{"n?": object(7)}}, {"drain", given{"other?": object(7)}},
		{"reverse", given{"list?": {Kind: wire.Kind_SEQ, Elems: []*wire.Value{text("x")}}}},
	} {
		r, err := s.expect(row.unit, row.of, wire.Status_BLOCKED, nil)
		if err != nil {
			return err
		}
		if r.Message == "" {
			return fmt.Errorf("%s is BLOCKED without a reason", row.unit)
		}
	}
	for _, change := range []func(*wire.Step){
		func(w *wire.Step) { w.Routes = 99 },
		func(w *wire.Step) { w.Unit = 1000 },
		func(w *wire.Step) { w.Given = append(w.Given, none()) },
	} {
		r, err := s.expect("add", given{"n?": integer(1)}, wire.Status_BLOCKED, nil, change)
		if err != nil {
			return fmt.Errorf("with a route, a unit or a value that there is not: %w", err)
		}
		if r.Message == "" {
			return errors.New("a step is BLOCKED without a reason")
		}
	}
	return nil
}

func checkConvert(s *session) error {
	n, u, err := s.find("add")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(u.Given, func(v *wire.Variable) bool { return v.Name == "n?" })
	c, err := s.client.Convert(s.stream.Context(), &wire.Conversion{Unit: n, Variable: uint32(i),
		Values: []*wire.Value{integer(3), text("no")}})
	if status.Code(err) == codes.Unimplemented {
		return nil
	}
	if err != nil {
		return fmt.Errorf("calling Convert: %w", err)
	}
	if len(c.Attempts) != 2 || show(c.Attempts[0].GetValue()) != "3" || c.Attempts[1].Refused == "" {
		return fmt.Errorf("calling Convert of 3 and of a text for an integer gives %v: expected 3, and a refusal", c.Attempts)
	}
	return nil
}

func checkFailure(s *session) error {
	for range 2 {
		r, err := s.expect("fail", nil, wire.Status_PANICKED, nil)
		if err != nil {
			return err
		}
		if !strings.Contains(r.Message, "as it is to") || r.PanickedIn != 0 {
			return fmt.Errorf("fail says %q, in call %d: expected the text that it failed with, and the unit itself",
				r.Message, r.PanickedIn)
		}
	}
	return checkResult(s)
}

func checkOrder(s *session) error {
	var steps []*wire.Step
	for i := range 500 {
		w, err := s.step("add", given{"value": integer(0), "n?": integer(int64(i % 100))})
		if err != nil {
			return err
		}
		steps = append(steps, w)
	}
	all, err := s.run(steps...)
	for i, r := range all {
		if err == nil {
			err = s.compare("add", r, wire.Status_RETURNED, given{"sum!": integer(int64(i % 100))})
		}
	}
	return err
}

func checkNewerHost(s *session) error {
	r, err := s.expect("add", given{"n?": integer(4)}, wire.Status_RETURNED, given{"value'": integer(4)},
		func(w *wire.Step) {
			later := protowire.AppendVarint(protowire.AppendTag(nil, 9000, protowire.VarintType), 7)
			w.ProtoReflect().SetUnknown(later)
		})
	if err == nil && r.Message != "" {
		err = fmt.Errorf("it says %q", r.Message)
	}
	return err
}

func checkSecondSession(s *session) error {
	if err := checkResult(s); err != nil { // the first one is there
		return err
	}
	second, err := s.client.Session(s.stream.Context())
	if err != nil {
		return err
	}
	if _, err = second.Recv(); status.Code(err) != codes.FailedPrecondition {
		return fmt.Errorf("a second session gives %w", errOr(err, "no error"))
	}
	return checkResult(s)
}

// errOr returns an error, or one with a text where there is none.
func errOr(err error, text string) error {
	if err == nil {
		return errors.New(text)
	}
	return err
}

func checkEndOfSession(s *session) error {
	var steps []*wire.Step
	for range 50 {
		w, err := s.step("add", given{"n?": integer(1)})
		if err != nil {
			return err
		}
		w.More = true // the case is open when the host closes its side
		steps = append(steps, w)
	}
	if err := s.send(&wire.HostMessage{Steps: steps}); err != nil {
		return err
	}
	if err := s.stream.CloseSend(); err != nil {
		return err
	}
	for n := 0; n < len(steps); {
		m, err := s.receive()
		if err != nil {
			return fmt.Errorf("%d of %d steps are answered when the session ends: %w", n, len(steps), err)
		}
		n += len(m.Results)
	}
	return nil
}

func checkSilence(ctx context.Context, k *Kit) error {
	p, err := k.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	if _, err := s.expect("say", given{"text?": text("hello")}, wire.Status_RETURNED, nil); err != nil {
		return err
	}
	if err := s.finish(); err != nil {
		return err
	}
	p.stop()
	if rest := p.rest.String(); strings.TrimSpace(rest) != "" {
		return fmt.Errorf("after the handshake %q is on standard output", rest)
	}
	return nil
}

// shutdown is how go-plugin says that a process is to end.
const shutdown = "/plugin.GRPCController/Shutdown"

func checkShutdown(ctx context.Context, k *Kit) error {
	p, err := k.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	if _, err := s.expect("say", given{"text?": text("hello")}, wire.Status_RETURNED, nil); err != nil {
		return err
	}
	if err := s.finish(); err != nil {
		return err
	}
	// Its answer may be lost, since the process ends.
	err = p.conn.Invoke(ctx, shutdown, &emptypb.Empty{}, &emptypb.Empty{})
	if status.Code(err) == codes.Unimplemented {
		return errors.New("it does not serve Shutdown of plugin.GRPCController")
	}
	select {
	case <-p.ended:
	case <-time.After(k.patience()):
		return errors.New("its process does not end")
	}
	if p.exit != nil {
		return fmt.Errorf("its process ends with %v: expected the code 0", p.exit)
	}
	return nil
}

func checkEndOfProcess(ctx context.Context, k *Kit) error {
	p, err := k.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := p.open(ctx)
	if err != nil {
		return err
	}
	defer s.cancel()
	w, err := s.step("leave", nil)
	if err != nil {
		return err
	}
	w.Stream = true
	if err := s.send(&wire.HostMessage{Steps: []*wire.Step{w}}); err != nil {
		return err
	}
	for {
		m, err := s.receive()
		if err != nil {
			break
		}
		if len(m.Results) > 0 {
			return fmt.Errorf("leave, which ends the process, has a result: %v", m.Results[0])
		}
	}
	if len(s.events) == 0 || s.events[len(s.events)-1].Kind != wire.EventKind_STARTED {
		return fmt.Errorf("the events are %s: expected that STARTED is the last", showEvents(s.events))
	}
	select {
	case <-p.ended:
	case <-time.After(k.patience()):
		return errors.New("the process of leave does not end")
	}
	if exit := (*exec.ExitError)(nil); !errors.As(p.exit, &exit) || exit.ExitCode() != 3 {
		return fmt.Errorf("the process of leave ends with %v: expected the code 3", p.exit)
	}
	return nil
}
