package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// route defines the route set 1, in which calls of add by a unit go one way.
func (s *session) route(caller string, way *wire.Route) error {
	from, _, err := s.find(caller)
	if err != nil {
		return err
	}
	to, _, err := s.find("add")
	if err != nil {
		return err
	}
	way.Caller, way.Callee = from, to
	return s.send(&wire.HostMessage{Routes: []*wire.RouteSet{{Id: 1, Routes: []*wire.Route{way}}}})
}

// byRoute has a step take the route set 1.
func byRoute(w *wire.Step) { w.Routes = 1 }

// order returns values in the order of the variables of add: of those that it is given, or of those that it gives.
func (s *session) order(got bool, of given) []*wire.Value {
	_, u, err := s.find("add")
	if err != nil {
		return nil
	}
	variables := u.Given
	if got {
		variables = u.Got
	}
	out := make([]*wire.Value, len(variables))
	for i, v := range variables {
		if out[i] = of[v.Name]; out[i] == nil {
			out[i] = none()
		}
	}
	return out
}

// showCalls returns calls of add in short: value and n?, then value' where it returned, then the state and the parent.
func (s *session) showCalls(calls []*wire.Call) string {
	var out []string
	_, u, _ := s.find("add")
	at := func(variables []*wire.Variable, values []*wire.Value, name string) string {
		i := slices.IndexFunc(variables, func(v *wire.Variable) bool { return v.Name == name })
		if i < 0 || i >= len(values) {
			return "_"
		}
		return show(values[i])
	}
	for _, c := range calls {
		text := fmt.Sprintf("%s+%s", at(u.Given, c.Given, "value"), at(u.Given, c.Given, "n?"))
		if c.State == wire.CallState_CLOSED {
			text += "=" + at(u.Got, c.Got, "value'")
		}
		out = append(out, fmt.Sprintf("%s %v %v <%d", text, c.State, c.By, c.Parent))
	}
	return strings.Join(out, "; ")
}

// expectCalls runs a unit, and compares its status, value' and calls.
func (s *session) expectCalls(unit string, of given, status wire.Status, after *wire.Value, calls string,
	change ...func(*wire.Step)) error {
	want := given{}
	if after != nil {
		want["value'"] = after
	}
	r, err := s.expect(unit, of, status, want, change...)
	if err != nil {
		return err
	}
	if is := s.showCalls(r.Calls); is != calls {
		return fmt.Errorf("%s: its calls are %q, and %q was expected", unit, is, calls)
	}
	return nil
}

func checkCalls(s *session) error {
	return s.expectCalls("twice", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED, integer(11),
		"1+5=6 CLOSED RUN <0; 6+5=11 CLOSED RUN <0")
}

func checkFailingCall(s *session) error {
	r, err := s.expect("swallow", given{"value": integer(60), "n?": integer(50)}, wire.Status_RETURNED,
		given{"value'": integer(60)})
	if err != nil {
		return err
	}
	is := s.showCalls(r.Calls)
	if is != "60+50=60 CLOSED RUN <0" {
		return fmt.Errorf("swallow: its calls are %q: expected one that is CLOSED and gives overflow", is)
	}
	_, u, _ := s.find("add")
	for i, v := range u.Got {
		if v.Name == "r!" && show(r.Calls[0].Got[i]) != "overflow" {
			return fmt.Errorf("the call of swallow gives r! = %s: expected overflow", show(r.Calls[0].Got[i]))
		}
	}
	return nil
}

func checkTable(s *session) error {
	rows := []*wire.Row{
		{Given: s.order(false, given{"value": integer(1), "n?": integer(5)}),
			Got: s.order(true, given{"value'": integer(40), "sum!": integer(7), "r!": atom("ok")})},
		{Given: s.order(false, given{"n?": integer(5)}), Got: s.order(true, given{"sum!": integer(0)})},
		{Got: s.order(true, given{"value'": integer(99), "r!": atom("overflow")})},
	}
	if err := s.route("twice", &wire.Route{Mode: wire.Mode_TABLE, Table: rows}); err != nil {
		return err
	}
	err := s.expectCalls("twice", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED, integer(40),
		"1+5=40 CLOSED TABLE <0; 40+5=40 CLOSED TABLE <0", byRoute)
	if err != nil {
		return err
	}
	// Without a route, and by that of another unit, the callee itself runs.
	if err := checkCalls(s); err != nil {
		return err
	}
	if err := s.expectCalls("swallow", given{"n?": integer(5)}, wire.Status_RETURNED, integer(5), "0+5=5 CLOSED RUN <0",
		byRoute); err != nil {
		return err
	}
	// An answer with an error fails as the callee does; its state is written all the same.
	if err := s.route("swallow", &wire.Route{Mode: wire.Mode_TABLE, Table: rows}); err != nil {
		return err
	}
	return s.expectCalls("swallow", given{"n?": integer(6)}, wire.Status_RETURNED, integer(99),
		"0+6=99 CLOSED TABLE <0", byRoute)
}

