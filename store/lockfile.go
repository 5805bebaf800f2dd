package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
)

// LockFile is the name of the file, beside ttf-int.yaml, that says what a locked run must be of.
const LockFile = "ttf-int.lock"

// lockKind is what the file says that it is.
const lockKind = "Lock"

// Locked says what a locked run must be of: the identity of ttf-int, the files of the project, and the hashes of its
// programs by the names of their systems under test.
type Locked struct {
	Tool     string
	Inputs   []spec.Input
	Programs map[string]spec.Locked
}

// lockDocument is the file.
type lockDocument struct {
	APIVersion string                 `json:"apiVersion"`
	Kind       string                 `json:"kind"`
	Tool       string                 `json:"tool"`
	Inputs     []spec.Input           `json:"inputs"`
	Programs   map[string]spec.Locked `json:"programs"`
}

// ReadLock reads the lock file of a project's folder; nil where there is none.
func ReadLock(dir string) (*Locked, error) {
	path := filepath.Join(dir, LockFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var f lockDocument
	switch err := json.Unmarshal(data, &f); {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w; `ttf-int lock` writes it anew", path, err)
	case f.Kind != lockKind || f.APIVersion != plan.APIVersion:
		return nil, fmt.Errorf("%s is not a lock file: expected kind %s and apiVersion %s; `ttf-int lock` writes it anew",
			path, lockKind, plan.APIVersion)
	}
	return &Locked{f.Tool, f.Inputs, f.Programs}, nil
}

// WriteLock writes the lock file of a project's folder, a file and a program in each line, so that what changed can be
// seen line by line.
func WriteLock(dir string, l *Locked) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"apiVersion\": %q, \"kind\": %q,\n  \"tool\": %q,\n  \"inputs\": [", plan.APIVersion, lockKind,
		l.Tool)
	line := func(i int, name string, of any) error {
		data, err := json.Marshal(of)
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    " + name)
		b.Write(data)
		return err
	}
	for i, in := range l.Inputs {
		if err := line(i, "", in); err != nil {
			return err
		}
	}
	b.WriteString("\n  ],\n  \"programs\": {")
	for i, name := range slices.Sorted(maps.Keys(l.Programs)) {
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		if err := line(i, string(key)+": ", l.Programs[name]); err != nil {
			return err
		}
	}
	b.WriteString("\n  }\n}\n")
	path := filepath.Join(dir, LockFile)
	if err := os.WriteFile(path+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Compare says in which respects a project and ttf-int are not what is locked, but for the programs.
func (l *Locked) Compare(tool string, system *spec.System) []string {
	var out []string
	if tool != l.Tool {
		out = append(out, fmt.Sprintf("ttf-int is %s, and %s is wanted", tool, l.Tool))
	}
	out = append(out, plan.Changes(l.Inputs, system.Inputs)...)
	for _, name := range slices.Sorted(maps.Keys(system.SUTs)) {
		if _, known := l.Programs[name]; !known {
			out = append(out, "the system under test "+name+" was added")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.Programs)) {
		if system.SUTs[name] == nil {
			out = append(out, "the system under test "+name+" was removed")
		}
	}
	return out
}
