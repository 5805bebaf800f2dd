package host

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// Worker runs cases of a program, in one process at a time. It may be used by one
// goroutine at a time.
type Worker struct {
	program *Program
	process *process
	out     func(Delivery)
}

// trouble is the reason why a batch was not finished.
type trouble struct {
	status Status // Crashed or Hung
	breach bool
	why    string
	stage  stage
	sent   int // how many cases, from the first unanswered one on, were sent
	calls  []*wire.Call
	made   int           // how many calls were made
	given  []*wire.Value // as in callLog
	began  *wire.Structures
	// begun and ended are when the first unanswered case began and ended, on the clock.
	begun, ended time.Duration
	atWork       int     // which of the unanswered cases was at work last; -1: not known
	ran          []*Case // the cases that the process had run before that one, where it is known
	// earlier are the replies to the first steps of the first unanswered case.
	earlier []Reply
	culprits
}

// Run runs cases and delivers a reply for each. It returns an error where it does not:
// the program cannot be started, or fails again and again, or the context has ended. It
// calls out with each delivery, from one goroutine.
func (w *Worker) Run(ctx context.Context, cases []*Case, out func(Delivery)) error {
	w.out = out
	if i := slices.IndexFunc(cases, (*Case).script); i >= 0 && !w.program.scripts {
		return fmt.Errorf("it runs cases of one step alone, and %s is a script: build it against an SDK that runs scripts", cases[i].Name)
	}
	w.program.encodeCases(cases)
	q := queue{worker: w, cases: cases}
	for len(q.cases) > 0 {
		if err := w.ensureProcess(ctx); err != nil {
			return err
		}
		if q.alone == 0 && q.cases[0].Watched {
			q.alone = 1
		}
		next := q.takeAlone
		if q.alone == 0 {
			next = q.takeBatch
		}
		if err := next(ctx); err != nil {
			return err
		}
	}
	q.release(q.why())
	return nil
}

// queue is the cases that a worker is still to run.
type queue struct {
	worker *Worker
	cases  []*Case
	alone  int // how many of the next cases run one at a time
	beside int // how many cases in a row have failed while no unit was at work

	cause    *trouble // what ended a process in a batch last
	culprit  *Case    // the case that was at work then and has not run again; nil where it is not known
	suspects int      // else how many cases may have been at work, and run one at a time
	held     Delivery // of those suspects that have not ended a process
}

// why returns what ended a process in a batch that has suspects; "" where none has.
func (q *queue) why() string {
	if q.suspects == 0 {
		return ""
	}
	return q.cause.why
}

// release delivers the replies that are held. With a reason they are in doubt.
func (q *queue) release(unsure string) {
	for i := range q.held.Replies {
		q.held.Replies[i].Unsure = cmp.Or(q.held.Replies[i].Unsure, unsure)
	}
	if len(q.held.Replies) > 0 {
		q.worker.out(q.held)
	}
	q.held, q.suspects = Delivery{}, 0
}

// takeBatch runs cases as a batch, until all have run or the process has failed.
func (q *queue) takeBatch(ctx context.Context) error {
	w := q.worker
	done, t := w.runBatch(ctx, q.cases, false, w.out)
	if q.cases = q.cases[done:]; t == nil {
		return nil
	}
	w.discard()
	if err := ctx.Err(); err != nil {
		return err
	}
	w.program.options.Logger.Warn("a process ended in a batch", "sut", w.program.spec.Name, "why", t.why,
		"unanswered", t.sent)
	// Those before the culprit run one at a time as well, since it may be one of them that has left something behind.
	if q.cause, q.suspects = t, t.sent; t.atWork >= 0 {
		q.culprit, q.suspects, q.alone = q.cases[t.atWork], 0, t.atWork+1
		t.ran = slices.Concat(t.ran, q.cases[:t.atWork])
		return nil
	}
	q.alone = max(q.suspects, 1)
	return nil
}

