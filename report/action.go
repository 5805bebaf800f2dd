package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
)

// Action is what is known of a batch that a cluster ran.
type Action struct {
	Action    string   `json:"action"` // its digest, HASH/SIZE
	Unit      string   `json:"unit,omitempty"`
	Cases     []string `json:"cases,omitempty"`
	Command   []string `json:"command"`
	Variables []string `json:"variables"` // NAME=value
	Worker    string   `json:"worker,omitempty"`
	Queued    float64  `json:"queuedSeconds,omitempty"`
	Took      float64  `json:"seconds,omitempty"` // with what was moved before and after
	ExitCode  int      `json:"exitCode"`
	Stdout    string   `json:"stdout"`
	Stderr    string   `json:"stderr"`
	Journal   string   `json:"journal"` // JSON lines
}

// WriteAction writes what is known of an action: what it is, and all that it wrote.
func WriteAction(w io.Writer, a *Action, s Style) error {
	var b strings.Builder
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-9s  %s\n", name, text)
		}
	}
	line("action", a.Action)
	line("unit", a.Unit)
	line("cases", strings.Join(a.Cases, ", "))
	line("command", strings.Join(a.Command, " "))
	line("variables", strings.Join(a.Variables, ", "))
	line("worker", a.Worker)
	if a.Took > 0 {
		line("time", fmt.Sprintf("%.2f s, after %.2f s in the queue", a.Took, a.Queued))
	}
	line("exit code", fmt.Sprint(a.ExitCode))
	for _, part := range [][2]string{{"stdout", a.Stdout}, {"stderr", a.Stderr}, {"journal", a.Journal}} {
		if part[1] != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", s.paint(bold, part[0]), strings.TrimSuffix(part[1], "\n"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteActionJSON writes what is known of an action as a document.
func WriteActionJSON(w io.Writer, a *Action) error {
	return WriteDocument(w, struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		*Action
	}{plan.APIVersion, "Action", a})
}
