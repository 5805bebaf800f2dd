package runner

import (
	"context"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/store"
)

// build builds the programs that the chosen cases need, and returns what is to
// be called when none of them runs any more. Until then no other run that keeps
// its results in the same folder builds them.
func (x *execution) build(ctx context.Context) (done func(), err error) {
	var needed []*host.Program
	for _, name := range keys(x.programs) {
		if p := x.programs[name]; x.selection.needs(name) {
			needed = append(needed, p)
		}
	}
	return buildAll(ctx, x.plan.System.Dir, &x.options, needed)
}

// buildAll builds programs, and returns what lets others build them again; dir is
// the project's folder.
func buildAll(ctx context.Context, dir string, o *Options, programs []*host.Program) (done func(), err error) {
	if !o.Keep {
		for _, p := range programs {
			p.Build(ctx)
		}
		return func() {}, nil
	}
	l, err := store.OpenBuildLock(dir)
	if err != nil {
		return nil, err
	}
	if err := buildUnder(ctx, o, l, programs); err != nil {
		l.Release()
		return nil, err
	}
	return l.Release, nil
}

// buildUnder builds programs while nobody else builds or runs them, and then
// shares the lock with other runs. That the context ends is not an error.
func buildUnder(ctx context.Context, o *Options, l *store.Lock, programs []*host.Program) error {
	said := false
	waiting := func() {
		if o.Waiting != nil && !said {
			said = true
			o.Waiting("another run of this folder builds the program or runs it")
		}
	}
	err := error(nil)
	for _, p := range programs {
		if p.Builds() {
			err = l.Take(ctx, false, waiting)
			break
		}
	}
	if err == nil {
		for _, p := range programs {
			p.Build(ctx)
		}
		err = l.Take(ctx, true, waiting)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}
