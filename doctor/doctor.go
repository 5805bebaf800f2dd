package doctor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// State is what was found of one thing.
type State string

// The states of findings.
const (
	OK      State = "ok"
	Without State = "without" // it is not there, and only some things need it
	Wrong   State = "wrong"   // what is needed does not work
)

// Finding is what was found of one thing.
type Finding struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	Text  string `json:"text"`
	Next  string `json:"next,omitempty"` // what to do about it
}

// Options say what is looked at.
type Options struct {
	Version string            // of ttf-int
	Config  string            // the project's file; "": the nearest one
	Guard   proc.Guard        // the zero Guard: there are no guard processes
	Solvers map[string]string // the files of solvers that flags name, by back end
}

// checks are what is looked at, in this order.
var checks = [...]func(context.Context, Options) []Finding{
	checkVersion, checkGo, checkSolvers, checkSockets, checkGuard, checkProject,
}

// Check looks at everything, and returns a finding for each thing.
func Check(ctx context.Context, o Options) []Finding {
	var out []Finding
	for _, check := range checks {
		out = append(out, check(ctx, o)...)
	}
	return out
}

// IsWell tells whether nothing is wrong.
func IsWell(all []Finding) bool {
	return !slices.ContainsFunc(all, func(f Finding) bool { return f.State == Wrong })
}

func checkVersion(_ context.Context, o Options) []Finding {
	return []Finding{{"ttf-int", OK,
		fmt.Sprintf("%s, built with %s for %s/%s", o.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH), ""}}
}

// answerTime is how long a program may take to say its version.
const answerTime = 10 * time.Second

// ask returns the first line that a program writes.
func ask(ctx context.Context, file string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	out, err := exec.CommandContext(ctx, file, args...).Output()
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(line), nil
}

func checkGo(ctx context.Context, _ Options) []Finding {
	const need = "programs under test in Go are built with it, and mutate and driver need it"
	file, err := exec.LookPath("go")
	if err != nil {
		return []Finding{{"go", Without, "it is not in PATH: " + need,
			"install Go (https://go.dev/dl), and put it in PATH"}}
	}
	version, err := ask(ctx, file, "env", "GOVERSION")
	if err != nil {
		return []Finding{{"go", Wrong, fmt.Sprintf("%s does not say its version: %v", file, err), "install Go again"}}
	}
	return []Finding{{"go", OK, version + ", " + file, ""}}
}

func checkSolvers(ctx context.Context, o Options) []Finding {
	var out []Finding
	for _, b := range backend.All() {
		if !b.Program {
			continue
		}
		file, named := o.Solvers[b.Name], true
		if file == "" {
			file, named = b.Name, false
		}
		found, err := exec.LookPath(file)
		if err != nil {
			f := Finding{b.Name, Without, "it is not in PATH: --backend " + b.Name + " and portfolio need it",
				"nothing, where the embedded solver is enough"}
			if named {
				f = Finding{b.Name, Wrong, fmt.Sprintf("--%s %s is not a program", b.Name, file), "name another file"}
			}
			out = append(out, f)
			continue
		}
		version, err := ask(ctx, found, "--version")
		if err != nil {
			out = append(out, Finding{b.Name, Wrong, fmt.Sprintf("%s does not say its version: %v", found, err),
				"install it again"})
			continue
		}
		out = append(out, Finding{b.Name, OK, version + ", " + found, ""})
	}
	return out
}

func checkSockets(context.Context, Options) []Finding {
	folder, err := host.SocketFolder()
	if err != nil {
		return []Finding{{"sockets", Wrong, err.Error(), "set TMPDIR to a folder with a short name that can be written"}}
	}
	text := "in " + folder
	if folder != filepath.Clean(os.TempDir()) {
		text += ", since the name of the folder for temporary files, " + os.TempDir() +
			", is too long or the folder cannot be written"
	}
	return []Finding{{"sockets", OK, text, ""}}
}

func checkGuard(_ context.Context, o Options) []Finding {
	if o.Guard == (proc.Guard{}) {
		return []Finding{{"guard", Without, "on this system a program under test is ended, and not what it has started " +
			"and left behind; its memory is not limited", "run nightly builds on Linux"}}
	}
	return []Finding{{"guard", OK, "programs under test end with all that they started, also when ttf-int is killed; " +
		"their memory is limited", ""}}
}

func checkProject(_ context.Context, o Options) []Finding {
	system, err := config.Load(o.Config, "")
	if err != nil {
		var missing *config.NoProjectError
		if errors.As(err, &missing) {
			return []Finding{{"project", Without, err.Error(), "`ttf-int init DIR` writes one"}}
		}
		return []Finding{{"project", Wrong, firstLine(err.Error()), "`ttf-int validate` shows all mistakes"}}
	}
	out := []Finding{
		{"project", OK, fmt.Sprintf("%s, %d units, %s", system.Project, len(system.Units), system.Dir), ""},
		checkStore(system),
	}
	for _, name := range slices.Sorted(maps.Keys(system.SUTs)) {
		out = append(out, checkProgram(system, system.SUTs[name]))
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func checkStore(system *spec.System) Finding {
	folder := filepath.Join(system.Dir, store.Folder)
	for _, at := range []string{folder, system.Dir} {
		tried, err := os.MkdirTemp(at, "doctor")
		switch {
		case err == nil:
			if err = os.Remove(tried); err == nil {
				return Finding{"store", OK, "plans and runs are kept in " + folder, ""}
			}
			return Finding{"store", Wrong, err.Error(), "make the folder one that can be written"}
		case !errors.Is(err, os.ErrNotExist):
			return Finding{"store", Wrong, err.Error(), "make the folder one that can be written, or use --no-cache"}
		}
	}
	return Finding{"store", Wrong, folder + " cannot be made", "make the project's folder one that can be written"}
}

// checkProgram looks for the file of a program under test, and for what builds it.
func checkProgram(system *spec.System, s *spec.SUT) Finding {
	name, dir := "sut "+s.Name, filepath.Join(system.Dir, s.Dir)
	if filepath.IsAbs(s.Dir) {
		dir = s.Dir
	}
	if len(s.Build) > 0 {
		if _, err := (proc.Command{Path: s.Build[0], Dir: dir}).File(); err != nil {
			return Finding{name, Wrong, fmt.Sprintf("it cannot be built: %v", err),
				"mend build: at " + s.At.Pos().String()}
		}
	}
	file, err := (proc.Command{Path: s.Command[0], Dir: dir}).File()
	switch {
	case err == nil:
		return Finding{name, OK, file, ""}
	case len(s.Build) > 0:
		return Finding{name, OK, "it is not built yet: a run builds it with " + strings.Join(s.Build, " "), ""}
	}
	return Finding{name, Wrong, err.Error(), "build it, or say build: at " + s.At.Pos().String()}
}
