package conformance

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// cookie is what a program under test sees in its environment.
const cookie = "TTF_INT_SUT=7c1e4c1d6f0b4f8a9d0e5b62f3a7c981"

// program is a process of the counter, after the handshake.
type program struct {
	kit       *Kit
	cmd       *exec.Cmd
	conn      *grpc.ClientConn
	client    wire.ProgramClient
	handshake []string
	desc      *wire.Description
	stderr    *output
	rest      *output       // what came on standard output after the handshake
	ended     chan struct{} // closed when the process has ended
	exit      error         // how it ended
}

// output keeps what is written to it.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(data)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// command returns the command of the program, which has these variables beside those of the kit.
func (k *Kit) command(ctx context.Context, env ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, k.Command[0], k.Command[1:]...)
	c.Dir, c.Env, c.WaitDelay = k.Dir, append(append([]string{}, k.Env...), env...), time.Second
	return c
}

// start starts the program, and goes through the handshake.
func (k *Kit) start(ctx context.Context) (*program, error) {
	p := &program{kit: k, cmd: k.command(ctx, cookie), stderr: &output{}, rest: &output{}, ended: make(chan struct{})}
	p.cmd.Stderr = p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("the program cannot be started: %w", err)
	}
	lines := bufio.NewReader(out)
	first := make(chan error, 1)
	go func() {
		defer close(p.ended)
		first <- p.readHandshake(lines)
		_, _ = io.Copy(p.rest, lines)
		p.exit = p.cmd.Wait()
	}()
	select {
	case err = <-first:
	case <-time.After(k.patience()):
		err = errors.New("it writes no handshake line")
	}
	if err == nil {
		err = p.meet(ctx)
	}
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("%w%s", err, p.printed())
	}
	return p, nil
}

// readHandshake reads the line that says where the program listens. Lines that come before it are ignored.
func (p *program) readHandshake(lines *bufio.Reader) error {
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return errors.New("it ended before it wrote a handshake line")
		}
		if f := strings.Split(strings.TrimSpace(line), "|"); len(f) >= 5 {
			p.handshake = f
			return nil
		}
	}
}

// meet connects to the program, and asks for its description.
func (p *program) meet(ctx context.Context) error {
	f := p.handshake
	if f[0] != "1" || f[1] != "1" || f[4] != "grpc" || f[2] != "unix" && f[2] != "tcp" {
		return fmt.Errorf("its handshake line is %s: expected 1|1|unix|PATH|grpc or 1|1|tcp|ADDRESS|grpc",
			strings.Join(f, "|"))
	}
	target := f[3]
	if f[2] == "unix" {
		target = "unix:" + target
	}
	var err error
	p.conn, err = grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20)))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, p.kit.patience())
	defer cancel()
	health, err := grpc_health_v1.NewHealthClient(p.conn).Check(ctx,
		&grpc_health_v1.HealthCheckRequest{Service: "plugin"}, grpc.WaitForReady(true))
	if err != nil || health.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		return fmt.Errorf("grpc.health.v1.Health does not say that the service plugin is SERVING: %v, %v",
			health.GetStatus(), err)
	}
	p.client = wire.NewProgramClient(p.conn)
	if p.desc, err = p.client.Describe(ctx, &wire.DescribeRequest{}); err != nil {
		return fmt.Errorf("calling Describe: %w", err)
	}
	return nil
}

// stop ends the process.
func (p *program) stop() {
	if p.conn != nil {
		_ = p.conn.Close()
	}
	if p.cmd.Process != nil {
		_ = p.cmd.Process.Kill()
		<-p.ended
	}
}

// hasEnded tells whether the process has ended.
func (p *program) hasEnded() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// printed returns the end of what the process wrote to standard error, for messages.
func (p *program) printed() string {
	text := strings.TrimSpace(p.stderr.String())
	if text == "" {
		return ""
	}
	const most = 2000
	return "; it wrote: " + text[max(0, len(text)-most):]
}
