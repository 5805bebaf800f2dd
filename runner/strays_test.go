package runner_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestStrays: where a goroutine ends the process that neither runs the unit nor a call,
// whoever has started it is to blame, as far as that is known: where it panics its stack
// says so, a callee that has returned too. Nobody is accused of what the adapter starts,
// nor for certain where the process just ends.
func TestStrays(t *testing.T) {
	const several = "several threads were going on, and it is not known whether "
	for mode, want := range map[string]struct {
		verdict result.Verdict
		blame   string // with a question mark where it is uncertain
		message string
		finding string
	}{
		"add-crashes-elsewhere": {result.Error, "add", "when a goroutine that main.(*counter).add", ""},
		"inc-leaves-a-panic":    {result.Error, "inc", "when a goroutine that main.hang had", ""},
		"inc-leaves-a-panic-for-later": {result.Error, "inc",
			"inc, called by add: its process ended with exit status 2 when a goroutine that main.hang had", ""},
		"add-starts-a-panic": {result.Error, "add", "add: its process ended with exit status 2 when", ""},
		"add-starts-a-fault": {result.Error, "add", "add: its process ended with exit status 2 when", ""},
		"add-starts-an-exit": {result.Error, "add,inc?", "add or inc: its process ended with exit status 5",
			several + "add or inc is the reason"},
		"add-starts-a-kill": {result.Error, "add,inc?", "add or inc: its process was ended by a signal: killed",
			several + "add or inc is the reason"},
		"add-starts-a-sleeper": {result.Error, "inc", "inc, called by add: its process ended with exit status 2", ""},
		"inc-starts-an-exit": {result.Error, "add,inc?", "add or inc: its process ended with exit status 5",
			several + "add or inc is the reason"},
		"inc-starts-a-fault": {result.Error, "inc", "inc, called by add: its process ended with exit status 2 when", ""},
		"new-starts-an-exit": {result.Error, "add,inc?", "its process ended with exit status 5",
			several + "add or inc or what the program itself has started is the reason"},
		"new-starts-a-panic": {result.Error, "add,inc?", "when a goroutine that main.starts had",
			"beside the unit panicked"},
		"main-starts-a-kill": {result.Error, "add,inc?", "its process was ended by a signal: killed",
			several + "add or inc or what the program itself has started is the reason"},
		"set-starts-a-panic": {result.Blocked, "", "the program's adapter failed: setting n: its process ended", ""},
		"set-starts-an-exit": {result.Error, "add,inc?", "its process ended with exit status 5",
			several + "add or inc or what the program itself has started is the reason"},
		"get-starts-a-fault": {result.Blocked, "", "the program's adapter failed: reading n before the unit ran: its", ""},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := planHostile(t, mode)
			p.Unit("inc").Cases, p.Unit("add").Cases = p.Unit("inc").Cases[:2], p.Unit("add").Cases[:2]
			r := run(t, p, runner.Options{Units: []string{"add"}})
			tried := 0
			for _, x := range r.Results {
				n, _ := x.Values.Lookup("x?")
				if x.Unit != "add" || n.Big().Sign() < 0 {
					continue
				}
				tried++
				blame := strings.Join(x.Blame, ",")
				if x.Uncertain {
					blame += "?"
				}
				if want.blame == "inc" { // it is charged for it, and the case is run again without it
					if x.Verdict != result.Pass && x.Verdict != result.Blocked {
						t.Errorf("%s: %s %q", line(x), x.Message, x.Findings)
					}
					continue
				}
				// Each reading of n starts a goroutine that waits for inc, and which of them panics first is open.
				isSaid := strings.Contains(x.Message, want.message) || mode == "get-starts-a-fault" &&
					strings.Contains(x.Message, "the program's adapter failed: observing a call of inc: its process")
				if x.Verdict != want.verdict || blame != want.blame || !isSaid ||
					!strings.Contains(strings.Join(x.Findings, "\n"), want.finding) {
					t.Errorf("%s: %s %q, want %v", line(x), x.Message, x.Findings, want)
				}
			}
			for _, x := range r.Results {
				if charge := strings.HasPrefix(x.Case, "inc@"); charge && (want.blame != "inc" || x.Uncertain ||
					x.Verdict != result.Error || !strings.Contains(x.Message, want.message)) {
					t.Errorf("%s: %s %q", line(x), x.Message, x.Findings)
				} else if charge {
					tried++
				}
			}
			if tried == 0 || want.blame == "inc" && tried < 3 {
				t.Errorf("%d tried\n%s", tried, lines(r))
			}
		})
	}
}
