package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// buildCounter builds the counter that the SDK for Go serves.
func buildCounter(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "counter")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary,
		"./testdata/counter").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, pattern := range []string{"../*.go", "../wire/*.go", "testdata/counter/*.go"} { // see package sut
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	return binary
}

// check makes all checks, which must pass but for those whose parts of the protocol the SDK lacks.
func check(t *testing.T, k *Kit, lacks ...string) {
	t.Helper()
	var not []string
	for _, o := range k.Run(t.Context()) {
		if o.Wrong != "" {
			t.Errorf("%s: %s", o.Check, o.Wrong)
		}
		if o.Lacks != "" {
			not = append(not, o.Check)
		}
	}
	if !slices.Equal(not, lacks) {
		t.Errorf("it lacks %q: expected %q, as docs/protocol.md says", not, lacks)
	}
}

// TestGo: the SDK for Go passes.
func TestGo(t *testing.T) {
	check(t, &Kit{Command: []string{buildCounter(t)},
		Env: []string{"TMPDIR=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}})
}

// TestPython: the SDK for Python passes.
func TestPython(t *testing.T) {
	sdk, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "PYTHONPATH=" + sdk, "PYTHONDONTWRITEBYTECODE=1"}
	probe := exec.Command("python3", "-c", "import grpc, google.protobuf")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("python3 with the packages grpcio and protobuf is not here: %v %s", err, out)
	}
	check(t, &Kit{Command: []string{"python3", filepath.Join(sdk, "tests", "programs", "conformance.py")}, Env: env},
		"properties", "classes")
}

// TestNode: the SDK for Node.js passes, and has the protocol as it is here.
func TestNode(t *testing.T) {
	var texts [2][]byte
	for i, file := range []string{"../ttfint.proto", "../node/ttfint.proto"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = text
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("sut/node/ttfint.proto is not sut/ttfint.proto: copy it")
	}
	files, _ := filepath.Glob("../node/*/*.js")
	for _, file := range files { // see package sut
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "NODE_PATH=" + os.Getenv("NODE_PATH")}
	probe := exec.Command("node", "-e", `require("@grpc/grpc-js"); require("@grpc/proto-loader")`)
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("node with the packages @grpc/grpc-js and @grpc/proto-loader is not here: %v %s", err, out)
	}
	check(t, &Kit{Command: []string{"node", "../node/tests/counter.js"}, Env: env},
		"child output", "properties", "classes")
}

// TestJava: the SDK for Java passes, and its messages are those of the protocol.
func TestJava(t *testing.T) {
	proto, err := os.ReadFile("../ttfint.proto")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../java/src/main/java/ttfint/Wire.java")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]map[string]string{} // the types of fields, by message and "name = number"
	for _, m := range regexp.MustCompile(`(?ms)^message (\w+) \{(.*?)\}`).FindAllSubmatch(proto, -1) {
		of[string(m[1])] = map[string]string{}
		for _, f := range regexp.MustCompile(`(\w+) (\w+ = \d+);`).FindAllSubmatch(m[2], -1) {
			of[string(m[1])][string(f[2])] = string(f[1])
		}
	}
	messages := regexp.MustCompile(`(?ms)final class (\w+) extends Message \{\n(.*?)^    \}`).FindAllSubmatch(text, -1)
	for _, m := range messages {
		fields := regexp.MustCompile(`@Is\((?:value = )?(\d+)(, signed = true)?\) \S+ (\w+)`).FindAllSubmatch(m[2], -1)
		for _, f := range fields {
			name := strings.Replace(string(f[3]), "number", "int", 1)
			kind, ok := of[string(m[1])][name+" = "+string(f[1])]
			if !ok || (kind == "sint64") != (len(f[2]) > 0) {
				t.Errorf("%s.%s: the protocol has no field %s of the number %s, or it is a %s", m[1], f[3], name, f[1], kind)
			}
		}
	}
	if len(messages) < 20 {
		t.Errorf("%d messages are found in Wire.java", len(messages))
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "CLASSPATH=" + os.Getenv("CLASSPATH")}
	probe := exec.Command("javap", "ttfint.tests.Counter")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("java with sut/java and gRPC in CLASSPATH is not here: %v %s", err, out)
	}
	check(t, &Kit{Command: []string{"java", "ttfint.tests.Counter"}, Env: env}, "child output", "properties", "classes")
}

