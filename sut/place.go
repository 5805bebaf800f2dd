package sut

import (
	"cmp"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// maxSource is how many bytes of Go source are searched for the places of a table.
const maxSource = 4 << 20

// literal is a string in Go source.
type literal struct {
	text  string
	place string // as file:line
	name  bool   // what stands before it is "Name:", as before the names of units
}

// placedError is an error about what the table has at a place.
type placedError struct {
	place string
	error
}

// Unwrap returns the error without its place.
func (e *placedError) Unwrap() error { return e.error }

// unitError is an error about a unit of the table.
type unitError struct {
	unit string
	error
}

// Unwrap returns the error without its unit.
func (e *unitError) Unwrap() error { return e.error }

// placeOfError returns the place that an error in the table of a program is about; that of the call of Serve where
// nothing else is known.
func placeOfError(err error, at string) string {
	if placed := (*placedError)(nil); errors.As(err, &placed) && placed.place != "" {
		return placed.place
	}
	if of := (*unitError)(nil); errors.As(err, &of) {
		d := &wire.Description{Units: []*wire.Unit{{Name: of.unit}}}
		placeUnits(d, at)
		return d.Units[0].Place
	}
	return at
}

// placeUnits says of the units of a description, and of their variables that have no place, where the table has them.
// A table is a composite literal, which knows no lines at run time: so its strings are looked for in the source, in the
// file that calls Serve and in those beside it. at is the place of that call, which stands for what is not found. Where
// the source is not there, nothing else is.
func placeUnits(d *wire.Description, at string) {
	all := readLiterals(at)
	for _, u := range d.Units {
		named := slices.IndexFunc(all, func(l literal) bool { return l.name && l.text == u.Name })
		u.Place = at
		var own []literal
		if named >= 0 {
			u.Place, own = all[named].place, all[named+1:]
			if next := slices.IndexFunc(own, func(l literal) bool { return l.name }); next >= 0 {
				own = own[:next]
			}
		}
		for _, v := range slices.Concat(u.Given, u.Got) {
			if v.Place != "" {
				continue
			}
			v.Place = u.Place
			for _, l := range own {
				names := strings.Fields(l.text)
				if slices.Contains(names, v.Name) || slices.Contains(names, strings.TrimSuffix(v.Name, "'")) {
					v.Place = l.place
					break
				}
			}
		}
	}
}

// readLiterals returns the strings in the Go source of a folder, those of the file of a place first.
func readLiterals(at string) []literal {
	file := at[:max(0, strings.LastIndexByte(at, ':'))]
	if !filepath.IsAbs(file) { // the program was built without the paths of its source
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.go"))
	slices.SortStableFunc(files, func(a, b string) int {
		return cmp.Compare(order(a == file), order(b == file))
	})
	var out []literal
	rest := int64(maxSource)
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		info, err := os.Stat(path)
		if err != nil || info.Size() > rest {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		rest -= info.Size()
		out = append(out, scanLiterals(path, data)...)
	}
	return out
}

// order sorts what is first before all else.
func order(first bool) int {
	if first {
		return 0
	}
	return 1
}

// scanLiterals returns the strings in a file of Go.
func scanLiterals(path string, data []byte) []literal {
	set := token.NewFileSet()
	file := set.AddFile(path, -1, len(data))
	var s scanner.Scanner
	s.Init(file, data, func(token.Position, string) {}, 0)
	var out []literal
	var before [2]string // the last two tokens
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return out
		}
		if tok == token.STRING {
			if value, err := strconv.Unquote(text); err == nil {
				out = append(out, literal{value, fmt.Sprintf("%s:%d", path, file.Line(pos)),
					before == [2]string{"Name", ":"}})
			}
		}
		if tok.IsOperator() {
			text = tok.String()
		}
		before = [2]string{before[1], text}
	}
}
