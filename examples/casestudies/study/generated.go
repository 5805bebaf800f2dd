package study

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/examples/priorityqueue/heap"
	"github.com/ttf-int/ttf-int/examples/sortedlist23/tree"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

// Generated are pairs that ttf-int makes for a class, and runs on a program with a fault.
type Generated struct {
	class *language.Class
	all   []*language.Class
	run   func(t language.Term) (equals func(other language.Term) bool)
}

// Queue returns what generates pairs for the priority queue, by the text of its specification.
func Queue(specification string) (*Generated, error) {
	make := func(t language.Term) *heap.Heap {
		h := heap.New(heap.Downheap)
		for _, a := range language.Chain(t) {
			switch a.Op {
			case "add":
				h.Add(integer(a.Args[1]))
			case "delete":
				h.Delete()
			}
		}
		return h
	}
	return read(specification, func(t language.Term) func(language.Term) bool {
		h := make(t)
		return func(other language.Term) bool { return h.Eqn(make(other)) }
	})
}

// List returns what generates pairs for the sorted list, by the text of its specification.
func List(specification string) (*Generated, error) {
	make := func(t language.Term) *tree.List {
		l := tree.New(tree.Copies)
		for _, a := range language.Chain(t) {
			switch a.Op {
			case "add":
				l.Add(integer(a.Args[1]))
			case "delete":
				l.Delete(integer(a.Args[1]))
			}
		}
		return l
	}
	return read(specification, func(t language.Term) func(language.Term) bool {
		l := make(t)
		return func(other language.Term) bool { return l.Eqn(make(other)) }
	})
}

func read(specification string, run func(language.Term) func(language.Term) bool) (*Generated, error) {
	all, err := language.Parse(source.NewFile("specification", specification).Whole())
	if err != nil {
		return nil, err
	}
	return &Generated{class: all[0], all: all, run: run}, nil
}

func integer(t language.Term) int {
	n, err := strconv.Atoi(t.(*language.Literal).Text)
	if err != nil {
		panic(err)
	}
	return n
}

// shows tells whether a pair shows the fault. Pairs of values are left out: objects alone are compared here.
func (g *Generated) shows(p pairs.Pair) (shown bool) {
	defer func() {
		if recover() != nil {
			shown = true
		}
	}()
	p = p.Open()
	a, is := p.First.(*language.Apply)
	if !is || a.Decl != nil && a.Decl.Kind == language.Observer {
		return false
	}
	return g.run(p.First)(p.Second) != p.Equivalent
}

// errUnfound says that no pair showed the fault.
var errUnfound = errors.New("no pair shows the fault")

// Drawn returns how many pairs that are drawn are made until one shows the fault.
func (g *Generated) Drawn(ctx context.Context, d pairs.Drawing, most int) (int, error) {
	m := pairs.New(g.all, g.class, nil, pairs.Options{Depth: 1, Paths: 1, Tries: 100, Steps: 1_000_000})
	count := 0
	for i := 0; count < most; i++ {
		made, err := m.Draw(ctx, d, i, i+1)
		if err != nil {
			return 0, err
		}
		for _, p := range made.Pairs {
			if count++; g.shows(p) {
				return count, nil
			}
		}
	}
	return 0, fmt.Errorf("%d pairs: %w", count, errUnfound)
}

// Solved returns how many pairs of a sequence with parameters, whose values the solver finds, are made until
// one shows the fault.
func (g *Generated) Solved(ctx context.Context, sequence string) (int, error) {
	t, err := language.ParseSequence(source.NewFile("sequence", sequence).Whole(), g.all, g.class)
	if err != nil {
		return 0, err
	}
	m := pairs.New(g.all, g.class, conditions.New(ctx, embedded.New(solve.Options{})),
		pairs.Options{Depth: 2, Paths: 1000, Values: 2, Tries: 500, Steps: 1_000_000, Seed: 1})
	made, err := m.Make(t)
	if err != nil {
		return 0, err
	}
	for i, p := range made.Pairs {
		if g.shows(p) {
			return i + 1, nil
		}
	}
	return 0, fmt.Errorf("%d pairs: %w", len(made.Pairs), errUnfound)
}

// IsUnfound tells whether an error says that no pair showed the fault.
func IsUnfound(err error) bool { return errors.Is(err, errUnfound) }
