package host

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Route says what answers the calls from a caller to a callee in the callee's place: a
// fixed answer, or the case's Answerer.
type Route struct {
	Caller, Callee string
	Fixed          bool
	Answer         spec.Values // the outputs, where they are fixed; the state is unchanged
}

// Routes are the routes of some cases, which say what stands in for callees.
type Routes struct{ wire *wire.RouteSet }

// Routes returns routes between units that the program has. The id distinguishes them
// from other Routes of the program.
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

// mayAsk tells whether a process with these routes may ask for the answer to a call.
func (r *Routes) mayAsk(call *wire.Call) bool {
	return r != nil && slices.ContainsFunc(r.wire.Routes, func(r *wire.Route) bool {
		return r.Caller == call.Caller && r.Callee == call.Callee && (r.Mode == wire.Mode_ASK ||
			r.Otherwise == wire.Mode_ASK)
	})
}

// encodeGot returns an answer in the order of the program's variables. With unchanged,
// the after-state is left out, which means that it does not change.
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

// answer returns the answer to a call in a case, in the place of the callee.
func (p *Program) answer(ctx context.Context, c *Case, call *wire.Call) *wire.Answer {
	refuse := func(reason string) *wire.Answer {
		return &wire.Answer{Kind: wire.AnswerKind_REFUSE, Reason: reason}
	}
	caller, callee := p.binding(call.Caller), p.binding(call.Callee)
	if caller == nil || callee == nil {
		return refuse("a call between units that the project does not have")
	}
	frame := make([]value.Value, len(callee.Unit.Op.Vars))
	if err := checkCounts(callee, call.Given, nil); err != nil {
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
		return &wire.Answer{Kind: wire.AnswerKind_ANSWER, Got: callee.encodeGot(a.Values, false)}
	}
}
