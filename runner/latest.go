package runner

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Info says what is known of a kept run.
type Info struct {
	Path string // of its file
	// Finished says that the run came to its end, interrupted or not. One
	// that is still going on, or was killed, did not.
	Finished bool
	// Changed lists the inputs that differ from what the run was made from;
	// where there are any, it is stale.
	Changed []string
	// Unreadable says of the files of later runs what is wrong with them.
	Unreadable []string
}

// ErrNoRun says that no run was kept.
var ErrNoRun = errors.New("no run was kept")

// Latest reads the latest run kept in the system's folder that can be read;
// ErrNoRun where there is none. A last line that was cut off is left out.
func Latest(system *spec.System) (*result.Run, *Info, error) {
	folder := filepath.Join(system.Dir, Folder, runsFolder)
	names := runs(folder)
	if len(names) == 0 {
		return nil, nil, ErrNoRun
	}
	var broken []string
	var first error
	for _, name := range slices.Backward(names) {
		info := &Info{Path: filepath.Join(folder, name)}
		run, err := readFile(system, info)
		if err == nil {
			info.Changed, info.Unreadable = changed(run.Inputs, system.Inputs), broken
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
	run.Results = results
	if !info.Finished {
		run.Summary = result.Count(results)
	}
	return run, nil
}

func changed(before, now []spec.Input) []string {
	hashes := map[string]string{}
	for _, i := range now {
		hashes[i.Path] = i.SHA256
	}
	var out []string
	for _, i := range before {
		switch h, ok := hashes[i.Path]; {
		case !ok:
			out = append(out, i.Path+" was removed")
		case h != i.SHA256:
			out = append(out, i.Path+" changed")
		}
		delete(hashes, i.Path)
	}
	for _, name := range keys(hashes) {
		out = append(out, name+" was added")
	}
	return out
}

// valuesOf returns values by the types of a unit's variables.
func valuesOf(k spec.Written, u *spec.Unit) spec.Values {
	if u == nil {
		return k.Values(nil)
	}
	return k.Values(u.Op.Vars)
}

// keptResult is result.Result as it is kept: its values need the types of the
// unit's variables.
type keptResult struct {
	result.Result
	Values   spec.Written `json:"values"`
	Expected spec.Written `json:"expected"`
	Actual   spec.Written `json:"actual"`
	Trace    []*keptCall  `json:"trace"`
}

type keptCall struct {
	result.Call
	Args   spec.Written `json:"args"`
	Before spec.Written `json:"before"`
	After  spec.Written `json:"after"`
	Result spec.Written `json:"result"`
	Calls  []*keptCall  `json:"calls"`
}

func decodeResult(line []byte, system *spec.System) (*result.Result, error) {
	var k keptResult
	if err := json.Unmarshal(line, &k); err != nil {
		return nil, err
	}
	r := k.Result
	u := system.Unit(r.Unit)
	r.Values, r.Expected, r.Actual = valuesOf(k.Values, u), valuesOf(k.Expected, u), valuesOf(k.Actual, u)
	r.Trace = decodeCalls(k.Trace, system)
	return &r, nil
}

func decodeCalls(list []*keptCall, system *spec.System) []*result.Call {
	out := make([]*result.Call, 0, len(list))
	for _, k := range list {
		c := k.Call
		u := system.Unit(c.Unit)
		c.Args, c.Before = valuesOf(k.Args, u), valuesOf(k.Before, u)
		c.After, c.Result = valuesOf(k.After, u), valuesOf(k.Result, u)
		c.Calls = decodeCalls(k.Calls, system)
		out = append(out, &c)
	}
	return out
}
