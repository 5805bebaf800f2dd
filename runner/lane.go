package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/trace"
)

// job is a case to be sent.
type job struct {
	unit    uint32 // its index in the description
	given   []*wire.Value
	routes  *routeSet
	timeout time.Duration // 0: none
	owner   *attempt
}

// reply is what became of a job.
type reply struct {
	result *wire.Result // nil where the process did not give one
	ending trace.Ending // where result is nil
	// strange says that the process broke the protocol, which is neither its
	// unit's fault nor any callee's.
	strange bool
	why     string
	stage   stage        // where result is nil
	calls   []*wire.Call // as far as known, where result is nil
	made    int          // how many calls there were, where result is nil
	culprits
	took   time.Duration // at most: since the case was sent
	stderr string
	// unsure says what went wrong in a batch of cases with this one among them,
	// where it went wrong with none of them when they ran alone.
	unsure string
}

// beside tells whether the process failed where its unit was not at work.
func (r *reply) beside() bool { return r.result == nil && (r.strange || !r.stage.running) }

// lane runs jobs in one process of a system under test at a time.
type lane struct {
	program *program
	process *process
	log     func(msg string, args ...any)
	lates   func(owner *attempt, call *wire.Call)
	// breach is told of what breaks the protocol: the case, or nil, and what it
	// is. Of a kind that was told before, the machinery's list has one.
	breach func(owner *attempt, kind, what string)
}

// deliver is given jobs with their replies, in order; the replies are its own.
type deliver func(jobs []*job, replies []reply)

// trouble says why a batch was not finished.
type trouble struct {
	ending  trace.Ending
	strange bool
	why     string
	stage   stage
	sent    int // how many jobs from the first unanswered on were sent
	calls   []*wire.Call
	made    int // how many calls there were
	culprits
}

// culprits says in which call a process ended or hangs.
type culprits struct {
	located bool         // it is known
	in      *wire.Call   // nil: the unit itself
	unclear bool         // any of several threads may be why
	among   []*wire.Call // with unclear: the innermost calls that were going on
}

// maxBeside is how many cases in a row may fail while no unit is at work before the
// program's other cases are given up: each of them costs a process.
const maxBeside = 10

// run runs jobs and delivers a reply for each, unless it returns an error: then
// the system under test cannot be started, or fails again and again, or the
// context has ended.
func (l *lane) run(ctx context.Context, jobs []*job, out deliver) error {
	alone, suspects := 0, 0 // how many of the next jobs run one at a time, and did so when a process ended
	beside, why := 0, ""
	var held []reply // of suspects that did not end their process
	var heldJobs []*job
	release := func(unsure string) {
		for i := range held {
			held[i].unsure = unsure
		}
		if len(held) > 0 {
			out(heldJobs, held)
		}
		held, heldJobs, suspects = nil, nil, 0
	}
	for len(jobs) > 0 {
		if err := l.ensure(ctx); err != nil {
			return err
		}
		if alone == 0 {
			done, t := l.batch(ctx, jobs, false, out)
			jobs = jobs[done:]
			if t == nil {
				continue
			}
			l.discard()
			if err := ctx.Err(); err != nil {
				return err
			}
			l.log("a process ended in a batch", "sut", l.program.spec.Name, "why", t.why, "unanswered", t.sent)
			suspects, why = t.sent, t.why
			alone = max(suspects, 1)
			continue
		}
		r, failed, err := l.alone(ctx, jobs[0])
		if err != nil {
			return err
		}
		held, heldJobs, jobs = append(held, r), append(heldJobs, jobs[0]), jobs[1:]
		alone--
		if failed {
			l.discard()
			alone = aloneAfter
		}
		switch {
		case failed || suspects == 0:
			release(r.unsure)
		case len(held) == suspects:
			release(why)
		}
		if beside++; !r.beside() {
			beside = 0
		}
		if beside == maxBeside && len(jobs) > 0 {
			return fmt.Errorf("it failed on %d cases in a row, and no more are run: %s", beside, r.why)
		}
	}
	if suspects > 0 {
		release(why)
	}
	release("")
	return nil
}

