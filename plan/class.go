package plan

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Class is the plan of a class.
type Class struct {
	*spec.Class
	// Layer is 0 for a class that uses nothing; otherwise one above the classes and units that it uses.
	Layer int
	Pairs []*suite.Pair
	Notes []string // of which sequences no pair was made, and why
	// Telling says which mutants of the axioms the pairs tell apart; nil where there are no axioms.
	Telling *suite.Telling
}

// Class returns the plan of the named class, or nil.
func (p *Plan) Class(name string) *Class {
	for _, c := range p.Classes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Pair returns the pair with the given id, or nil.
func (c *Class) Pair(id string) *suite.Pair {
	for _, p := range c.Pairs {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// FileClass is a class in a plan's file.
type FileClass struct {
	Layer int             `json:"layer"`
	Uses  []string        `json:"uses"`
	Equal []spec.Equality `json:"equal"`
	Cases []FilePair      `json:"cases"`
	Notes []string        `json:"notes,omitempty"`
	// Mutants says which mutants of the axioms the pairs tell apart.
	Mutants *suite.Telling `json:"mutants,omitempty"`
	Check   string         `json:"check"` // as in File
}

// FilePair is a pair of sequences in a plan's file.
type FilePair struct {
	ID         string    `json:"id"`
	First      string    `json:"first"`
	Second     string    `json:"second"`
	Equivalent bool      `json:"equivalent"`
	Original   string    `json:"original,omitempty"`
	Conditions []string  `json:"conditions,omitempty"`
	Experiment string    `json:"experiment,omitempty"`
	Values     [2]string `json:"values,omitzero"`
	Own        bool      `json:"own,omitempty"`
}

// FileClassOf returns a class as a plan's file has it.
func FileClassOf(c *Class) FileClass {
	out := FileClass{Layer: c.Layer, Uses: list(c.Uses), Equal: list(c.Equal), Cases: []FilePair{}, Notes: c.Notes,
		Mutants: c.Telling}
	for _, p := range c.Pairs {
		out.Cases = append(out.Cases, FilePairOf(p))
	}
	return out
}

// FilePairOf returns a pair as a plan's file has it.
func FilePairOf(p *suite.Pair) FilePair {
	one, other := p.Sequences()
	return FilePair{ID: p.ID, First: one, Second: other, Equivalent: p.Equivalent, Original: p.Original,
		Conditions: p.Conditions, Experiment: p.Experiment, Values: p.Values, Own: p.Own}
}
