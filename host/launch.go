package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"regexp"
	"strconv"
	"sync"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	pluginrunner "github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// launcher starts a process for go-plugin by means of package proc. go-plugin itself
// would pass the whole environment of the host, kill the process without its
// descendants, and wait as long as any process holds its output open.
type launcher struct {
	command proc.Command
	line    *lineFinder

	mu      sync.Mutex // held while the process is being started
	process *proc.Process
	over    bool // whether no process may be started any more
}

func (l *launcher) Start(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return errors.New("it is not wanted any more")
	}
	l.command.Stdout = l.line
	p, err := proc.Start(l.command)
	if err != nil {
		l.line.end(err)
		return err
	}
	l.process = p
	go func() {
		<-p.Done()
		l.line.end(io.EOF)
	}()
	return nil
}

// finish returns the process that was started, if any, and prevents that one is started
// later. Afterwards the command's image may be closed, even where go-plugin would still
// start the process although nobody waits for it.
func (l *launcher) finish() *proc.Process {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	return l.process
}

// startedProcess returns the process that was started, if any.
func (l *launcher) startedProcess() *proc.Process {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.process
}

func (l *launcher) Wait(context.Context) error {
	if exit := l.startedProcess().Exit(); !exit.IsSuccess() {
		return errors.New("the process " + exit.String())
	}
	return nil
}

func (l *launcher) Kill(context.Context) error {
	p := l.startedProcess()
	if p == nil {
		return nil
	}
	return p.Kill()
}

func (l *launcher) Stdout() io.ReadCloser           { return l.line.reader }
func (l *launcher) Stderr() io.ReadCloser           { return io.NopCloser(bytes.NewReader(nil)) }
func (l *launcher) Name() string                    { return l.command.Path }
func (l *launcher) Diagnose(context.Context) string { return "" }

func (l *launcher) ID() string {
	p := l.startedProcess()
	if p == nil {
		return ""
	}
	return strconv.Itoa(p.Pid())
}

// PluginToHost refuses an address that other machines can reach: anyone who can reach
// it could run cases, and another process might answer there.
func (l *launcher) PluginToHost(network, address string) (string, string, error) {
	if network == "unix" {
		return network, address, nil
	}
	host, _, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && network == "tcp" && (host == "localhost" || ip.IsLoopback()) {
		return network, address, nil
	}
	return "", "", fmt.Errorf(
		"it says that it listens at %s %s: expected a unix socket, or a TCP port of a loopback address such as 127.0.0.1", network, address)
}

func (l *launcher) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

var _ pluginrunner.Runner = (*launcher)(nil)

// lineFinder finds the handshake line in a process's output and passes it on. It
// captures all other output.
type lineFinder struct {
	reader *io.PipeReader
	writer *io.PipeWriter
	rest   *proc.Capture

	mu      sync.Mutex
	pending []byte
	seen    int
	found   bool
}

func newLineFinder(rest *proc.Capture) *lineFinder {
	r, w := io.Pipe()
	return &lineFinder{reader: r, writer: w, rest: rest}
}

// handshakeLine matches a handshake line of any version, also behind text that was
// printed without a line break.
var handshakeLine = regexp.MustCompile(`\d+\|\d+\|(unix|tcp)\|[^|]*\|`)

// Write looks for the handshake line; it never fails.
func (f *lineFinder) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found || f.seen > handshakeLimit {
		return f.rest.Write(p)
	}
	f.seen += len(p)
	f.pending = append(f.pending, p...)
	for {
		i := bytes.IndexByte(f.pending, '\n')
		if i < 0 {
			break
		}
		line := f.pending[:i+1]
		f.pending = f.pending[i+1:]
		if at := handshakeLine.FindIndex(line); at != nil {
			f.found = true
			f.rest.Write(line[:at[0]])
			line = line[at[0]:]
			f.rest.Write(f.pending)
			f.pending = nil
			f.writer.Write(line)
			f.writer.Close()
			break
		}
		f.rest.Write(line)
	}
	if !f.found && f.seen > handshakeLimit {
		f.pending = nil
		f.writer.CloseWithError(errors.New("there is no handshake line"))
	}
	return len(p), nil
}

// state tells whether the handshake line was found, and whether too much other output
// came to go on looking.
func (f *lineFinder) state() (found, flooded bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.found, !f.found && f.seen > handshakeLimit
}

// end records that the output has ended.
func (f *lineFinder) end(err error) { f.writer.CloseWithError(err) }

// newQuietLogger returns a logger for go-plugin that writes nothing.
func newQuietLogger() hclog.Logger { return hclog.NewNullLogger() }

// client returns a go-plugin client that starts the command.
func client(l *launcher, start startOptions) *plugin.Client {
	return plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  sut.Handshake(),
		Plugins:          sut.Plugins(),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		SkipHostEnv:      true,
		StartTimeout:     start.timeout,
		Logger:           newQuietLogger(),
		SyncStdout:       start.output,
		SyncStderr:       start.output,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: start.sockets},
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageLimit+1<<10),
			grpc.ForceCodecV2(wire.Codec()))},
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, _ string) (pluginrunner.Runner, error) {
			l.command.Env = append(l.command.Env[:len(l.command.Env):len(l.command.Env)], cmd.Env...)
			return l, nil
		},
	})
}
