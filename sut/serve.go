package sut

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// parentPoll is how often a program checks whether its host still exists.
const parentPoll = 500 * time.Millisecond

// gcPercent is the garbage collector's target where the environment sets none.
const gcPercent = 800

const (
	// maxStack is how many bytes a goroutine's stack may have: a function that calls itself
	// without end reaches it at once, and its process ends.
	maxStack = 64 << 20
	// Go's own limits, on 64 bits and on 32.
	usualStack, usualSmallStack = 1_000_000_000, 250_000_000
)

// Serve serves the program to ttf-int, and does not return: it is the last thing
// that main does. It ends the process with a message when the table is
// wrong, with code 78, or when a person started the program, with code 1.
//
// From here on what the process writes to its standard output and standard error,
// also by way of C code and child processes, is captured case by case. A goroutine's stack
// may have 64 MiB, or what main gave to debug.SetMaxStack before.
func Serve[A any](p Program[A]) {
	at := callerPlace()
	t, err := p.table()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: sut.Serve: %v\n", placeOfError(err, at), err)
		os.Exit(WrongTable)
	}
	shake := Handshake()
	if os.Getenv(shake.MagicCookieKey) != shake.MagicCookieValue {
		fmt.Fprintln(os.Stderr, "this program serves its units to ttf-int, which starts it: see `ttf-int run`")
		os.Exit(1)
	}
	pprof.SetGoroutineLabels(sdkLabels())
	c, err := newCapture()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sut.Serve: capturing output:", err)
		os.Exit(1)
	}
	// Each case makes a little garbage in a heap that is almost empty, which by
	// default is collected every 4 MiB.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	limitStack()
	go watchParent()
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: shake,
		Plugins:         plugin.PluginSet{PluginName: &programPlugin{server: &server{table: t, capture: c, at: at}}},
		// Why a start fails is said nowhere else.
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Error, Output: os.Stderr, DisableTime: true}),
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts,
				grpc.ForceServerCodecV2(wire.Codec()), grpc.MaxRecvMsgSize(maxMessage),
				grpc.MaxSendMsgSize(4*maxMessage),
				grpc.InitialWindowSize(4<<20), grpc.InitialConnWindowSize(8<<20),
				grpc.ReadBufferSize(128<<10), grpc.WriteBufferSize(128<<10))...)
		},
	})
}

// limitStack limits the stacks of goroutines, where the program has not done so itself.
func limitStack() {
	if before := debug.SetMaxStack(maxStack); before != usualStack && before != usualSmallStack {
		debug.SetMaxStack(before)
	}
}

// watchParent ends the process when its host has ended, which may not have been able to
// say so.
func watchParent() {
	for parent := os.Getppid(); ; time.Sleep(parentPoll) {
		if os.Getppid() != parent {
			os.Exit(1)
		}
	}
}
