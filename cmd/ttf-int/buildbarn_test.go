//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// servers is a cluster of Buildbarn's programs on this machine, by the configuration of examples/cluster.
type servers struct {
	t        *testing.T
	programs string // the folder with the programs
	state    string
	port     int
	running  map[string]*exec.Cmd // by the name, and the worker
	logs     map[string]*os.File
	fault    string // a variable of the program, NAME=value; "" for none
}

// findBuildbarn returns the folder with Buildbarn's programs; the test is skipped where they are not built. Building
// them takes minutes.
func findBuildbarn(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("BUILDBARN")
	if folder == "" {
		out, err := exec.Command("../../examples/cluster/build", "--built").CombinedOutput()
		if err != nil {
			t.Skipf("Buildbarn is not tried: %s", bytes.TrimSpace(out))
		}
		folder = string(bytes.TrimSpace(out))
	}
	return folder
}

// startBuildbarn starts a storage, a scheduler, and two workers.
func startBuildbarn(t *testing.T) *servers {
	s := &servers{t: t, programs: findBuildbarn(t), state: t.TempDir(), port: freePorts(t),
		running: map[string]*exec.Cmd{}, logs: map[string]*os.File{}}
	t.Cleanup(func() {
		for _, name := range []string{"worker1", "worker2", "runner1", "runner2", "scheduler", "storage"} {
			s.kill(name)
		}
		for name, f := range s.logs {
			f.Close()
			if said, err := os.ReadFile(f.Name()); t.Failed() && err == nil {
				t.Logf("%s:\n%s", name, said[max(0, len(said)-2000):])
			}
		}
	})
	s.start("storage", "")
	s.start("scheduler", "")
	for _, worker := range []string{"1", "2"} {
		for _, folder := range []string{"build", "cache"} {
			if err := os.MkdirAll(filepath.Join(s.state, worker, folder), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		s.start("runner", worker)
		s.start("worker", worker)
	}
	return s
}

// freePorts returns the first of three ports of loopback at which nobody listens.
func freePorts(t *testing.T) int {
	t.Helper()
	for port := 20_000 + os.Getpid()%20_000; port < 60_000; port += 3 {
		free := 0
		for n := range 3 {
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+n))
			if err == nil {
				l.Close()
				free++
			}
		}
		if free == 3 {
			return port
		}
	}
	t.Fatal("no three ports are free")
	return 0
}

// start starts one of the programs.
func (s *servers) start(name, worker string) {
	s.t.Helper()
	at, err := filepath.Abs("../../examples/cluster/" + name + ".jsonnet")
	if err != nil {
		s.t.Fatal(err)
	}
	if s.logs[name+worker] == nil {
		if s.logs[name+worker], err = os.Create(filepath.Join(s.state, name+worker+".log")); err != nil {
			s.t.Fatal(err)
		}
	}
	c := exec.Command(filepath.Join(s.programs, "bb_"+name), at)
	c.Dir, c.Stdout, c.Stderr = s.state, s.logs[name+worker], s.logs[name+worker]
	c.Env = append(os.Environ(), "STATE="+s.state, "WORKER="+worker, fmt.Sprintf("PORT=%d", s.port))
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.running[name+worker] = c
}

// kill kills one of the programs, with all that it started.
func (s *servers) kill(name string) {
	if c := s.running[name]; c != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
		delete(s.running, name)
	}
}

// address is what --executor is to be.
func (s *servers) address() string { return fmt.Sprintf("grpc://127.0.0.1:%d", s.port) }

// run runs a project, and returns its report without times, and what was said on stderr.
func (s *servers) run(project string, args ...string) (report, said string) {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, "ttf-int", append([]string{"run", "--json"}, args...)...)
	var out, errs bytes.Buffer
	c.Dir, c.Stdout, c.Stderr, c.Env = project, &out, &errs, append(os.Environ(), s.fault)
	err := c.Run()
	var run map[string]any
	if json.Unmarshal(out.Bytes(), &run) != nil {
		s.t.Fatalf("ttf-int run %s: %v\n%s", strings.Join(args, " "), err, errs.Bytes())
	}
	return withoutTimes(run), errs.String()
}

// withoutTimes returns the document of a run but for what is another one each time, one part a line.
func withoutTimes(run map[string]any) string {
	delete(run, "started")
	delete(run, "isolation")
	dropSeconds(run)
	var all []string
	for k, v := range run {
		parts, isList := v.([]any)
		if !isList {
			parts = []any{v}
		}
		for i, part := range parts {
			text, _ := json.Marshal(part)
			all = append(all, fmt.Sprintf("%s %06d: %s", k, i, text))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// dropSeconds removes how long anything took.
func dropSeconds(of any) {
	switch of := of.(type) {
	case map[string]any:
		delete(of, "seconds")
		for _, part := range of {
			dropSeconds(part)
		}
	case []any:
		for _, part := range of {
			dropSeconds(part)
		}
	}
}

// copyExample returns the folder of a copy of an example whose program is built.
func copyExample(t *testing.T, name, program string) string {
	t.Helper()
	from, dir := filepath.Join("..", "..", "examples", name), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "specs"), os.DirFS(filepath.Join(from, "specs"))); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(from, "ttf-int.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"),
		func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "build:") })
	if err := os.WriteFile(filepath.Join(dir, "ttf-int.yaml"), []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-w", "-tags", "underTest", "-o", filepath.Join(dir, "bin", program),
		"./sut")
	build.Dir = from
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// TestBuildbarn: on a real cluster the report is that of a run here, byte for byte but for times, also of a program
// that is wrong; a second run runs nothing; and neither a storage that has lost everything nor workers and a scheduler
// that are killed while cases run change a report.
func TestBuildbarn(t *testing.T) {
	t.Parallel()
	s := startBuildbarn(t)
	for _, c := range []struct{ name, program, fault string }{
		{"bank", "bank", ""}, {"bank", "bank", "BANK_FAULT=deposit-replaces"}, {"sortedlist", "list", ""},
	} {
		s.fault = c.fault
		dir := copyExample(t, c.name, c.program)
		here, _ := s.run(dir)
		same := func(what string, args ...string) (said string) {
			t.Helper()
			there, said := s.run(dir, append([]string{"--executor", s.address()}, args...)...)
			if diff := cmp.Diff(strings.Split(here, "\n"), strings.Split(there, "\n")); diff != "" {
				t.Errorf("%s %s, %s: the report of a run here and there: %s", c.name, c.fault, what, diff)
			}
			return said
		}
		same("nothing known")
		if said := same("all known"); c.fault == "" && !strings.Contains(said, " 0 of this run;") {
			t.Errorf("a second run of %s ran something: %s", c.name, said)
		}
		s.kill("storage")
		s.start("storage", "")
		if said := same("a storage that has lost all", "--fresh"); !strings.Contains(said, " 0 outcomes known") {
			t.Errorf("something of %s was known: %s", c.name, said)
		}
		over := make(chan string)
		go func() { over <- same("workers and scheduler killed", "--fresh") }()
		for _, one := range [][2]string{{"worker", "1"}, {"storage", ""}, {"scheduler", ""}, {"runner", "2"}} {
			time.Sleep(300 * time.Millisecond)
			s.kill(one[0] + one[1])
			s.start(one[0], one[1])
		}
		<-over
	}
}