// TestWrong: a program that breaks the protocol in some way fails a check that is about it.
func TestWrong(t *testing.T) {
	binary := buildCounter(t)
	results := func(f func(*wire.Result)) func(*wire.SutMessage) {
		return func(m *wire.SutMessage) {
			for _, r := range m.Results {
				f(r)
			}
		}
	}
	calls := func(f func(*wire.Call)) func(*wire.SutMessage) {
		return results(func(r *wire.Result) {
			for _, c := range r.Calls {
				f(c)
			}
		})
	}
	status := func(from, to wire.Status) func(*wire.SutMessage) {
		return results(func(r *wire.Result) {
			if r.Status == from {
				r.Status = to
			}
		})
	}
	for check, spoil := range map[string]func(*wire.SutMessage){
		"result": results(func(r *wire.Result) { r.Got = nil }),
		"error":  results(func(r *wire.Result) { r.Got = r.Got[:min(1, len(r.Got))] }),
		"state":  results(func(r *wire.Result) { r.Given = nil }),
		"values": results(func(r *wire.Result) { swap(r.Got) }),
		"large integers": results(func(r *wire.Result) {
			for _, v := range r.Got {
				if v.Kind == wire.Kind_SEQ && len(v.Ints) == 1 {
					v.Ints[0] &= 1<<40 - 1
				}
			}
		}),
		"relay":          results(func(r *wire.Result) { r.Got = r.Got[:min(2, len(r.Got))] }),
		"nested calls":   calls(func(c *wire.Call) { c.Parent = 0 }),
		"failing callee": results(func(r *wire.Result) { r.PanickedIn = 0 }),
		"large values":   status(wire.Status_UNMAPPED, wire.Status_RETURNED),
		"refused":        results(func(r *wire.Result) { r.Message = "" }),
		"failure":        status(wire.Status_PANICKED, wire.Status_UNMAPPED),
		"order":          func(m *wire.SutMessage) { swap(m.Results) },
		"calls":          results(func(r *wire.Result) { r.Calls = r.Calls[:min(1, len(r.Calls))] }),
		"failing call":   calls(func(c *wire.Call) { c.State = wire.CallState_UNWOUND }),
		"table":          calls(func(c *wire.Call) { c.By = wire.Mode_RUN }),
		"table or ask":   calls(func(c *wire.Call) { c.By = wire.Mode_RUN }),
		"ask":            func(m *wire.SutMessage) { m.Asks = nil },
		"real":           calls(func(c *wire.Call) { c.By = wire.Mode_ASK }),
		"refusal":        status(wire.Status_ABORTED, wire.Status_RETURNED),
		"script":         results(func(r *wire.Result) { r.Got = nil }),
		"objects":        results(func(r *wire.Result) { r.Got = r.Got[:min(1, len(r.Got))] }),
		"skipped":        status(wire.Status_SKIPPED, wire.Status_RETURNED),
		"events":         func(m *wire.SutMessage) { keepStarts(m) },
		"output":         results(func(r *wire.Result) { r.Stdout, r.Stderr = r.Stderr, r.Stdout }),
		"few calls":      results(func(r *wire.Result) { r.CallsTruncated = false }),
		"most calls":     status(wire.Status_PANICKED, wire.Status_RETURNED),
		"newer host":     status(wire.Status_RETURNED, wire.Status_BLOCKED),
		"second session": results(func(r *wire.Result) { r.Got = nil }),
		"end of session": func(m *wire.SutMessage) { m.Results = nil },
		"ends":           status(wire.Status_BLOCKED, wire.Status_RETURNED),
		"stack":          results(func(r *wire.Result) { r.Stack = "" }),
		"time":           results(func(r *wire.Result) { r.Nanoseconds = 1 }),
		"time/answers":   results(func(r *wire.Result) { r.Nanoseconds += 600e6 * uint64(min(1, len(r.Calls))) }),
		"overlap":        calls(func(c *wire.Call) { c.Until = 0 }),
		"overlap/sequence": results(func(r *wire.Result) {
			for _, c := range r.Calls {
				c.Until = 2
			}
		}),
		"many steps":      func(m *wire.SutMessage) { swap(m.Results) },
		"unknown units":   status(wire.Status_RETURNED, wire.Status_BLOCKED),
		"state as set":    status(wire.Status_BLOCKED, wire.Status_RETURNED),
		"state as set/of": results(func(r *wire.Result) { r.Given = nil }),
		"late calls":      func(m *wire.SutMessage) { spoilLates(m, func(l *wire.Late) { l.Step++ }) },
		"late calls/of":   func(m *wire.SutMessage) { spoilLates(m, func(l *wire.Late) { l.Call.Callee++ }) },
		"late calls/step": func(m *wire.SutMessage) { // it is recorded of the step that is at work then
			for _, r := range m.Results {
				if len(r.Calls) == 2 {
					r.Calls = append(r.Calls, r.Calls[0])
				}
			}
		},
		"showing": results(func(r *wire.Result) { r.Showing = nil }),
		"showing/units": results(func(r *wire.Result) {
			if r.Showing != nil {
				r.Showing.Units = nil
			}
		}),
		"leaks":        func(m *wire.SutMessage) { m.Leaks = nil },
		"leaks/unit":   func(m *wire.SutMessage) { spoilLeaks(m, func(l *wire.Leak) { l.Unit++ }) },
		"leaks/one":    func(m *wire.SutMessage) { spoilLeaks(m, func(l *wire.Leak) { l.Goroutines = 1 }) },
		"child output": results(func(r *wire.Result) { r.Stdout = append(r.Stdout, 'x') }),
		"classes":      results(func(r *wire.Result) { r.Got = nil }),
	} {
		t.Run(check, func(t *testing.T) {
			t.Parallel()
			k := &Kit{Command: []string{binary}, Env: []string{"TMPDIR=" + t.TempDir()}, spoil: spoil}
			if check == "ask" { // an ask that is not seen is not answered
				k.Patience = 200e6
			}
			name, _, _ := strings.Cut(check, "/")
			if err := runOnly(t, k, name); err == nil || isLacking(err) {
				t.Error("it passes")
			}
		})
	}
}

