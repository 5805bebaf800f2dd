package runner_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var hostileProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("hostile", "./testdata/counter/hostile")
})

// planHostile plans the counter with a program of the SDK whose units misbehave.
func planHostile(t testing.TB, mode string, env ...string) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/counter", hostileProgram, func(s *spec.System, p *spec.SUT) {
		p.Env = append(env, "MODE="+mode, "PATH")
		if strings.HasPrefix(mode, "asks-") {
			p.Env[len(env)] = "MODE=" + strings.TrimPrefix(mode, "asks-")
			s.Unit("add").Stubs = []spec.Forced{{Callee: "inc", Decision: string(result.Spec)}}
		}
	})
}

// hostileCalls is how many calls a case of the counter may make: fewer than by
// default, which take minutes under the race detector.
const hostileCalls = 1000

// TestHostile runs units that do not end or end badly, and make calls while they
// do. Each case gets its verdict, and nobody is blamed but the unit whose fault
// it is.
func TestHostile(t *testing.T) {
	for _, c := range []struct {
		mode    string
		verdict result.Verdict // of the cases of add in which it calls inc
		blame   string
		message string
	}{
		{"add-calls-forever", result.Error, "add", "it made more than 1000 calls"},
		{"asks-add-calls-forever", result.Error, "add", "it made more than 1000 calls"},
		{"add-calls-outside-forever", result.Error, "add", "it made more than 1000 calls"},
		{"add-calls-in-parallel-forever", result.Error, "add", "add: it did not return within 2s"},
		{"add-calls-much", result.Error, "add", "it made more than 1000 calls"},
		{"asks-add-calls-much", result.Error, "add", "it made more than 1000 calls"},
		{"add-calls-some", result.Pass, "", ""},
		{"add-prints-forever", result.Error, "add", "add: it did not return within 2s"},
		{"add-recovers-forever", result.Error, "add", "it made more than 1000 calls"},
		{"add-waits", result.Error, "add", "add: it did not return within 2s"},
		{"inc-slow", result.Error, "add", "add: it did not return within 2s"},
		{"inc-late-hang", result.Error, "inc", "inc, called by add: it did not return within 2s"},
		{"inc-hangs-under-add", result.Error, "inc", "inc, called by add: it did not return within 2s"},
		{"inc-spins", result.Error, "inc", "inc, called by add: it did not return within 2s"},
		{"inc-stops", result.Error, "inc", "inc, called by add: it did not return within 2s"},
		{"inc-exits", result.Error, "inc", "inc, called by add: its process ended with exit status 3"},
		{"inc-kills", result.Error, "inc", "inc, called by add: its process was ended by a signal: killed"},
		{"inc-goexits", result.Error, "inc", "inc did not return when add called it: it ended its goroutine"},
		{"inc-panics", result.Error, "inc", "inc panicked when add called it: boom"},
		{"inc-panics-at-length", result.Error, "inc", "inc panicked when add called it: boom boom"},
		{"inc-panics-without-text", result.Error, "inc", "inc panicked when add called it: a value of type main.textless"},
		{"inc-panics-and-hangs", result.Error, "inc", "inc, called by add: it did not return within 2s"},
		{"inc-panics-and-exits", result.Error, "inc", "inc, called by add: its process ended with exit status 6"},
		{"inc-overflows", result.Error, "inc", "inc, called by add: its process ended with exit status 2"},
		{"late-forever", result.Pass, "", ""},
		{"much-aside", result.Pass, "", ""},
		{"asks-much-aside", result.Pass, "", ""},
		{"inc-allocates", result.Error, "inc", "inc, called by add: its process used more than 100 MiB of memory"},
		{"inc-child-allocates", result.Error, "inc",
			"inc, called by add: its process used more than 100 MiB of memory"},
		{"add-allocates", result.Error, "add", "add: its process used more than 100 MiB of memory"},
		{"inc-starts-processes", result.Error, "inc", "inc, called by add: its process had more than 20 processes"},
		{"inc-opens-files", result.Error, "inc", "inc panicked when add called it: open /dev/null: too many open files"},
		{"sees", result.Pass, "", ""},
		{"leaves-a-process", result.Pass, "", ""},
		{"leaves-goroutines", result.Pass, "", ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			mark := "MARK=" + t.Name() + time.Now().String()
			p := planHostile(t, c.mode, mark)
			if p.System.Run.Memory = 100 << 20; c.mode == "inc-panics-at-length" {
				p.System.Run.Memory = 1 << 30 // the text is there several times while it is reported
			}
			p.System.Run.Calls, p.System.Run.Processes, p.System.Run.Files = hostileCalls, 20, 100
			if p.System.Run.Timeout = time.Minute; strings.HasSuffix(c.message, "did not return within 2s") {
				p.System.Run.Timeout = 2 * time.Second
			}
			p.Unit("inc").Cases, p.Unit("add").Cases = p.Unit("inc").Cases[:2], p.Unit("add").Cases[:2]
			begin := time.Now()
			r := run(t, p, runner.Options{})
			tried := 0
			for _, x := range r.Results {
				if x.Seconds < 0 || x.Seconds > time.Since(begin).Seconds() {
					t.Errorf("%s took %v s", line(x), x.Seconds)
				}
				if n, _ := x.Values.Lookup("x?"); n.Big().Sign() < 0 || x.Unit == "inc" &&
					!strings.Contains(x.Case, "@") {
					if x.Verdict != result.Pass {
						t.Errorf("%s: %s", line(x), x.Message)
					}
					continue
				}
				switch {
				case c.blame == "inc" && x.Unit == "add":
					if x.Verdict != result.Pass {
						t.Errorf("%s: %s", line(x), x.Message)
					}
				case x.Verdict != c.verdict || strings.Join(x.Blame, ",") != c.blame ||
					!strings.Contains(x.Message, c.message):
					t.Errorf("%s: %s %q\nwant %s %s: %s", line(x), x.Message, x.Findings, c.verdict, c.blame, c.message)
				default:
					tried++
				}
			}
			if tried == 0 || len(r.Machinery) > 0 {
				t.Errorf("%d tried, machinery %q\n%s", tried, r.Machinery, lines(r))
			}
			const started = ` (1 goroutine that add started was|[0-9]+ goroutines that add started were) there after its last case`
			leak := map[string]string{
				"leaves-a-process":  `it ended and left processes behind: sleep\(`,
				"late-forever":      started,
				"leaves-goroutines": started + `, in main\.\(\*counter\)\.add\.func`,
			}[c.mode]
			// What goes on in parallel may be seen as left behind, before its process is ended.
			found := strings.Join(r.Findings, "\n")
			if c.mode != "late-forever" && !regexp.MustCompile(leak).MatchString(found) ||
				leak == "" && c.mode != "add-calls-in-parallel-forever" && strings.Contains(found, "leak") {
				t.Errorf("findings %q", r.Findings)
			}
			if is := r.Isolation["counter"]; is.Processes != 20 || is.Files != 100 || !is.Temporary || !is.Guard {
				t.Errorf("isolation %+v", is)
			}
			for _, x := range r.Results { // folders for temporary files
				if own := strings.TrimSpace(x.Stdout); c.mode == "sees" && own != "" {
					if _, err := os.Stat(own); err == nil {
						t.Errorf("%s is still there", own)
					}
				}
			}
			awaitNone(t, mark)
		})
	}
}

