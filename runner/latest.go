package runner

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
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

// keptValues is spec.Values as it is kept, in order.
type keptValues struct {
	names  []string
	values []json.RawMessage
}

// UnmarshalJSON reads an object and keeps the order of its fields.
func (k *keptValues) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	k.names, k.values = []string{}, []json.RawMessage{}
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("values are no object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		text, ok := name.(string)
		if !ok {
			return errors.New("values are no object")
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return err
		}
		k.names, k.values = append(k.names, text), append(k.values, v)
	}
	return nil
}

// of returns the values by the types of a unit's variables. A variable that
// the unit no longer has is read by what its value looks like.
func (k keptValues) of(u *spec.Unit) spec.Values {
	if k.names == nil {
		return nil
	}
	out := spec.Values{}
	for i, name := range k.names {
		var t zed.Type
		if u != nil {
			for _, v := range u.Op.Vars {
				if v.Name == name {
					t = v.Type
				}
			}
		}
		out = append(out, readItem(name, t, k.values[i]))
	}
	return out
}

// readItem reads a value: by its type, else by its form, else as it was written.
func readItem(name string, t zed.Type, data json.RawMessage) spec.Item {
	item := spec.Item{Name: name, Type: t}
	var cut struct {
		Cut   int             `json:"cut"`
		First json.RawMessage `json:"first"`
	}
	if json.Unmarshal(data, &cut) == nil && cut.First != nil {
		item.Cut, data = cut.Cut, cut.First
	}
	var err error
	if item.Value, err = value.Decode(data, t); err == nil {
		return item
	}
	if item.Value, err = value.Decode(data, nil); err == nil {
		item.Type = nil
		return item
	}
	return spec.Item{Name: name, Value: value.OfStr(string(data))}
}

// keptResult is result.Result as it is kept: its values need the types of the
// unit's variables.
type keptResult struct {
	result.Result
	Values   keptValues  `json:"values"`
	Expected keptValues  `json:"expected"`
	Actual   keptValues  `json:"actual"`
	Trace    []*keptCall `json:"trace"`
}

type keptCall struct {
	result.Call
	Args   keptValues  `json:"args"`
	Before keptValues  `json:"before"`
	After  keptValues  `json:"after"`
	Result keptValues  `json:"result"`
	Calls  []*keptCall `json:"calls"`
}

func decodeResult(line []byte, system *spec.System) (*result.Result, error) {
	var k keptResult
	if err := json.Unmarshal(line, &k); err != nil {
		return nil, err
	}
	r := k.Result
	u := system.Unit(r.Unit)
	r.Values, r.Expected, r.Actual = k.Values.of(u), k.Expected.of(u), k.Actual.of(u)
	r.Trace = decodeCalls(k.Trace, system)
	return &r, nil
}

func decodeCalls(list []*keptCall, system *spec.System) []*result.Call {
	out := make([]*result.Call, 0, len(list))
	for _, k := range list {
		c := k.Call
		u := system.Unit(c.Unit)
		c.Args, c.Before = k.Args.of(u), k.Before.of(u)
		c.After, c.Result = k.After.of(u), k.Result.of(u)
		c.Calls = decodeCalls(k.Calls, system)
		out = append(out, &c)
	}
	return out
}
