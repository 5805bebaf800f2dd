package trace

import (
	"github.com/ttf-int/ttf-int/result"
)

// Class is an error class of Leung and White (Cristiá, Mesuro and Frydman, section
// 7): what reports call it, and how the calls of a unit show it.
type Class struct {
	Name    result.Class
	Meaning string // in words, as reports show it beside the name
	// shown returns the sign of the class in the calls that the unit itself made; one
	// that says nothing where they do not show it.
	shown func(*look) sign
}

// The error classes.
const (
	MFE result.Class = "MFE"
	ECI result.Class = "ECI"
	MIC result.Class = "MIC"
	EFE result.Class = "EFE"
	WCI result.Class = "WCI"
	WFE result.Class = "WFE"
)

// Classes returns the error classes by precedence: what a unit did wrong is of the
// first one that its calls show, and of WFE where they show none.
func Classes() []Class {
	return []Class{
		{MFE, "missing function, a call outside the callee's precondition", (*look).outside},
		{ECI, "extra call", (*look).extra},
		{MIC, "missing call", (*look).missing},
		{EFE, "extra function", (*look).elsewhere},
		{WCI, "wrong place of a call", (*look).misplaced},
		{WFE, "wrong function", (*look).disturbed},
	}
}

// Meaning says in words what a class stands for.
func Meaning(name result.Class) string {
	for _, c := range Classes() {
		if c.Name == name {
			return c.Meaning
		}
	}
	return "unknown class"
}

// sign is what shows an error class.
type sign struct {
	why string // a sentence; "" where nothing shows it
	// at is the call with which it went wrong, so that what came after it is its
	// consequence; nil where no single call is.
	at *Call
}

// class returns the class of the first deviation of the unit's own calls from what
// its schema says of them, by precedence, with its sign; no class where there is none
// that is known.
func (l *look) class() (result.Class, sign) {
	for _, c := range Classes() {
		if s := c.shown(l); s.why != "" {
			return c.Name, s
		}
	}
	return "", sign{}
}
