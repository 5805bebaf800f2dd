package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/structure"
	"github.com/ttf-int/ttf-int/spec"
)

// listing writes structures as they come.
type listing struct {
	out      *bufio.Writer
	format   string // one of structureFormats; "": none are written
	document bool   // whether they are a list in a JSON document
	written  int64
	progress *progress
}

// Structure writes one structure.
func (l *listing) Structure(s *structure.Structure) error {
	if l.format == "" {
		return nil
	}
	l.written++
	var err error
	switch {
	case l.document:
		if l.written > 1 {
			l.out.WriteString(",\n")
		}
		err = l.json(s)
	case l.format == "json":
		err = l.json(s)
		l.out.WriteByte('\n')
	case l.format == "go":
		_, err = fmt.Fprintln(l.out, s.Go())
	case l.format == "dot":
		_, err = fmt.Fprint(l.out, s.DOT(strconv.FormatInt(l.written, 10)))
	case l.format == "svg":
		_, err = fmt.Fprint(l.out, s.SVG())
	default:
		_, err = fmt.Fprintln(l.out, s)
	}
	return err
}

func (l *listing) json(s *structure.Structure) error {
	data, err := json.Marshal(s)
	if err == nil {
		_, err = l.out.Write(data)
	}
	return err
}

// Progress shows how far the search is.
func (l *listing) Progress(candidates, found int64) {
	l.out.Flush()
	l.progress.count(fmt.Sprintf("%d structures, %d candidates", found, candidates))
}

// enumerate makes the search, and says what came of it.
func (a *app) enumerate(ctx context.Context, p *korat.Program, b *bounds.Bounds, o *generateOptions) error {
	s := korat.Search{Bounds: b, Every: o.every, Parallel: o.parallel, Count: o.count && o.store == "", First: o.first,
		Limit: o.limit, Guard: a.guard}
	if len(b.Zero) > 0 {
		a.console.note("these fields always have their zero value, since nothing says which others they could have: %s",
			strings.Join(b.Zero, ", "))
	}
	l := &listing{out: bufio.NewWriter(a.console.stdout), format: o.format, document: a.console.json,
		progress: a.console.progress("searching")}
	defer l.progress.end()
	if o.count {
		l.format = ""
	}
	if l.document {
		l.out.WriteString(`{"structures":[`)
	}
	outcome, err := a.searchOn(ctx, p, s, l, o.store)
	l.progress.end()
	if err == nil && l.document {
		err = writeEnd(l.out, outcome)
	}
	if flushed := l.out.Flush(); err == nil && flushed != nil {
		return blameMachinery(flushed)
	}
	if fault := (*korat.Fault)(nil); errors.As(err, &fault) {
		return &ending{exitFailed, err}
	}
	if err != nil {
		return err
	}
	return a.sayOutcome(ctx, outcome, o)
}

// writeEnd writes the end of a JSON document.
func writeEnd(w io.Writer, o *korat.Outcome) error {
	data, err := json.Marshal(map[string]any{"found": o.Found, "candidates": o.Candidates, "complete": o.Complete,
		"seconds": o.Seconds, "panics": o.Panics})
	if err == nil {
		_, err = fmt.Fprintf(w, "],\n%s\n", data[1:])
	}
	return err
}

// sayOutcome says what came of a search, and returns the error for its exit code.
func (a *app) sayOutcome(ctx context.Context, outcome *korat.Outcome, o *generateOptions) error {
	if outcome.Panics > 0 {
		a.console.note("the predicate panicked on %d candidates, which counts as a no; the first time: %s", outcome.Panics,
			outcome.Panicked)
	}
	rest := ""
	if !outcome.Complete {
		rest = ", and there may be more"
	}
	a.console.say("%d structures, %d candidates%s (%.2f s)", outcome.Found, outcome.Candidates, rest, outcome.Seconds)
	if ctx.Err() != nil {
		if o.store != "" {
			a.console.say("the same command goes on from here: %s has what was found", o.store)
		}
		return exitSilently(exitInterrupted)
	}
	return nil
}

// searchOn makes a search, going on with what a file has of it.
func (a *app) searchOn(ctx context.Context, p *korat.Program, s korat.Search, l *listing, store string) (*korat.Outcome,
	error) {
	if store == "" {
		return p.Run(ctx, s, l)
	}
	first, err := p.Heading(s)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(store, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, blameMachinery(err)
	}
	defer f.Close()
	t, err := korat.ReadTranscript(f, first)
	if errors.Is(err, korat.ErrOther) {
		return nil, fmt.Errorf("%s cannot be gone on with: %w", store, err)
	}
	if err != nil {
		return nil, blameMachinery(fmt.Errorf("%s cannot be read: %w", store, err))
	}
	for i, one := range t.Found {
		if s.First > 0 && int64(i) >= s.First {
			break
		}
		if err := l.Structure(one); err != nil {
			return nil, err
		}
	}
	if t.Complete || s.First > 0 && int64(len(t.Found)) >= s.First {
		return enough(t, s.First), nil
	}
	if err := errors.Join(f.Truncate(t.Size), seekEnd(f)); err != nil {
		return nil, blameMachinery(err)
	}
	if t.Size == 0 {
		if _, err := f.Write(first); err != nil {
			return nil, blameMachinery(err)
		}
	}
	if t.Position != nil {
		a.console.say("%s has %d structures: going on behind candidate %d", store, len(t.Found), t.Position.Candidates)
	}
	s.Keep, s.From = f, t.Position
	return p.Run(ctx, s, l)
}

func seekEnd(f *os.File) error {
	_, err := f.Seek(0, io.SeekEnd)
	return err
}

// enough returns what a search would say that finds nothing beyond what is kept.
func enough(t *korat.Transcript, first int64) *korat.Outcome {
	if t.Last != nil && t.Complete && (first == 0 || first > int64(len(t.Found))) {
		return t.Last
	}
	out := &korat.Outcome{Candidates: t.Position.Candidates, Found: int64(len(t.Found))}
	if first > 0 {
		out.Found = min(out.Found, first)
	}
	return out
}

// writeSkeleton writes bounds as a file for --bounds.
func writeSkeleton(w io.Writer, args []string, file *spec.Structure, o *generateOptions, b *bounds.Bounds) error {
	out := bufio.NewWriter(w)
	typ := file.Type
	if len(args) > 0 {
		typ = args[0]
	}
	fmt.Fprintf(out, "structure: %s\n", typ)
	if name := cmp.Or(o.predicate, file.Predicate); name != "" {
		fmt.Fprintf(out, "predicate: %s\n", name)
	}
	if files := append(slices.Clone(file.Files), o.files...); len(files) > 0 {
		fmt.Fprintf(out, "files: [%s]\n", strings.Join(files, ", "))
	}
	if tags := cmp.Or(o.tags, file.Tags); tags != "" {
		fmt.Fprintf(out, "tags: [%s]\n", strings.ReplaceAll(tags, ",", ", "))
	}
	fmt.Fprintln(out, "bounds:")
	for _, l := range b.Lines {
		fmt.Fprintf(out, "  %s: %s\n", l.Name, yamlText(l.Text))
	}
	for _, z := range b.Zero {
		fmt.Fprintf(out, "  # %s always has its zero value: nothing says which others it could have\n", z)
	}
	return out.Flush()
}

// yamlText writes the text of a bound as a YAML scalar.
func yamlText(s string) string {
	for _, c := range s {
		if c == '"' || c == '\'' || c == '#' || c == ':' {
			return "'" + s + "'"
		}
	}
	return s
}
