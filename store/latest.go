package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// Info says what is known about a kept run besides its results.
type Info struct {
	Path string // the path of its file
	// Finished says that the run came to its end, interrupted or not. A run that is
	// still going on, or was killed, did not.
	Finished bool
	// Changed lists the inputs that have changed since the run; where there are any,
	// the run is stale.
	Changed []string
	// Unreadable says what is wrong with the files of later runs, which could not be
	// read.
	Unreadable []string
}

// ErrNoRun is the error that no run was kept.
var ErrNoRun = errors.New("no run was kept")

// ReadLatest reads the latest kept run in the system's folder that can be read; the error
// is ErrNoRun where there is none. An incomplete last line is ignored.
func ReadLatest(system *spec.System) (*result.Run, *Info, error) {
	folder := filepath.Join(system.Dir, Folder, runsFolder)
	names := listRuns(folder)
	if len(names) == 0 {
		return nil, nil, ErrNoRun
	}
	var broken []string
	var first error
	for _, name := range slices.Backward(names) {
		info := &Info{Path: filepath.Join(folder, name)}
		run, err := readFile(system, info)
		if err == nil {
			info.Changed, info.Unreadable = plan.Changes(run.Inputs, system.Inputs), broken
			return run, info, nil
		}
		if first == nil {
			first = fmt.Errorf("%s: %w", info.Path, err)
		}
		broken = append(broken, fmt.Sprintf("%s: %v", name, err))
	}
	return nil, nil, first
}

func readFile(system *spec.System, info *Info) (*result.Run, error) {
	f, err := os.Open(info.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRun(f, system, info)
}

func readRun(from io.Reader, system *spec.System, info *Info) (*result.Run, error) {
	r := bufio.NewReaderSize(from, 1<<20)
	run := &result.Run{}
	at := map[string]int{}
	var results []*result.Result
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if isRun(line) {
			info.Finished = n > 1
			*run = result.Run{}
			if err := json.Unmarshal(line, run); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		res, err := decodeResult(line, system)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if i, again := at[res.Case]; again {
			results[i] = res
			continue
		}
		at[res.Case] = len(results)
		results = append(results, res)
	}
	if run.Kind == "" {
		return nil, errors.New("it holds no run")
	}
	for _, m := range run.Machines {
		for _, f := range m.Failures {
			for i, s := range f.Steps {
				vars := varsOf(system.Unit(s.Unit))
				f.Steps[i].Inputs, f.Steps[i].Result = s.Inputs.ReadForDisplay(vars), s.Result.ReadForDisplay(vars)
				f.Steps[i].Before, f.Steps[i].After = s.Before.ReadForDisplay(vars), s.After.ReadForDisplay(vars)
			}
			if n := len(f.Steps); n > 0 {
				f.Keep = f.Keep.ReadForDisplay(varsOf(system.Unit(f.Steps[n-1].Unit)))
			}
			giveTypes(f.Result, system)
		}
	}
	run.Results = results
	if !info.Finished {
		run.Summary = result.Count(results)
	}
	return run, nil
}

// varsOf returns the variables of a unit; none for a unit that the project does not
// have.
func varsOf(u *spec.Unit) []zed.Var {
	if u == nil {
		return nil
	}
	return u.Op.Vars
}

func decodeResult(line []byte, system *spec.System) (*result.Result, error) {
	r := &result.Result{}
	if err := json.Unmarshal(line, r); err != nil {
		return nil, err
	}
	giveTypes(r, system)
	return r, nil
}

// giveTypes gives the values of a result the types of their variables.
func giveTypes(r *result.Result, system *spec.System) {
	vars := varsOf(system.Unit(r.Unit))
	r.Values, r.Expected = r.Values.ReadForDisplay(vars), r.Expected.ReadForDisplay(vars)
	r.Actual = r.Actual.ReadForDisplay(vars)
	if r.Drawn != nil {
		r.Drawn.Values = r.Drawn.Values.ReadForDisplay(vars)
	}
	for i, s := range r.Way {
		r.Way[i].Inputs = s.Inputs.ReadForDisplay(varsOf(system.Unit(s.Unit)))
	}
	r.Trace = typeCalls(r.Trace, system)
}

func typeCalls(list []*result.Call, system *spec.System) []*result.Call {
	for _, c := range list {
		vars := varsOf(system.Unit(c.Unit))
		c.Args, c.Before = c.Args.ReadForDisplay(vars), c.Before.ReadForDisplay(vars)
		c.After, c.Result = c.After.ReadForDisplay(vars), c.Result.ReadForDisplay(vars)
		c.Calls = typeCalls(c.Calls, system)
	}
	if list == nil {
		return []*result.Call{}
	}
	return list
}
