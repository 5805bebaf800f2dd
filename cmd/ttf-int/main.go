package main

import (
	"context"
	"os"
	"os/signal"
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
	return newApp(os.Stdout, os.Stderr, guard).perform(ctx, args)
}
