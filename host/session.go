package host

import (
	"context"
	"fmt"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// batch is a run of cases in one process.
type batch struct {
	*process
	cases   []*Case
	stream  bool
	first   uint64 // the id of the first case
	next    int    // the first that was not sent
	done    int    // the first that was not answered
	out     func(Delivery)
	stage   stage // of a streamed case
	pending int   // asks without an answer
	answers chan answered
	worker  *Worker
	sent    time.Duration // on the clock, when the batch began
	limit   deadline      // of the first unanswered case
	calls   callLog       // of a streamed case
}

// answered is the answer to an ask of a case.
type answered struct {
	id     uint64 // of the case
	answer *wire.Answer
}

// batch sends cases to the worker's process and delivers the replies. It returns
// how many were delivered, and what went wrong, if anything.
func (w *Worker) batch(ctx context.Context, cases []*Case, stream bool, out func(Delivery)) (int, *trouble) {
	now := w.program.options.Clock.Now()
	b := &batch{process: w.process, cases: cases, stream: stream, first: w.process.last + 1, out: out,
		answers: make(chan answered), worker: w, sent: now, limit: deadline{began: now}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	clock := time.NewTimer(flushTime)
	defer clock.Stop()
	for b.done < len(cases) {
		b.fill()
		select {
		case m := <-b.inbox:
			if t := b.take(ctx, m); t != nil {
				return b.done, t
			}
		case a := <-b.answers:
			b.pending--
			b.limit.answered(b.now(), b.pending == 0)
			if c := b.unanswered(a.id); c != nil && a.answer.Kind == wire.AnswerKind_REFUSE {
				c.refused = a.answer.Reason
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

// trouble describes the end of a batch.
func (b *batch) trouble(status Status, why string) *trouble {
	return &trouble{status: status, why: why, stage: b.stage, sent: b.next - b.done, calls: b.calls.list(), made: b.calls.made}
}

// breaks describes a breach of the protocol. The case of an id has a part in
// it.
func (b *batch) breaks(id uint64, rule string, args ...any) *trouble {
	n := Note{Kind: Breach, Case: b.sentCase(id), Rule: rule, Text: fmt.Sprintf(rule, args...)}
	if rule == twice {
		n.Kind = Twice
	}
	b.worker.note(n)
	t := b.trouble(Crashed, "its process broke the protocol: "+n.Text)
	t.breach = true
	return t
}

// running names the case that the process is to answer next.
func (b *batch) running() string {
	if b.done == b.next {
		return "none"
	}
	return b.cases[b.done].Name
}

// over tells whether a case of this session was answered.
func (b *batch) over(id uint64) bool { return 0 < id && id < b.first+uint64(b.done) }

// rest takes what came before the stream ended.
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
		return nil
	}
	why, breach := b.ended()
	by := stray(b.output.String())
	if by != "" {
		why += fmt.Sprintf(" when a goroutine that %s had started panicked", by)
	}
	log, observing := &b.calls, !b.stage.running && b.stage.phase == wire.Phase_OBSERVING
	if !b.beside() || log.threads && observing {
		b.stage.running = b.stage.known
	}
	t := b.trouble(Crashed, why)
	switch {
	case log.doomed != nil && log.since == 0:
		t.culprits = culprits{located: true, in: log.doomed}
	case by != "" && b.stream && b.stage.running && !log.threads:
		t.culprits = culprits{located: true, unclear: true, apart: true, among: t.calls}
	case log.threads && (log.doomed != nil || len(log.open) > 0 || observing):
		t.culprits = culprits{located: true, unclear: true, among: ends(log.open)}
		if log.doomed != nil {
			t.among = append(t.among, log.doomed)
		}
	}
	if t.breach = breach; breach {
		b.worker.note(Note{Kind: Breach, Rule: why, Text: why})
	}
	return t
}

// fill sends cases until enough are unanswered.
func (b *batch) fill() {
	for b.next < len(b.cases) && b.next-b.done <= window-chunk {
		n := min(chunk, len(b.cases)-b.next)
		m := &wire.HostMessage{Cases: make([]*wire.Case, n)}
		cases := make([]wire.Case, n)
		for i := range n {
			next := b.cases[b.next]
			b.next++
			b.last++
			b.remember(next)
			c := &cases[i]
			c.Id, c.Unit, c.Given, c.Stream = b.last, next.Unit.id, next.given, b.stream
			if set := next.Routes; set != nil && len(set.wire.Routes) > 0 {
				c.Routes = set.wire.Id
				if !b.defined[c.Routes] {
					b.defined[c.Routes] = true
					m.Routes = append(m.Routes, set.wire)
				}
			}
			m.Cases[i] = c
		}
		b.post(m)
	}
}

// unanswered returns the case of an id that was not answered, or nil.
func (b *batch) unanswered(id uint64) *Case {
	i := int64(id - b.first)
	if id < b.first || i < int64(b.done) || i >= int64(b.next) {
		return nil
	}
	return b.cases[i]
}

// take takes a message.
func (b *batch) take(ctx context.Context, m *wire.SutMessage) *trouble {
	if len(m.Events)+len(m.Asks)+len(m.Results)+len(m.Lates)+len(m.Leaks) == 0 {
		if b.limit.empty++; b.limit.empty > maxEmpty {
			return b.breaks(b.first+uint64(b.done), "it sent more than %d messages that say nothing", maxEmpty)
		}
		return nil
	}
	var acks []uint64
	for _, e := range m.Events {
		switch {
		case b.unanswered(e.Case) != nil:
			if t := b.note(e); t != nil {
				return t
			}
		case !b.over(e.Case): // what a case has left behind may go on
			return b.breaks(e.Case, "it sent an event of %s while %s ran", b.name(e.Case), b.running())
		}
		acks = append(acks, e.Seq)
	}
	if len(acks) > 0 {
		b.post(&wire.HostMessage{Acks: acks})
	}
	for _, a := range m.Asks {
		if t := b.asked(ctx, a); t != nil {
			return t
		}
	}
	if t := b.results(m.Results); t != nil {
		return t
	}
	b.worker.beside(m)
	return nil
}

// asked has a call answered in the place of its callee.
func (b *batch) asked(ctx context.Context, a *wire.Ask) *trouble {
	c := b.unanswered(a.Case)
	switch {
	case c == nil && b.over(a.Case):
		b.post(&wire.HostMessage{Answers: []*wire.Answer{{Seq: a.Seq, Kind: wire.AnswerKind_REFUSE, Reason: "the case is over"}}})
		return nil
	case c == nil:
		return b.breaks(a.Case, "it asked on behalf of %s while %s ran", b.name(a.Case), b.running())
	case a.Call == nil:
		return b.breaks(a.Case, "it asked on behalf of %s for the answer to no call", b.name(a.Case))
	case !c.Routes.asks(a.Call):
		return b.breaks(a.Case, "it asked on behalf of %s for the answer to a call of %s by %s, which it was not told to ask for", b.name(a.Case),
			b.worker.program.called(a.Call.Callee), b.worker.program.called(a.Call.Caller))
	}
	if b.stream {
		b.enter(stage{known: true, running: true})
	}
	if b.pending++; b.pending > maxAsks {
		return b.breaks(a.Case, "it asked for more than %d answers at a time", maxAsks)
	}
	b.limit.asked(b.now())
	go b.answer(ctx, c, a)
	return b.opened(a.Call)
}

// enter notes that a stage begins.
func (b *batch) enter(s stage) {
	b.stage = s
	b.limit.entered(b.now())
}

// results takes results, which are to come in the order of the cases.
func (b *batch) results(list []*wire.Result) *trouble {
	if len(list) == 0 {
		return nil
	}
	now := b.now()
	from := b.done
	replies := make([]Reply, 0, len(list))
	var bad *trouble
	for _, r := range list {
		if bad = b.misplaced(r); bad != nil {
			break
		}
		if most := b.worker.program.maxCalls(); len(r.Calls) > most {
			bad = b.breaks(r.Id, "it reported more than %d calls of %s", most, b.name(r.Id))
			break
		}
		replies = append(replies, replyOf(r, now-b.sent))
		b.done++
	}
	if b.done > from {
		b.out(Delivery{Cases: b.cases[from:b.done], Replies: replies})
		now = b.now()
		b.limit, b.calls = deadline{began: now, waiting: b.limit.waiting, since: now}, callLog{}
	}
	if bad != nil {
		bad.sent = b.next - b.done
	}
	return bad
}

// twice says that a case was answered again.
const twice = "it answered %s twice"

// misplaced reports a result that is not that of the case which is to be
// answered next.
func (b *batch) misplaced(r *wire.Result) *trouble {
	switch {
	case b.done < b.next && r.Id == b.first+uint64(b.done):
		return nil
	case b.over(r.Id):
		return b.breaks(r.Id, twice, b.name(r.Id))
	}
	return b.breaks(r.Id, "it answered %s while %s ran", b.name(r.Id), b.running())
}

// note keeps how far a streamed case has come, and its calls.
func (b *batch) note(e *wire.Event) *trouble {
	b.limit.told++
	b.enter(after(e))
	switch {
	case e.Call == nil:
	case e.Kind == wire.EventKind_OPENED:
		return b.opened(e.Call)
	case e.Kind == wire.EventKind_CLOSED_CALL:
		b.calls.closed(e.Call)
	}
	return nil
}

// opened notes a call, and ends a case that makes too many: that is a hang of
// whoever made the last of them.
func (b *batch) opened(c *wire.Call) *trouble {
	if b.stream {
		b.calls.opened(c, b.now())
	} else {
		b.calls.made++
	}
	limit := b.worker.program.maxCalls()
	if b.calls.made <= limit {
		return nil
	}
	t := b.trouble(Hung, fmt.Sprintf("it made more than %d calls", limit))
	t.culprits = culprits{located: true, in: b.calls.find(c.Parent)}
	return t
}

// answer answers a call in the place of its callee.
func (b *batch) answer(ctx context.Context, c *Case, a *wire.Ask) {
	limited, cancel := b.worker.program.options.Clock.Within(ctx, answerTime, context.DeadlineExceeded)
	defer cancel()
	answer := b.worker.program.answer(limited, c, a.Call)
	answer.Seq = a.Seq
	select {
	case b.answers <- answered{a.Case, answer}:
	case <-ctx.Done():
	case <-b.broken:
	}
}
