package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/ttf-int/ttf-int/internal/proc"
)

func main() {
	guard := proc.EnterGuard()
	os.Exit(int(execute(os.Args[1:], guard)))
}

// execute runs one command line, until it is interrupted, and returns its exit
// code.
func execute(args []string, guard proc.Guard) exitCode {
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	return newApp(os.Stdout, os.Stderr, guard).runLine(ctx, args)
}

// interrupts returns the signals after which a command ends early and shows what it
// found until then. SIGHUP (the terminal was closed) is not one of them where it is
// ignored already, as nohup arranges.
func interrupts() []os.Signal {
	out := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		out = append(out, syscall.SIGHUP)
	}
	return out
}
