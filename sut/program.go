package sut

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/ttf-int/ttf-int/sut/prop"
)

// Names lists the Z variables that the parameters or results of a function are
// bound to, by position, decorated as in the schema: "x?" is an input, "r!" an
// output, "list" the state before and "list'" the state after. "" binds nothing:
// such a parameter is its type's zero value, and such a result is ignored,
// unless it is an error that is not nil.
type Names []string

// Program is the table that describes a program under test. A is what an
// instance of the program is: the type whose methods are the units, or a struct
// that holds whatever the bindings must reach.
type Program[A any] struct {
	// New makes an instance in its initial state. Each case gets its own, one for each
	// object that its steps name.
	New func() *A
	// Setup, if set, makes an instance in the place of New where a case gives values to
	// the variables that it names.
	Setup Setup
	// Close, if set, releases an instance after its case, also one that a unit gave
	// and a step kept.
	Close func(*A)
	// State binds state variables that all units share.
	State []Var[A]
	// Units are the units served and intercepted.
	Units []Unit[A]
	// Classes are classes whose operations are run in sequences, as algebraic specifications
	// have them. A program may have these alone.
	Classes Classes
	// Seams are the places where one unit calls another and the call can be
	// observed and answered.
	Seams []Seam[A]
	// Constants are the constants of the specification that the program knows the
	// values of.
	Constants []Const
	// Properties are functions that are to hold for all values of their parameters, by
	// the names that they have in the project. A program may have these alone.
	Properties map[string]prop.Property
	// Types says how Go types without a natural counterpart in Z are sent.
	Types []Type
	// Errors says which constants error values stand for.
	Errors Errors
}

// Setup makes instances with arguments, such as the capacity of a buffer, that cannot be
// changed later. Each is a state variable, which State binds by a Property without set:
//
//	Setup: sut.Setup{Func: NewBuffer, Params: sut.Names{"capacity"}},
//	State: []sut.Var[Buffer]{sut.Property("capacity", (*Buffer).Cap, nil), ...},
//
// A case whose before-state has another capacity than a new instance begins with an
// instance that is made so, and the program's operations lead on from there. So do the
// sequences of machines, with values that Init allows.
type Setup struct {
	// Func returns a pointer to an instance, alone or with an error, and may panic where the
	// arguments are wrong.
	Func any
	// Params names the state variable of each parameter.
	Params Names
}

// Unit describes one unit.
type Unit[A any] struct {
	// Name is the unit's name in its specification.
	Name string
	// Func is the function that implements the unit: a method expression such
	// as (*Stack).Push, or any function. A first parameter of type *A that
	// Params does not name is the instance. Nil: the unit is only called by
	// others, through a seam.
	Func any
	// Params binds the parameters. A state variable bound to a parameter,
	// "list", is read from the same parameter, or through it if it is a
	// pointer, when the function has returned, unless a result is bound to
	// "list'". An output bound to a parameter needs a pointer. "p? p!" binds an input and an
	// output to a slice, map or pointer that the function writes into. An input of type *A is
	// another object of the case, unless Types has a codec for it.
	Params Names
	// Results binds the results. An output of type *A is an object of the case. A variable
	// that is named for two results in a row stands for both, as Types says (CommaOK,
	// CommaError).
	Results Names
	// Vars binds variables that only this unit has. It takes precedence over
	// the program's State.
	Vars []Var[A]
}

// Var binds a Z variable to a place in an instance.
type Var[A any] struct {
	name  string
	place string // the line where it was made, for messages
	typ   reflect.Type
	at    func(*A) reflect.Value  // returns an addressable value; nil where get is set
	get   func(*A) reflect.Value  // where at is nil
	set   func(*A, reflect.Value) // where at is nil; nil: the variable cannot be set
	// observed says that a case begins with whatever value the variable has.
	observed bool
	// structured is what the variable is seen of; nil for others.
	structured *structured
}

// Field binds a variable to the field, or anything else that at points to. The
// pointer is asked for anew on every access.
func Field[A, V any](name string, at func(*A) *V) Var[A] {
	return Var[A]{name: name, place: callerPlace(), typ: reflect.TypeFor[V](),
		at: func(a *A) reflect.Value { return reflect.ValueOf(at(a)).Elem() }}
}

// Property binds a variable to a pair of functions. A nil set says that the
// program can show the variable but cannot be put into a state where it has
// another value than a new instance has. Where units call each other from
// several goroutines, get and set must lock as the program does.
func Property[A, V any](name string, get func(*A) V, set func(*A, V)) Var[A] {
	v := Var[A]{name: name, place: callerPlace(), typ: reflect.TypeFor[V]()}
	v.get = func(a *A) reflect.Value { return reflect.ValueOf(new(get(a))).Elem() }
	if set != nil {
		v.set = func(a *A, x reflect.Value) { set(a, x.Interface().(V)) }
	}
	return v
}

// Observed binds a variable that the program can show and not set, and whose value matters
// to few cases. A case begins with the value that a new instance has, wherever its leaf
// allows that; only where it does not do the program's operations lead to another value, as
// they do to each value of a variable whose Property has no set.
func Observed[A, V any](name string, get func(*A) V) Var[A] {
	v := Property(name, get, nil)
	v.place, v.observed = callerPlace(), true
	return v
}

// callerPlace returns the line that calls the function that calls this one.
func callerPlace() string {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// Seam is a place where calls from one unit to another are intercepted.
type Seam[A any] struct {
	place   string // the line where it was made, for messages
	caller  string
	callees []string
	hooked  reflect.Type // the type of the function value; nil for interfaces
	install func(*A, *Port)
}

// Hook intercepts calls that go through a function value: a field or variable of
// type F that at points to. For a case the value is replaced by one that records
// the call and runs the value that was there, or answers in its place. Its
// parameters and results are bound as the callee's Params and Results say. Where
// several units call through one value, give one Hook for each caller.
func Hook[A, F any](caller, callee string, at func(*A) *F) Seam[A] {
	here := callerPlace()
	return Seam[A]{place: here, caller: caller, callees: []string{callee}, hooked: reflect.TypeFor[F](),
		install: func(a *A, p *Port) {
			value := at(a)
			if hooked := hook(p, callee, value); hooked != nil {
				*value = *hooked
			}
		}}
}

// Interface intercepts calls that go through an interface. install puts an
// adapter, a few lines written by hand that implement the interface, in front of
// the implementation; each of its methods passes the call on with Through. Where
// several units call through one interface, give one Interface for each caller:
// a call that passes several adapters is recorded once.
func Interface[A any](caller string, callees []string, install func(*A, *Port)) Seam[A] {
	here := callerPlace()
	return Seam[A]{place: here, caller: caller, callees: callees, install: install}
}
