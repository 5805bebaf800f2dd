package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/ttf-int/ttf-int/internal/proc"
)

func main() {
	guard := proc.EnterGuard()
	room := make([]byte, garbageRoom)
	code := execute(os.Args[1:], guard)
	runtime.KeepAlive(room)
	os.Exit(int(code))
}

// garbageRoom is how many bytes of garbage, at least, are made before memory is collected. Planning and running keep
// little and make much garbage; where little is alive, Go would collect it every few megabytes. What is allocated for
// this is never written to, and so takes no memory, but counts as alive, and the collector's target is twice of what
// is.
const garbageRoom = 128 << 20

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
