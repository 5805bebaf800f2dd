//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clusterUnits is the variable that says how many units the generated project of TestBuildbarnUnits has. Where it is
// set all examples are run on the cluster too.
const clusterUnits = "TTF_INT_CLUSTER_UNITS"

// fewUnits is how many units are generated where nobody asks for more.
const fewUnits = 32

// countUnits returns how many units are generated, and whether somebody has asked for them.
func countUnits(t *testing.T) (units int, asked bool) {
	text := os.Getenv(clusterUnits)
	if text == "" {
		return fewUnits, false
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < fewUnits {
		t.Fatalf("%s=%s: expected a number of at least %d", clusterUnits, text, fewUnits)
	}
	return n, true
}

// makeUnits returns the folder of a project of so many units, in one program for each hundred.
func makeUnits(t *testing.T, units int) string {
	t.Helper()
	dir, program := t.TempDir(), filepath.Join(t.TempDir(), "many")
	for _, c := range [][]string{
		{"go", "build", "-ldflags=-w", "-o", program, "./testdata/many"},
		{program, "write", dir, strconv.Itoa(units), strconv.Itoa(max(1, units/100)), "0"},
	} {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(c, " "), err, out)
		}
	}
	return dir
}

// killUntil kills parts of the cluster at random, and starts them again, until the channel is closed. It returns how
// many it killed.
func (s *servers) killUntil(over <-chan struct{}, r *rand.Rand) (killed int) {
	parts := [][2]string{{"worker", "1"}, {"worker", "2"}, {"runner", "1"}, {"runner", "2"}, {"scheduler", ""},
		{"storage", ""}}
	for {
		// A storage has lost all that it had, so that it is killed more seldom.
		one := parts[r.IntN(len(parts)-1)]
		if killed%8 == 7 {
			one = parts[len(parts)-1]
		}
		select {
		case <-over:
			return killed
		case <-time.After(time.Duration(1000+r.IntN(3000)) * time.Millisecond):
		}
		s.kill(one[0] + one[1])
		s.start(one[0], one[1])
		killed++
	}
}

// TestBuildbarnUnits: the report of a project of many units, and of each example, is on a cluster whose parts are
// killed at random while cases run what it is here. A second run runs nothing, and after a change of one specification
// those units run that use it, themselves or through others, and no others.
func TestBuildbarnUnits(t *testing.T) {
	t.Parallel()
	units, asked := countUnits(t)
	s := startBuildbarn(t, 1)
	seed := uint64(time.Now().UnixNano())
	t.Logf("parts are killed as seed %d has it", seed)
	killer := rand.New(rand.NewPCG(seed, 0))
	compare := func(name, dir string) {
		t.Helper()
		here, _ := s.run(dir, "--fresh")
		over, done := make(chan struct{}), make(chan int)
		go func() { done <- s.killUntil(over, killer) }()
		there, said := s.run(dir, "--fresh", "--executor", s.address())
		close(over)
		t.Logf("%s: %d parts were killed; %s", name, <-done, lastLine(said))
		if diff := cmp.Diff(strings.Split(here, "\n"), strings.Split(there, "\n")); diff != "" {
			t.Errorf("%s: the report of a run here and there: %s", name, diff)
		}
	}
	dir := makeUnits(t, units)
	s.fault = "MANY_FAULT=u00000"
	compare("units, one of them wrong", dir)
	s.fault = ""
	compare("units", dir)
	s.run(dir, "--executor", s.address())
	if _, said := s.run(dir, "--executor", s.address()); !strings.Contains(said, " 0 of this run;") {
		t.Errorf("a second run ran something: %s", said)
	}
	changeOne(t, dir)
	if _, said := s.run(dir, "--executor", s.address()); !strings.Contains(said, " 8 of this run;") {
		t.Errorf("one unit of eight layers was changed, which one of each layer uses: %s", lastLine(said))
	}
	if !asked {
		t.Logf("%d units; %s=1000 makes so many, and has all examples run on the cluster", units, clusterUnits)
		return
	}
	for _, name := range listExamples(t) {
		compare(name, copyExample(t, name))
	}
}

// changeOne writes what the first unit of a generated project is to do in other words.
func changeOne(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "specs", "u00000.zed")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(text), "x? > 0", "0 < x?", 1)
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil || other == string(text) {
		t.Fatalf("%v; the specification is %s", err, text)
	}
}

// listExamples returns the examples that can run here; of the others it says why they cannot.
func listExamples(t *testing.T) (out []string) {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/ttf-int.yaml")
	if err != nil {
		t.Fatal(err)
	}
	needs := map[string]string{"lrucache": "python", "denque": "node", "bitfield": "java"}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		if name == "bazel" { // the project of another one, whose program Bazel builds
			continue
		}
		if is, _ := isThere(needs[name]); needs[name] != "" && !is {
			t.Logf("the example %s is left out: what it needs for %s is not there", name, needs[name])
			continue
		}
		out = append(out, name)
	}
	if len(out) < 5 {
		t.Fatalf("%d examples: %v", len(out), out)
	}
	return out
}

// lastLine returns the last line of a text.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
