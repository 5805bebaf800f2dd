package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/algebra/checks"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
)

// readAlgebraic returns the text of a file where it is an algebraic specification. What cannot
// be read is none: whoever takes it for Z says so.
func readAlgebraic(path string) (*source.Text, bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	text := source.NewFile(path, string(data)).Whole()
	return text, language.IsAlgebraic(text)
}

// printAlgebraic writes an algebraic specification in the notation that the flags name; LOBAS
// where they name none.
func printAlgebraic(a *app, text *source.Text, flags *pflag.FlagSet, out string) error {
	to, named := language.LOBAS, flags.Lookup("notation")
	switch {
	case !named.Changed || named.Value.String() == "lobas":
	case named.Value.String() == "functional":
		to = language.Functional
	default:
		return fmt.Errorf("--notation %q: %s", named.Value,
			source.FormatExpected(named.Value.String(), []string{"lobas", "functional"}))
	}
	classes, err := language.Parse(text)
	if err = cmp.Or(err, language.CheckPrint(classes, to)); err != nil {
		return err
	}
	printed := func(w io.Writer) error {
		_, err := io.WriteString(w, language.Print(classes, to))
		return err
	}
	if out != "" {
		return writeFile(out, printed)
	}
	return a.console.write(printed)
}

// readAlgebraics returns the texts of files that are one algebraic specification together. Where they are not all
// algebraic, it is false of one file alone, and an error of several.
func readAlgebraics(paths []string) (texts []*source.Text, ok bool, err error) {
	for _, path := range paths {
		text, is := readAlgebraic(path)
		if !is && len(paths) > 1 {
			return nil, false, fmt.Errorf("%s is not an algebraic specification: expected one file, or several of one "+
				"algebraic specification", path)
		}
		if texts = append(texts, text); !is {
			return nil, false, nil
		}
	}
	return texts, true, nil
}

// checkAlgebraic checks an algebraic specification, which may be in several files.
func (v validation) checkAlgebraic(ctx context.Context, texts []*source.Text) (validated, error) {
	classes, err := language.Parse(texts...)
	if err != nil {
		return validated{}, err
	}
	asked, err := v.answerer.openSolver(ctx)
	if err != nil {
		return validated{}, err
	}
	found := checks.Check(classes, conditions.New(ctx, asked.Solver))
	var notes []parse.Note
	for _, w := range found.Warnings {
		notes = append(notes, parse.Note{Span: w.Span, Text: w.Text})
	}
	var names []string
	for _, text := range texts {
		names = append(names, text.FullSpan().Pos().File.Name)
	}
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}
	said := fmt.Sprintf("%s %s valid: %s", strings.Join(names, " and "), verb, count(len(classes), "class"))
	if found.Ends {
		said += "; rewriting ends"
	}
	if found.Order != "" {
		said += ", by the path order " + found.Order
	}
	return validated{Findings: audit.Findings{Notes: notes}, said: said}, found.Errors.Err()
}
