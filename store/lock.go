package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	// lockTime is how long another run may hold the lock under which it creates a file.
	lockTime = 10 * time.Second
	// lockPoll is the time between two attempts to take a lock that another process
	// holds.
	lockPoll = 20 * time.Millisecond
)

// buildLock is the name of the lock for the programs of a folder. A run that builds
// holds it exclusively, and runs that use the programs share it, so that no program
// changes while its cases run.
const buildLock = "build.lock"

// Take takes the lock, or waits for it until the context ends. waiting, where it is not
// nil, is called once before Take waits. A second call changes whether the lock is
// shared; another process may hold it in between.
func (l *Lock) Take(ctx context.Context, shared bool, waiting func()) error {
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

// lock takes the lock that a run needs while it creates a file, and returns the
// function that releases it.
func lock(path string) (func(), error) {
	l, err := openLock(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockTime)
	defer cancel()
	if err := l.Take(ctx, false, nil); err != nil {
		l.Release()
		if ctx.Err() != nil {
			err = fmt.Errorf("another run holds %s", path)
		}
		return nil, err
	}
	return l.Release, nil
}

// OpenBuildLock opens the lock for the programs of the project in a folder, without
// taking it.
func OpenBuildLock(dir string) (*Lock, error) {
	folder := filepath.Join(dir, Folder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("results cannot be kept: %w", err)
	}
	return openLock(filepath.Join(folder, buildLock))
}
