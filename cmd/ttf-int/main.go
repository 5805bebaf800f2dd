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

// execute runs one command line, until it is interrupted, and returns its exit
// code.
func execute(args []string, guard proc.Guard) exitCode {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	a := &app{stdout: os.Stdout, stderr: os.Stderr, guard: guard, backend: backend{guard: guard}}
	return a.perform(ctx, args)
}

// mistaken is what a command says that ends in a programmer error.
const mistaken = "this is a mistake in ttf-int"

// perform runs one command line. Programmer errors end here, told as what they
// are, with a code that cannot be taken for a fault of the specifications: an
// unrecovered panic would exit with 2.
func (a *app) perform(ctx context.Context, args []string) (code exitCode) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.stderr, "ttf-int: %s, please report it: %v\n%s", mistaken, p, debug.Stack())
			code = exitMachinery
		}
	}()
	defer a.backend.close()
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	return a.mistaken(a.explainError(ctx, err))
}

// mistaken says what ttf-int is found to be wrong about, and returns the exit code of a
// command that would otherwise end with the given one.
func (a *app) mistaken(code exitCode) exitCode {
	for _, m := range a.mistakes {
		fmt.Fprintf(a.stderr, "ttf-int: this is a mistake in ttf-int, please report it: %s\n", m)
	}
	if len(a.mistakes) > 0 && code != exitInterrupted {
		return exitMachinery
	}
	return code
}
