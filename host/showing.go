package host

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// maxFunctions is how many functions are told that were at work when a state could not be shown.
const maxFunctions = 16

// showingOf returns what a reply says of what was at work when a state could not be shown; nil where it says nothing.
func showingOf(p *Program, r *Reply) *Showing {
	w := r.showing
	if r.result != nil {
		w = nil
		if r.Status == Panicked {
			w = r.result.Showing
		}
	}
	if w == nil {
		return nil
	}
	out := &Showing{Variable: source.Cut(w.Variable, outputLimit)}
	for _, f := range w.Functions[:min(len(w.Functions), maxFunctions)] {
		out.Functions = append(out.Functions, source.Cut(f, outputLimit))
	}
	for i, b := range p.byID {
		if b != nil && (slices.Contains(w.Units, uint32(i)) ||
			b.Unit.Op.LeavesState() && slices.ContainsFunc(out.Functions, isNamed(b.Unit.Name))) {
			out.Units = append(out.Units, b.Unit.Name)
		}
	}
	return out
}

// isNamed returns what tells whether a function is one that a unit may be named after: the unit that the table has as
// `all`, or `stockAll`, may be the method `All`, which a function of the adapter calls.
func isNamed(unit string) func(function string) bool {
	return func(function string) bool {
		name := function[strings.LastIndexByte(function, '.')+1:]
		return name != "" && (plainName(unit) == plainName(name) ||
			strings.HasSuffix(unit, strings.ToUpper(name[:1])+name[1:]))
	}
}

// showingIn returns what was at work of the program's units when the process of a batch ended while it read what a
// unit had left, by the stack of what has ended it; nil where no unit was at work, or the stack does not say it.
func showingIn(b *batch, stack string) *wire.Showing {
	if !b.stream || !b.stage.known || b.stage.running || b.stage.phase != wire.Phase_READING || stack == "" ||
		starterOf(stack) != "" || !strings.HasSuffix(b.stage.at, "'") {
		return nil
	}
	out := &wire.Showing{Variable: b.stage.at}
	for line := range strings.Lines(stack) {
		if line[0] == '\t' { // where the function of the line before is
			continue
		}
		function := line
		if end := strings.LastIndexByte(line, '('); end > 0 {
			function = line[:end]
		}
		if strings.HasPrefix(function, ours) {
			break
		}
		for i, name := range b.worker.program.functions {
			if name == function && !slices.Contains(out.Units, uint32(i)) {
				out.Units = append(out.Units, uint32(i))
				out.Functions = append(out.Functions, function[strings.LastIndexByte(function, '/')+1:])
			}
		}
	}
	if len(out.Units) == 0 {
		return nil
	}
	return out
}
