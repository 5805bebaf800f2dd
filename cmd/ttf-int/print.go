package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
)

const printHelp = `Print writes a Z document in another notation: Unicode, as Z is printed; ASCII
words; or LaTeX. What it writes is laid out anew, on lines that fit a page, and
reads back as the same document. FILE may be - for stdin.

The Z alone is written: comments and the prose between the paragraphs are not,
which is said on stderr where there are any. Names stay as they are, so ASCII
holds the letters and operators beyond ASCII that the document gives names to.`

// notations are the values of --notation.
var notations = map[string]zed.Notation{"unicode": zed.Unicode, "ascii": zed.ASCII, "latex": zed.LaTeX}

func (a *app) printCommand() *cobra.Command {
	var notation, out string
	c := &cobra.Command{
		Use: "print FILE", Short: "write a Z document in another notation", Long: printHelp, Args: cobra.ExactArgs(1),
		Example: "  ttf-int print list.tex\n  ttf-int print --notation latex -o list.tex list.zed\n  ttf-int print --notation ascii - < list.zed",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := oneOf("notation", notation, "unicode", "ascii", "latex"); err != nil {
				return err
			}
			doc, err := document(args[0])
			if err != nil {
				return err
			}
			ps, err := parse.Document(doc)
			if err != nil {
				return err
			}
			printed := func(w io.Writer) error {
				_, err := io.WriteString(w, zed.PrintText(ps, notations[notation]))
				return err
			}
			if out != "" {
				return writeFile(out, printed)
			}
			return write(a.stdout, printed)
		},
	}
	c.Flags().StringVar(&notation, "notation", "unicode", "unicode, ascii or latex")
	c.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of stdout")
	return c
}

// document reads the Z document at a path, or stdin.
func document(path string) (*source.Text, error) {
	in, name := os.Stdin, "stdin"
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, name = f, path
	}
	// What is longer is refused where it is read as Z.
	data, err := io.ReadAll(io.LimitReader(in, parse.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	return source.NewFile(name, string(data)).Whole(), nil
}
