package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/ttf-int/ttf-int/result"
)

// ReadHistory returns the verdicts of the last runs that are kept in a project's folder and that started at
// another time than the given one: most of them at most, the oldest first. A run that cannot be read is
// left out, and so is what comes after an incomplete line.
func ReadHistory(dir, except string, most int) []result.Past {
	folder := filepath.Join(dir, Folder, runsFolder)
	names := listRuns(folder)
	var out []result.Past
	for _, name := range names[max(0, len(names)-most-1):] {
		if past, ok := readPast(filepath.Join(folder, name)); ok && past.Started != except {
			out = append(out, past)
		}
	}
	return out[max(0, len(out)-most):]
}

// readPast reads the verdicts of a kept run.
func readPast(path string) (past result.Past, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return past, false
	}
	defer f.Close()
	past.Verdicts = map[string]result.Verdict{}
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return past, errors.Is(err, io.EOF) && past.Started != ""
		}
		if !isRun(line) {
			if id, verdict := readVerdict(line); id != "" {
				past.Verdicts[id] = verdict
			}
			continue
		}
		var run result.Run
		if err := json.Unmarshal(line, &run); err != nil {
			return past, past.Started != ""
		}
		past.Started = run.Started
		for _, m := range run.Machines {
			past.Verdicts["machine "+m.Machine] = m.Verdict
		}
		for _, l := range run.Laws {
			past.Verdicts["property "+l.Property] = l.Verdict
		}
		for _, c := range run.Classes {
			past.Verdicts["class "+c.Class] = c.Verdict
		}
	}
}

// readVerdict reads the id and the verdict of a result, which stand at its beginning, without reading the
// rest of it.
func readVerdict(line []byte) (id string, verdict result.Verdict) {
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return "", ""
	}
	for id == "" || verdict == "" {
		name, err := d.Token()
		if err != nil {
			return "", ""
		}
		switch name {
		case "case":
			err = d.Decode(&id)
		case "verdict":
			err = d.Decode(&verdict)
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return "", ""
		}
	}
	return id, verdict
}