// alone runs one job with its calls streamed, and says whether its process is of
// no more use. Where that failed and no unit was at work, an earlier case may
// have left something behind that ended the process: then the job runs again in
// a fresh one, which either fails in the same way or acquits it.
func (l *lane) alone(ctx context.Context, j *job) (reply, bool, error) {
	used := l.process.last > 0
	r, err := l.single(ctx, j)
	if err != nil || r.result != nil || !r.beside() || !used {
		return r, r.result == nil, err
	}
	l.discard()
	if err := l.ensure(ctx); err != nil {
		return reply{}, false, err
	}
	again, err := l.single(ctx, j)
	if again.result != nil {
		if again.unsure = r.why; r.stage.known && !r.strange {
			again.unsure += " while " + r.stage.phase.Doing(r.stage.at)
		}
	}
	return again, true, err
}

// single runs one job with its calls streamed.
func (l *lane) single(ctx context.Context, j *job) (reply, error) {
	l.process.output.Reset()
	began := l.program.clock.now()
	var r reply
	_, t := l.batch(ctx, []*job{j}, true, func(_ []*job, rs []reply) { r = rs[0] })
	if err := ctx.Err(); err != nil && (t != nil || r.result == nil) {
		return reply{}, err
	}
	if t == nil {
		return r, nil
	}
	l.process.kill()
	return reply{ending: t.ending, strange: t.strange, why: t.why, stage: t.stage, calls: t.calls, made: t.made, culprits: t.culprits,
		took: l.program.clock.now() - began, stderr: l.process.output.String()}, nil
}

// ensure starts a process where there is none.
func (l *lane) ensure(ctx context.Context) error {
	if l.process != nil {
		return nil
	}
	p, err := l.program.start(ctx)
	if err != nil {
		return err
	}
	if err := p.open(uint64(l.program.maxCalls())); err != nil {
		p.kill()
		return fmt.Errorf("its session cannot be opened: %w", err)
	}
	l.process = p
	return nil
}

// discard kills the process.
func (l *lane) discard() {
	if l.process != nil {
		l.process.kill()
		l.process = nil
	}
}

// close ends the process.
func (l *lane) close() {
	if l.process != nil {
		l.process.close(l.last)
		l.process = nil
	}
}

// batch is a run of jobs in one process.
type batch struct {
	*process
	jobs    []*job
	stream  bool
	first   uint64 // the id of the first job
	next    int    // the first that was not sent
	done    int    // the first that was not answered
	out     deliver
	stage   stage // of a streamed job
	pending int   // asks without an answer
	answers chan *wire.Answer
	lane    *lane
	sent    time.Duration // on the clock, when the batch began
	limit   deadline      // of the first unanswered job
	calls   callLog       // of a streamed job
}

