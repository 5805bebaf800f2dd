package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/ttf-int/ttf-int/internal/proc"
)

func main() {
	guard := proc.Guarded()
	os.Exit(int(execute(os.Args[1:], guard)))
}

// execute runs one command line and returns its exit code. Programmer errors
// end here, told as what they are, with a code that cannot be taken for a fault
// of the specifications: an unrecovered panic would exit with 2.
func execute(args []string, guard proc.Guard) (code exitCode) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(os.Stderr, "ttf-int: this is a mistake in ttf-int, please report it: %v\n%s", p, debug.Stack())
			code = exitMachinery
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	a := &app{stdout: os.Stdout, stderr: os.Stderr, guard: guard, backend: backend{guard: guard}}
	defer a.backend.close()
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return a.explainError(ctx, err)
}
