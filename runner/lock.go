package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ttf-int/ttf-int/host"
)

const (
	// lockTime is how long another run may hold the lock under which it
	// creates one file.
	lockTime = 10 * time.Second
	// lockPoll is how often a lock that another holds is tried.
	lockPoll = 20 * time.Millisecond
)

// buildLock is the lock of the programs of a folder: whoever builds holds it
// alone, and runs share it, so that no program changes while its cases run.
const buildLock = "build.lock"

// take takes the lock, or waits for it until the context ends; waiting, where
// not nil, is called once before it waits. Taking it again changes whether it
// is shared, and another may hold it in between.
func (l *fileLock) take(ctx context.Context, shared bool, waiting func()) error {
	for {
		if ok, err := l.try(shared); ok || err != nil {
			return err
		}
		if waiting != nil {
			waiting()
			waiting = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

// lock takes the lock that a run needs for an instant, and returns what
// releases it.
func lock(path string) (func(), error) {
	l, err := openLock(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if err := l.take(ctx, false, nil); err != nil {
		l.release()
		if ctx.Err() != nil {
			err = fmt.Errorf("another run holds %s", path)
		}
		return nil, err
	}
	return l.release, nil
}

// build builds the programs that the chosen cases need, and returns what is to
// be called when none of them runs any more. Until then no other run that keeps
// its results in the same folder builds them.
func (s *suite) build(ctx context.Context) (done func(), err error) {
	var needed []*host.Program
	for _, name := range keys(s.programs) {
		if p := s.programs[name]; s.needs(name) {
			needed = append(needed, p)
		}
	}
	return buildAll(ctx, s.plan.System.Dir, &s.options, needed)
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
	folder := filepath.Join(dir, Folder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	l, err := openLock(filepath.Join(folder, buildLock))
	if err != nil {
		return nil, err
	}
	if err := buildUnder(ctx, o, l, programs); err != nil {
		l.release()
		return nil, err
	}
	return l.release, nil
}

// buildUnder builds programs while nobody else builds or runs them, and then
// shares the lock with other runs. That the context ends is not an error.
func buildUnder(ctx context.Context, o *Options, l *fileLock, programs []*host.Program) error {
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
			err = l.take(ctx, false, waiting)
			break
		}
	}
	if err == nil {
		for _, p := range programs {
			p.Build(ctx)
		}
		err = l.take(ctx, true, waiting)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// needs tells whether cases that are to be run are those of a program.
func (s *suite) needs(name string) bool {
	for _, u := range s.plan.Units {
		if u.SUT == name && len(s.toRun(u)) > 0 {
			return true
		}
	}
	return false
}