// batch sends jobs to the lane's process and delivers the replies. It returns
// how many were delivered, and what went wrong, if anything.
func (l *lane) batch(ctx context.Context, jobs []*job, stream bool, out deliver) (int, *trouble) {
	now := l.program.clock.now()
	b := &batch{process: l.process, jobs: jobs, stream: stream, first: l.process.last + 1, out: out,
		answers: make(chan *wire.Answer), lane: l, sent: now, limit: deadline{began: now}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	clock := time.NewTimer(flushTime)
	defer clock.Stop()
	for b.done < len(jobs) {
		b.fill()
		select {
		case m := <-b.inbox:
			if t := b.take(ctx, m); t != nil {
				return b.done, t
			}
		case a := <-b.answers:
			b.pending--
			b.limit.answered(b.now(), b.pending == 0)
			b.post(&wire.HostMessage{Answers: []*wire.Answer{a}})
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
			return b.done, b.trouble(trace.Hung, ctx.Err().Error())
		}
	}
	return b.done, nil
}

// now returns the time on the clock.
func (b *batch) now() time.Duration { return b.lane.program.clock.now() }

// trouble describes the end of a batch.
func (b *batch) trouble(ending trace.Ending, why string) *trouble {
	return &trouble{ending: ending, why: why, stage: b.stage, sent: b.next - b.done, calls: b.calls.list(), made: b.calls.made}
}

// strange describes a breach of the protocol. The case of an id has a part in
// it.
func (b *batch) strange(id uint64, format string, args ...any) *trouble {
	what := fmt.Sprintf(format, args...)
	b.lane.breach(b.owner(id), format, what)
	t := b.trouble(trace.Crashed, "its process broke the protocol: "+what)
	t.strange = true
	return t
}

// name names a case by its id in the session.
func (p *process) name(id uint64) string {
	if owner := p.owner(id); owner != nil {
		return owner.c.ID
	}
	return fmt.Sprintf("a case of number %d, which it was not sent", id)
}

// running names the case that the process is to answer next.
func (b *batch) running() string {
	if b.done == b.next {
		return "none"
	}
	return b.jobs[b.done].owner.c.ID
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
	if b.done == len(b.jobs) {
		return nil
	}
	why, breach := b.ended()
	log, observing := &b.calls, !b.stage.running && b.stage.phase == wire.Phase_OBSERVING
	if !b.beside() || log.threads && observing {
		b.stage.running = b.stage.known
	}
	t := b.trouble(trace.Crashed, why)
	switch {
	case log.doomed != nil && log.since == 0:
		t.culprits = culprits{located: true, in: log.doomed}
	case log.threads && (log.doomed != nil || len(log.open) > 0 || observing):
		t.culprits = culprits{located: true, unclear: true, among: ends(log.open)}
		if log.doomed != nil {
			t.among = append(t.among, log.doomed)
		}
	}
	if t.strange = breach; breach {
		b.lane.breach(nil, why, why)
	}
	return t
}

// fill sends jobs until enough are unanswered.
func (b *batch) fill() {
	for b.next < len(b.jobs) && b.next-b.done <= window-chunk {
		n := min(chunk, len(b.jobs)-b.next)
		m := &wire.HostMessage{Cases: make([]*wire.Case, n)}
		cases := make([]wire.Case, n)
		for i := range n {
			j := b.jobs[b.next]
			b.next++
			b.last++
			b.remember(j.owner)
			c := &cases[i]
			c.Id, c.Unit, c.Given, c.Stream = b.last, j.unit, j.given, b.stream
			if j.routes != nil {
				c.Routes = j.routes.id
				if !b.defined[j.routes.id] {
					b.defined[j.routes.id] = true
					m.Routes = append(m.Routes, j.routes.wire)
				}
			}
			m.Cases[i] = c
		}
		b.post(m)
	}
}

// job returns the job of an id that is unanswered, or nil.
func (b *batch) job(id uint64) *job {
	i := int64(id - b.first)
	if id < b.first || i < int64(b.done) || i >= int64(b.next) {
		return nil
	}
	return b.jobs[i]
}

// take takes a message.
func (b *batch) take(ctx context.Context, m *wire.SutMessage) *trouble {
	if len(m.Events)+len(m.Asks)+len(m.Results)+len(m.Lates)+len(m.Leaks) == 0 {
		if b.limit.empty++; b.limit.empty > maxEmpty {
			return b.strange(b.first+uint64(b.done), "it sent more than %d messages that say nothing", maxEmpty)
		}
		return nil
	}
	var acks []uint64
	for _, e := range m.Events {
		switch {
		case b.job(e.Case) != nil:
			if t := b.note(e); t != nil {
				return t
			}
		case !b.over(e.Case): // what a case has left behind may go on
			return b.strange(e.Case, "it sent an event of %s while %s ran", b.name(e.Case), b.running())
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
	b.lane.late(m)
	return nil
}

// asked has a call answered in the place of its callee.
func (b *batch) asked(ctx context.Context, a *wire.Ask) *trouble {
	j := b.job(a.Case)
	switch {
	case j == nil && b.over(a.Case):
		b.post(&wire.HostMessage{Answers: []*wire.Answer{{Seq: a.Seq, Kind: wire.AnswerKind_REFUSE, Reason: "the case is over"}}})
		return nil
	case j == nil:
		return b.strange(a.Case, "it asked on behalf of %s while %s ran", b.name(a.Case), b.running())
	case a.Call == nil:
		return b.strange(a.Case, "it asked on behalf of %s for the answer to no call", b.name(a.Case))
	case !j.owner.set.answers(a.Call):
		return b.strange(a.Case, "it asked on behalf of %s for the answer to a call of %s by %s, which it was not told to ask for", b.name(a.Case),
			b.lane.program.called(a.Call.Callee), b.lane.program.called(a.Call.Caller))
	}
	if b.stream {
		b.enter(stage{known: true, running: true})
	}
	if b.pending++; b.pending > maxAsks {
		return b.strange(a.Case, "it asked for more than %d answers at a time", maxAsks)
	}
	b.limit.asked(b.now())
	go b.answer(ctx, j, a)
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
	replies := make([]reply, 0, len(list))
	var bad *trouble
	for _, r := range list {
		if bad = b.misplaced(r); bad != nil {
			break
		}
		if most := b.lane.program.maxCalls(); len(r.Calls) > most {
			bad = b.strange(r.Id, "it reported more than %d calls of %s", most, b.name(r.Id))
			break
		}
		replies = append(replies, reply{result: r, took: now - b.sent})
		b.done++
	}
	if b.done > from {
		b.out(b.jobs[from:b.done], replies)
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
		return b.strange(r.Id, twice, b.name(r.Id))
	}
	return b.strange(r.Id, "it answered %s while %s ran", b.name(r.Id), b.running())
}

// last takes what comes when all cases were answered.
func (l *lane) last(m *wire.SutMessage) {
	for _, r := range m.Results {
		l.breach(l.process.owner(r.Id), twice, fmt.Sprintf(twice, l.process.name(r.Id)))
	}
	l.late(m)
}

// late reports calls that were made after their cases had ended, which may be
// those of an earlier batch.
func (l *lane) late(m *wire.SutMessage) {
	for _, late := range m.Lates {
		if owner := l.process.owner(late.Case); owner != nil && late.Call != nil {
			l.lates(owner, late.Call)
		}
	}
	for _, leak := range m.Leaks {
		if b := l.program.binding(leak.Unit); b != nil && leak.Goroutines > 0 {
			l.program.leak(fmt.Sprintf("%d goroutines that %s started were there after its last case%s", leak.Goroutines, b.unit.Name, in(leak.At)))
		}
	}
}

// in says where something is, if that is known.
func in(place string) string {
	if place == "" {
		return ""
	}
	return ", in " + place
}

// note keeps how far a streamed job has come, and its calls.
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
	limit := b.lane.program.maxCalls()
	if b.calls.made <= limit {
		return nil
	}
	t := b.trouble(trace.Hung, fmt.Sprintf("it made more than %d calls", limit))
	t.culprits = culprits{located: true, in: b.calls.find(c.Parent)}
	return t
}

// answer answers a call in the place of its callee.
func (b *batch) answer(ctx context.Context, j *job, a *wire.Ask) {
	limited, cancel := b.lane.program.clock.within(ctx, answerTime, context.DeadlineExceeded)
	defer cancel()
	answer := j.owner.answer(limited, a.Call)
	answer.Seq = a.Seq
	select {
	case b.answers <- answer:
	case <-ctx.Done():
	case <-b.broken:
	}
}
