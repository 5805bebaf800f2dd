package host

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// ReadsOf returns a hash of what a program declares to read, of its arguments and of its environment, as they were
// when it was started; "" where it declares nothing.
func ReadsOf(p *Program) string { return p.reads }

// HasSameReads tells whether what a program declares to read is what it was when it was started.
func HasSameReads(p *Program) bool {
	if p.reads == "" {
		return true
	}
	now, err := hashReads(p)
	return err == nil && now == p.reads
}

// hashReads hashes what a program declares to read: files that patterns match, whole folders, and those of its
// arguments that are files, as a script is for its interpreter. It is an error where a pattern matches nothing, since
// it may be misspelt.
func hashReads(p *Program) (string, error) {
	if p.spec.Reads == nil {
		return "", nil
	}
	h := sha256.New()
	for _, part := range slices.Concat([]string{p.spec.Dir}, p.spec.Command, []string{""}, p.command.Env) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	paths := listArguments(p)
	for _, pattern := range p.spec.Reads {
		matches, err := filepath.Glob(within(p, filepath.FromSlash(pattern)))
		switch {
		case err != nil:
			return "", fmt.Errorf("reads: %s is not a pattern of files: %w", pattern, err)
		case len(matches) == 0:
			return "", fmt.Errorf("reads: no file is called %s in %s", pattern, p.dir())
		}
		paths = append(paths, matches...)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		if err := hashTree(p, h, path); err != nil {
			return "", fmt.Errorf("reads: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ArgumentsOf returns a hash of the arguments of a prepared program that are files, by their names and contents, as a
// script is for its interpreter; "" where there are none.
func ArgumentsOf(p *Program) string { return p.arguments }

// hashArguments hashes those of a program's arguments that are files.
func hashArguments(p *Program) (string, error) {
	paths := listArguments(p)
	if len(paths) == 0 {
		return "", nil
	}
	h := sha256.New()
	for _, path := range paths {
		if err := hashTree(p, h, path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// listArguments returns those of a program's arguments that are files.
func listArguments(p *Program) []string {
	var out []string
	for _, arg := range p.spec.Command[1:] {
		if info, err := os.Stat(within(p, arg)); err == nil && info.Mode().IsRegular() {
			out = append(out, within(p, arg))
		}
	}
	return out
}

// within returns a path that is meant relative to a program's folder.
func within(p *Program, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.dir(), path)
}

// hashTree adds to a hash the names and contents of the files below a path.
func hashTree(p *Program, h io.Writer, root string) error {
	return walkFiles(root, func(path string) error {
		info, err := os.Stat(path) // of what a link leads to
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return errors.New(path + " is not a regular file")
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		name, err := filepath.Rel(p.dir(), path)
		if err != nil {
			return err
		}
		inner := sha256.New()
		if _, err := io.Copy(inner, f); err != nil {
			return err
		}
		fmt.Fprintf(h, "%d:%s%x", len(name), filepath.ToSlash(name), inner.Sum(nil))
		return nil
	})
}