// takeAlone runs the next case alone.
func (q *queue) takeAlone(ctx context.Context) error {
	w := q.worker
	r, failed, err := w.runAlone(ctx, q.cases[0])
	if err != nil {
		return err
	}
	if q.cases[0] == q.culprit {
		if q.culprit = nil; !failed {
			r.Unsure, r.OnlySuspect, r.Before = q.cause.why, true, q.cause.ran
		}
	}
	q.held.Replies, q.held.Cases, q.cases = append(q.held.Replies, r), append(q.held.Cases, q.cases[0]), q.cases[1:]
	q.alone--
	if failed {
		w.discard()
		q.alone = max(aloneAfter, 1+slices.Index(q.cases, q.culprit))
	}
	switch last := len(q.held.Replies) - 1; {
	case failed && q.suspects > 0:
		unsure, err := w.doubt(ctx, q.held.Cases[:last], q.cause, r)
		if err != nil {
			return err
		}
		for i := range q.held.Replies[:last] {
			q.held.Replies[i].Unsure = unsure
		}
		q.release("")
	case q.suspects == 0:
		q.release("")
	case last+1 == q.suspects:
		q.held.Replies[last].OnlySuspect = last == 0
		q.release(q.why())
	}
	if q.beside++; !r.HasFailedBeside() {
		q.beside = 0
	}
	if q.beside == maxBeside && len(q.cases) > 0 {
		return fmt.Errorf("it failed on %d cases in a row, and no more are run: %s", q.beside, r.Message)
	}
	return nil
}

// doubt returns why cases that passed alone are in doubt; "" where they are not. A batch with them has ended, and after
// them a case has failed alone, as r says. That case is the cause of both where both ended in the same way, and where
// the cases before it end no process when they run as a batch without it.
func (w *Worker) doubt(ctx context.Context, cases []*Case, batch *trouble, r Reply) (string, error) {
	isCause := r.Status == batch.status && (r.Status == Hung || r.Message == batch.why)
	if len(cases) == 0 || !isCause || r.HasAnswer() {
		return cmp.Or(r.Unsure, batch.why), nil
	}
	if err := w.ensureProcess(ctx); err != nil {
		return "", err
	}
	_, t := w.runBatch(ctx, cases, false, func(Delivery) {})
	if t == nil {
		return "", nil
	}
	w.discard()
	return t.why, ctx.Err()
}

// runAlone runs one case with its calls streamed, and returns whether its process cannot
// be used any more. Where the process failed while no unit was at work, an earlier case
// may be the cause; then the case runs again in a new process.
func (w *Worker) runAlone(ctx context.Context, c *Case) (reply Reply, useless bool, err error) {
	used := w.process.last > 0
	r, err := w.runSingle(ctx, c)
	if err != nil || r.HasAnswer() || !r.mayBeOfOthers() || !used {
		return r, !r.HasAnswer(), err
	}
	w.discard()
	if err := w.ensureProcess(ctx); err != nil {
		return Reply{}, false, err
	}
	again, err := w.runSingle(ctx, c)
	if again.HasAnswer() {
		if again.Unsure = r.Message; r.stage.known && !r.stage.running && !r.Breach {
			again.Unsure += " while " + r.stage.describe()
		}
	}
	return again, true, err
}

// runSingle runs one case with its calls streamed.
func (w *Worker) runSingle(ctx context.Context, c *Case) (Reply, error) {
	w.process.output.Reset()
	var r Reply
	done, t := w.runBatch(ctx, []*Case{c}, true, func(d Delivery) { r = d.Replies[0] })
	if err := ctx.Err(); err != nil && (t != nil || !r.HasAnswer()) {
		return Reply{}, err
	}
	if t == nil {
		return r, nil
	}
	w.process.kill()
	if done > 0 { // it failed when the case was over
		w.process = nil
		return r, nil
	}
	return w.replyTo(t, w.process), nil
}

