package changes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A burst of changes is over when nothing was heard for the time quiet, or has gone on for the time
// patience: editors save a file in several steps, and tools that write code many files.
const (
	quiet    = 100 * time.Millisecond
	patience = 2 * time.Second
)

// Watcher notices that files change. Its methods must not be called at the same time, but for Close.
type Watcher struct {
	system  *fsnotify.Watcher
	files   Files
	known   map[string]state
	heard   map[string]bool // files of which something was heard since they were looked at
	folders map[string]bool // folders that are watched
}

// New returns a watcher of no files. The caller closes it.
func New() (*Watcher, error) {
	system, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("files cannot be watched: %w", err)
	}
	return &Watcher{system: system, known: map[string]state{}, heard: map[string]bool{},
		folders: map[string]bool{}}, nil
}

// Close ends watching.
func (w *Watcher) Close() error { return w.system.Close() }

// Watch says which files are watched from now on. What has changed of files that were watched before is
// not forgotten: Wait returns it. The error says why the files cannot be watched.
func (w *Watcher) Watch(f Files) error {
	w.files = f
	// Folders are watched before their files are looked at, so that no change falls between.
	var s *scan
	for {
		var err error
		if s, err = f.look(w.known, w.heard); err != nil {
			return err
		}
		added, err := w.follow(s.folders)
		if err != nil {
			return err
		}
		if !added {
			break
		}
	}
	known := map[string]state{}
	for path, now := range s.files {
		old, before := w.known[path]
		sum := f.Read[path]
		switch {
		case sum != "" && sum != now.sum:
			known[path] = state{sum: sum} // it has changed since it was read
		case sum == "" && before:
			known[path] = old
		default:
			known[path] = now
		}
	}
	w.known = known
	return nil
}

// follow has the system watch the given folders and no others. It tells whether some were not watched
// before.
func (w *Watcher) follow(folders map[string]bool) (added bool, err error) {
	for dir := range w.folders {
		if !folders[dir] {
			_ = w.system.Remove(dir) // it fails where the folder is gone, and nothing is watched then
			delete(w.folders, dir)
		}
	}
	for dir := range folders {
		if w.folders[dir] {
			continue
		}
		if err := w.system.Add(dir); err != nil {
			return false, fmt.Errorf("%s cannot be watched: %w (on Linux, sysctl fs.inotify.max_user_watches says how many folders can be)",
				dir, err)
		}
		w.folders[dir], added = true, true
	}
	return added, nil
}

// Wait waits until files have changed and the burst of changes is over, and returns their paths, sorted. It
// returns ctx's error when ctx ends.
func (w *Watcher) Wait(ctx context.Context) ([]string, error) {
	for {
		changed, err := w.compare()
		if err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			if err := w.hear(ctx, nil); err != nil {
				return nil, err
			}
		}
		if err := w.settle(ctx); err != nil {
			return nil, err
		}
		if changed, err = w.compare(); err != nil {
			return nil, err
		}
		if len(changed) == 0 {
			continue
		}
		var paths []string
		for path, now := range changed {
			w.known[path] = now
			paths = append(paths, path)
		}
		slices.Sort(paths)
		return paths, nil
	}
}

// errQuiet says that nothing was heard for a time.
var errQuiet = errors.New("nothing was heard")

// settle waits until a burst of changes is over.
func (w *Watcher) settle(ctx context.Context) error {
	end := time.Now().Add(patience)
	for time.Now().Before(end) {
		still := time.NewTimer(quiet)
		err := w.hear(ctx, still.C)
		still.Stop()
		switch {
		case errors.Is(err, errQuiet):
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// hear waits until the system says something about a folder.
func (w *Watcher) hear(ctx context.Context, late <-chan time.Time) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-late:
		return errQuiet
	case event, open := <-w.system.Events:
		if !open {
			return fsnotify.ErrClosed
		}
		w.heard[event.Name] = true
		if w.folders[event.Name] && event.Has(fsnotify.Remove|fsnotify.Rename) {
			// It is watched anew if it comes again.
			_ = w.system.Remove(event.Name)
			delete(w.folders, event.Name)
		}
		return nil
	case _, open := <-w.system.Errors:
		// Some of what happened was lost, which is a reason to look at everything.
		if !open {
			return fsnotify.ErrClosed
		}
		for path := range w.known {
			w.heard[path] = true
		}
		return nil
	}
}

// compare looks at all files, and returns what is now known of those that have changed.
func (w *Watcher) compare() (map[string]state, error) {
	for {
		s, err := w.files.look(w.known, w.heard)
		if err != nil {
			return nil, err
		}
		added, err := w.follow(s.folders)
		if err != nil {
			return nil, err
		}
		if added {
			continue // files may have come before their folder was watched
		}
		clear(w.heard)
		changed := map[string]state{}
		for path, now := range s.files {
			old := w.known[path]
			switch {
			case old.sum != now.sum:
				changed[path] = now
			default:
				w.known[path] = now
			}
		}
		for path, old := range w.known {
			if _, there := s.files[path]; !there && old.sum != "" {
				changed[path] = state{}
			}
		}
		return changed, nil
	}
}
