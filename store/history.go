package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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
	past.Verdicts, past.Digests, past.Seconds = map[string]result.Verdict{}, map[string]string{}, map[string]float64{}
	past.Programs, past.From = map[string]string{}, map[string]string{}
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return past, errors.Is(err, io.EOF) && past.Started != ""
		}
		if isProgram(line) {
			if readProgram(line, past.Programs, map[string]string{}) != nil {
				return past, past.Started != ""
			}
			continue
		}
		if !isRun(line) {
			if id, verdict, digest, from := readVerdict(line); id != "" {
				past.Verdicts[id], past.Digests[id], past.Seconds[id] = verdict, digest, readSeconds(line)
				if past.From[id] = from; from == "" {
					delete(past.From, id)
				}
			}
			continue
		}
		var run result.Run
		if err := json.Unmarshal(line, &run); err != nil {
			return past, past.Started != ""
		}
		past.Finished = past.Started != ""
		past.Started = run.Started
		past.Seed, past.Reads, past.Basis = run.Seed, run.Reads, run.Basis
		past.Sound = past.Finished && len(run.Machinery) == 0 && !slices.ContainsFunc(run.Findings, isLeak)
		maps.Copy(past.Programs, run.Programs)
		for _, m := range run.Machines {
			past.Verdicts["machine "+m.Machine] = m.Verdict
		}
		for _, l := range run.Laws {
			past.Verdicts["property "+l.Property] = l.Verdict
		}
		for _, c := range run.Classes {
			past.Verdicts["class "+c.Class] = c.Verdict
		}
		for _, m := range run.Methods {
			past.Verdicts["structures "+m.Unit] = m.Verdict
		}
	}
}

// isLeak tells whether a finding of a run says that a program has left something behind.
func isLeak(finding string) bool { return strings.HasPrefix(finding, result.LeakFinding) }

// readVerdict reads the id, the verdict, the digest and the origin of a result, which stand at its beginning, without
// reading the rest of it.
func readVerdict(line []byte) (id string, verdict result.Verdict, digest, from string) {
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return "", "", "", ""
	}
	for {
		name, err := d.Token()
		if err != nil || name == json.Delim('}') {
			return "", "", "", ""
		}
		switch name {
		case "case":
			err = d.Decode(&id)
		case "verdict":
			err = d.Decode(&verdict)
		case "digest":
			err = d.Decode(&digest)
		case "from":
			err = d.Decode(&from)
		case "values": // behind all of these
			return id, verdict, digest, from
		default:
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return "", "", "", ""
		}
	}
}

// readSeconds reads how long a case took, which stands at the end of its result.
func readSeconds(line []byte) float64 {
	_, after, ok := bytes.Cut(line[max(0, len(line)-64):], []byte(`,"seconds":`))
	if !ok {
		return 0
	}
	out, err := strconv.ParseFloat(string(bytes.TrimRight(after, "}\r\n")), 64)
	if err != nil {
		return 0
	}
	return out
}
