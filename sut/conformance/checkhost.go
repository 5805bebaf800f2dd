package conformance

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

func checkEnds(s *session) error {
	for range 2 {
		all, err := s.run(&wire.Step{Id: 1<<40 + s.next, End: true})
		if err != nil {
			return err
		}
		s.next++
		if all[0].Status != wire.Status_BLOCKED || all[0].Message == "" {
			return fmt.Errorf("the end of a case that is not open gives %v (%q): expected BLOCKED, with a reason", all[0].Status,
				all[0].Message)
		}
		if err := checkResult(s); err != nil { // which is a case of its own, so that none is open after it
			return err
		}
	}
	return nil
}

// checkUnknownUnits: a host that names units which the description does not have is not the one that has read it.
func checkUnknownUnits(ctx context.Context, k *Kit) error {
	var twice uint32
	err := k.inSession(ctx, func(s *session) error {
		var fail uint32
		var err error
		if twice, _, err = s.find("twice"); err == nil {
			fail, _, err = s.find("fail")
		}
		if err == nil { // calls that are not intercepted have no route to take
			err = s.sendRoute(&wire.Route{Caller: twice, Callee: fail, Mode: wire.Mode_ASK})
		}
		if err != nil {
			return err
		}
		if err := s.expectCalls("twice", given{"n?": integer(5)}, wire.Status_RETURNED, integer(10),
			"0+5=5 CLOSED RUN <0; 5+5=10 CLOSED RUN <0", byRoute); err != nil {
			return fmt.Errorf("with a route of calls that there are not: %w", err)
		}
		return s.finish()
	})
	for _, way := range []*wire.Route{{Caller: twice, Callee: 1000}, {Caller: 1000, Callee: twice}} {
		if err != nil {
			return err
		}
		err = k.inSession(ctx, func(s *session) error {
			if err := s.sendRoute(way); err != nil {
				return err
			}
			return s.expectEnd(codes.InvalidArgument)
		})
		if err != nil {
			err = fmt.Errorf("with a route from unit %d to unit %d: %w", way.Caller, way.Callee, err)
		}
	}
	return err
}

func (s *session) sendRoute(way *wire.Route) error {
	return s.send(&wire.HostMessage{Routes: []*wire.RouteSet{{Id: 1, Routes: []*wire.Route{way}}}})
}

// expectEnd expects that the program ends the session with a code.
func (s *session) expectEnd(code codes.Code) error {
	for {
		m, err := s.stream.Recv()
		if err == nil && s.kit.spoil != nil {
			s.kit.spoil(m)
		}
		is := status.Code(err)
		if s.kit.end != nil {
			is = s.kit.end(is)
		}
		switch {
		case err == nil && len(m.Results) > 0:
			return fmt.Errorf("step %d is answered: expected that the session ends with %v", m.Results[0].Id, code)
		case err != nil && is != code:
			return fmt.Errorf("the session ends with %v (%w): expected %v", is, err, code)
		case err != nil:
			return nil
		}
	}
}

// mostSteps is how many steps a host keeps unanswered, and stepsAtOnce how many it sends in a message.
const mostSteps, stepsAtOnce = 16384, 4096

// checkManySteps sends as many steps as may be, and one more, while the first of them waits for an answer.
func checkManySteps(ctx context.Context, k *Kit) error {
	fill := func(s *session, count int) ([]*wire.Step, error) {
		if err := s.route("twice", &wire.Route{Mode: wire.Mode_ASK}); err != nil {
			return nil, err
		}
		first, err := s.step("twice", given{"n?": integer(1)})
		if err != nil {
			return nil, err
		}
		first.Routes = 1
		steps := []*wire.Step{first}
		for len(steps) < count {
			w, err := s.step("add", given{"n?": integer(int64(len(steps) % 100))})
			if err != nil {
				return nil, err
			}
			steps = append(steps, w)
		}
		for from := 0; from < count; from += stepsAtOnce {
			if err := s.send(&wire.HostMessage{Steps: steps[from:min(count, from+stepsAtOnce)]}); err != nil {
				return nil, err
			}
		}
		return steps, nil
	}
	err := k.inSession(ctx, func(s *session) error {
		steps, err := fill(s, mostSteps)
		if err != nil {
			return err
		}
		s.answer = &wire.Answer{Got: s.order(true, given{"value'": integer(1), "sum!": integer(1), "r!": atom("ok")})}
		all, err := s.collect(steps)
		for i, r := range all[min(1, len(all)):] {
			if err == nil {
				err = s.compare("add", r, wire.Status_RETURNED, given{"sum!": integer(int64((i + 1) % 100))})
			}
		}
		if err != nil {
			return err
		}
		return s.finish()
	})
	if err != nil {
		return fmt.Errorf("with %d steps that are not answered: %w", mostSteps, err)
	}
	err = k.inSession(ctx, func(s *session) error {
		if _, err := fill(s, mostSteps+1); err != nil && status.Code(err) != codes.Unknown {
			return err // a message that cannot be sent any more says nothing of why
		}
		return s.expectEnd(codes.ResourceExhausted)
	})
	if err != nil {
		err = fmt.Errorf("with %d steps that are not answered: %w", mostSteps+1, err)
	}
	return err
}
