package host_test

import (
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// program builds a program of a project and makes it ready to run cases.
func program(t *testing.T, project, main string, env ...string) *host.Program {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", bin, "./"+project+"/"+main).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	system, err := config.Load("", project)
	if err != nil {
		t.Fatal(err)
	}
	for _, sut := range system.SUTs {
		sut.Command, sut.Env, sut.StartTimeout = []string{bin}, env, time.Minute
		clock := host.NewClock()
		t.Cleanup(clock.Stop)
		p := host.NewProgram(sut, system, &host.Options{Clock: clock, Logger: slog.New(slog.DiscardHandler)})
		t.Cleanup(func() { p.Close(true, nil) })
		if err := p.Prepare(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatal("the project has no system under test")
	return nil
}

// scriptOf reads the steps of a case, each the number of an object, a unit, and what it is
// given: "n=1" a value, "other?@1" an object, ">2" the number by which what it gives is
// kept.
func scriptOf(t *testing.T, p *host.Program, text string, timeout time.Duration) *host.Case {
	t.Helper()
	c := &host.Case{Name: text, Timeout: timeout, Stubs: nobody{}}
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for part := range strings.SplitSeq(text, "; ") {
		words := strings.Fields(part)
		s := &suite.Step{Object: number(words[0]), Unit: words[1]}
		b := p.Unit(s.Unit)
		for _, w := range words[2:] {
			if name, n, is := strings.Cut(w, "="); is {
				for _, v := range b.Unit.Op.Vars {
					if v.Name == name {
						s.Values = append(s.Values,
							spec.NewItem(name, v.Type, value.OfInt(int64(number(n)))))
					}
				}
			} else if name, n, is := strings.Cut(w, "@"); is {
				s.Passed = append(s.Passed, suite.Passed{Name: name, Object: number(n)})
			} else {
				s.Keep = number(w[1:])
			}
		}
		c.Steps = append(c.Steps, host.Step{Step: s, Binding: b})
	}
	return c
}

// statuses are the statuses as tests name them.
var statuses = map[host.Status]string{
	host.Returned: "", host.Unmapped: "unmapped", host.Panicked: "panicked", host.Blocked: "blocked",
	host.Broken:  "broken",
	host.Crashed: "crashed", host.Hung: "hung", host.Strange: "strange",
}

// tell says what was observed of each step of a case that ran: the frame, and what it
// made of it.
func tell(t *testing.T, o *host.Observer, c *host.Case, r *host.Reply) string {
	t.Helper()
	var steps []string
	for i := range len(r.Earlier) + 1 {
		seen, err := o.ObserveStep(c, r, i)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		var words []string
		for k, v := range c.Steps[i].Binding.Unit.Op.Vars {
			if x := seen.Frame[k]; x.Kind() != value.Nothing {
				words = append(words, v.Name+"="+x.String())
			}
		}
		for _, p := range seen.Objects {
			words = append(words, fmt.Sprintf("%s@%d", p.Name, p.Object))
		}
		if len(seen.Calls) > 0 {
			words = append(words, fmt.Sprintf("calls=%d", len(seen.Calls)))
		}
		status := r.Status
		if i < len(r.Earlier) {
			status = r.Earlier[i].Status
		}
		if status != host.Returned {
			words = append(words, statuses[status])
		}
		steps = append(steps, strings.Join(words, " "))
	}
	return strings.Join(steps, "; ")
}

// run runs cases and returns what was observed of each, with its message behind it,
// and the notes.
func run(t *testing.T, p *host.Program, list []*host.Case) (told []string, replies []host.Reply, notes []host.Note) {
	t.Helper()
	o := p.Observer()
	err := p.Worker(0).Run(t.Context(), list, func(d host.Delivery) {
		for i, c := range d.Cases {
			if c != list[len(told)] {
				t.Fatalf("the reply to %s is the %d-th", c.Name, len(told))
			}
			told, replies = append(told, tell(t, o, c, &d.Replies[i])), append(replies, d.Replies[i])
		}
		notes = append(notes, d.Notes...)
	})
	if err != nil || len(told) != len(list) {
		t.Fatalf("%d replies to %d cases: %v", len(told), len(list), err)
	}
	return told, replies, notes
}

// TestScripts: the steps of a case run on its objects in their order, and a case ends
// with the first step that does not return, whatever the program does there.
func TestScripts(t *testing.T) {
	t.Parallel()
	p := program(t, "testdata/tank", "sut")
	var list []*host.Case
	rows := []struct{ script, want, says string }{
		{"0 add x?=3", "n=0 n'=3 x?=3", ""},
		{"0 add n=5 x?=3", "n=5 n'=8 x?=3", ""},
		{"0 add x?=3; 0 add x?=4; 0 level", "n=0 n'=3 x?=3; n=3 n'=7 x?=4; n=7 n'=7 r!=7", ""},
		{"0 add x?=3; 0 add n=10 x?=1; 0 level", "n=0 n'=3 x?=3; n=10 n'=11 x?=1; n=11 n'=11 r!=11", ""},
		{"0 add x?=3; 7 add x?=10; 0 level; 7 level", "n=0 n'=3 x?=3; n=0 n'=10 x?=10; n=3 n'=3 r!=3; n=10 n'=10 r!=10",
			""},
		{"0 add x?=3; 1 add x?=10; 0 drain other?@1; 1 level",
			"n=0 n'=3 x?=3; n=0 n'=10 x?=10; n=3 n'=13; n=0 n'=0 r!=0", ""},
		{"0 add x?=3; 0 copy >5; 5 add x?=1; 0 level; 5 level; 0 drain other?@5",
			"n=0 n'=3 x?=3; n=3 n'=3 c!@5; n=3 n'=4 x?=1; n=3 n'=3 r!=3; n=4 n'=4 r!=4; n=3 n'=7", ""},
		{"0 copy >5; 0 add x?=1; 0 copy", "n=0 n'=0 c!@0; n=0 n'=1 x?=1; n=1 n'=1", ""},
		{"3 drain other?@3", "n=0 n'=0", ""},
		{"0 add x?=101; 0 copy >1; 1 add x?=102; 1 add x?=1",
			"n=0 n'=101 x?=101 calls=1; n=101 n'=101 c!@1; n=101 n'=203 x?=102 calls=1; n=203 n'=204 x?=1", ""},
		{"0 add x?=-1; 0 copy >1; 0 level", "n=0 n'=-1 x?=-1; n=-1 n'=-1 unmapped; n=-1 n'=-1 r!=-1", ""},
		{"0 add x?=1; 0 fail how?=1; 0 add x?=1", "n=0 n'=1 x?=1; n=1 how?=1 panicked", "it bursts"},
		{"0 level; 0 level; 0 fail how?=2; 0 level", "n=0 n'=0 r!=0; n=0 n'=0 r!=0; n=0 how?=2 hung", "did not return"},
		{"0 add x?=1; 0 fail how?=3; 0 level", "n=0 n'=1 x?=1; n=1 how?=3 crashed", "exit status 7"},
		{"0 drain other?@7; 0 level", "blocked", "other?: the case has no object 7"},
		{"0 add x?=1; 0 drain other?=4; 0 level", "n=0 n'=1 x?=1; other?=4 blocked",
			"4 is not an object of the program"},
		{"0 add x?@0", "blocked", "x?: an object was sent, and the program takes a value"},
		{"0 add x?=1; 1 copy >0; 1 copy >1; 1 level", "n=0 n'=1 x?=1; n=0 n'=0 c!@1; blocked",
			"the case has an object 1 already"},
		{"0 level", "n=0 n'=0 r!=0", ""}, // and nothing is left of the cases before it
	}
	for _, row := range rows {
		list = append(list, scriptOf(t, p, row.script, 2*time.Second))
	}
	told, replies, notes := run(t, p, list)
	for i, row := range rows {
		if told[i] != row.want || !strings.Contains(replies[i].Message, row.says) ||
			(row.says == "") != (replies[i].Message == "") {
			t.Errorf("%s\n got %s %q\nwant %s %q", row.script, told[i], replies[i].Message, row.want, row.says)
		}
	}
	for _, n := range notes {
		t.Errorf("%+v", n)
	}
}

// TestManyScripts: scripts of many lengths, more of them than a message holds and one
// longer than all that may be unanswered, keep their order, also where some end early.
func TestManyScripts(t *testing.T) {
	t.Parallel()
	p := program(t, "testdata/tank", "sut")
	var list []*host.Case
	var want []string
	for i := range 900 {
		n := i%7 + 1
		if i == 450 {
			n = 9000
		}
		c := scriptOf(t, p, "0 add x?=1"+strings.Repeat("; 0 add x?=1", n-1), time.Minute)
		end := fmt.Sprintf("%d: n=%d n'=%d x?=1", n, n-1, n)
		if i%10 == 3 && n > 2 {
			c.Steps[1] = scriptOf(t, p, "0 fail how?=1", time.Minute).Steps[0]
			end = "2: n=1 how?=1 panicked"
		}
		list, want = append(list, c), append(want, end)
	}
	told, replies, notes := run(t, p, list)
	for _, n := range notes {
		t.Errorf("%+v", n)
	}
	for i := range list {
		steps := strings.Split(told[i], "; ")
		if got := fmt.Sprintf("%d: %s", len(replies[i].Earlier)+1, steps[len(steps)-1]); got != want[i] {
			t.Errorf("case %d: got %s, want %s", i, got, want[i])
		}
	}
}

// TestLateBetweenSteps: a call that a step has left behind is late, and not one of the
// step that runs after it; what the adapter calls before that runs is nobody's.
func TestLateBetweenSteps(t *testing.T) {
	t.Parallel()
	p := program(t, "testdata/tank", "sut")
	list := []*host.Case{scriptOf(t, p, "0 fail how?=4; 0 add n=7 x?=101", time.Minute)}
	told, _, notes := run(t, p, list)
	if told[0] != "n=0 n'=0 how?=4; n=7 n'=108 x?=101 calls=1" {
		t.Error(told[0])
	}
	if len(notes) != 1 || notes[0].Kind != host.LateCall || notes[0].Case != list[0] || notes[0].Unit != "note" {
		t.Errorf("notes %+v", notes)
	}
}

// TestScriptBreaches: what a program answers that is not to the script as it was sent
// is a breach, and a program that does not say that it runs scripts is sent none.
func TestScriptBreaches(t *testing.T) {
	for mode, want := range map[string]string{
		"script": "", "script-skips": "it skipped step 1 of", "script-goes-on": "it ran step 3 of",
		"script-object": "it gave the object 9 in step 1 of", "script-order": "it answered step 3 of",
		"script-twice": "twice",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := program(t, "../runner/testdata/counter", "raw", "MODE="+mode)
			list := []*host.Case{scriptOf(t, p, "0 inc n=1 x?=1; 0 inc n=2 x?=1; 0 inc n=3 x?=1", time.Minute)}
			told, _, notes := run(t, p, list)
			if want == "" {
				if told[0] != "n=1 n'=2 x?=1; n=2 n'=3 x?=1; n=3 n'=4 x?=1" || len(notes) > 0 {
					t.Errorf("%s, %+v", told[0], notes)
				}
				return
			}
			if len(notes) == 0 || !strings.Contains(notes[0].Text, want) || notes[0].Case != list[0] {
				t.Errorf("%s, %+v, want %s", told[0], notes, want)
			}
		})
	}
	p := counter(t, "")
	list := []*host.Case{scriptOf(t, p, "0 inc n=1 x?=1; 0 inc n=2 x?=1", time.Minute)}
	err := p.Worker(0).Run(t.Context(), list, func(host.Delivery) { t.Error("there is a reply") })
	if err == nil || !strings.Contains(err.Error(), "it runs cases of one step alone") {
		t.Error(err)
	}
}
