package store

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
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

// errNotBegun is the error that the file of a run has no whole line: the run was killed before it had begun.
var errNotBegun = errors.New("it holds no run")

// ReadLatest reads the latest kept run in the system's folder that can be read; the error
// is ErrNoRun where there is none. An incomplete last line is ignored, and so is a run that was killed before its first
// line was whole.
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
		if errors.Is(err, errNotBegun) {
			continue
		}
		if first == nil {
			first = fmt.Errorf("%s: %w", info.Path, err)
		}
		broken = append(broken, fmt.Sprintf("%s: %v", name, err))
	}
	if first == nil {
		first = ErrNoRun
	}
	return nil, nil, first
}

// ReadStarted reads the kept run that began at a time, as its document says it; the error is ErrNoRun where there is
// none.
func ReadStarted(system *spec.System, started string) (*result.Run, error) {
	folder := filepath.Join(system.Dir, Folder, runsFolder)
	for _, name := range slices.Backward(listRuns(folder)) {
		path := filepath.Join(folder, name)
		if readStart(path) == started {
			return readFile(system, &Info{Path: path})
		}
	}
	return nil, ErrNoRun
}

// readStart reads when a kept run began; "" where that cannot be read.
func readStart(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, err := bufio.NewReaderSize(f, 1<<16).ReadBytes('\n')
	var run result.Run
	if err != nil || json.Unmarshal(line, &run) != nil {
		return ""
	}
	return run.Started
}

func readFile(system *spec.System, info *Info) (*result.Run, error) {
	f, err := os.Open(info.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRun(f, system, info, nil)
}

// readRun reads the file of a run. Each result is given to `each` when it is read, unless that is nil, which returns
// what stands in its place; nil for nothing.
func readRun(from io.Reader, system *spec.System, info *Info, each func(*result.Result) *result.Result) (*result.Run,
	error) {
	r := bufio.NewReaderSize(from, 1<<20)
	run := &result.Run{}
	at, noted := map[string]int{}, &result.Run{}
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
		if isProgram(line) {
			if err := readProgram(line, noted); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			continue
		}
		res, err := decodeResult(line, system)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		name := res.Case
		if each != nil {
			res = each(res)
		}
		if i, again := at[name]; again {
			results[i] = res
		} else if res != nil {
			at[name] = len(results)
			results = append(results, res)
		}
	}
	results = slices.DeleteFunc(results, func(r *result.Result) bool { return r == nil })
	if run.Kind == "" {
		return nil, errNotBegun
	}
	giveMachinesTypes(run, system)
	run.Results = results
	if len(noted.Programs) > 0 {
		run.Programs = noted.Programs
	}
	if !info.Finished {
		run.Reads, run.Arguments = noted.Reads, noted.Arguments
	}
	if !info.Finished {
		run.Summary = result.Count(slices.Values(results))
	}
	return run, nil
}

// ReadDocument reads a run of a system from the JSON document that `run --json` writes, or from the file of a run that
// is kept in a project's folder. It is an error where the latter did not come to its end. Each result is given to
// `each` when it is read, unless that is nil: it returns what stands in the place of the result, or nil for nothing, so
// that the whole need not be in memory.
func ReadDocument(from io.Reader, system *spec.System, each func(*result.Result) *result.Result) (*result.Run, error) {
	run := &result.Run{}
	lines := bufio.NewReaderSize(from, 1<<20)
	first, err := lines.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	from = io.MultiReader(bytes.NewReader(first), lines)
	if isRun(first) && json.Unmarshal(first, run) == nil && len(run.Results) == 0 && run.Kind == "Run" {
		var info Info
		run, err := readRun(from, system, &info, each)
		if err == nil && !info.Finished {
			err = errors.New("the run that it keeps did not come to its end: `ttf-int run --resume` goes on with it")
		}
		return run, err
	}
	run, err = decodeRun(from, func(r *result.Result) *result.Result {
		giveTypes(r, system)
		if each != nil {
			return each(r)
		}
		return r
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("it is not the document of a run, as `ttf-int run --json-file` writes it: %w", err)
	case run.APIVersion != plan.APIVersion || run.Kind != "Run":
		return nil, errors.New("it is not the document of a run, as `ttf-int run --json-file` writes it")
	}
	giveMachinesTypes(run, system)
	return run, nil
}

// decodeRun decodes the document of a run, one result after the other: the text of all of them is never in memory.
func decodeRun(from io.Reader, each func(*result.Result) *result.Result) (*result.Run, error) {
	d := json.NewDecoder(from)
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, cmp.Or(err, errors.New("it is not an object"))
	}
	rest := map[string]json.RawMessage{}
	var results []*result.Result
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		if key != "results" {
			var data json.RawMessage
			if err := d.Decode(&data); err != nil {
				return nil, err
			}
			rest[key.(string)] = data
			continue
		}
		if results, err = decodeResults(d, each); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(rest)
	if err != nil {
		return nil, err
	}
	run := &result.Run{}
	err = json.Unmarshal(data, run)
	run.Results = results
	return run, err
}

