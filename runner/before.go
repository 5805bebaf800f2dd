package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/scratch"
	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/korat/bounds"
	"github.com/ttf-int/ttf-int/korat/structure"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// maxListed is how many structures are looked at for the states before cases: a program holds all of them.
const maxListed = 1 << 20

// listLimit is how long a predicate may take for one candidate.
const listLimit = 10 * time.Second

// listings are the structures with which cases begin (state: korat).
type listings struct {
	scratch *scratch.Folder
	folder  string
	types   map[string]host.Listing    // by the types of the structures
	whys    map[*spec.Structure]string // why some are not listed
}

// listStructures lists the structures with which cases of the chosen units begin, and tells their programs where.
// What it returns is to be called at the end.
func listStructures(ctx context.Context, x *execution) (done func(), err error) {
	x.listed = &listings{types: map[string]host.Listing{}, whys: map[*spec.Structure]string{}}
	known := map[*spec.Structure]bool{}
	for _, u := range x.plan.Units {
		of := u.Before
		if of == nil || len(x.selection.cases(u)) == 0 {
			continue
		}
		if x.listed.folder == "" {
			if x.listed.scratch, err = scratch.Make("ttf-int-structures"); err != nil {
				return nil, err
			}
			x.listed.folder = x.listed.scratch.Path
		}
		host.GiveStructures(x.programs[u.SUT], filepath.Join(x.listed.folder, "types.json"))
		if known[of] {
			continue
		}
		known[of] = true
		one := x.options.Before[of]
		if one == nil {
			one, err = loadBefore(ctx, x.plan.System.Dir, of)
		}
		if err == nil {
			err = x.listed.list(ctx, x.options.Guard, one.subject, one.bounds)
		}
		if err != nil {
			x.listed.whys[of] = fmt.Sprintf("the structures of %s cannot be listed: %v", of.Type, err)
		}
	}
	if x.listed.folder == "" {
		return func() {}, nil
	}
	data, err := json.Marshal(x.listed.types)
	if err == nil {
		err = os.WriteFile(filepath.Join(x.listed.folder, "types.json"), data, 0o600)
	}
	return func() { x.listed.scratch.Remove() }, err
}

// Before is a type whose structures are the states before cases (state: korat), with its Go code.
type Before struct {
	subject *korat.Subject
	bounds  *bounds.Bounds
}

// LoadBefore reads the types whose structures are the states before cases of units; with names, of these alone. What is
// wrong with their bounds and predicates is an error with places.
func LoadBefore(ctx context.Context, system *spec.System, names []string) (map[*spec.Structure]*Before, error) {
	out := map[*spec.Structure]*Before{}
	var errs source.Errors
	for _, u := range system.Units {
		if u.Before == nil || out[u.Before] != nil || len(names) > 0 && !slices.Contains(names, u.Name) {
			continue
		}
		one, err := loadBefore(ctx, system.Dir, u.Before)
		if located := (source.Errors)(nil); err != nil && !errors.As(err, &located) {
			err = source.Errorf(u.Before.At, "%v", err)
		}
		errs.Add(err)
		out[u.Before] = one
	}
	return out, errs.Err()
}

func loadBefore(ctx context.Context, dir string, of *spec.Structure) (*Before, error) {
	pkg, typ := korat.SplitType(of.Type)
	s, err := korat.Load(ctx, korat.Options{Dir: dir, Package: pkg, Type: typ, Predicate: of.Predicate, Tags: of.Tags,
		Files: of.Files})
	if err != nil {
		return &Before{}, err
	}
	if _, err := s.Itself(nil); err != nil {
		return &Before{}, err
	}
	var settings []bounds.Setting
	for _, b := range of.Bounds {
		settings = append(settings, bounds.Setting{Name: b.Name, Text: b.Text, At: b.At})
	}
	b, err := s.Bounds(settings, cmp.Or(of.Size, defaultSize))
	return &Before{s, b}, err
}

// list lists the structures of a type, small ones first.
func (l *listings) list(ctx context.Context, guard proc.Guard, s *korat.Subject,
	b *bounds.Bounds) error {
	p, err := s.Build(ctx, b)
	if err != nil {
		return err
	}
	defer p.Close()
	found := &listed{of: s}
	outcome, err := p.Run(ctx, korat.Search{Bounds: b, First: maxListed, Guard: guard, Limit: listLimit}, found)
	switch {
	case err != nil:
		return err
	case !outcome.Complete && ctx.Err() == nil:
		return fmt.Errorf("there are more than %d: set smaller bounds", maxListed)
	}
	slices.SortStableFunc(found.all, func(a, b sized) int { return cmp.Compare(a.size, b.size) })
	var text []byte
	for _, one := range found.all {
		text = append(append(text, one.line...), '\n')
	}
	file := filepath.Join(l.folder, fmt.Sprint(len(l.types), ".jsonl"))
	l.types[s.Path()] = host.Listing{File: file, Predicate: s.Predicate()}
	return os.WriteFile(file, text, 0o600)
}

// sized is a structure as JSON, with how many values it has.
type sized struct {
	line []byte
	size int
}

// listed takes what a search finds.
type listed struct {
	of  *korat.Subject
	all []sized
}

func (l *listed) Structure(s *structure.Structure) error {
	s, err := l.of.Itself(s)
	if err != nil {
		return err
	}
	line, err := s.MarshalJSON()
	l.all = append(l.all, sized{line, s.Count()})
	return err
}

func (*listed) Progress(int64, int64) {}
