package sut_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/ttf-int/ttf-int/sut/wire"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sut")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "program")
	args := append([]string{"build"}, raceFlag...)
	if out, err := exec.Command("go",
		append(args, "-o", binary, "./testdata/program")...).CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// raw is a client that knows of go-plugin the handshake line and nothing else.
type raw struct {
	testing.TB
	cmd    *exec.Cmd
	stdout chan string // what came after the handshake
	stderr strings.Builder
	client wire.ProgramClient
	desc   *wire.Description
	stream wire.Program_SessionClient
	ended  chan error
}

func start(t testing.TB) *raw {
	t.Helper()
	// go test runs again what read files that have changed: of the program that
	// is built here it does not know.
	for _, pattern := range []string{"*.go", "wire/*.go", "testdata/program/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := &raw{TB: t, cmd: exec.Command(binary), stdout: make(chan string, 1), ended: make(chan error, 1)}
	r.cmd.Env = []string{"TTF_INT_SUT=7c1e4c1d6f0b4f8a9d0e5b62f3a7c981", "TMPDIR=" + t.TempDir(),
		"GORACE=halt_on_error=1"}
	r.cmd.Stderr = &r.stderr
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	var fields []string
	for len(fields) != 6 && len(fields) != 5 {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("no handshake: %v; stderr: %s", err, r.stderr.String())
		}
		fields = strings.Split(strings.TrimSpace(line), "|")
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		r.stdout <- string(rest)
		r.ended <- r.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = r.cmd.Process.Kill()
		<-r.ended
	})
	if fields[0] != "1" || fields[1] != "1" || fields[4] != "grpc" {
		t.Fatalf("handshake %q", fields)
	}
	target := fields[3]
	if fields[2] == "unix" {
		target = "unix:" + target
	}
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithInitialWindowSize(4<<20), grpc.WithInitialConnWindowSize(8<<20),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	health, err := grpc_health_v1.NewHealthClient(conn).Check(ctx,
		&grpc_health_v1.HealthCheckRequest{Service: "plugin"})
	if err != nil || health.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Fatalf("health: %v, %v", health, err)
	}
	r.client = wire.NewProgramClient(conn)
	if r.desc, err = r.client.Describe(ctx, &wire.DescribeRequest{}); err != nil {
		t.Fatal(err)
	}
	if r.stream, err = r.client.Session(ctx); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *raw) unit(name string) uint32 {
	for i, u := range r.desc.Units {
		if u.Name == name {
			return uint32(i)
		}
	}
	r.Fatalf("no unit %s", name)
	return 0
}

func (r *raw) send(m *wire.HostMessage) {
	r.Helper()
	if err := r.stream.Send(m); err != nil {
		r.Fatal(err)
	}
}

func (r *raw) recv() *wire.SutMessage {
	r.Helper()
	m, err := r.stream.Recv()
	if err != nil {
		r.Fatalf("%v; stderr: %s", err, r.stderr.String())
	}
	return m
}

// one runs a case.
func (r *raw) one(unit string, routes uint32, given ...*wire.Value) *wire.Result {
	r.Helper()
	r.send(&wire.HostMessage{Steps: []*wire.Step{{Id: 1, Unit: r.unit(unit), Routes: routes, Given: given}}})
	m := r.recv()
	if len(m.Results) != 1 || len(m.Lates) > 0 {
		r.Fatalf("got %v", m)
	}
	return m.Results[0]
}

func integer(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }
func text(s string) *wire.Value   { return &wire.Value{Kind: wire.Kind_STRING, Text: s} }
func atom(s string) *wire.Value   { return &wire.Value{Kind: wire.Kind_ATOM, Text: s} }
func none() *wire.Value           { return &wire.Value{} }
func seq(ns ...int64) *wire.Value {
	return &wire.Value{Kind: wire.Kind_SEQ, Ints: ns}
}

// relation returns the relation of pairs of integers.
func relation(ns ...int64) *wire.Value {
	w := &wire.Value{Kind: wire.Kind_SET}
	for i := 0; i < len(ns); i += 2 {
		w.Elems = append(w.Elems, &wire.Value{Kind: wire.Kind_TUPLE, Ints: ns[i : i+2]})
	}
	return w
}

// tell writes a result in short.
func tell(res *wire.Result) string {
	var b strings.Builder
	b.WriteString(res.Status.String())
	b.WriteString(values(res.Got))
	for i, c := range res.Calls {
		fmt.Fprintf(&b, "; %d<%d %d->%d%s %s%s", i+1, c.Parent, c.Caller, c.Callee, values(c.Given), c.State,
			values(c.Got))
	}
	return b.String()
}

func values(vs []*wire.Value) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		switch {
		case v.Kind == wire.Kind_NONE:
			out[i] = "_"
		case v.Kind == wire.Kind_INT:
			out[i] = fmt.Sprint(v.Int)
		case len(v.Elems) > 0:
			out[i] = values(v.Elems)
		case v.Kind == wire.Kind_SEQ || v.Kind == wire.Kind_SET:
			out[i] = fmt.Sprint(v.Ints)
		case v.Kind == wire.Kind_TUPLE:
			out[i] = strings.NewReplacer("[", "(", "]", ")").Replace(fmt.Sprint(v.Ints))
		default:
			out[i] = v.Text
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}
