package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

const printHelp = `Print writes a Z document in another notation: Unicode, as Z is printed; ASCII
words; or LaTeX. What it writes is laid out anew, on lines that fit a page, and
reads back as the same document. FILE may be - for stdin. Files that a LaTeX
document names with \input are written in their place.

A file that begins with class or type is an algebraic specification: it is
written as LOBAS, or with --notation functional in the functional notation.

The Z alone is written: comments, proofs and the prose between the paragraphs
are dropped, which is said on stderr. Names stay as they are, so ASCII holds the
letters and operators beyond ASCII that the document gives names to.`

// notations are the values of --notation, which words name in order.
var (
	words     = []string{"unicode", "ascii", "latex"}
	notations = map[string]zed.Notation{"unicode": zed.Unicode, "ascii": zed.ASCII, "latex": zed.LaTeX}
)

func printCommand(a *app) *cobra.Command {
	var notation, out string
	var c *cobra.Command
	c = &cobra.Command{
		Use: "print FILE", Short: "write a Z document, or an algebraic specification, in another notation", Long: printHelp,
		Args:    arguments(1, 1, "a file"),
		Example: "  ttf-int print list.tex\n  ttf-int print --notation latex -o list.tex list.zed\n  ttf-int print --notation ascii - < list.zed",
		RunE: func(_ *cobra.Command, args []string) error {
			if text, ok := readAlgebraic(args[0]); ok {
				return printAlgebraic(a, text, c.Flags(), out)
			}
			to, ok := notations[notation]
			if !ok {
				return fmt.Errorf("--notation %q: %s", notation, source.FormatExpected(notation, words))
			}
			doc, err := readDocument(args[0])
			if err != nil {
				return err
			}
			for _, d := range listDropped(doc) {
				a.console.say("%s", d)
			}
			if len(doc.Paragraphs) == 0 {
				return fmt.Errorf("%s: nothing of it was read as Z, so that there is nothing to print", args[0])
			}
			printed := func(w io.Writer) error {
				_, err := io.WriteString(w, zed.PrintText(doc.Paragraphs, to))
				return err
			}
			if out != "" {
				return writeFile(out, printed)
			}
			return a.console.write(printed)
		},
	}
	c.Flags().StringVar(&notation, "notation", "unicode",
		"how to write: "+source.List(words)+"; of an algebraic specification lobas or functional")
	c.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of stdout")
	return c
}

// readDocument reads the Z document at a path; at "-" it reads standard input.
func readDocument(path string) (*config.Document, error) {
	if path != "-" {
		return config.ReadZ(path)
	}
	// What is longer is refused where it is read as Z.
	data, err := io.ReadAll(io.LimitReader(os.Stdin, parse.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("stdin cannot be read: %w", err)
	}
	readings, err := parse.Documents([]*source.Text{source.NewFile("stdin", string(data)).Whole()})
	var errs source.Errors
	errs.Add(err)
	for _, p := range readings[0].Paragraphs {
		if in, ok := p.(*zed.Input); ok {
			errs.Add(source.Errorf(in.Span, "stdin is in no folder that %s could be looked for in: expected print FILE",
				in.File))
		}
	}
	return &config.Document{Paragraphs: readings[0].Paragraphs, Notes: readings[0].Notes}, errs.Err()
}

// listDropped returns lines that say which parts of a document are not printed.
func listDropped(doc *config.Document) []string {
	var out []string
	seen := map[*source.File]bool{}
	for _, p := range doc.Paragraphs {
		if f := p.At().Pos().File; f != nil && !seen[f] {
			seen[f] = true
			if prose(f.Data) {
				out = append(out, f.Name+": note: the prose between the paragraphs is not printed")
			}
		}
	}
	for _, n := range doc.Notes {
		out = append(out, fmt.Sprintf("%s: note: %s", n.Span.Pos(), n.Text))
	}
	return out
}

// prose tells whether a LaTeX document has text outside its environments.
func prose(data string) bool {
	depth, latex, text := 0, false, false
	for _, line := range strings.Split(data, "\n") {
		line = strings.TrimSpace(line)
		begins := strings.Count(line, `\begin{`) - strings.Count(line, `\begin{document}`)
		text = text || depth == 0 && begins == 0 && line != "" && !strings.HasPrefix(line, "%") &&
			!strings.HasPrefix(line, `\`)
		depth += begins - strings.Count(line, `\end{`) + strings.Count(line, `\end{document}`)
		latex = latex || begins > 0
	}
	return latex && text
}
