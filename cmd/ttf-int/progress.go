package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/ttf-int/ttf-int/runner"
)

// progress shows how much of a stage is done: on a terminal in a line that is
// rewritten, otherwise in a plain line now and then.
type progress struct {
	name string
	to   *os.File

	mu     sync.Mutex
	screen *mpb.Progress // nil where there is no terminal
	bar    *mpb.Bar
	began  time.Time
	said   time.Time
	done   int
	total  int

	counted bool                   // whether a line shows how much was done
	layers  atomic.Pointer[string] // how far the layers are that run elsewhere; nil where none does
}

// plainEvery is the time between two plain lines about the progress of a stage.
const plainEvery = 10 * time.Second

// newProgress begins to show the progress of a stage on a file.
func newProgress(name string, to *os.File) *progress {
	now := time.Now()
	p := &progress{name: name, to: to, began: now, said: now}
	if terminal(to) {
		p.screen = mpb.New(mpb.WithOutput(to), mpb.WithWidth(40))
	}
	return p
}

// set shows that `done` of `total` steps are done.
func (p *progress) set(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	if p.screen == nil {
		if now := time.Now(); now.Sub(p.said) >= plainEvery {
			p.said = now
			fmt.Fprintf(p.to, "%s: %d of %d%s\n", p.name, done, total, p.layersText())
		}
		return
	}
	if p.bar == nil {
		p.bar = p.screen.AddBar(int64(total), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(p.name+" "), decor.CountersNoUnit("%d of %d")),
			mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO),
				decor.Any(func(decor.Statistics) string { return p.layersText() })))
	}
	p.bar.SetTotal(int64(total), false)
	p.bar.SetCurrent(int64(done))
}

// maxLayers is how many layers are shown at a time.
const maxLayers = 3

// setLayers shows how far the layers are whose cases run elsewhere: those of which something is under way.
func (p *progress) setLayers(layers []runner.LayerProgress) {
	var out strings.Builder
	shown := 0
	for i := range layers {
		l := &layers[i]
		if l.Counts[runner.Queued]+l.Counts[runner.Running] == 0 {
			continue
		}
		if shown++; shown > maxLayers {
			out.WriteString("; …")
			break
		}
		fmt.Fprintf(&out, "; layer %d: %d of %d done, %d of them known, %d running, %d queued", l.Layer, l.Done(),
			l.Total(), l.Counts[runner.Known], l.Counts[runner.Running], l.Counts[runner.Queued])
	}
	text := out.String()
	p.layers.Store(&text)
}

// layersText returns what is shown of layers. It waits for nothing, since the bar asks while others wait for the bar.
func (p *progress) layersText() string {
	if text := p.layers.Load(); text != nil {
		return *text
	}
	return ""
}

// count shows how much was done of a stage of which nobody knows how much there is.
func (p *progress) count(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen != nil {
		fmt.Fprintf(p.to, "\r%s: %s\x1b[K", p.name, text)
		p.counted = true
		return
	}
	if now := time.Now(); now.Sub(p.said) >= plainEvery {
		p.said = now
		fmt.Fprintf(p.to, "%s: %s\n", p.name, text)
	}
}

// writeAbove writes a line above the progress bar.
func (p *progress) writeAbove(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen == nil {
		fmt.Fprint(p.to, line)
		return
	}
	fmt.Fprint(p.screen, line)
}

// wait shows what the stage is waiting for.
func (p *progress) wait(what string) { p.writeAbove("waiting: " + what + "\n") }

// end removes the progress bar; it may be called twice.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.screen == nil {
		return
	}
	if p.bar != nil {
		p.bar.Abort(true)
	}
	if p.counted {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
	p.screen.Wait()
	p.screen = nil
}
