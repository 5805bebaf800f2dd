package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/metrics"
	"syscall"

	"github.com/ttf-int/ttf-int/internal/proc"
)

func main() {
	guard := proc.OwnGuard()
	keepRoom(&room{bytes: make([]byte, garbageRoom)})
	os.Exit(int(execute(os.Args[1:], guard)))
}

// garbageRoom is how many bytes of garbage, at least, are made before memory is collected. Planning and running keep
// little and make much garbage; where little is alive, Go would collect it every few megabytes. What is allocated for
// this is never written to, and so takes no memory, but counts as alive, and the collector's target is a multiple of
// what is (gcPercent).
const garbageRoom = 128 << 20

// room is the memory of garbageRoom.
type room struct{ bytes []byte }

// keepRoom keeps the room from one collection to the next, until so much is alive that it makes no difference, and only
// takes its part of the memory that may be used.
func keepRoom(r *room) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	if metrics.Read(live); live[0].Value.Kind() != metrics.KindUint64 || live[0].Value.Uint64() < 4*garbageRoom {
		runtime.SetFinalizer(r, keepRoom)
	}
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
