package classes

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/host"
)

// builder lays out the steps of a case: each object is made by one step, after those that are its
// arguments.
type builder struct {
	program *host.Program
	steps   []host.Step
	phrases []phrase // what each step runs
	objects int      // how many there are
	// made has what each object was made by.
	made []made
	// given are the arguments of operations that are objects, of what is built while it is watched for side effects.
	given   []given
	watched bool
}

// made is the step that made an object, and by which operations.
type made struct {
	step  int
	class *host.Class
	term  *language.Apply
}

// phrase is what a step runs, to be written where somebody asks: operations sent to what a sequence makes, and another
// such object as their argument.
type phrase struct {
	term  *language.Apply
	sent  string
	other *language.Apply // nil where there is none
}

// String returns the phrase as the specification writes it.
func (p phrase) String() string {
	out := language.FormatTerm(p.term, language.LOBAS) + p.sent
	if p.other != nil {
		out += "(" + language.FormatTerm(p.other, language.LOBAS) + ")"
	}
	return out
}

// look is a value that an operation of a step gives; -1 asks whether its object is an error.
type look struct {
	step, value int
}

// classOf returns the name of the class of which a sequence makes an object, or whose operation gives
// its value.
func classOf(t *language.Apply) string {
	if t.Decl != nil {
		return t.Decl.Class
	}
	return t.Class
}

// build adds the steps that run a sequence on a new object, and returns the object's number. Where the
// sequence ends in an observer, the value is the last that its step gives.
func (b *builder) build(t *language.Apply) (object int, err error) {
	var room [128]*language.Apply // most sequences are shorter
	chain := append(room[:0], t)
	for last := t; last.Op != language.Create; chain = append(chain, last) {
		if len(last.Args) == 0 {
			return 0, fmt.Errorf("%s has no beginning", last.Op)
		}
		target, is := last.Args[0].(*language.Apply)
		if !is {
			return 0, fmt.Errorf("%s is sent to what is not a sequence", last.Op)
		}
		last = target
	}
	slices.Reverse(chain)
	class := b.program.Classes().Find(classOf(chain[0]))
	if class == nil {
		return 0, fmt.Errorf("the program has no class %s", classOf(chain[0]))
	}
	ops := class.Begin(len(chain))
	var few [4]host.Argument
	for i, a := range chain {
		args := a.Args
		if i > 0 {
			args = args[1:]
		}
		given, err := b.arguments(few[:0], a.Op, args)
		if err != nil {
			return 0, err
		}
		if err := ops.Add(a.Op, a.Decl != nil && a.Decl.Kind == language.Observer, given...); err != nil {
			return 0, err
		}
	}
	return b.make(ops, class, t), nil
}

// make adds a step that makes an object, and returns the object's number.
func (b *builder) make(ops *host.Operations, class *host.Class, term *language.Apply) int {
	b.objects++
	b.steps, b.phrases = append(b.steps, host.StepOf(b.objects, ops)), append(b.phrases, phrase{term: term})
	b.made = append(b.made, made{len(b.steps) - 1, class, term})
	return b.objects
}

// arguments appends arguments of an operation to out, and makes those that are objects.
func (b *builder) arguments(out []host.Argument, operation string, terms []language.Term) ([]host.Argument, error) {
	for _, t := range terms {
		switch t := t.(type) {
		case *language.Literal:
			out = append(out, host.Argument{Literal: t})
		case *language.Apply:
			n, err := b.build(t)
			if err != nil {
				return nil, err
			}
			out = append(out, host.Argument{Object: n})
			if b.watched {
				b.given = append(b.given, given{object: n, operation: operation, term: t})
			}
		default:
			return nil, fmt.Errorf("%s is not a value", language.FormatTerm(t, language.LOBAS))
		}
	}
	return out, nil
}

// send adds a step that sends operations, which the phrase says, to an object, and returns its number.
func (b *builder) send(object int, ops *host.Operations, said phrase) int {
	said.term = b.made[object-1].term
	b.steps, b.phrases = append(b.steps, host.StepOf(object, ops)), append(b.phrases, said)
	return len(b.steps) - 1
}

// compareBy adds a step that sends an operation which takes another object to an object, and returns the
// value that it gives.
func (b *builder) compareBy(name string, object, other int) (look, error) {
	ops := b.made[object-1].class.Begin(1)
	if err := ops.Add(name, true, host.Argument{Object: other}); err != nil {
		return look{}, err
	}
	return look{b.send(object, ops, phrase{sent: "." + name, other: b.made[other-1].term}), 0}, nil
}
