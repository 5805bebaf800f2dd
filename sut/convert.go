package sut

import (
	"context"
	"reflect"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Convert implements the protocol.
func (s *server) Convert(_ context.Context, c *wire.Conversion) (*wire.Converted, error) {
	if int(c.Unit) >= len(s.table.units) {
		return nil, status.Errorf(codes.InvalidArgument, "there is no unit %d", c.Unit)
	}
	u := s.table.units[c.Unit]
	vars := u.given
	if c.Got {
		vars = u.got
	}
	if int(c.Variable) >= len(vars) {
		return nil, status.Errorf(codes.InvalidArgument, "%s has no variable %d", u.name, c.Variable)
	}
	out := &wire.Converted{}
	v := &vars[c.Variable]
	if v.codec == nil {
		return out, nil
	}
	for _, value := range c.Values {
		tried := make(chan *wire.Attempt, 1)
		// A codec may end the goroutine that it runs on.
		go v.try(value, tried)
		out.Attempts = append(out.Attempts, <-tried)
	}
	return out, nil
}

// try converts a value to Go and back.
func (v *variable) try(from *wire.Value, tried chan<- *wire.Attempt) {
	a, done := &wire.Attempt{}, false
	defer func() {
		p := recover()
		switch {
		case done:
		case p == nil:
			a.Broken = endedGoroutine
		default:
			a.Broken = clip("panic: " + textOf(p))
		}
		tried <- a
	}()
	held := reflect.New(v.typ).Elem()
	to := &wire.Value{}
	if err := v.codec.decode(from, held); err != nil {
		a.Refused = err.Error()
	} else if err := v.codec.encode(held, to, extent{}); err != nil {
		a.Mute = err.Error()
	} else {
		a.Value = to
	}
	done = true
}
