package host

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Route says what answers calls of a callee by a caller in the place of the callee:
// an answer that does not depend on the call, or whatever the case's Stubs say of each.
type Route struct {
	Caller, Callee string
	Fixed          bool
	Answer         spec.Values // of the outputs, where it is fixed; the state stays as it is
}

// Routes are what stands in for callees in cases that share them.
type Routes struct{ wire *wire.RouteSet }

// Routes returns routes between units that the program binds. The id tells them from
// others of the program.
func (p *Program) Routes(id uint32, list []Route) *Routes {
	set := &wire.RouteSet{Id: id}
	for _, r := range list {
		w := &wire.Route{Caller: p.index[r.Caller], Callee: p.index[r.Callee], Mode: wire.Mode_ASK}
		if r.Fixed {
			w.Mode, w.Table = wire.Mode_TABLE, []*wire.Row{{Got: p.units[r.Callee].encodeGot(r.Answer, true)}}
			w.Otherwise = wire.Mode_ASK
		}
		set.Routes = append(set.Routes, w)
	}
	return &Routes{set}
}

// asks tells whether a process that was told the routes may ask for the answer to a
// call.
func (r *Routes) asks(call *wire.Call) bool {
	return r != nil && slices.ContainsFunc(r.wire.Routes, func(r *wire.Route) bool {
		return r.Caller == call.Caller && r.Callee == call.Callee && (r.Mode == wire.Mode_ASK ||
			r.Otherwise == wire.Mode_ASK)
	})
}

// encodeGot returns an answer by the positions of the program; without the
// after-state it is left unchanged.
func (b *Binding) encodeGot(answer spec.Values, unchanged bool) []*wire.Value {
	out := make([]*wire.Value, len(b.got))
	for i, g := range b.got {
		out[i] = &wire.Value{}
		if g.index < 0 || unchanged && strings.HasSuffix(g.name, "'") {
			continue
		}
		if v, ok := answer.Lookup(g.name); ok {
			out[i] = encode(v, g.typ)
		}
	}
	return out
}

// answer has a call of a case answered in the place of its callee.
func (p *Program) answer(ctx context.Context, c *Case, call *wire.Call) *wire.Answer {
	refuse := func(reason string) *wire.Answer {
		return &wire.Answer{Kind: wire.AnswerKind_REFUSE, Reason: reason}
	}
	caller, callee := p.binding(call.Caller), p.binding(call.Callee)
	if caller == nil || callee == nil {
		return refuse("a call between units that the project does not have")
	}
	frame := make([]value.Value, len(callee.Unit.Op.Vars))
	if err := counted(callee, call.Given, nil); err != nil {
		return refuse(err.Error())
	}
	if unfit := p.Observer().read(callee.Unit, frame, callee.given, call.Given); unfit != "" {
		return refuse(unfit)
	}
	switch a := c.Stubs.Answer(ctx, &Call{Caller: caller.Unit.Name, Callee: callee.Unit, Frame: frame}); {
	case a.Refused != "":
		return refuse(a.Refused)
	case a.Real:
		return &wire.Answer{Kind: wire.AnswerKind_REAL}
	default:
		return &wire.Answer{Kind: wire.AnswerKind_VALUES, Got: callee.encodeGot(a.Values, false)}
	}
}
