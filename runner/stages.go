package runner

import "sync"

// Stage says how far a batch is that runs elsewhere.
type Stage int

// The stages of a batch, in their order.
const (
	Waiting Stage = iota // it is not handed out
	Queued               // it is handed out, and no worker has it
	Running              // a worker has it
	Ran                  // it has come back
	Known                // it has come back, and was known before
	Refused              // it has come back, and was not run
	stages
)

// LayerProgress says how many cases of a layer, of those that run elsewhere, are at which stage.
type LayerProgress struct {
	Layer  int
	Counts [stages]int // by Stage
}

// Total returns how many cases of the layer run elsewhere, and Done how many of them have come back.
func (l *LayerProgress) Total() int {
	return l.Done() + l.Counts[Waiting] + l.Counts[Queued] + l.Counts[Running]
}

// Done returns how many cases of the layer have come back.
func (l *LayerProgress) Done() int { return l.Counts[Ran] + l.Counts[Known] + l.Counts[Refused] }

// progress follows the stages of batches.
type progress struct {
	tell func([]LayerProgress) // nil: nobody asks

	mu     sync.Mutex
	layers []LayerProgress
}

// newProgress returns a progress of which nothing is handed out.
func newProgress(jobs []*job, tell func([]LayerProgress)) *progress {
	p := &progress{tell: tell}
	for _, j := range jobs {
		if len(j.cases) == 0 || j.here {
			continue
		}
		for len(p.layers) <= j.unit.Layer {
			p.layers = append(p.layers, LayerProgress{Layer: len(p.layers)})
		}
		p.layers[j.unit.Layer].Counts[Waiting] += len(j.cases)
	}
	return p
}

// move notes that a batch is at a stage.
func (p *progress) move(of *part, to Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if of.stage == to {
		return
	}
	counts := &p.layers[of.job.unit.Layer].Counts
	counts[of.stage] -= len(of.cases)
	counts[to] += len(of.cases)
	of.stage = to
	if p.tell != nil {
		p.tell(append([]LayerProgress(nil), p.layers...))
	}
}
