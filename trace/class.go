package trace

import (
	"github.com/ttf-int/ttf-int/result"
)

// Class is an error class of Leung and White (Cristiá, Mesuro and Frydman, section 7),
// with the way to recognise it in the calls of a unit.
type Class struct {
	Name    result.Class
	Meaning string // what the class is in words, as reports show it beside the name
	// shown looks for the sign of the class in the calls that the unit itself made. It
	// returns the zero sign where the calls do not show the class.
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

// Classes returns the error classes in the order of precedence. A failed unit gets the
// first class that its calls show, and WFE where they show none.
func Classes() []Class {
	return []Class{
		{MFE, "missing function, a call outside the callee's precondition", (*look).findOutside},
		{ECI, "extra call", (*look).findExtra},
		{MIC, "missing call", (*look).findMissing},
		{EFE, "extra function", (*look).findElsewhere},
		{WCI, "wrong place of a call", (*look).findMisplaced},
		{WFE, "wrong function", (*look).findDisturbed},
	}
}

// Meaning returns in words what a class stands for.
func Meaning(name result.Class) string {
	for _, c := range Classes() {
		if c.Name == name {
			return c.Meaning
		}
	}
	return "unknown class"
}

// sign is the evidence for an error class.
type sign struct {
	why string // a sentence; "" where there is no evidence
	// at is the call that went wrong. What came after it counts as its consequence. It
	// is nil where no single call went wrong.
	at *Call
}

// class returns the class of the first deviation, by precedence, of the unit's own
// calls from its schema, with the evidence. The class is "" where no deviation is
// known.
func (l *look) class() (result.Class, sign) {
	for _, c := range Classes() {
		if s := c.shown(l); s.why != "" {
			return c.Name, s
		}
	}
	return "", sign{}
}
