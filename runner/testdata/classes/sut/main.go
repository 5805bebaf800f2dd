// Command sut serves units that call each other in a wrong way, which MODE
// names.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/sut"
)

type reply string

// walker has a function value for each place where a unit calls another.
type walker struct {
	n    int
	mode string

	walkStep, danceStep     func(k int)
	walkDouble, danceDouble func()
	doubleStep              func(k int)
	betToss                 func() reply
}

func newWalker() *walker {
	w := &walker{mode: os.Getenv("MODE")}
	w.walkStep, w.danceStep, w.doubleStep = w.step, w.step, w.step
	w.walkDouble, w.danceDouble = w.double, w.double
	w.betToss = w.toss
	return w
}

func (w *walker) step(k int) {
	if k < 0 {
		k *= 2
	}
	w.n += k
}

func (w *walker) double() {
	if w.mode == "double-steps" {
		w.doubleStep(1)
		w.n--
	}
	w.n *= 2
}

func (w *walker) toss() reply {
	if w.mode == "conflict" {
		return "no"
	}
	return "yes"
}

func (w *walker) walk(k int) {
	if k == 0 {
		if w.mode == "eci" {
			w.walkStep(1)
		}
		return
	}
	switch w.mode {
	case "efe":
		w.walkStep(-k)
	case "efe-made-good":
		w.walkStep(-k)
		w.n += 3 * k
	case "wci":
		w.walkStep(k + 1)
	case "wci-made-good":
		w.walkStep(k + 1)
		w.n--
	case "mfe":
		w.walkStep(0)
	case "mic":
	case "wfe":
		w.walkStep(k)
		w.n++
	case "undeclared":
		w.walkStep(k)
		w.walkDouble()
	default:
		w.walkStep(k)
	}
}

func (w *walker) dance(k int) {
	if w.mode == "order" {
		w.danceDouble()
		w.danceStep(k)
		return
	}
	w.danceStep(k)
	w.danceDouble()
}

func (w *walker) bet() reply { return w.betToss() }

func main() {
	k, r := sut.Names{"k?"}, sut.Names{"r!"}
	sut.Serve(sut.Program[walker]{
		New:   newWalker,
		State: []sut.Var[walker]{sut.Field("n", func(w *walker) *int { return &w.n })},
		Units: []sut.Unit[walker]{
			{Name: "step", Func: (*walker).step, Params: k},
			{Name: "double", Func: (*walker).double},
			{Name: "walk", Func: (*walker).walk, Params: k},
			{Name: "dance", Func: (*walker).dance, Params: k},
			{Name: "toss", Func: (*walker).toss, Results: r},
			{Name: "bet", Func: (*walker).bet, Results: r},
		},
		Seams: []sut.Seam[walker]{
			sut.Hook("walk", "step", func(w *walker) *func(int) { return &w.walkStep }),
			sut.Hook("walk", "double", func(w *walker) *func() { return &w.walkDouble }),
			sut.Hook("dance", "step", func(w *walker) *func(int) { return &w.danceStep }),
			sut.Hook("dance", "double", func(w *walker) *func() { return &w.danceDouble }),
			sut.Hook("double", "step", func(w *walker) *func(int) { return &w.doubleStep }),
			sut.Hook("bet", "toss", func(w *walker) *func() reply { return &w.betToss }),
		},
	})
}