// mayBeOfOthers tells whether what a process failed in may be what earlier cases left behind.
func (r *Reply) mayBeOfOthers() bool { return r.HasFailedBeside() || r.apart || r.foreign }

// replyTo returns the reply to a case in which its process failed, which is killed.
func (w *Worker) replyTo(t *trouble, p *process) Reply {
	return Reply{Earlier: t.earlier, Status: t.status, Message: t.why, Breach: t.breach, Before: p.ran,
		Seconds: (t.ended - t.begun).Seconds(), Stderr: p.output.String(),
		CutCalls: t.made > len(t.calls), stage: t.stage, calls: t.calls, given: t.given, began: t.began,
		culprits: t.culprits}
}

// ensureProcess starts a process where there is none.
func (w *Worker) ensureProcess(ctx context.Context) error {
	if w.process != nil {
		return nil
	}
	p, err := w.program.start(ctx)
	if err != nil {
		return err
	}
	if err := p.openSession(uint64(w.program.maxCalls())); err != nil {
		p.kill()
		return fmt.Errorf("its session cannot be opened: %w", err)
	}
	w.process = p
	return nil
}

// discard kills the process, where there is one.
func (w *Worker) discard() {
	if w.process != nil {
		w.process.kill()
		w.process = nil
	}
}

// Renew has the next case run in a process that has run no other. It delivers what the process that ends for it still
// has to say.
func (w *Worker) Renew(out func(Delivery)) {
	if w.process != nil && w.process.last > 0 {
		w.close(out)
	}
}

// close ends the process. What it still has to say is delivered.
func (w *Worker) close(out func(Delivery)) {
	if w.process == nil {
		return
	}
	w.out = out
	left, over := w.process.close(w.handleLast)
	if len(left) > 0 {
		w.note(Note{Kind: Leak, Text: "it ended and left processes behind: " + strings.Join(left, ", ")})
	}
	if over != "" {
		w.note(Note{Kind: Leak, Text: "it was killed after its last case, since its process " + over})
	}
	w.process = nil
}

// note delivers a note.
func (w *Worker) note(n Note) { w.out(Delivery{Notes: []Note{n}}) }

// handleLast handles messages that come after all cases were answered.
func (w *Worker) handleLast(m *wire.SutMessage) {
	for _, r := range m.Results {
		w.note(Note{Kind: Twice, Case: w.process.findCase(r.Id), Rule: twice,
			Text: fmt.Sprintf(twice, w.process.name(r.Id))})
	}
	w.handleBeside(m)
}

// handleBeside handles calls that were made after their cases had ended, possibly in an
// earlier batch, and reports of what was left behind.
func (w *Worker) handleBeside(m *wire.SutMessage) {
	for _, late := range m.Lates {
		c, of := w.process.findCase(late.Step), late.Unit
		n := Note{Kind: LateError, Case: c, Text: late.Raised}
		if late.Call != nil {
			of, n = late.Call.Callee, Note{Kind: LateCall, Case: c}
		}
		if b := w.program.binding(of); b != nil {
			n.Unit = b.Unit.Name
		}
		if c != nil && (late.Call != nil || late.Raised != "") {
			w.note(n)
		}
	}
	for _, leak := range m.Leaks {
		if b := w.program.binding(leak.Unit); b != nil && leak.Goroutines > 0 {
			what, were := "thread", "was"
			switch w.program.language {
			case "go":
				what = "goroutine"
			case "node":
				what = "handle"
			}
			if leak.Goroutines > 1 {
				what, were = what+"s", "were"
			}
			w.note(Note{Kind: Leak, Text: fmt.Sprintf("%d %s that %s started %s there after its last case%s",
				leak.Goroutines, what, b.Unit.Name, were, placeText(leak.At))})
		}
	}
}

// placeText returns the end of a sentence that says the place of something, or "" where the
// place is not known.
func placeText(place string) string {
	if place == "" {
		return ""
	}
	return ", in " + place
}
