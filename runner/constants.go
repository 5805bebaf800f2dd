package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Said is what the programs under test say of the constants of a specification.
type Said struct {
	Constants []spec.Constant // each once
	// Silent says why programs could not be asked, by their names.
	Silent map[string]error
}

// Ask builds and starts the programs that serve units of the system, and asks them
// for the constants of the specification. The error is about a constant that the
// specification does not have, a value that is not of its type, or programs that
// contradict each other; a program that cannot be built or started is silent.
func Ask(ctx context.Context, system *spec.System, o Options) (*Said, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Debug, o.Attach = false, nil // no case runs in these processes
	clock := newClock()
	defer close(clock.stop)
	var programs []*program
	for _, name := range keys(system.SUTs) {
		if slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return u.SUT == name }) {
			programs = append(programs, &program{spec: system.SUTs[name], system: system, options: &o, clock: clock})
		}
	}
	done, err := buildAll(ctx, system.Dir, &o, programs)
	if err != nil {
		return nil, err
	}
	defer done()
	out := &Said{Silent: map[string]error{}}
	for _, p := range programs {
		said, err := p.ask(ctx)
		if wrong := (*constantError)(nil); errors.As(err, &wrong) {
			return nil, err
		}
		if err != nil {
			out.Silent[p.spec.Name] = err
		}
		if out.Constants, err = joined(out.Constants, said); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ask starts a process for the program to say its constants.
func (p *program) ask(ctx context.Context) ([]spec.Constant, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return nil, p.err
	}
	l := p.lane(0)
	defer l.discard()
	d, err := p.meet(ctx, l)
	if err == nil {
		err = p.constants(d)
	}
	p.fail(ctx, err)
	return p.said, p.err
}

// constantError is what is wrong with a constant that a program describes.
type constantError struct{ error }

func (e *constantError) Unwrap() error { return e.error }

// constants reads the constants of a description. Those that have a value in the
// plan must have the same in the program.
func (p *program) constants(d *wire.Description) error {
	p.said = nil
	reader := newReader(p.system)
	for _, c := range d.Constants {
		v, err := p.system.Constant(c.Name)
		if err == nil && slices.ContainsFunc(p.said, func(s spec.Constant) bool { return s.Name == c.Name }) {
			err = fmt.Errorf("it gives the constant %s more than once", c.Name)
		}
		if err != nil {
			return &constantError{err}
		}
		x, err := reader.read(c.Value, v.Type)
		if err != nil {
			return &constantError{fmt.Errorf("the constant %s: %w", c.Name, err)}
		}
		said := spec.Constant{Item: spec.Item{Name: v.Name, Type: v.Type, Value: x}, From: spec.Told, By: p.spec.Name}
		for _, known := range p.system.Constants {
			if known.Name == said.Name && !known.Value.Equal(x) {
				return &constantError{known.Against(said)}
			}
		}
		p.said = append(p.said, said)
	}
	return nil
}

// joined adds what one more program says.
func joined(all, more []spec.Constant) ([]spec.Constant, error) {
	for _, c := range more {
		i := slices.IndexFunc(all, func(k spec.Constant) bool { return k.Name == c.Name })
		switch {
		case i < 0:
			all = append(all, c)
		case !all[i].Value.Equal(c.Value):
			return nil, fmt.Errorf("the system under test %s: %w", c.By, all[i].Against(c))
		}
	}
	return all, nil
}

// agree starts the programs that are needed, and returns what is wrong with the
// constants that they describe: before the first case, for the plan is made for
// other values then. What else is wrong with a program is said of its units.
func (s *suite) agree(ctx context.Context) error {
	var all []spec.Constant
	for _, name := range keys(s.programs) {
		if !s.needs(name) {
			continue
		}
		p := s.programs[name]
		err := p.prepare(ctx, s)
		if wrong := (*constantError)(nil); errors.As(err, &wrong) {
			return err
		}
		if all, err = joined(all, p.said); err != nil {
			return err
		}
	}
	return nil
}