// decodeResults decodes a list of results.
func decodeResults(d *json.Decoder, each func(*result.Result) *result.Result) ([]*result.Result, error) {
	begin, err := d.Token()
	if err != nil || begin == nil { // null
		return nil, err
	}
	if begin != json.Delim('[') {
		return nil, errors.New("the results are not a list")
	}
	out := []*result.Result{}
	for d.More() {
		var r *result.Result
		if err := d.Decode(&r); err != nil {
			return nil, err
		}
		if r == nil {
			return nil, errors.New("a result is null")
		}
		if r = each(r); r != nil {
			out = append(out, r)
		}
	}
	_, err = d.Token()
	return out, err
}

// giveMachinesTypes gives the values of sequences the types of their variables.
func giveMachinesTypes(run *result.Run, system *spec.System) {
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
}

// readProgram notes in a run the program that a line names.
func readProgram(line []byte, run *result.Run) error {
	var p Program
	err := json.Unmarshal(line, &p)
	for _, x := range []struct {
		to   *map[string]string
		hash string
	}{{&run.Programs, p.SHA256}, {&run.Reads, p.Reads}, {&run.Arguments, p.Arguments}} {
		if x.hash == "" {
			continue
		}
		if *x.to == nil {
			*x.to = map[string]string{}
		}
		(*x.to)[p.Name] = x.hash
	}
	return err
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

// ErrNothingLeft is the error that the latest run was not interrupted.
var ErrNothingLeft = errors.New("the last run came to its end")

// ReadUnfinished reads the latest kept run where it did not come to its end: it was killed, interrupted, or had no
// time left. Beside its own results it has those of the run that it resumed, as far as it has none itself. The
// error is ErrNoRun where no run was kept, and ErrNothingLeft where the last one has left nothing to do.
func ReadUnfinished(system *spec.System) (*result.Run, *Info, error) {
	run, info, err := ReadLatest(system)
	if err != nil {
		return nil, nil, err
	}
	if info.Finished && !run.Interrupted && !run.HasNotRun() {
		return nil, nil, ErrNothingLeft
	}
	names := listRuns(filepath.Dir(info.Path))
	for _, name := range slices.Backward(names[:slices.Index(names, filepath.Base(info.Path))]) {
		if run.Resumes == "" {
			break
		}
		earlier, err := readFile(system, &Info{Path: filepath.Join(filepath.Dir(info.Path), name)})
		if err != nil || earlier.Started != run.Resumes {
			continue
		}
		if !continues(run, earlier) {
			break
		}
		addEarlier(run, earlier)
	}
	return run, info, nil
}

// continues tells whether what an earlier run found is what a later one would have: they test the same programs by
// the same specifications, under the same seed.
func continues(run, earlier *result.Run) bool {
	for name, sum := range earlier.Programs {
		if of, ok := run.Programs[name]; ok && (of != sum || run.Reads[name] != earlier.Reads[name] ||
			run.Arguments[name] != earlier.Arguments[name]) {
			return false
		}
	}
	return run.Tool == earlier.Tool && run.Seed == earlier.Seed && len(plan.Changes(earlier.Inputs, run.Inputs)) == 0
}

// addEarlier adds to a run what an earlier one has found that it has not.
func addEarlier(run, earlier *result.Run) {
	known := map[string]bool{}
	for r := range run.All() {
		known[r.Case] = true
	}
	for r := range earlier.All() {
		if !known[r.Case] {
			run.Results = append(run.Results, r)
		}
	}
	join := func(before, now map[string]string) map[string]string {
		out := map[string]string{}
		maps.Copy(out, before)
		maps.Copy(out, now)
		return out
	}
	run.Programs, run.Resumes = join(earlier.Programs, run.Programs), earlier.Resumes
	run.Reads, run.Arguments = join(earlier.Reads, run.Reads), join(earlier.Arguments, run.Arguments)
}

// LatestFile returns the path of the file of the latest kept run in a project's folder; the error is ErrNoRun where
// there is none.
func LatestFile(dir string) (string, error) {
	folder := filepath.Join(dir, Folder, runsFolder)
	names := listRuns(folder)
	if len(names) == 0 {
		return "", ErrNoRun
	}
	return filepath.Join(folder, names[len(names)-1]), nil
}
