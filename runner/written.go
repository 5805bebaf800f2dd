package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/result"
)

const (
	// maxLooked is how many files of a project are looked at. A project with more of them has data of other programs
	// in it.
	maxLooked = 20_000
	// maxWritten is how many files are named that were written.
	maxWritten = 5
)

// stamp is what tells whether a file was written.
type stamp struct {
	size int64
	at   time.Time
}

// footprint are the files of a project's folder, by their paths in it; nil where nobody looks at them.
type footprint map[string]stamp

// errTooMany ends a search for files.
var errTooMany = errors.New("too many files")

// takeFootprint looks at the files of a project. Left out are those that ttf-int itself may write, hidden ones, and
// what interpreters keep between runs.
func takeFootprint(x *execution) footprint {
	if x.options.Writes == nil {
		return nil
	}
	root, out := x.plan.System.Dir, footprint{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what cannot be read by ttf-int is nothing that it speaks of
		case path != root && isOfTools(d.Name()):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || x.options.Writes(path):
			return nil
		case len(out) == maxLooked:
			return errTooMany
		}
		if info, err := d.Info(); err == nil {
			name, _ := filepath.Rel(root, path)
			out[filepath.ToSlash(name)] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return out
}

// isOfTools tells whether what has a name is hidden, or kept by interpreters and their tools.
func isOfTools(name string) bool {
	return strings.HasPrefix(name, ".") || name == "__pycache__" || name == "node_modules"
}

// noteWritten records which files of the project were written, or removed, since its footprint was taken.
func noteWritten(x *execution, before footprint) {
	if before == nil {
		return
	}
	after := takeFootprint(x)
	if after == nil {
		return
	}
	var changed []string
	for name, is := range after {
		if was, ok := before[name]; !ok || was.size != is.size || !was.at.Equal(is.at) {
			changed = append(changed, name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		return
	}
	slices.Sort(changed)
	text := strings.Join(changed[:min(maxWritten, len(changed))], ", ")
	if more := len(changed) - maxWritten; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	x.results.recordFinding(result.LeakFinding + "files of the project were written while its programs ran: " + text)
}
