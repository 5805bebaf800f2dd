package main

import (
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// planning shows how far a plan is while it is made, with what earlier plans of
// the project found. A cache that cannot be used is worth a note.
func (a *app) planning(ctx context.Context, system *spec.System, make func(planner.Options) (*planner.Planned, error)) (*planner.Planned, error) {
	solver, backend, err := a.backend.chosen(ctx, solve.Options{})
	if err != nil {
		return nil, err
	}
	o := planner.Options{Tool: version(), Solver: solver, Backend: backend, NoStrengthen: a.noStrengthen, CoverCallees: a.coverCallees,
		Theorem2: a.theorem2, Memory: megabytes(a.memory).bytes()}
	if !a.noCache {
		cache, err := a.cache(system)
		if err != nil {
			fmt.Fprintf(a.stderr, "note: earlier plans are not made use of: %v\n", err)
		} else {
			o.Cache = unlessFaulty{cache, &a.backend}
			defer func() {
				if err := cache.Close(); err != nil {
					fmt.Fprintf(a.stderr, "note: what was planned is not kept for later plans: %v\n", err)
				}
			}()
		}
	}
	bar := a.progress("planning")
	defer bar.end()
	o.Progress = bar.set
	pl, err := make(o)
	if pl != nil {
		a.mistakes = pl.Mistakes
	}
	return pl, err
}

// cache opens the cache of a project.
func (a *app) cache(system *spec.System) (*store.Cache, error) {
	build, err := build()
	if err != nil {
		return nil, err
	}
	cache, repaired, err := store.Open(filepath.Join(system.Dir, store.Folder), build)
	if repaired {
		fmt.Fprintln(a.stderr, "note: what earlier plans found was damaged, and was put aside")
	}
	return cache, err
}

// build identifies this program: versions do not tell its builds apart. A
// cryptographic hash would take longer than many a plan.
func build() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %d %d %08x", version(), info.Size(), info.ModTime().UnixNano(), h.Sum32()), nil
}

// planned is a plan in a line.
func planned(pl *planner.Planned) string {
	known := 0
	for _, u := range pl.Units {
		if u.Known {
			known++
		}
	}
	out := fmt.Sprintf("planned %s in %s", count(len(pl.Units), "unit"), count(len(pl.Layers), "layer"))
	if known > 0 {
		out += fmt.Sprintf(" (%d from the cache)", known)
	}
	return out
}
