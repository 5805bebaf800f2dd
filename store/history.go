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
	return readHistory(dir, except, most, false)
}

// ReadDecided is ReadHistory, and moreover has of each run its leaves, and what stood in for callees, which takes
// several times as long.
func ReadDecided(dir, except string, most int) []result.Past {
	return readHistory(dir, except, most, true)
}

func readHistory(dir, except string, most int, decided bool) []result.Past {
	folder := filepath.Join(dir, Folder, runsFolder)
	names := listRuns(folder)
	var out []result.Past
	for _, name := range names[max(0, len(names)-most-1):] {
		if past, ok := readPast(filepath.Join(folder, name), decided); ok && past.Started != except {
			out = append(out, past)
		}
	}
	return out[max(0, len(out)-most):]
}

// readPast reads the verdicts of a kept run, and with decided its leaves and what stood in for callees.
func readPast(path string, decided bool) (past result.Past, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return past, false
	}
	defer f.Close()
	past.Verdicts, past.Digests, past.Seconds = map[string]result.Verdict{}, map[string]string{}, map[string]float64{}
	past.Programs, past.From = map[string]string{}, map[string]string{}
	if decided {
		past.Leaves, past.Stubs = map[string]bool{}, map[string][]result.Stub{}
	}
	r := bufio.NewReaderSize(f, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return past, errors.Is(err, io.EOF) && past.Started != ""
		}
		if isProgram(line) {
			noted := &result.Run{Programs: past.Programs}
			if readProgram(line, noted) != nil {
				return past, past.Started != ""
			}
			continue
		}
		if !isRun(line) {
			if one := readHead(line, decided); one.id != "" {
				one.addTo(&past, readSeconds(line), decided)
			}
			continue
		}
		var run result.Run
		if err := json.Unmarshal(line, &run); err != nil {
			return past, past.Started != ""
		}
		past.Finished = past.Started != ""
		past.Whole = past.Finished && !run.Interrupted && run.Shard == nil && run.Selection == nil
		past.Started = run.Started
		past.Seed, past.Reads, past.Basis, past.Arguments = run.Seed, run.Reads, run.Basis, run.Arguments
		past.Sound = past.Finished && len(run.Machinery) == 0 && !slices.ContainsFunc(run.Findings, isLeak)
		maps.Copy(past.Programs, run.Programs)
		for name, part := range run.Beside() {
			past.Verdicts[name] = part.Verdict
		}
	}
}

// isLeak tells whether a finding of a run says that a program has left something behind.
func isLeak(finding string) bool { return strings.HasPrefix(finding, result.LeakFinding) }

// head is what stands at the beginning of a result.
type head struct {
	id, leaf     string
	verdict      result.Verdict
	digest, from string
	drawn        bool
	stubs        []result.Stub
}

// addTo adds a result to what is remembered of its run.
func (h head) addTo(past *result.Past, seconds float64, decided bool) {
	past.Verdicts[h.id], past.Digests[h.id], past.Seconds[h.id] = h.verdict, h.digest, seconds
	if past.From[h.id] = h.from; h.from == "" {
		delete(past.From, h.id)
	}
	if decided && !h.drawn && result.CaseOf(h.id) == h.id {
		past.Leaves[h.leaf], past.Stubs[h.id] = true, h.stubs
	}
}

// readHead reads the beginning of a result, without reading the rest of it: up to its values, or with decided up to
// what stood in for callees. Its id is "" where the line is not that of a result.
func readHead(line []byte, decided bool) (h head) {
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return head{}
	}
	for {
		name, err := d.Token()
		if err != nil || name == json.Delim('}') {
			return head{}
		}
		var skipped json.RawMessage
		switch name {
		case "case":
			err = d.Decode(&h.id)
		case "leaf":
			err = d.Decode(&h.leaf)
		case "verdict":
			err = d.Decode(&h.verdict)
		case "digest":
			err = d.Decode(&h.digest)
		case "from":
			err = d.Decode(&h.from)
		case "drawn":
			h.drawn, err = true, d.Decode(&skipped)
		case "values": // behind all of these
			if !decided {
				return h
			}
			err = d.Decode(&skipped)
		case "stubs":
			if d.Decode(&h.stubs) != nil {
				return head{}
			}
			return h
		default:
			err = d.Decode(&skipped)
		}
		if err != nil {
			return head{}
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