// TestWrongEnd: a program that ends a session with another code fails the checks that are about it, and so does one
// that does not end it.
func TestWrongEnd(t *testing.T) {
	binary := buildCounter(t)
	for _, name := range []string{"unknown units", "many steps"} {
		k := &Kit{Command: []string{binary}, Env: []string{"TMPDIR=" + t.TempDir()},
			end: func(codes.Code) codes.Code { return codes.Internal }}
		if err := runOnly(t, k, name); err == nil || !strings.Contains(err.Error(), "the session ends with Internal") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func spoilLates(m *wire.SutMessage, f func(*wire.Late)) {
	for _, l := range m.Lates {
		f(l)
	}
}

func spoilLeaks(m *wire.SutMessage, f func(*wire.Leak)) {
	for _, l := range m.Leaks {
		f(l)
	}
}

// runOnly runs one check.
func runOnly(t *testing.T, k *Kit, name string) error {
	t.Helper()
	for _, c := range Checks {
		if c.Name != name {
			continue
		}
		if c.alone != nil {
			return c.alone(t.Context(), k)
		}
		p, err := k.start(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer p.stop()
		return runWithin(t.Context(), p, c)
	}
	t.Fatalf("there is no check %s", name)
	return nil
}

func swap[T any](list []T) {
	if n := len(list); n > 1 {
		list[0], list[n-1] = list[n-1], list[0]
	}
}

// keepStarts leaves no events but those that a unit is at work.
func keepStarts(m *wire.SutMessage) {
	for _, e := range m.Events {
		if e.Kind != wire.EventKind_STARTED {
			e.Kind = wire.EventKind_ENTERED
		}
	}
}

// TestNotStarted: a program that is none is told so by each check.
func TestNotStarted(t *testing.T) {
	for command, want := range map[string]string{
		"true":                 "ended before it wrote a handshake line",
		"/does/not/exist":      "cannot be started",
		"echo 1|1|http|x|grpc": "expected 1|1|unix|PATH|grpc",
	} {
		k := &Kit{Command: strings.Fields(command), Env: []string{"PATH=" + os.Getenv("PATH")}, Patience: 5e9}
		out := k.Run(t.Context())
		if len(out) != len(Checks) || !strings.Contains(out[2].Wrong, want) {
			t.Errorf("%s: %v", command, out[2])
		}
	}
}
