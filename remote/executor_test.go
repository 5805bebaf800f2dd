package remote_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	repb "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/remote/remotetest"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// journal is what a worker writes of a batch with one case.
const journal = `{"apiVersion":"ttf-int/v1","kind":"Run","project":"p","results":[]}
{"case":"u/DNF_1","unit":"u","leaf":"u/DNF_1","verdict":"pass"}
{"apiVersion":"ttf-int/v1","kind":"Run","project":"p","results":[]}
`

// writeJournal is a worker that passes.
func writeJournal(dir string, _ *repb.Command) (int, []byte) {
	for name, text := range map[string]string{remote.Journal: journal, remote.Facts: `{"u":{"plain":true}}`} {
		if err := os.WriteFile(filepath.Join(dir, remote.Folder, name), []byte(text), 0o600); err != nil {
			return 9, []byte(err.Error())
		}
	}
	return remote.AllPassed, nil
}

// makeProject writes a project into a folder, with a program of 3 MB beside it, and returns it and the program.
func makeProject(t *testing.T, spec string) (dir, program string) {
	t.Helper()
	base := t.TempDir()
	dir, program = filepath.Join(base, "project"), filepath.Join(base, "bin", "program")
	for path, text := range map[string]string{filepath.Join(dir, "ttf-int.yaml"): spec,
		program: strings.Repeat("program", 500_000), filepath.Join(base, "tool"): "tool"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir, program
}

// open opens an executor of a project that gives up soon.
func open(t *testing.T, address, dir string, env map[string]string) *remote.Executor {
	t.Helper()
	return openPatient(t, address, dir, env, 1)
}

// openPatient opens an executor of a project.
func openPatient(t *testing.T, address, dir string, env map[string]string, patience time.Duration) *remote.Executor {
	t.Helper()
	get := func(name string) string { return env[name] }
	a, err := remote.ReadAddress(address, get)
	if err != nil {
		t.Fatal(err)
	}
	e, err := remote.Open(a, remote.Options{Tool: filepath.Join(filepath.Dir(dir), "tool"), Slice: slicer(dir),
		Env: get, Pause: time.Microsecond, Patience: patience, Silence: time.Second, System: &spec.System{Dir: dir,
			Units: []*spec.Unit{{Name: "u", SUT: "s", Op: &schema.Operation{}}},
			SUTs:  map[string]*spec.SUT{"s": {Env: []string{"FAULT", "A=b"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// slicer returns what is needed of a project of one file.
func slicer(dir string) func(units []string) (*remote.Slice, error) {
	return func(units []string) (*remote.Slice, error) {
		s := &remote.Slice{Inputs: []string{filepath.Join(dir, "ttf-int.yaml")}, Plan: []byte("{}")}
		if units != nil {
			s.Part = []byte(strings.Join(units, " "))
		}
		return s, nil
	}
}

func batchOf(program string) *runner.Batch {
	return &runner.Batch{Unit: "u", Cases: []string{"u/DNF_1"}, Files: []string{program}}
}

// TestSameActions: an action is the same for the same files, wherever and whenever these were written, and another one
// for others.
func TestSameActions(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	s.Run = writeJournal
	digest := func(spec string, env map[string]string, change func(*runner.Batch)) string {
		dir, program := makeProject(t, spec)
		when := time.Unix(int64(len(s.Executed()))*1000, 0)
		if err := os.Chtimes(program, when, when); err != nil {
			t.Fatal(err)
		}
		b := batchOf(program)
		b.Fresh = true // so that each is executed
		change(b)
		if _, err := open(t, s.Address, dir, env).Execute(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		list := s.Executed()
		return list[len(list)-1]
	}
	same := func(*runner.Batch) {}
	first := digest("project: p", nil, same)
	if again := digest("project: p", map[string]string{"OTHER": "x"}, same); again != first {
		t.Error("the same files in another folder give another action")
	}
	for what, other := range map[string]string{
		"a file":     digest("project: q", nil, same),
		"a variable": digest("project: p", map[string]string{"FAULT": "x"}, same),
		"a property": digest("project: p", map[string]string{"RBE_platform": "os=linux"}, same),
		"the cases":  digest("project: p", nil, func(b *runner.Batch) { b.Cases = append(b.Cases, "u/DNF_2") }),
		"the facts":  digest("project: p", nil, func(b *runner.Batch) { b.Facts = runner.Facts{"v": {Plain: true}} }),
	} {
		if other == first {
			t.Errorf("%s changes, and the action does not", what)
		}
	}
}

// TestKnownOutcomes: what came of an action is known the next time, and nothing is sent for it; --fresh executes it,
// and so does a storage that has lost the files.
func TestKnownOutcomes(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	s.Run = writeJournal
	dir, program := makeProject(t, "project: p")
	run := func(fresh, known bool, executed int) {
		t.Helper()
		b := batchOf(program)
		b.Fresh = fresh
		var last runner.Stage
		b.At = func(at runner.Stage) { last = at }
		out, err := open(t, s.Address, dir, nil).Execute(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if r := out.Run.Results; len(r) != 1 || r[0].Verdict != result.Pass || !out.Facts["u"].Plain {
			t.Errorf("what came of it: %v, %v", r, out.Facts)
		}
		if (last == runner.Running) == known {
			t.Errorf("it was known: %v; the last stage that was told of is %v", known, last)
		}
		if got := len(s.Executed()); out.Known != known || got != executed {
			t.Errorf("it was known: %v; %d executions, expected %d", out.Known, got, executed)
		}
	}
	run(false, false, 1)
	sent := s.Received()
	if sent < 3_000_000 {
		t.Errorf("%d bytes were sent", sent)
	}
	run(false, true, 1)
	run(true, false, 2)
	if again := s.Received(); again != sent {
		t.Errorf("the files were sent again: %d bytes, and %d before", again, sent)
	}
	s.LoseFiles()
	run(false, false, 3)
	s.ForgetActions()
	run(false, false, 4)
}

// TestTrouble: what goes wrong in a cluster is tried again, and is an error where it does not pass; it is never what
// came of a batch.
func TestTrouble(t *testing.T) {
	t.Parallel()
	ends := func(code int, said string) func(string, *repb.Command) (int, []byte) {
		return func(string, *repb.Command) (int, []byte) { return code, []byte(said) }
	}
	for name, test := range map[string]struct {
		fail  codes.Code // of the first executions
		times int
		run   func(string, *repb.Command) (int, []byte)
		want  string // in the error; "": none
	}{
		"long outage": {codes.Unavailable, 15, writeJournal, ""},
		"lost worker": {codes.Unavailable, 3, writeJournal, ""},
		"full queue":  {codes.ResourceExhausted, 1, writeJournal, ""},
		"lost file":   {codes.FailedPrecondition, 2, writeJournal, ""},
		"worker is always lost": {codes.Unavailable, 99, writeJournal,
			"the cluster or its worker was not there: trouble (tried 20 times)"},
		"no worker for all": {codes.ResourceExhausted, 99, writeJournal,
			"the cluster has no room: trouble (tried 6 times)"},
		"time-out":       {codes.DeadlineExceeded, 99, writeJournal, "it took longer than an action may: trouble"},
		"refused":        {codes.PermissionDenied, 99, writeJournal, "the cluster does not allow it: trouble"},
		"crashed worker": {codes.OK, 0, ends(3, "no disk\n"), "the worker ended with 3: no disk"},
		"killed worker":  {codes.OK, 0, ends(137, ""), "the worker ended with 137: it printed nothing"},
		"no journal":     {codes.OK, 0, ends(0, ""), "the worker has not written what it should: journal.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := remotetest.Start(t)
			s.Run = test.run
			s.Fail = func(n int) error {
				if n > test.times {
					return nil
				}
				return status.Error(test.fail, "trouble")
			}
			dir, program := makeProject(t, "project: p")
			patience := time.Hour
			if test.fail == codes.ResourceExhausted {
				patience = 1
			}
			e := openPatient(t, s.Address, dir, nil, patience)
			out, err := e.Execute(t.Context(), batchOf(program))
			if done := e.Counts().Done; (done == 1) != (test.want == "") {
				t.Errorf("%d outcomes are counted", done)
			}
			switch {
			case test.want == "" && (err != nil || len(out.Run.Results) != 1):
				t.Errorf("%v, after %d executions", err, len(s.Executed()))
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("the error %v, expected %q", err, test.want)
			case test.want != "" && !strings.Contains(err.Error(), s.Executed()[0]):
				t.Errorf("the error %v does not name the action", err)
			}
		})
	}
}

// TestUnfitPart: where a part of the project is not what it is in the whole, the batch runs with the whole.
func TestUnfitPart(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	s.Run = func(dir string, c *repb.Command) (int, []byte) {
		if _, err := os.Stat(filepath.Join(dir, remote.Folder, remote.Part)); err == nil {
			return remote.Unfit, nil
		}
		return writeJournal(dir, c)
	}
	dir, program := makeProject(t, "project: p")
	b := batchOf(program)
	b.Units = []string{"u", "v"}
	out, err := open(t, s.Address, dir, nil).Execute(t.Context(), b)
	if err != nil || len(out.Run.Results) != 1 || len(s.Executed()) != 2 {
		t.Errorf("%v, after %d executions", err, len(s.Executed()))
	}
}

// TestLostFiles: files that the storage has lost since they were sent are sent again.
func TestLostFiles(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	s.Run = writeJournal
	dir, program := makeProject(t, "project: p")
	e := open(t, s.Address, dir, nil)
	for i := range 3 {
		b := batchOf(program)
		b.Seed = int64(i)
		if _, err := e.Execute(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		s.LoseFiles()
	}
	if got := s.Received(); got < 3*3_000_000 {
		t.Errorf("%d bytes were sent in all", got)
	}
}

// onStream returns an option of a cluster that has a function called with each call of a method that has streams, from
// 1; where it returns an error, the call ends with that.
func onStream(method string, f func(n int) error) grpc.ServerOption {
	var calls atomic.Int64
	return grpc.StreamInterceptor(func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo,
		handle grpc.StreamHandler) error {
		if strings.HasSuffix(info.FullMethod, "/"+method) {
			if err := f(int(calls.Add(1))); err != nil {
				return err
			}
		}
		return handle(srv, stream)
	})
}

// TestLostOutputs: where the storage has lost what an action wrote before that is read, the action is executed again.
func TestLostOutputs(t *testing.T) {
	t.Parallel()
	var s *remotetest.Server
	s = remotetest.Start(t, onStream("Read", func(n int) error {
		if n == 1 {
			s.LoseFiles()
		}
		return nil
	}))
	s.Run = writeJournal
	dir, program := makeProject(t, "project: p")
	out, err := open(t, s.Address, dir, nil).Execute(t.Context(), batchOf(program))
	if err != nil || len(out.Run.Results) != 1 || len(s.Executed()) != 3 { // the second finds no files
		t.Errorf("%v, after %d executions", err, len(s.Executed()))
	}
}

// TestSenderFails: what another batch was sending when it failed is sent by those that wait for it, before they are
// executed.
func TestSenderFails(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	waits := make(chan struct{})
	s := remotetest.Start(t, onStream("Write", func(n int) error {
		if n > 1 {
			return nil
		}
		<-waits
		return status.Error(codes.PermissionDenied, "no")
	}), grpc.UnaryInterceptor(func(ctx context.Context, in any, info *grpc.UnaryServerInfo,
		handle grpc.UnaryHandler) (any, error) {
		// The second batch has found what the first one sends when it asks for what is its own.
		if strings.HasSuffix(info.FullMethod, "/FindMissingBlobs") && asked.Add(1) == 2 {
			close(waits)
		}
		return handle(ctx, in)
	}))
	s.Run = writeJournal
	dir, program := makeProject(t, "project: p")
	e := open(t, s.Address, dir, nil)
	errs := make([]error, 2)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			b := batchOf(program)
			b.Seed = int64(i)
			_, errs[i] = e.Execute(t.Context(), b)
		})
	}
	all.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || len(s.Executed()) != 1 {
		t.Errorf("%v, after %d executions; expected that one of the two is refused", errs, len(s.Executed()))
	}
}

// TestNobody: where nobody listens, that is said once: all batches give the same reason, those that are under way and
// those that come later, and the latter do not wait.
func TestNobody(t *testing.T) {
	t.Parallel()
	dir, program := makeProject(t, "project: p")
	e := open(t, "grpc://127.0.0.1:1", dir, nil)
	errs := make([]error, 3)
	var all sync.WaitGroup
	for i := range errs[:2] {
		all.Go(func() { _, errs[i] = e.Execute(t.Context(), batchOf(program)) })
	}
	all.Wait()
	_, errs[2] = e.Execute(t.Context(), batchOf(program))
	for i, err := range errs {
		if err == nil || !strings.HasPrefix(err.Error(), "127.0.0.1:1 is not there: ") ||
			err.Error() != errs[0].Error() {
			t.Errorf("batch %d: %v, and the first: %v", i+1, err, errs[0])
		}
	}
}

// TestAddresses: what an address says, and what the environment does.
func TestAddresses(t *testing.T) {
	t.Parallel()
	env := map[string]string{"RBE_instance": "main", "RBE_remote_headers": "x-key=secret,A=b=c",
		"RBE_platform": "os=linux"}
	a, err := remote.ReadAddress("grpc://host:1/other/one", func(n string) string { return env[n] })
	if err != nil || a.Target != "host:1" || a.Instance != "other/one" || a.Secure ||
		!slices.Equal(a.Headers, []string{"a", "b=c", "x-key", "secret"}) || fmt.Sprint(a.Platform) != "map[os:linux]" {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := remote.ReadAddress("grpcs://[::1]:1", func(n string) string { return env[n] }); err != nil ||
		a.Instance != "main" || !a.Secure {
		t.Errorf("%+v, %v", a, err)
	}
	for _, test := range []struct{ address, variable, value, want string }{
		{"host:1", "", "", "expected grpc://HOST:PORT"}, {"http://host:1", "", "", "expected grpc://HOST:PORT"},
		{"grpc://host", "", "", "expected grpc://HOST:PORT"}, {"grpc://:1", "", "", "expected grpc://HOST:PORT"},
		{"grpc://h:1", "RBE_platform", "linux", "RBE_platform: expected name=value"},
		{"grpc://h:1", "RBE_tls_ca_cert", "ca.pem", "expected grpcs://"},
		{"grpcs://h:1", "RBE_tls_client_auth_cert", "c.pem", "expected both or none"},
	} {
		_, err := remote.ReadAddress(test.address, func(n string) string {
			if n == test.variable {
				return test.value
			}
			return ""
		})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, expected %q", test.address, test.variable, err, test.want)
		}
	}
}

// TestHeaders: headers go with each call.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := remotetest.Start(t)
	s.Run = writeJournal
	dir, program := makeProject(t, "project: p")
	e := open(t, s.Address, dir, map[string]string{"RBE_remote_headers": "X-Key=secret"})
	if _, err := e.Execute(t.Context(), batchOf(program)); err != nil {
		t.Fatal(err)
	}
	if got := s.Headers().Get("x-key"); !slices.Equal(got, []string{"secret"}) {
		t.Errorf("x-key is %v", got)
	}
}
