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
	a := &app{stdout: os.Stdout, stderr: os.Stderr, guard: guard, backend: solverChoice{guard: guard}}
	return a.perform(ctx, args)
}

// mistakeFound introduces what ttf-int itself is found to be wrong about.
const mistakeFound = "this is a mistake in ttf-int, please report it: "

// perform runs one command line.
func (a *app) perform(ctx context.Context, args []string) exitCode {
	return a.recovered(func() exitCode {
		defer a.backend.close()
		root := a.root()
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		return a.mistaken(a.explainError(ctx, err))
	})
}

// recovered returns what f returns. Programmer errors end here, told as what they
// are, with a code that cannot be taken for a fault of the specifications: an
// unrecovered panic would exit with 2.
func (a *app) recovered(f func() exitCode) (code exitCode) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.stderr, "ttf-int: %s%v\n%s", mistakeFound, p, debug.Stack())
			code = exitMachinery
		}
	}()
	return f()
}

// mistaken writes the mistakes of ttf-int itself that a command found, and returns
// the command's exit code, which is the given one where there are none.
func (a *app) mistaken(code exitCode) exitCode {
	for _, m := range a.mistakes {
		fmt.Fprintf(a.stderr, "ttf-int: %s%s\n", mistakeFound, m)
	}
	if len(a.mistakes) > 0 && code != exitInterrupted {
		return exitMachinery
	}
	return code
}
