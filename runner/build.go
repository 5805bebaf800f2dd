package runner

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// Builds are the programs that a command has built. Until they are released, no other
// run in the same project folder builds them. A nil *Builds has no programs.
type Builds struct {
	outcomes map[string]error // by the names of systems under test: nil, or why the program cannot be built
	lock     *store.Lock      // nil where other runs may build the programs
}

// Release allows other runs to build the programs again. No program may be running any
// more.
func (b *Builds) Release() {
	if b != nil && b.lock != nil {
		b.lock.Release()
	}
}

// Build builds those programs of a system that serve units and have a build command,
// whether or not they were built before. The caller releases them. The error says which
// program cannot be built, and why.
func Build(ctx context.Context, system *spec.System, o Options) (*Builds, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	clock := host.NewClock()
	defer clock.Stop()
	var programs []*host.Program
	for _, name := range keys(system.SUTs) {
		p := host.NewProgram(system.SUTs[name], system, o.host(clock))
		if p.Builds() && slices.ContainsFunc(system.Units, func(u *spec.Unit) bool { return u.SUT == name }) {
			programs = append(programs, p)
		}
	}
	builds, err := buildAll(ctx, system.Dir, &o, programs)
	if err != nil {
		return nil, err
	}
	for _, p := range programs {
		if err := cmp.Or(builds.outcomes[p.Name()], ctx.Err()); err != nil {
			builds.Release()
			return nil, err
		}
	}
	return builds, nil
}

// build builds the programs that the chosen cases need. The caller calls `done` when
// none of them runs any more.
func (x *execution) build(ctx context.Context) (done func(), err error) {
	var needed []*host.Program
	for _, name := range keys(x.programs) {
		if p := x.programs[name]; x.selection.needs(name) {
			needed = append(needed, p)
		}
	}
	builds, err := buildAll(ctx, x.plan.System.Dir, &x.options, needed)
	if err != nil {
		return nil, err
	}
	if builds == x.options.Builds {
		return func() {}, nil // whoever has built them releases them
	}
	return builds.Release, nil
}

// buildAll builds those of the programs that have not been built yet; dir is the
// project's folder. It returns all that have been built, adding to those in the options
// where there are some.
func buildAll(ctx context.Context, dir string, o *Options, programs []*host.Program) (*Builds, error) {
	builds := o.Builds
	if builds == nil {
		builds = &Builds{outcomes: map[string]error{}}
	}
	var left []*host.Program
	for _, p := range programs {
		if err, built := builds.outcomes[p.Name()]; built {
			p.TakeBuild(err)
		} else {
			left = append(left, p)
		}
	}
	if o.Builds != nil && len(left) == 0 {
		return builds, nil
	}
	var err error
	if o.Keep && builds.lock == nil {
		if builds.lock, err = store.OpenBuildLock(dir); err != nil {
			return nil, err
		}
	}
	if err := builds.add(ctx, o, left); err != nil {
		if builds != o.Builds {
			builds.Release()
		}
		return nil, err
	}
	return builds, nil
}

// add builds programs while no other run builds or runs them, and then shares the lock
// with other runs. It returns no error where the context ends.
func (b *Builds) add(ctx context.Context, o *Options, programs []*host.Program) error {
	said := false
	waiting := func() {
		if o.Waiting != nil && !said {
			said = true
			o.Waiting("another run of this folder builds the program or runs it")
		}
	}
	err := error(nil)
	for _, p := range programs {
		if b.lock != nil && p.Builds() {
			err = b.lock.Take(ctx, false, waiting)
			break
		}
	}
	if err == nil {
		for _, p := range programs {
			b.outcomes[p.Name()] = p.Build(ctx)
		}
		if b.lock != nil {
			err = b.lock.Take(ctx, true, waiting)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}
