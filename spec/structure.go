package spec

import "github.com/ttf-int/ttf-int/source"

// Structure is a type of Go whose structures are wanted, with their bounds.
type Structure struct {
	Type      string      // a package and a type of it, as ./bintree.Tree; "": it is said elsewhere
	At        source.Span // its name in the YAML file, where there is one
	Predicate string      // "": RepOK
	Size      int         // up to which values of bounds go that are not set; 0: as it is said elsewhere
	Bounds    []Bound
	Tags      string   // build tags, with commas between them
	Files     []string // files of Go that are compiled with the package of the type
	Env       []string // the environment variables that methods may see, by name, or set as NAME=value
}

// Bound is a bound by its name, as it is written.
type Bound struct {
	Name, Text string
	At         source.Span
}

// Method is a unit that is specified by Go predicates, and tested on every structure of its receiver within bounds.
type Method struct {
	Name      string
	At        source.Span // its name in the YAML file
	Structure *Structure
	Function  string // the name of a method of the structure's type, or of a function of its package
	// Requires and Ensures name Go functions, as Panics and Errors do; "": nothing is said.
	Requires, Ensures string
	Panics, Errors    Exception
	// Z is what a schema says of it, in the place of Go functions; nil: none does. Abstraction says what the variables
	// of the schema are.
	Z           *Unit
	Abstraction []Abstraction
	Size        int     // 0: that of the structure
	Bounds      []Bound // beside those of the structure
	Uses        []string
	// Independent are parameters whose structures are found for themselves, and combined with all of the others.
	Independent []string
}

// Abstraction says what a variable of a schema is: of a state, a Go function of the receiver; of an input or an output,
// a parameter or a result of the method.
type Abstraction struct {
	Variable, Is string
	At           source.Span
}

// Exception is when a method does not return as usual, and what holds then.
type Exception struct{ When, Ensures string }
