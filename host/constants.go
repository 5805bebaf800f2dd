package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Ask starts a process of the program, which was built before, and asks it for its
// constants.
func (p *Program) Ask(ctx context.Context) ([]spec.Constant, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return nil, p.err
	}
	w := p.Worker(0)
	defer w.discard()
	d, err := p.meet(ctx, w)
	if err == nil {
		err = p.readConstants(d)
	}
	p.fail(ctx, err)
	return p.said, p.err
}

// ConstantError is an error about a constant that a program describes.
type ConstantError struct {
	place string // where the program says it, as far as it tells
	error
}

// Unwrap returns the error that it wraps.
func (e *ConstantError) Unwrap() error { return e.error }

// readConstants reads the constants in a description. A constant with a value in the plan
// must have the same value in the program.
func (p *Program) readConstants(d *wire.Description) error {
	p.said = nil
	for _, c := range d.Constants {
		at := shortenPath(p.system.Dir, c.Place)
		v, err := p.system.Constant(c.Name)
		if err == nil && slices.ContainsFunc(p.said, func(s spec.Constant) bool { return s.Name == c.Name }) {
			err = fmt.Errorf("it gives the constant %s more than once", c.Name)
		}
		if err != nil {
			return &ConstantError{at, err}
		}
		x, err := p.reader.read(c.Value, v.Type)
		if err != nil {
			return &ConstantError{at, fmt.Errorf("the constant %s: %w", c.Name, err)}
		}
		said := spec.Constant{Item: spec.NewItem(v.Name, v.Type, x), From: spec.Told, By: p.spec.Name}
		for _, known := range p.system.Constants {
			if known.Name == said.Name && !known.Value.Equal(x) {
				return &ConstantError{at, known.CheckReport(said)}
			}
		}
		p.said = append(p.said, said)
	}
	return nil
}
