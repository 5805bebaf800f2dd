package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
)

// Said is what the programs under test report about the constants of a specification.
type Said struct {
	Constants []spec.Constant // each once
	// Silent has, by the names of programs that could not be asked, the reason.
	Silent map[string]error
	// Builds are the programs that were asked. The caller releases them.
	Builds *Builds
}

// Refusal is the error about tables of programs under test that do not fit the specification. One is about bindings
// (host.TableError), or about constants: one that the specification does not have, a value that is not of the
// constant's type, or programs that contradict each other or the plan.
type Refusal struct{ Reason error }

func (r *Refusal) Error() string { return r.Reason.Error() }

// Unwrap returns the reason.
func (r *Refusal) Unwrap() error { return r.Reason }

// Ask builds and starts the programs that serve units of the system, and asks them for
// the constants without a value that units need. It starts nothing where there are
// none. The error is a Refusal where it is about constants; a program that cannot be
// built or started is listed under Silent.
func Ask(ctx context.Context, system *spec.System, o Options) (_ *Said, err error) {
	out := &Said{Silent: map[string]error{}}
	if len(system.Loose) == 0 {
		return out, nil
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Debug, o.Attach = false, nil // no case runs in these processes
	clock := host.NewClock()
	defer clock.Stop()
	var programs []*host.Program
	for _, name := range keys(system.SUTs) {
		if slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return u.SUT == name }) {
			programs = append(programs, host.NewProgram(system.SUTs[name], system, o.host(clock)))
		}
	}
	if len(programs) == 0 {
		return out, nil
	}
	builds, err := buildAll(ctx, system.Dir, &o, programs)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			builds.Release()
		}
	}()
	out.Builds = builds
	for _, p := range programs {
		said, err := p.Ask(ctx)
		if errors.As(err, new(*host.ConstantError)) || errors.As(err, new(*host.TableError)) {
			return nil, &Refusal{err}
		}
		if err != nil {
			out.Silent[p.Name()] = err
		}
		if out.Constants, err = joinConstants(out.Constants, said); err != nil {
			return nil, &Refusal{err}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// joinConstants adds the constants that one more program reports.
func joinConstants(all, more []spec.Constant) ([]spec.Constant, error) {
	for _, c := range more {
		i := slices.IndexFunc(all, func(k spec.Constant) bool { return k.Name == c.Name })
		switch {
		case i < 0:
			all = append(all, c)
		case !all[i].Value.Equal(c.Value):
			return nil, fmt.Errorf("the system under test %s: %w", c.By, all[i].CheckReport(c))
		}
	}
	return all, nil
}

// agree starts the programs that the run needs, and returns an error where their tables do not fit the
// specification: the constants that they report are not those of the plan, or something is bound wrongly, of which
// all is said at once. It is called before the first case. Other errors of a program are reported for its units.
func (x *execution) agree(ctx context.Context) error {
	var all []spec.Constant
	var mistakes []string
	for _, name := range keys(x.programs) {
		if !x.selection.needs(name) {
			continue
		}
		p := x.programs[name]
		err := x.ensureReady(ctx, p)
		if wrong := (*host.ConstantError)(nil); errors.As(err, &wrong) {
			return &Refusal{err}
		}
		if wrong := (*host.TableError)(nil); errors.As(err, &wrong) {
			mistakes = append(mistakes, wrong.Mistakes...)
		} else if err == nil {
			mistakes = append(mistakes, listMisfits(x, p)...)
		}
		if all, err = joinConstants(all, p.Constants()); err != nil {
			return &Refusal{err}
		}
	}
	if len(mistakes) > 0 {
		return &Refusal{&host.TableError{Mistakes: mistakes}}
	}
	return nil
}

// listMisfits returns which operations the classes that are run do not have in a program, or have otherwise.
func listMisfits(x *execution, p *host.Program) []string {
	var out []string
	for _, c := range x.options.Classes.selectFrom(x.plan, x.options.Shard) {
		if b := p.Classes().Find(c.Name); b != nil && c.SUT == p.Name() {
			out = append(out, b.Wrong...)
		}
	}
	return out
}
