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
	texts   []string // what each step runs, as the specification writes it
	objects int      // how many there are
	// made has what each object was made by.
	made []made
}

// made is the step that made an object, and by which operations.
type made struct {
	step  int
	class *host.Class
	text  string
}

// look is a value that an operation of a step gives.
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
	chain := []*language.Apply{t}
	for chain[0].Op != language.Create {
		if len(chain[0].Args) == 0 {
			return 0, fmt.Errorf("%s has no beginning", chain[0].Op)
		}
		target, is := chain[0].Args[0].(*language.Apply)
		if !is {
			return 0, fmt.Errorf("%s is sent to what is not a sequence", chain[0].Op)
		}
		chain = slices.Insert(chain, 0, target)
	}
	class := b.program.Classes().Find(classOf(chain[0]))
	if class == nil {
		return 0, fmt.Errorf("the program has no class %s", classOf(chain[0]))
	}
	ops := class.Begin()
	for i, a := range chain {
		args := a.Args
		if i > 0 {
			args = args[1:]
		}
		given, err := b.arguments(args)
		if err != nil {
			return 0, err
		}
		if err := ops.Add(a.Op, a.Decl != nil && a.Decl.Kind == language.Observer, given...); err != nil {
			return 0, err
		}
	}
	return b.make(ops, class, language.FormatTerm(t, language.LOBAS)), nil
}

// make adds a step that makes an object, and returns the object's number.
func (b *builder) make(ops *host.Operations, class *host.Class, text string) int {
	b.objects++
	b.steps, b.texts = append(b.steps, host.StepOf(b.objects, ops)), append(b.texts, text)
	b.made = append(b.made, made{len(b.steps) - 1, class, text})
	return b.objects
}

// arguments returns arguments, and makes those that are objects.
func (b *builder) arguments(terms []language.Term) ([]host.Argument, error) {
	out := make([]host.Argument, len(terms))
	for i, t := range terms {
		switch t := t.(type) {
		case *language.Literal:
			out[i].Literal = t
		case *language.Apply:
			n, err := b.build(t)
			if err != nil {
				return nil, err
			}
			out[i].Object = n
		default:
			return nil, fmt.Errorf("%s is not a value", language.FormatTerm(t, language.LOBAS))
		}
	}
	return out, nil
}

// send adds a step that sends operations, as the text has them, to an object, and returns its number.
func (b *builder) send(object int, ops *host.Operations, text string) int {
	b.steps, b.texts = append(b.steps, host.StepOf(object, ops)), append(b.texts, b.made[object-1].text+text)
	return len(b.steps) - 1
}

// compareBy adds a step that sends an operation which takes another object to an object, and returns the
// value that it gives.
func (b *builder) compareBy(name string, object, other int) (look, error) {
	ops := b.made[object-1].class.Begin()
	if err := ops.Add(name, true, host.Argument{Object: other}); err != nil {
		return look{}, err
	}
	return look{b.send(object, ops, "."+name+"("+b.made[other-1].text+")"), 0}, nil
}