func checkTableOrAsk(s *session) error {
	rows := []*wire.Row{{Given: s.order(false, given{"value": integer(0)}),
		Got: s.order(true, given{"value'": integer(3)})}}
	way := &wire.Route{Mode: wire.Mode_TABLE, Table: rows, Otherwise: wire.Mode_ASK}
	if err := s.route("twice", way); err != nil {
		return err
	}
	s.answer = &wire.Answer{Got: s.order(true, given{"value'": integer(8)})}
	err := s.expectCalls("twice", given{"n?": integer(1)}, wire.Status_RETURNED, integer(8),
		"0+1=3 CLOSED TABLE <0; 3+1=8 CLOSED ASK <0", byRoute)
	if err == nil && len(s.asks) != 1 {
		err = fmt.Errorf("the host was asked %d times: expected once", len(s.asks))
	}
	if err != nil {
		return err
	}
	way.Otherwise = wire.Mode_RUN
	if err := s.route("twice", way); err != nil {
		return err
	}
	return s.expectCalls("twice", given{"n?": integer(1)}, wire.Status_RETURNED, integer(4),
		"0+1=3 CLOSED TABLE <0; 3+1=4 CLOSED RUN <0", byRoute)
}

func checkAsk(s *session) error {
	if err := s.route("twice", &wire.Route{Mode: wire.Mode_ASK}); err != nil {
		return err
	}
	s.answer = &wire.Answer{Got: s.order(true, given{"value'": integer(20), "sum!": integer(20), "r!": atom("ok")})}
	err := s.expectCalls("twice", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED, integer(20),
		"1+5=20 CLOSED ASK <0; 20+5=20 CLOSED ASK <0", byRoute)
	if err != nil {
		return err
	}
	if len(s.asks) != 2 || s.asks[0].Seq == s.asks[1].Seq || s.asks[0].Call.GetId() != 1 ||
		s.asks[1].Call.GetId() != 2 {
		return fmt.Errorf("the asks are %v: expected two, of the calls 1 and 2, with numbers of their own", s.asks)
	}
	if is := s.showCalls([]*wire.Call{s.asks[0].Call}); !strings.HasPrefix(is, "1+5 OPEN") {
		return fmt.Errorf("what is asked for is %q: expected the call with its values", is)
	}
	return nil
}

func checkReal(s *session) error {
	if err := s.route("twice", &wire.Route{Mode: wire.Mode_ASK}); err != nil {
		return err
	}
	s.answer = &wire.Answer{Kind: wire.AnswerKind_REAL}
	return s.expectCalls("twice", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED, integer(11),
		"1+5=6 CLOSED RUN <0; 6+5=11 CLOSED RUN <0", byRoute)
}

func checkRefusal(s *session) error {
	s.answer = &wire.Answer{Kind: wire.AnswerKind_REFUSE, Reason: "there is none"}
	for _, unit := range []string{"twice", "swallow"} {
		if err := s.route(unit, &wire.Route{Mode: wire.Mode_ASK}); err != nil {
			return err
		}
		r, err := s.expect(unit, given{"n?": integer(5)}, wire.Status_ABORTED, nil, byRoute)
		if err != nil {
			return err
		}
		if r.Message != "there is none" || len(r.Calls) != 1 || r.Calls[0].State != wire.CallState_OPEN {
			return fmt.Errorf("%s says %q with the calls %q: expected the reason, and one that is open", unit, r.Message,
				s.showCalls(r.Calls))
		}
	}
	return checkCalls(s)
}

func checkFewCalls(s *session) error {
	if err := s.send(&wire.HostMessage{Limits: &wire.Limits{Calls: 10}}); err != nil {
		return err
	}
	for n, want := range map[int64]int{10: 10, 11: 10} {
		r, err := s.expect("many", given{"n?": integer(n)}, wire.Status_RETURNED, nil)
		if err != nil {
			return err
		}
		if len(r.Calls) != want || r.CallsTruncated != (n > 10) {
			return fmt.Errorf("of %d calls %d are recorded, truncated %v, and 10 are allowed", n, len(r.Calls),
				r.CallsTruncated)
		}
	}
	return nil
}

func checkMostCalls(s *session) error {
	if err := s.send(&wire.HostMessage{Limits: &wire.Limits{Calls: 10, MostCalls: 50}}); err != nil {
		return err
	}
	if _, err := s.expect("many", given{"n?": integer(50)}, wire.Status_RETURNED, nil); err != nil {
		return err
	}
	r, err := s.expect("many", given{"n?": integer(101)}, wire.Status_PANICKED, nil) // twice as many may be let pass
	if err == nil && r.Message == "" {
		err = errors.New("a step that made too many calls is ended without a reason")
	}
	return err
}
