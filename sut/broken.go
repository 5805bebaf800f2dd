package sut

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// endUnreadable returns the result of a step whose unit, or the callee of a call in it, has returned, and
// after which reading a variable of the state panics in the program under test. In the state before, it could be
// read: so what ran has left a state that the program cannot show. It returns nil where the panic began elsewhere, as
// in the adapter. It is to be called where the panic is recovered.
func (s phase) endUnreadable(t *table, of *unit, call uint64, panicked any) *wire.Result {
	before := strings.TrimSuffix(s.at, "'")
	if before == s.at || !slices.ContainsFunc(of.given, func(v variable) bool {
		return v.name == before && v.state != nil
	}) {
		return nil
	}
	showing := t.panickedIn()
	if len(showing.Functions) == 0 {
		return nil
	}
	showing.Variable = s.at
	return &wire.Result{Status: wire.Status_PANICKED, PanickedIn: call, Stack: string(debug.Stack()), Showing: showing,
		Message: clip(s.kind.Doing(s.at) + ", " + showing.Functions[0] + " panicked: " + textOf(panicked))}
}

// maxShowing is how many functions are named that were at work when a state could not be shown.
const maxShowing = 16

// panickedIn returns which functions of the program under test were at work when the panic began that is being
// recovered, as pkg.Function, and of which units they are. There are none where it began in the adapter or the SDK,
// also where these called the standard library, unless a unit is of the same package. Of package main, where adapters
// are, the functions of units are the program's, and what these call.
func (t *table) panickedIn() *wire.Showing {
	places := make([]uintptr, 256)
	frames := runtime.CallersFrames(places[:runtime.Callers(0, places)])
	panicking, sdk := false, reflect.TypeFor[phase]().PkgPath()
	out := &wire.Showing{}
	var inner []string // of package main, or within what is: the program's where a unit is around them
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		pkg, of := packageOf(frame.Function), slices.IndexFunc(t.units, func(u *unit) bool {
			return frame.Function != "" && u.functionName() == frame.Function
		})
		switch {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case !panicking:
		case pkg == sdk || strings.HasPrefix(pkg, sdk+"/"):
			return out
		case of >= 0:
			for _, function := range inner {
				noteShowing(out, function, -1)
			}
			inner = nil
			noteShowing(out, shortName(frame.Function), of)
		case len(inner) > 0 || pkg == "main":
			inner = append(inner, shortName(frame.Function))
		case t.hasUnitIn(pkg) || isRequired(pkg):
			noteShowing(out, shortName(frame.Function), of)
		}
	}
	return out
}

// shortName returns the name of a function without the folders of its package.
func shortName(function string) string { return function[strings.LastIndexByte(function, '/')+1:] }

// noteShowing notes that a function was at work, which is that of the unit with the given index, or of none where that
// is below 0.
func noteShowing(to *wire.Showing, function string, unit int) {
	if len(to.Functions) < maxShowing && !slices.Contains(to.Functions, function) {
		to.Functions = append(to.Functions, function)
	}
	if unit >= 0 && !slices.Contains(to.Units, uint32(unit)) {
		to.Units = append(to.Units, uint32(unit))
	}
}

// hasUnitIn tells whether the function of a unit is declared in a package.
func (t *table) hasUnitIn(pkg string) bool {
	return slices.ContainsFunc(t.units, func(u *unit) bool { return packageOf(u.functionName()) == pkg })
}

// functionName returns the name of the unit's function, as package runtime has it; "" where it has none.
func (u *unit) functionName() string {
	if !u.fn.IsValid() {
		return ""
	}
	if fn := runtime.FuncForPC(u.fn.Pointer()); fn != nil {
		return fn.Name()
	}
	return ""
}

// packageOf returns the path of the package of a function with the given name, as package runtime has it.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}

// isRequired tells whether a package is of the main module or of one that it requires, and not of the standard
// library.
func isRequired(pkg string) bool {
	return slices.ContainsFunc(modules(), func(path string) bool {
		return pkg == path || strings.HasPrefix(pkg, path+"/")
	})
}

// modules returns the paths of the modules that this program was built from.
func modules() (out []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path != "" {
			out = append(out, m.Path)
		}
	}
	return out
}
