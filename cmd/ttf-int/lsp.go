package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/lsp"
)

const lspHelp = `Lsp serves an editor that speaks the Language Server Protocol, over stdin and
stdout: editors start it by themselves. For Z documents (.zed, .tex) and for the
files of a project it shows what is wrong while a person types, says what a name
stands for, an operator means and of which type a term is, leads to where a name is
introduced, lists the names of a file and finds those of a project, completes names,
keys and tactics, and completes \forall and forall to ∀. It lays a Z document out
anew where no comment would be lost. docs/editors.md says how to set up an editor.`

func lspCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "lsp", Short: "help an editor with Z and project files", Long: lspHelp, Args: noArguments(),
		Example: "  ttf-int lsp",
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := lsp.Serve(cmd.Context(), stdio{os.Stdin, os.Stdout}, version())
			if errors.Is(err, lsp.ErrNoShutdown) {
				return exitSilently(exitFailed)
			}
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		},
	}
}

// stdio is what comes from stdin and goes to stdout.
type stdio struct {
	io.ReadCloser
	out io.WriteCloser
}

func (s stdio) Write(data []byte) (int, error) { return s.out.Write(data) }
