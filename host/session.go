package host

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// batch is the state of sending some cases to one process.
type batch struct {
	*process
	progress
	stream  bool
	out     func(Delivery)
	stage   stage // the stage of a streamed step
	pending int   // how many asks have no answer yet
	answers chan reaction
	worker  *Worker
	began   time.Duration     // on the clock
	limit   deadline          // the deadline of the first unanswered step
	calls   callLog           // the calls of a streamed step
	refused map[uint64]string // why calls had no answer, by the ids of their steps
}

// reaction is the answer to an ask.
type reaction struct {
	id     uint64 // the id of the step
	answer *wire.Answer
}

// runBatch sends cases to the worker's process and delivers the replies. It returns
// how many were delivered, and what went wrong, if anything.
func (w *Worker) runBatch(ctx context.Context, cases []*Case, stream bool, out func(Delivery)) (int, *trouble) {
	now := w.program.options.Clock.Now()
	b := &batch{process: w.process, progress: progress{cases: cases, first: w.process.last + 1}, stream: stream,
		out:     out,
		answers: make(chan reaction), refused: map[uint64]string{}, worker: w, began: now, limit: deadline{began: now}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	clock := time.NewTimer(flushTime)
	defer clock.Stop()
	for b.done < len(b.cases) || b.skips > 0 {
		b.fill()
		select {
		case m := <-b.inbox:
			if t := b.take(ctx, m); t != nil {
				return b.done, t
			}
		case a := <-b.answers:
			b.pending--
			b.limit.noteAnswer(b.now(), b.pending == 0)
			if b.findUnanswered(a.id) != nil && a.answer.Kind == wire.AnswerKind_REFUSE {
				b.refused[a.id] = a.answer.Reason
			}
			b.post(&wire.HostMessage{Answers: []*wire.Answer{a.answer}})
		case <-b.broken:
			if t := b.rest(ctx); t != nil {
				return b.done, t
			}
		case <-clock.C:
			left, t := b.look(ctx)
			if t != nil {
				return b.done, t
			}
			clock.Reset(left)
		case <-ctx.Done():
			return b.done, b.trouble(Hung, ctx.Err().Error())
		}
	}
	return b.done, nil
}

// now returns the time on the clock.
func (b *batch) now() time.Duration { return b.worker.program.options.Clock.Now() }

// trouble returns the reason why a batch ends.
func (b *batch) trouble(status Status, why string) *trouble {
	return &trouble{status: status, why: why, stage: b.stage, sent: b.countBegun(), calls: b.calls.list(),
		made: b.calls.count, given: b.calls.given, began: b.calls.began, earlier: b.earlier,
		begun: b.limit.began, ended: b.now(), atWork: findAtWork(b), ran: b.ran}
}

// findAtWork returns the index, among the unanswered cases, of the one that was at work last; -1 where it is not known.
func findAtWork(b *batch) int {
	s := readMark(b.process)
	if s == nil {
		return -1
	}
	return slices.Index(b.cases[b.done:], s.of)
}

// breaks returns the trouble that the protocol was broken; the step with the given id
// took part in it.
func (b *batch) breaks(id uint64, rule string, args ...any) *trouble {
	n := Note{Kind: Breach, Case: b.findCase(id), Rule: rule, Text: fmt.Sprintf(rule, args...)}
	if rule == twice {
		n.Kind = Twice
	}
	b.worker.note(n)
	t := b.trouble(Crashed, "its process broke the protocol: "+n.Text)
	t.breach = true
	return t
}

// runningName returns a name for the step whose answer is due next.
func (b *batch) runningName() string {
	if s := b.findUnanswered(b.nextID()); s != nil {
		return s.name()
	}
	return "none"
}

// isOver tells whether the step with the given id was answered.
func (b *batch) isOver(id uint64) bool { return 0 < id && id < b.nextID() }

// rest handles the messages that came before the stream ended.
func (b *batch) rest(ctx context.Context) *trouble {
	for {
		select {
		case m := <-b.inbox:
			if t := b.take(ctx, m); t != nil {
				return t
			}
			continue
		default:
		}
		break
	}
	if b.done == len(b.cases) {
		b.skips = 0
		return nil
	}
	why, breach := b.explainEnd()
	stack := crashStack(b.output.String())
	if by := starterOf(stack); by != "" {
		why += fmt.Sprintf(" when a goroutine that %s had started panicked", by)
	}
	found := locate(b, stack)
	t := b.trouble(Crashed, why)
	t.culprits = found
	if t.breach = breach; breach {
		b.worker.note(Note{Kind: Breach, Rule: why, Text: why})
	}
	return t
}

// fill sends steps until the window of unanswered cases is full.
func (b *batch) fill() {
	for b.next < len(b.cases) && b.last+1-b.nextID() <= window-chunk {
		n := b.countReady(chunk)
		m := &wire.HostMessage{Steps: make([]*wire.Step, n)}
		steps := make([]wire.Step, n)
		for i := range n {
			s, more := b.advance()
			b.last++
			b.remember(s)
			w := &steps[i]
			w.Id, w.Stream, w.More = b.last, b.stream, more
			if s.Operations != nil {
				s.Operations.fill(w)
			} else {
				w.Unit, w.Given, w.Structure = s.Binding.id, s.given, uint32(s.Structure)
			}
			w.Object, w.Keep = uint32(s.Object), uint32(s.Keep)
			if set := s.Routes; set != nil && len(set.wire.Routes) > 0 {
				w.Routes = set.wire.Id
				if !b.defined[w.Routes] {
					b.defined[w.Routes] = true
					m.Routes = append(m.Routes, set.wire)
				}
			}
			m.Steps[i] = w
		}
		b.post(m)
	}
}

// findUnanswered returns the unanswered step with the given id, or nil.
func (b *batch) findUnanswered(id uint64) *Step {
	if id < b.nextID() {
		return nil
	}
	return b.findStep(id)
}

// take handles a message.
func (b *batch) take(ctx context.Context, m *wire.SutMessage) *trouble {
	if len(m.Events)+len(m.Asks)+len(m.Results)+len(m.Lates)+len(m.Leaks) == 0 {
		if b.limit.empty++; b.limit.empty > maxEmpty {
			return b.breaks(b.nextID(), "it sent more than %d messages that say nothing", maxEmpty)
		}
		return nil
	}
	var acks []uint64
	for _, e := range m.Events {
		switch {
		case b.findUnanswered(e.Step) != nil:
			if t := b.note(e); t != nil {
				return t
			}
		case !b.isOver(e.Step): // what a case has left behind may go on
			return b.breaks(e.Step, "it sent an event of %s while %s ran", b.name(e.Step), b.runningName())
		}
		acks = append(acks, e.Seq)
	}
	if len(acks) > 0 {
		b.post(&wire.HostMessage{Acks: acks})
	}
	for _, a := range m.Asks {
		if t := b.ask(ctx, a); t != nil {
			return t
		}
	}
	if t := b.results(m.Results); t != nil {
		return t
	}
	b.worker.handleBeside(m)
	return nil
}

// ask starts answering a call in the place of its callee.
func (b *batch) ask(ctx context.Context, a *wire.Ask) *trouble {
	s := b.findUnanswered(a.Step)
	switch {
	case s == nil && b.isOver(a.Step):
		b.post(&wire.HostMessage{Answers: []*wire.Answer{{Seq: a.Seq, Kind: wire.AnswerKind_REFUSE,
			Reason: "the case is over"}}})
		return nil
	case s == nil:
		return b.breaks(a.Step, "it asked on behalf of %s while %s ran", b.name(a.Step), b.runningName())
	case a.Call == nil:
		return b.breaks(a.Step, "it asked on behalf of %s for the answer to no call", b.name(a.Step))
	case !s.Routes.mayAsk(a.Call):
		return b.breaks(a.Step,
			"it asked on behalf of %s for the answer to a call of %s by %s, which it was not told to ask for",
			b.name(a.Step),
			b.worker.program.nameOf(a.Call.Callee), b.worker.program.nameOf(a.Call.Caller))
	}
	if b.stream {
		b.enter(stage{known: true, running: true})
	}
	if b.pending++; b.pending > maxAsks {
		return b.breaks(a.Step, "it asked for more than %d answers at a time", maxAsks)
	}
	b.limit.ask(b.now())
	go b.answerCall(ctx, s.of, a)
	return b.noteCall(a.Call)
}

// enter records that a stage begins.
func (b *batch) enter(s stage) {
	b.stage = s
	b.limit.noteStage(b.now())
}

// results handles results, which must come in the order of the steps.
func (b *batch) results(list []*wire.Result) *trouble {
	if len(list) == 0 {
		return nil
	}
	now := b.now()
	from, before := b.done, b.answered
	replies := make([]Reply, 0, len(list))
	var bad *trouble
	for _, r := range list {
		if bad = b.explainMisplaced(r); bad != nil {
			break
		}
		if most := b.worker.program.maxCalls(); len(r.Calls) > most {
			bad = b.breaks(r.Id, "it reported more than %d calls of %s", most, b.name(r.Id))
			break
		}
		replies = append(replies, replyOf(r, now-b.began))
		var over bool
		if over, bad = b.conclude(b.findStep(r.Id), r, &replies[len(replies)-1]); !over {
			replies = replies[:len(replies)-1]
		}
		if bad != nil {
			break
		}
	}
	if b.done > from {
		b.out(Delivery{Cases: b.cases[from:b.done], Replies: replies})
		now = b.now()
	}
	if b.answered > before {
		b.limit, b.calls, b.stage = deadline{began: now, waiting: b.limit.waiting, since: now}, callLog{}, stage{}
	}
	if bad != nil {
		bad.sent, bad.earlier = b.countBegun(), b.earlier
	}
	return bad
}

// twice is the message that a case was answered a second time.
const twice = "it answered %s twice"

// explainMisplaced returns the trouble with a result that is not that of the next step.
func (b *batch) explainMisplaced(r *wire.Result) *trouble {
	switch {
	case r.Id == b.nextID() && r.Id <= b.last:
		return nil
	case b.isOver(r.Id):
		return b.breaks(r.Id, twice, b.name(r.Id))
	}
	return b.breaks(r.Id, "it answered %s while %s ran", b.name(r.Id), b.runningName())
}

// note records an event of a streamed step.
func (b *batch) note(e *wire.Event) *trouble {
	b.limit.told++
	b.enter(stageAfter(e))
	b.calls.others, b.calls.foreign = e.Others, e.Foreign
	switch {
	case e.Kind == wire.EventKind_STARTED:
		b.calls.given, b.calls.began = e.Given, e.Structures
	case e.Call == nil:
	case e.Kind == wire.EventKind_ENTERED:
		b.calls.enter(e.Call)
	case e.Kind == wire.EventKind_OPENED:
		return b.noteCall(e.Call)
	case e.Kind == wire.EventKind_CLOSED_CALL:
		b.calls.close(e.Call)
	}
	return nil
}

// noteCall records a call. A case that makes too many calls in the thread of its unit
// ends as a hang in the call that made the last of them. Where calls are not streamed,
// it is not known which thread makes them, and only the time of the case is a limit.
func (b *batch) noteCall(c *wire.Call) *trouble {
	if !b.stream {
		b.calls.count++
		return nil
	}
	b.calls.noteOpen(c, b.now())
	limit := b.worker.program.maxCalls()
	if b.calls.own <= limit {
		return nil
	}
	t := b.trouble(Hung, fmt.Sprintf("it made more than %d calls", limit))
	t.culprits = culprits{located: true, in: b.calls.find(c.Parent)}
	return t
}

// answerCall answers a call in the place of its callee.
func (b *batch) answerCall(ctx context.Context, c *Case, a *wire.Ask) {
	limited, cancel := b.worker.program.options.Clock.WithLimit(ctx, answerTime, context.DeadlineExceeded)
	defer cancel()
	answer := b.worker.program.answer(limited, c, a.Call)
	answer.Seq = a.Seq
	select {
	case b.answers <- reaction{a.Step, answer}:
	case <-ctx.Done():
	case <-b.broken:
	}
}
