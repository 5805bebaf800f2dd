package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Previous names the run before the last one that is kept.
const Previous = "previous"

// ReadNamed reads the kept run that a name stands for: when it began, or the beginning of that, as it is kept or as
// people read it, where only one run began so; or Previous. The error is ErrNoRun where there is none.
func ReadNamed(system *spec.System, name string) (*result.Run, error) {
	folder := filepath.Join(system.Dir, Folder, runsFolder)
	files := slices.DeleteFunc(listRuns(folder), func(file string) bool { // killed before it had begun
		return readStart(filepath.Join(folder, file)) == ""
	})
	if name == Previous {
		if len(files) < 2 {
			return nil, ErrNoRun
		}
		return readFile(system, &Info{Path: filepath.Join(folder, files[len(files)-2])})
	}
	wanted := strings.Replace(name, "T", " ", 1)
	var found []string
	for _, file := range files {
		started := strings.Replace(readStart(filepath.Join(folder, file)), "T", " ", 1)
		if wanted != "" && started == wanted {
			found = []string{file}
			break
		}
		if wanted != "" && strings.HasPrefix(started, wanted) {
			found = append(found, file)
		}
	}
	switch len(found) {
	case 0:
		return nil, ErrNoRun
	case 1:
		return readFile(system, &Info{Path: filepath.Join(folder, found[0])})
	}
	return nil, fmt.Errorf("%d runs began at %s: expected more of the time, as `ttf-int history` shows it", len(found), name)
}