// TestWritten: a file of the project that a program writes is a finding, which may make the run fail; one that ttf-int
// itself may write is not.
func TestWritten(t *testing.T) {
	t.Parallel()
	for name, found := range map[string]bool{"data.txt": true, "report.xml": false, ".cache": false} {
		folder := t.TempDir()
		p := planHostile(t, "writes", "WRITES="+filepath.Join(folder, name))
		p.System.Dir, p.System.Run.LeaksFail = folder, true
		r := run(t, p, runner.Options{Units: []string{"add"}, Writes: func(path string) bool {
			return path == filepath.Join(folder, "report.xml")
		}})
		var want []string
		if found {
			want = []string{"leak: files of the project were written while its programs ran: " + name}
		}
		if got := r.FailingLeaks(); !slices.Equal(got, want) || r.Summary.Pass == 0 || len(r.Machinery) > 0 {
			t.Errorf("%s: %q, want %q; %+v %q", name, got, want, r.Summary, r.Machinery)
		}
	}
}

// TestLongFolder: a socket has a name of some 100 bytes, and the folder for
// temporary files may have a longer one, or none may be made in it.
func TestLongFolder(t *testing.T) {
	p := planHostile(t, "")
	long := t.TempDir()
	for len(long) < 150 {
		long += "/" + strings.Repeat("x", 20)
	}
	if err := os.MkdirAll(long, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{long, long[:110], long + "/nowhere", "/nowhere"} {
		t.Setenv("TMPDIR", folder)
		r := run(t, p, runner.Options{Units: []string{"inc"}})
		if r.Summary.Pass == 0 || len(r.Machinery) > 0 {
			t.Errorf("%s: %+v %q", folder, r.Summary, r.Machinery)
		}
	}
}

// TestReplaced: a program that another is put in the place of, or that is written
// to, while its cases run is not started again.
func TestReplaced(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"renamed", "written", "touched"} {
		p := planHostile(t, "inc-exits") // it is started again and again
		program := filepath.Join(t.TempDir(), "program")
		data, err := os.ReadFile(p.System.SUTs["counter"].Command[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, data, 0o755); err != nil {
			t.Fatal(err)
		}
		p.System.SUTs["counter"].Command = []string{program}
		ran := filepath.Join(t.TempDir(), "ran")
		other := []byte("#!/bin/sh\ntouch " + ran + "\n")
		var once sync.Once
		r := run(t, p, runner.Options{Sink: func(x *result.Result) {
			if x.Unit == "inc" {
				once.Do(func() {
					switch how {
					case "renamed":
						os.WriteFile(program+"2", other, 0o755)
						os.Rename(program+"2", program)
					case "written": // it is running, so that it cannot be written to in its place
						os.Remove(program)
						os.WriteFile(program, other, 0o755)
					case "touched":
						now := time.Now().Add(time.Hour)
						os.Chtimes(program, now, now)
					}
				})
			}
		}})
		if _, err := os.Stat(ran); err == nil {
			t.Errorf("%s: the other program ran", how)
		}
		if refused := strings.Contains(strings.Join(r.Machinery, "\n"),
			"was changed while cases ran"); refused != (how != "touched") {
			t.Errorf("%s: machinery %q", how, r.Machinery)
		}
	}
}

// TestManyCalls: the number of calls that a case may make has a default.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	p := planHostile(t, "add-calls-forever")
	p.System.Run.Timeout, p.System.Run.Calls = time.Hour, 20_000
	p.Unit("add").Cases = p.Unit("add").Cases[:1]
	r := run(t, p, runner.Options{Units: []string{"add"}})
	for _, x := range r.Results {
		if x.Unit == "add" && x.Verdict != result.Pass && (x.Verdict != result.Error ||
			!strings.Contains(x.Message, "it made more than 20000 calls")) {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	if r.Summary.Error == 0 {
		t.Errorf("nothing was too much:\n%s", lines(r))
	}
}
