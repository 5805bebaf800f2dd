package host

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/scratch"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/sut"
)

// The variables that are the same for each program on each machine, unless the project grants others.
const (
	fixedZone   = "TZ=UTC"
	fixedLocale = "LANG=C.UTF-8"
)

// ownFolder is the prefix of the folders for temporary files of programs under test.
const ownFolder = "ttf-int-tmp-"

// fixed are variables of a program's environment that need not be granted, by what the project may grant instead.
var fixed = []struct {
	variable string
	instead  []string
}{{fixedZone, []string{"TZ"}}, {fixedLocale, []string{"LANG", "LC_ALL"}}}

// environment returns what a program sees of an environment, its folder for temporary files aside.
func environment(granted []string) []string {
	out := GrantEnv(granted)
	for _, f := range fixed {
		if !slices.ContainsFunc(f.instead, func(name string) bool { return grants(granted, name) }) {
			out = append(out, f.variable)
		}
	}
	return out
}

// grants tells whether an environment that is granted names a variable.
func grants(granted []string, name string) bool {
	return slices.ContainsFunc(granted, func(g string) bool { return g == name || strings.HasPrefix(g, name+"=") })
}

// temporaryNames are the variables that say where temporary files belong, on this system.
func temporaryNames() []string {
	if runtime.GOOS == "windows" {
		return []string{"TMP", "TEMP"}
	}
	return []string{"TMPDIR"}
}

// grantsTemporary tells whether the project says where temporary files of a program belong.
func grantsTemporary(p *Program) bool {
	return slices.ContainsFunc(temporaryNames(), func(name string) bool { return grants(p.spec.Env, name) })
}

// giveTemporary makes a folder for the temporary files of one process, and returns it with the variables that say so.
// It is nil where the project says where these belong.
func giveTemporary(p *Program) (*scratch.Folder, []string, error) {
	if grantsTemporary(p) {
		return nil, nil, nil
	}
	folder, err := scratch.Make(ownFolder)
	if err != nil { // another folder than the system's may do
		if other, noOther := SocketFolder(); noOther == nil {
			folder, err = scratch.MakeIn(other, ownFolder)
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("it has no folder for temporary files of its own: %w", err)
	}
	path := filepath.Join(folder.Path, "own")
	if err := os.Mkdir(path, 0o700); err != nil {
		return nil, nil, errors.Join(err, folder.Remove())
	}
	out := []string{sut.MarkVariable + "=" + filepath.Join(folder.Path, markFile)}
	if err := os.WriteFile(filepath.Join(folder.Path, markFile), make([]byte, 8), 0o600); err != nil {
		return nil, nil, errors.Join(err, folder.Remove())
	}
	for _, name := range temporaryNames() {
		out = append(out, name+"="+path)
	}
	return folder, out, nil
}

// markFile is the name of the file in which a process writes which step it has begun.
const markFile = "mark"

// readMark returns the step that a process has begun last, as far as it says so; nil where that is not known.
func readMark(p *process) *Step {
	if p.temporary == nil {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(p.temporary.Path, markFile))
	if err != nil || len(b) != 8 {
		return nil
	}
	return p.findStep(binary.LittleEndian.Uint64(b))
}

// confine sets the limits of a program's processes. It is an error where the project asks for one that cannot be had.
func confine(p *Program, c *proc.Command) error {
	run := p.system.Run
	c.Guard, c.Grace = p.options.Guard, cmp.Or(run.Grace, defaultGrace)
	if p.options.Debug {
		return nil
	}
	if !proc.CanLimit {
		for what, asked := range map[string]bool{"memory": run.Memory != 0 && run.Memory != defaultMemory,
			"processes": run.Processes != 0, "files": run.Files != 0} {
			if asked {
				return fmt.Errorf("run: {%s: …} cannot be had on %s: leave it out", what, runtime.GOOS)
			}
		}
		return nil
	}
	c.Resident = cmp.Or(run.Memory, defaultMemory)
	c.Processes = cmp.Or(run.Processes, defaultProcesses)
	most, err := proc.MostFiles()
	if err != nil {
		return err
	}
	if run.Files > most {
		return fmt.Errorf("run: {files: %d} cannot be had: this system lets ttf-int itself have %d open", run.Files, most)
	}
	c.Files = cmp.Or(run.Files, min(defaultFiles, most))
	return nil
}

// IsolationOf returns what is really in force of what keeps a program that was started from the machine, and from what
// other runs leave.
func IsolationOf(p *Program) result.Isolation {
	out := result.Isolation{Guard: p.command.Guard != proc.Guard{}, Memory: p.command.Resident,
		Processes: p.command.Processes, Files: p.command.Files, Grace: p.command.Grace.Seconds(),
		Temporary: !grantsTemporary(p), Environment: []string{}, Missing: []string{}}
	for _, v := range p.command.Env {
		out.Environment = append(out.Environment, nameVariable(v))
	}
	if !out.Guard {
		out.Missing = append(out.Missing, "processes that it leaves behind are not found: guards need Linux")
	}
	switch {
	case p.options.Debug:
		out.Missing = append(out.Missing, "nothing is limited under --debug")
	case !proc.CanLimit:
		out.Missing = append(out.Missing, "memory, processes and open files are not limited: that needs Linux")
	}
	return out
}

// nameVariable returns a variable of the environment as it is reported: its name, and its value where that is fixed.
// What the project grants may be a secret.
func nameVariable(variable string) string {
	if variable == fixedZone || variable == fixedLocale {
		return variable
	}
	name, _, _ := strings.Cut(variable, "=")
	return name
}
