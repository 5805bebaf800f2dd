package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/remote"
)

// part is the file that says which units a worker finds: what their specifications say is held against hashes of what
// they say in the whole project.
type part struct {
	Prints map[string]string `json:"prints"` // by the names of units (planner.Prints)
}

// manySlices is how many slices are remembered: as many as units of which several batches are made at a time.
const manySlices = 32

// slicer returns what is needed of a plan and its project for some units, each once.
func slicer(pl *planner.Planned) func(units []string) (*remote.Slice, error) {
	prints := sync.OnceValue(func() map[string]string { return planner.Prints(pl.System) })
	ofUnits := map[string]bool{}
	for _, files := range pl.System.Files {
		for _, f := range files {
			ofUnits[f] = true
		}
	}
	var mu sync.Mutex
	known := map[string]*remote.Slice{}
	return func(units []string) (s *remote.Slice, err error) {
		mu.Lock()
		defer mu.Unlock()
		key := strings.Join(units, " ")
		if s := known[key]; s != nil {
			return s, nil
		}
		s = &remote.Slice{}
		defer func() {
			if len(known) >= manySlices {
				clear(known)
			}
			if err == nil {
				known[key] = s
			}
		}()
		wanted := map[string]bool{}
		for _, name := range units {
			for _, f := range pl.System.Files[name] {
				wanted[f] = true
			}
		}
		for _, in := range pl.System.Inputs {
			if len(units) == 0 || wanted[in.Path] || !ofUnits[in.Path] {
				s.Inputs = append(s.Inputs, filepath.Join(pl.System.Dir, filepath.FromSlash(in.Path)))
			}
		}
		if len(units) == 0 {
			s.Plan, err = pl.Plan.JSON()
			return s, err
		}
		if s.Plan, err = plan.Part(pl.Plan, units).JSON(); err != nil {
			return s, err
		}
		of := part{Prints: map[string]string{}}
		for _, name := range units {
			of.Prints[name] = prints()[name]
		}
		s.Part, err = json.Marshal(of)
		return s, err
	}
}

// fits tells whether units say in a part of a project what they say in the whole.
func (p *part) fits(pl *planner.Planned) bool {
	now := planner.Prints(pl.System)
	return len(pl.System.Units) == len(p.Prints) && !slices.ContainsFunc(pl.Units, func(u *plan.Unit) bool {
		return now[u.Name] != p.Prints[u.Name]
	})
}
