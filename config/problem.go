package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// Problem is a schema outside any project, with the specification in whose context it
// was read.
type Problem struct {
	Spec   *types.Spec
	Normal *schema.Normal
}

// problemName is the name under which the schema of a problem is defined. No user can
// write it.
const problemName = "(problem)"

// ReadProblem reads a problem: declarations and a predicate, as in a schema, with given
// types in brackets before them if there are any. The paragraphs `before`, written in
// `language`, are in scope.
func ReadProblem(before []zed.Paragraph, language parse.Language, file *source.File) (Problem, error) {
	text, given, err := language.SchemaText(file.Whole())
	if err != nil {
		return Problem{}, err
	}
	whole := file.Whole().FullSpan()
	paragraphs := slices.Clone(before)
	if len(given) > 0 {
		g := &zed.Given{Span: whole}
		for _, name := range given {
			g.Names = append(g.Names, zed.Ident{Name: name, Span: whole})
		}
		paragraphs = append(paragraphs, g)
	}
	paragraphs = append(paragraphs, &zed.Define{Span: whole, Name: zed.Ident{Name: problemName, Span: whole},
		Value: &zed.Schema{Info: zed.Info{Span: whole}, Text: text}})
	checked, err := types.Check(paragraphs)
	if err != nil {
		return Problem{}, err
	}
	normal, err := schema.Unfold(checked, problemName)
	return Problem{checked, normal}, err
}
