package driver

import "go/types"

// Package is what is known of a Go package whose types are to be served.
type Package struct {
	Name string
	Path string // by which it is imported; of several packages those of all, with commas
	Dir  string
	// Own tells whether the package is one of the main module, so that its adapter can be
	// a file of it that reaches what is not exported.
	Own     bool
	Objects []*Object
	Types   []ZType // the types of Z that stand for types of the package, in their order
	Errors  []ErrorConstant
	Notes   []Note // what was left out, and what a person has to choose
	Clocks  []ClockAdapter
	times   bool // whether a time.Time is sent
	// Classes are those of an algebraic specification, where that is what is served.
	Classes    []ClassTable
	classTable []byte

	types   *types.Package    // the first package
	imports map[string]string // paths of packages by their names, of types that the table names
}

// Object is a type of the package whose methods are units.
type Object struct {
	Name    string // in Go
	Var     string // its name in the instance, where there are several objects
	Schema  string // the name of its state schema
	New     Constructor
	State   []Variable
	Methods []*Method
	Seams   []*Port
	Hooks   []*Hook

	named *types.Named
	typ   types.Type // the type, instantiated where it is generic
	alone bool       // no other type is served, so that it has the methods of those that it embeds
	// clock says that it is no type of the package but the clock that others are given: it has no other type
	// then.
	clock bool
	// iface is the interface type, instantiated, by which alone the object can be named: typ is the type, which is not
	// exported, of what the constructor gives; nil otherwise.
	iface types.Type
	// functions are those of the packages that are units, where that is what the object stands for: it has no type
	// and no value then.
	functions []*types.Func
	instances map[*types.Func]*types.Signature // of generic functions
}

// Constructor says how an object is made.
type Constructor struct {
	Func    string   // the function, or "" for the zero value
	Args    []string // Go expressions; "" where another object is to be given
	First   []string // of the one argument, Go expressions of which the first that is accepted is to be given
	Objects []string // the variables of the objects that are given, at the places of Args
	types   []types.Type
	After   []string // calls of the object's methods that are made with it, such as one that gives it a clock
	Pointer bool     // whether it gives a pointer
	Fails   bool     // whether it gives an error too
	Rest    bool     // whether it takes any number of further arguments, of which it is given none
}

// Variable is a state variable with the place in the object that it is bound to.
type Variable struct {
	Name string // in Z
	Z    string // its type in Z
	Go   string // its type in Go
	// Field is the field that holds it. Otherwise Observer is the method that shows it,
	// and Collects says how.
	Field, Observer string
	Collects        collects
	// Elems are the types in Go of what is collected: one, or the two of pairs; of what is linked, the term for what
	// the element e shows.
	Elems []string
	Size  int64 // the length of an array; 0 otherwise
	// Stops says that the method stops giving elements where the function that it gives them to says true.
	Stops bool
	// Seen says that a field is shown and not set, since others that cannot be bound may depend on it.
	Seen bool
}

// collects says how a method shows a value.
type collects int

const (
	result      collects = iota // it returns the value
	callback                    // it gives the elements to a function, one by one
	iterator                    // it returns an iterator over the elements
	callbackAll                 // as callback; the function returns nothing
	linked                      // it returns the first element, from which each leads to the next
)

// Method is a method that is a unit.
type Method struct {
	Name     string // in Go
	Unit     string
	Schema   string
	Params   []Slot
	Results  []Slot
	Observes bool     // whether it leaves the object as it is
	Says     string   // the predicate of its schema, or "" where nothing is known
	Waits    bool     // whether it waits on the clock of the machine
	Time     string   // how its schema includes that of the clock: "Ξ", "Δ", or "" where it does not
	Calls    []string // the units that it calls
	Seen     []string // those of them whose calls are intercepted

	object *Object
	fn     *types.Func
}

// Slot is a parameter or result.
type Slot struct {
	Name string // in Z, decorated; "" where it is not bound
	Z    string
	Back string // of a parameter that the method writes into, the name of what it holds then
	Go   string // of a parameter that is no variable, what it is given in Go
	// Text says that a parameter, an interface of package io that is read, is given a strings.Reader of the variable.
	Text bool
}

// Port is a field of an interface type through which an object calls another, or a parameter
// of its constructor.
type Port struct {
	Field string
	// Place is the variable of the instance that is given to the constructor, which holds the other object; "" where
	// there is a field.
	Place     string
	Interface string // in Go
	Adapter   string // the name of the type that stands in front
	Methods   []PortMethod
	Callers   []string // the units that call through it
	to        *Object
	iface     *types.Interface
}

// Hook is a field of a function type that holds a method of an object, which is a unit.
type Hook struct {
	Field   string
	Go      string // the field's type
	Callee  string
	Callers []string // the units that call the field
	// Method is the method that New has to assign to the field, of the object to; "" where
	// the constructor does.
	Method string
	to     *Object
}

// PortMethod is a method of an interface whose calls are intercepted.
type PortMethod struct {
	Name, Unit, Params, Results, Args string
	Returns                           bool
	// Bound and BoundArgs are Params and Args without what is no variable of the unit; Bound is "" where that is
	// all of them.
	Bound, BoundArgs string
}

// ClockAdapter is an interface of clocks that a sut.Clock does not implement by itself.
type ClockAdapter struct {
	Name, Interface string
	Now             string   // the type of Now's result, where that is not a time.Time
	Methods         []string // those of a sut.Clock that it has beside Now
	Rest            bool     // whether there are methods that nothing of a sut.Clock stands for
}

// ZType is a type of Z that stands for a Go type.
type ZType struct {
	Name      string
	Go        string
	Constants []EnumConstant // of an enumeration
	Fields    []Slot         // of a struct

	// Of a pointer: the constant for nil, the constructor for any other, the types of Z and
	// Go that this is applied to.
	None, Some, Of, Pointed string

	// Any says that it stands for `any`, of which None is nil; Interface is another one that it stands for.
	Any       bool
	Interface string

	// View is the type in Go of what pointers to a type, Pointed, show, and Shows where each of its Fields comes from,
	// a field or a method, as Key().
	View  string
	Shows []string

	pending bool // whether its fields are not known yet
}

// EnumConstant is a constant of an enumeration.
type EnumConstant struct{ Go, Z string }

// ErrorConstant is an error value with the constant that stands for it.
type ErrorConstant struct {
	// From is the package that the variable is of, where it is another one.
	From *types.Package
	Go   string // the variable, or the type where As is set
	Z    string
	As   bool
	Type string
}

// Note is something that a person should know of what was written.
type Note struct {
	Place string `json:"place,omitempty"` // file:line, or ""
	Text  string `json:"text"`
}
