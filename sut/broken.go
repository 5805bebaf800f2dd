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
	at := t.panickedIn()
	if at == "" {
		return nil
	}
	return &wire.Result{Status: wire.Status_PANICKED, PanickedIn: call, Stack: string(debug.Stack()),
		Message: clip(s.kind.Doing(s.at) + ", " + at + " panicked: " + textOf(panicked))}
}

// panickedIn returns the function of the program under test in which the panic began that is being recovered, as
// pkg.Function. It returns "" where that is the adapter's or the SDK's, also where these called the standard library,
// unless a unit is of the same package.
func (t *table) panickedIn() string {
	places := make([]uintptr, 64)
	frames := runtime.CallersFrames(places[:runtime.Callers(0, places)])
	panicking, sdk := false, reflect.TypeFor[phase]().PkgPath()
	for {
		frame, more := frames.Next()
		switch pkg := packageOf(frame.Function); {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case !panicking:
		case pkg == "main" || pkg == sdk || strings.HasPrefix(pkg, sdk+"/"):
			return ""
		case t.hasUnitIn(pkg) || isRequired(pkg):
			return frame.Function[strings.LastIndexByte(frame.Function, '/')+1:]
		}
		if !more {
			return ""
		}
	}
}

// hasUnitIn tells whether the function of a unit is declared in a package.
func (t *table) hasUnitIn(pkg string) bool {
	return slices.ContainsFunc(t.units, func(u *unit) bool {
		if !u.fn.IsValid() {
			return false
		}
		fn := runtime.FuncForPC(u.fn.Pointer())
		return fn != nil && packageOf(fn.Name()) == pkg
	})
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
