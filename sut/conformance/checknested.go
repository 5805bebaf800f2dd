package conformance

import (
	"fmt"
	"math"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

func checkRelay(s *session) error {
	if _, err := s.expect("relay", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED,
		given{"value'": integer(6), "sum!": integer(6), "r!": atom("ok")}); err != nil {
		return err
	}
	if _, err := s.expect("relay", given{"value": integer(60), "n?": integer(50)}, wire.Status_RETURNED,
		given{"value'": integer(60), "r!": atom("overflow")}); err != nil {
		return err
	}
	rows := []*wire.Row{
		{Given: s.order(false, given{"n?": integer(5)}),
			Got: s.order(true, given{"value'": integer(40), "sum!": integer(7), "r!": atom("ok")})},
		{Got: s.order(true, given{"r!": atom("overflow")})},
	}
	if err := s.route("relay", &wire.Route{Mode: wire.Mode_TABLE, Table: rows}); err != nil {
		return err
	}
	if _, err := s.expect("relay", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED,
		given{"value'": integer(40), "sum!": integer(7), "r!": atom("ok")}, byRoute); err != nil {
		return fmt.Errorf("with an answer in the place of add: %w", err)
	}
	_, err := s.expect("relay", given{"value": integer(1), "n?": integer(6)}, wire.Status_RETURNED,
		given{"value'": integer(1), "r!": atom("overflow")}, byRoute)
	if err != nil {
		err = fmt.Errorf("with an error in the place of add: %w", err)
	}
	return err
}

// showTree returns the callees of calls with their callers, the calls that they are part of, and their states.
func (s *session) showTree(calls []*wire.Call) string {
	name := func(unit uint32) string {
		if int(unit) < len(s.desc.Units) {
			return s.desc.Units[unit].Name
		}
		return "?"
	}
	var out []string
	for _, c := range calls {
		out = append(out, fmt.Sprintf("%s of %s <%d %v", name(c.Callee), name(c.Caller), c.Parent, c.State))
	}
	return strings.Join(out, "; ")
}

func checkNested(s *session) error {
	r, err := s.expect("nest", given{"value": integer(1), "n?": integer(5)}, wire.Status_RETURNED,
		given{"value'": integer(11)})
	if err != nil {
		return err
	}
	const want = "twice of nest <0 CLOSED; add of twice <1 CLOSED; add of twice <1 CLOSED"
	if is := s.showTree(r.Calls); is != want {
		return fmt.Errorf("nest: its calls are %q, and %q was expected", is, want)
	}
	return nil
}

func checkUnwound(s *session) error {
	r, err := s.expect("collapse", nil, wire.Status_PANICKED, nil)
	if err != nil {
		return err
	}
	is := s.showTree(r.Calls)
	if is != "fail of collapse <0 UNWOUND" || r.PanickedIn != 1 || !strings.Contains(r.Message, "as it is to") {
		return fmt.Errorf("collapse says %q, in call %d of %q: expected what fail has failed with, in call 1, UNWOUND",
			r.Message, r.PanickedIn, is)
	}
	return checkCalls(s)
}

// checkLargeIntegers: an integer is as it was sent, whatever its size, or refused with a reason.
func checkLargeIntegers(s *session) error {
	for _, n := range []int64{math.MinInt32, math.MaxInt32} {
		if _, err := s.expect("reverse", given{"list?": sequence(n)}, wire.Status_RETURNED,
			given{"list!": sequence(n)}); err != nil {
			return err
		}
	}
	big := func(digits string) *wire.Value { return &wire.Value{Kind: wire.Kind_BIG, Text: digits} }
	for _, w := range []*wire.Value{integer(1 << 53), integer(-1<<53 - 1), integer(math.MinInt64),
		integer(math.MaxInt64),
		big("9223372036854775808"), big("-9223372036854775809"), big("1" + strings.Repeat("0", 60) + "7"),
		big("-1" + strings.Repeat("0", 60) + "7")} {
		list := &wire.Value{Kind: wire.Kind_SEQ, Elems: []*wire.Value{w}}
		r, err := s.one("reverse", given{"list?": list})
		switch {
		case err != nil:
			return err
		case r.Status == wire.Status_BLOCKED && r.Message != "":
		case r.Status != wire.Status_RETURNED:
			return fmt.Errorf("%s is answered as %v (%s): expected that it comes back, or is BLOCKED with a reason",
				show(w), r.Status, r.Message)
		default:
			if is := show(s.got("reverse", "list!", r.Got)); is != show(list) {
				return fmt.Errorf("%s comes back as %s", show(list), is)
			}
		}
	}
	return nil
}
