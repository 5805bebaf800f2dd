package signoff

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// FileName is the name of the file beside ttf-int.yaml.
const FileName = "stubs.accepted.json"

// apiVersion and kind are what the file says that it is.
const (
	apiVersion = "ttf-int/v1"
	kind       = "AcceptedStubs"
)

// Decision is a stub decision as a reviewer sees it.
type Decision struct {
	Unit, Case string
	Callee     string
	Occurrence int // from 1; 0 for a callee that is only called
	Decision   string
	Leaf       string // of the callee, or ""
	Shown      string // what else a reviewer sees of the case: its condition and its values
}

// hash returns a hash of all that a reviewer sees of the decision.
func (d Decision) hash() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.Case, d.Callee, fmt.Sprint(d.Occurrence), d.Decision, d.Leaf,
		d.Shown}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// CalleeName returns the callee, with the number of its occurrence from the second on.
func (d Decision) CalleeName() string {
	if d.Occurrence > 1 {
		return fmt.Sprintf("%s #%d", d.Callee, d.Occurrence)
	}
	return d.Callee
}

// Entry is a decision that was accepted.
type Entry struct {
	Unit       string `json:"unit"`
	Case       string `json:"case"`
	Callee     string `json:"callee"`
	Occurrence int    `json:"occurrence"`
	Decision   string `json:"decision"`
	Hash       string `json:"hash"`
	Reviewer   string `json:"reviewer"`
	Date       string `json:"date"` // such as 2026-11-23
}

// place is where a decision stands.
type place struct {
	unit, testCase, callee string
	occurrence             int
}

func (e Entry) place() place    { return place{e.Unit, e.Case, e.Callee, e.Occurrence} }
func (d Decision) place() place { return place{d.Unit, d.Case, d.Callee, d.Occurrence} }

// Accepted are the decisions that were accepted.
type Accepted struct{ entries map[place]Entry }

// Read reads the file of a project's folder. Where there is none, nothing was accepted, and known is
// false.
func Read(folder string) (a *Accepted, known bool, err error) {
	a = &Accepted{entries: map[place]Entry{}}
	path := filepath.Join(folder, FileName)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return a, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var file struct {
		APIVersion string  `json:"apiVersion"`
		Kind       string  `json:"kind"`
		Accepted   []Entry `json:"accepted"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, false, fmt.Errorf("%s is not a list of accepted stub decisions: %w", path, err)
	}
	if file.Kind != kind || file.APIVersion != apiVersion {
		return nil, false, fmt.Errorf("%s is not a list of accepted stub decisions: expected kind %s and apiVersion %s",
			path, kind, apiVersion)
	}
	for _, e := range file.Accepted {
		a.entries[e.place()] = e
	}
	return a, true, nil
}

// Write writes the file, an entry in each line, so that what changed can be seen line by line.
func (a *Accepted) Write(folder string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"apiVersion\": %q, \"kind\": %q,\n  \"accepted\": [", apiVersion, kind)
	for i, e := range a.sorted() {
		line, err := encode(e)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(line)
	}
	b.WriteString("\n  ]\n}\n")
	path := filepath.Join(folder, FileName)
	if err := os.WriteFile(path+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// encode returns an entry as JSON in one line, in which <, > and & are as they are.
func encode(e Entry) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(e)
	return bytes.TrimSpace(b.Bytes()), err
}

func (a *Accepted) sorted() []Entry {
	var out []Entry
	for _, e := range a.entries {
		out = append(out, e)
	}
	slices.SortFunc(out, func(x, y Entry) int {
		if c := strings.Compare(x.Unit, y.Unit); c != 0 {
			return c
		}
		if c := strings.Compare(x.Case, y.Case); c != 0 {
			return c
		}
		if c := strings.Compare(x.Callee, y.Callee); c != 0 {
			return c
		}
		return x.Occurrence - y.Occurrence
	})
	return out
}

// Entries returns what was accepted, sorted.
func (a *Accepted) Entries() []Entry { return a.sorted() }

// Scope says of which decisions something is meant: those of units, of cases, of all cases below
// conditions, and of callees. An empty list leaves nothing out.
type Scope struct {
	Names   []string // of units, cases and conditions
	Callees []string
}

// Covers tells whether a callee's decision in a case of a unit is meant.
func (s Scope) Covers(unit, testCase, callee string) bool {
	named := func(name string) bool { return IsOf(name, unit, testCase) }
	return (len(s.Names) == 0 || slices.ContainsFunc(s.Names, named)) &&
		(len(s.Callees) == 0 || slices.Contains(s.Callees, callee))
}

// IsOf tells whether a name is that of a unit, of one of its cases, or of a condition above it: a/DNF_1
// is above a/DNF_1/SP_2, and above a/DNF_1~3.
func IsOf(name, unit, testCase string) bool {
	rest, ok := strings.CutPrefix(testCase, name)
	return name == unit || ok && (rest == "" || strings.ContainsRune("/~#", rune(rest[0])))
}

// Standing says whether a decision was accepted.
type Standing string

// The standings of decisions.
const (
	Agreed  Standing = "accepted"
	Changed Standing = "changed" // another decision, or one about another case, was accepted in its place
	New     Standing = "new"     // none was
)

// Of returns the standing of a decision, and the entry where something was accepted in its place.
func (a *Accepted) Of(d Decision) (Standing, Entry) {
	e, ok := a.entries[d.place()]
	switch {
	case !ok:
		return New, e
	case e.Hash != d.hash():
		return Changed, e
	}
	return Agreed, e
}

// Review says what an acceptance did: how many decisions are accepted that were new or had changed, how
// many were accepted before, and how many were removed since they are gone.
type Review struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Kept    int `json:"kept"`
	Gone    int `json:"gone"`
}

// Accept records that a reviewer accepts those of all decisions that there are that a scope covers, on a
// day. Those that were accepted already keep who accepted them. What was accepted in the scope, and is
// none of the decisions any more, is removed.
func (a *Accepted) Accept(in Scope, all []Decision, reviewer string, day time.Time) Review {
	var r Review
	seen := map[place]bool{}
	for _, d := range all {
		if !in.Covers(d.Unit, d.Case, d.Callee) {
			continue
		}
		seen[d.place()] = true
		switch standing, _ := a.Of(d); standing {
		case Agreed:
			r.Kept++
			continue
		case Changed:
			r.Changed++
		case New:
			r.New++
		}
		a.entries[d.place()] = Entry{Unit: d.Unit, Case: d.Case, Callee: d.Callee, Occurrence: d.Occurrence,
			Decision: d.Decision, Hash: d.hash(), Reviewer: reviewer, Date: day.Format(time.DateOnly)}
	}
	for at := range a.entries {
		if !seen[at] && in.Covers(at.unit, at.testCase, at.callee) {
			delete(a.entries, at)
			r.Gone++
		}
	}
	return r
}
