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
	"regexp"
	"runtime"
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
	skew     string // the program that has others run with another clock; "" where there is none
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

// startBuildbarn starts a storage, a scheduler, and two workers. Clusters at different places have different ports.
func startBuildbarn(t *testing.T, place int) *servers {
	s := &servers{t: t, programs: findBuildbarn(t), state: t.TempDir(), port: freePorts(t, place),
		running: map[string]*exec.Cmd{}, logs: map[string]*os.File{}, skew: buildSkew(t)}
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

// buildSkew builds the program that has others run with another clock; "" where that is not possible, which is said.
func buildSkew(t *testing.T) string {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Log("the clocks of workers are right: they are set off on Linux on amd64 alone")
		return ""
	}
	program := filepath.Join(t.TempDir(), "skew")
	if out, err := exec.Command("cc", "-O1", "-o", program, "testdata/skew/skew.c").CombinedOutput(); err != nil {
		t.Logf("the clocks of workers are right: what sets them off is not built: %v\n%s", err, out)
		return ""
	}
	return program
}

// freePorts returns the first of three ports of loopback at which nobody listens.
func freePorts(t *testing.T, place int) int {
	t.Helper()
	for port := 20_000 + os.Getpid()%2_000*6 + place*15_000; port < 60_000; port += 3 {
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
	if s.skew != "" && worker != "" {
		// The clocks of what runs actions are an hour off, one of them ahead and the other behind.
		c = exec.Command(s.skew, map[string]string{"1": "3600", "2": "-3600"}[worker], c.Path, at)
	}
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
	ctx, stop := context.WithTimeout(s.t.Context(), 25*time.Minute)
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
func copyExample(t *testing.T, name string) string {
	t.Helper()
	from, dir := filepath.Join("..", "..", "examples", name), t.TempDir()
	if _, err := os.Stat(filepath.Join(from, "sut")); err != nil { // not in Go: it is built where it is
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
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
	program := regexp.MustCompile(`command: \[(bin/\w+)\]`).FindSubmatch(text)
	if program == nil {
		t.Fatalf("the command of the example %s is not found", name)
	}
	build := exec.Command("go", "build", "-ldflags=-w", "-tags", "underTest", "-o",
		filepath.Join(dir, string(program[1])), "./sut")
	build.Dir = from
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	copyPackages(t, from, dir)
	return dir
}

// copyPackages copies the Go packages of an example, as those of a module: units on structures are specified by them.
func copyPackages(t *testing.T, from, dir string) {
	t.Helper()
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := moduleFiles(dir, "example.com/"+filepath.Base(from), repo)
	if err == nil {
		err = create(dir, files)
	}
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(from, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range sources {
		name := filepath.Base(filepath.Dir(file))
		if to := filepath.Join(dir, name); name != "sut" && !isDirectory(to) {
			if err := os.CopyFS(to, os.DirFS(filepath.Dir(file))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// isDirectory tells whether a path is that of a folder.
func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// TestBuildbarn: on a real cluster the report is that of a run here, byte for byte but for times, also of a program
// that is wrong; a second run runs nothing; and neither a storage that has lost everything nor workers and a scheduler
// that are killed while cases run change a report, nor do clocks of workers that are an hour off.
func TestBuildbarn(t *testing.T) {
	t.Parallel()
	s := startBuildbarn(t, 0)
	for _, c := range []struct{ name, fault string }{
		{"bank", ""}, {"bank", "BANK_FAULT=deposit-replaces"}, {"sortedlist", ""},
	} {
		s.fault = c.fault
		dir := copyExample(t, c.name)
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
