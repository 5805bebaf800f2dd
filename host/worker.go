package host

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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
	alone, suspects := 0, 0 // how many of the next cases run one at a time, and did so when a process ended
	beside, cause := 0, (*trouble)(nil)
	var held Delivery // of suspects that did not end their process
	release := func(unsure string) {
		for i := range held.Replies {
			held.Replies[i].Unsure = cmp.Or(held.Replies[i].Unsure, unsure)
		}
		if len(held.Replies) > 0 {
			out(held)
		}
		held, suspects = Delivery{}, 0
	}
	for len(cases) > 0 {
		if err := w.ensureProcess(ctx); err != nil {
			return err
		}
		if alone == 0 && cases[0].Watched {
			alone = 1
		}
		if alone == 0 {
			done, t := w.runBatch(ctx, cases, false, out)
			cases = cases[done:]
			if t == nil {
				continue
			}
			w.discard()
			if err := ctx.Err(); err != nil {
				return err
			}
			w.program.options.Logger.Warn("a process ended in a batch", "sut", w.program.spec.Name, "why", t.why,
				"unanswered", t.sent)
			suspects, cause = t.sent, t
			alone = max(suspects, 1)
			continue
		}
		r, failed, err := w.runAlone(ctx, cases[0])
		if err != nil {
			return err
		}
		held.Replies, held.Cases, cases = append(held.Replies, r), append(held.Cases, cases[0]), cases[1:]
		alone--
		if failed {
			w.discard()
			alone = aloneAfter
		}
		switch {
		case failed && suspects > 0:
			unsure, err := w.doubt(ctx, held.Cases[:len(held.Cases)-1], cause, r)
			if err != nil {
				return err
			}
			for i := range held.Replies[:len(held.Replies)-1] {
				held.Replies[i].Unsure = unsure
			}
			release("")
		case suspects == 0:
			release(r.Unsure)
		case len(held.Replies) == suspects:
			r.OnlySuspect = suspects == 1
			held.Replies[len(held.Replies)-1] = r
			release(cause.why)
		}
		if beside++; !r.HasFailedBeside() {
			beside = 0
		}
		if beside == maxBeside && len(cases) > 0 {
			return fmt.Errorf("it failed on %d cases in a row, and no more are run: %s", beside, r.Message)
		}
	}
	if suspects > 0 {
		release(cause.why)
	}
	release("")
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
	if err != nil || r.HasAnswer() || !r.HasFailedBeside() && !r.apart && !r.foreign || !used {
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
	began := w.program.options.Clock.Now()
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
	took := w.program.options.Clock.Now() - began
	return Reply{Earlier: t.earlier, Status: t.status, Message: t.why, Breach: t.breach, Seconds: took.Seconds(),
		Stderr:   w.process.output.String(),
		CutCalls: t.made > len(t.calls), stage: t.stage, calls: t.calls, given: t.given, began: t.began,
		culprits: t.culprits}, nil
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

// discard kills the process.
func (w *Worker) discard() {
	if w.process != nil {
		w.process.kill()
		w.process = nil
	}
}

// close ends the process. What it still has to say is delivered.
func (w *Worker) close(out func(Delivery)) {
	if w.process == nil {
		return
	}
	w.out = out
	if left := w.process.close(w.handleLast); len(left) > 0 {
		w.note(Note{Kind: Leak, Text: "it ended and left processes behind: " + strings.Join(left, ", ")})
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
		if c := w.process.findCase(late.Step); c != nil && late.Call != nil {
			n := Note{Kind: LateCall, Case: c}
			if b := w.program.binding(late.Call.Callee); b != nil {
				n.Text = b.Unit.Name
			}
			w.note(n)
		}
	}
	for _, leak := range m.Leaks {
		if b := w.program.binding(leak.Unit); b != nil && leak.Goroutines > 0 {
			threads := "threads"
			if w.program.language == "go" {
				threads = "goroutines"
			}
			w.note(Note{Kind: Leak, Text: fmt.Sprintf("%d %s that %s started were there after its last case%s",
				leak.Goroutines, threads, b.Unit.Name, placeText(leak.At))})
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
