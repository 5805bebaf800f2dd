package remote_test

import (
	"context"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"

	"github.com/ttf-int/ttf-int/remote/remotetest"
	"github.com/ttf-int/ttf-int/runner"
)

// forgetful passes on what clients and a server say to each other. Its connections can be cut without a word, as if the
// machine at the other end were gone.
type forgetful struct {
	address string
	mu      sync.Mutex
	cut     []*atomic.Bool
}

// forward starts one in front of a server.
func forward(t *testing.T, to string) *forgetful {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	f := &forgetful{address: "grpc://" + l.Addr().String()}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", strings.TrimPrefix(to, "grpc://"))
			if err != nil {
				client.Close()
				return
			}
			gone := &atomic.Bool{}
			f.mu.Lock()
			f.cut = append(f.cut, gone)
			f.mu.Unlock()
			go pass(client, server, gone)
			go pass(server, client, gone)
		}
	}()
	return f
}

// pass passes on what comes of one side, until it ends; of a connection that is cut it drops it.
func pass(from, to net.Conn, gone *atomic.Bool) {
	defer from.Close()
	defer to.Close()
	for data := make([]byte, 1<<16); ; {
		n, err := from.Read(data)
		if err == nil && !gone.Load() {
			_, err = to.Write(data[:n])
		}
		if err != nil {
			return
		}
	}
}

// vanish cuts all connections that there are.
func (f *forgetful) vanish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, gone := range f.cut {
		gone.Store(true)
	}
}

// TestSilence: where a connection says nothing any more, and does not end, the execution is waited for on another one.
// Most of the test's time is the silence, which gRPC does not allow to be shorter than ten seconds.
func TestSilence(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	f := forward(t, s.Address)
	told := make(chan struct{}) // that the execution runs
	s.Run = func(dir string, c *repb.Command) (int, []byte) {
		<-told
		f.vanish()
		return writeJournal(dir, c)
	}
	dir, program := makeProject(t, "project: p")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	b, once := batchOf(program), sync.Once{}
	b.At = func(at runner.Stage) {
		if at == runner.Running {
			once.Do(func() { close(told) })
		}
	}
	out, err := open(t, f.address, dir, nil).Execute(ctx, b)
	if err != nil || len(out.Run.Results) != 1 || len(s.Executed()) != 1 {
		t.Errorf("%v, after %d executions", err, len(s.Executed()))
	}
}
