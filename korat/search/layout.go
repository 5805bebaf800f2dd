package search

import "reflect"

// Layout says what a candidate vector means.
type Layout struct {
	Cells   []CellLayout `json:"cells"`
	Objects []Node       `json:"objects"` // by class and number, as in the space
	Root    int          `json:"root"`    // which of the objects is the root
}

// CellLayout is the texts of the values of a cell.
type CellLayout struct {
	Values []Choice `json:"values"`
}

// Choice is one value of a cell: an object, or a text.
type Choice struct {
	Object int    `json:"object"` // -1: none
	Text   string `json:"text"`
	Nil    bool   `json:"nil,omitempty"`
	Inner  bool   `json:"inner,omitempty"` // whether it points to a field of the object, which the text names
}

// Node is a place of an object, and what it is made up of.
type Node struct {
	Kind string `json:"kind"`           // zero, value, struct, array, slice, map
	Type string `json:"type,omitempty"` // of an object: its class; else the Go type
	// Number is one more than the number of an object; 0: it has the next one where it is reached.
	Number int      `json:"number,omitempty"`
	Cell   int      `json:"cell"`            // -1: it has one value
	Value  *Choice  `json:"value,omitempty"` // which is this
	Names  []string `json:"names,omitempty"`
	Parts  []Node   `json:"parts,omitempty"`
	Keys   []Choice `json:"keys,omitempty"`  // of a map
	There  []int    `json:"there,omitempty"` // the cells that say whether they are there
}

// layout returns what the vectors of the search mean.
func (e *engine) layout() *Layout {
	l := &Layout{}
	first := make([]int, len(e.objects))
	for i, class := range e.objects {
		first[i] = len(l.Objects)
		l.Objects = append(l.Objects, make([]Node, len(class))...)
	}
	l.Root = first[e.root]
	choice := func(v value) Choice {
		c := Choice{Object: -1, Text: v.text, Nil: v.isNil, Inner: v.inner != nil}
		switch {
		case v.class >= 0:
			c.Object = first[v.class] + v.index
		case v.inner != nil:
			c.Object = first[v.within]
		}
		return c
	}
	for _, c := range e.cells {
		var values []Choice
		for _, v := range c.values {
			values = append(values, choice(v))
		}
		l.Cells = append(l.Cells, CellLayout{Values: values})
	}
	for i, class := range e.objects {
		for n, o := range class {
			node := o.node(choice)
			node.Type = e.classes[i].Name
			l.Objects[first[i]+n] = node
		}
	}
	return l
}

// node returns what a place is made up of.
func (s *shape) node(choice func(value) Choice) Node {
	n := Node{Kind: "value", Type: s.typ.String(), Cell: int(s.cell), Names: s.names}
	if s.cell < 0 && s.fixed.image != nil {
		c := choice(s.fixed)
		n.Value = &c
	}
	switch s.kind {
	case reflect.Invalid:
		n.Kind = "zero"
	case reflect.Struct:
		n.Kind = "struct"
	case reflect.Array:
		n.Kind = "array"
	case reflect.Slice:
		n.Kind = "slice"
	case reflect.Map:
		n.Kind = "map"
	}
	for _, p := range s.parts {
		n.Parts = append(n.Parts, p.node(choice))
	}
	for _, k := range s.keys {
		n.Keys = append(n.Keys, choice(k.text))
		n.There = append(n.There, int(k.presence))
		n.Parts = append(n.Parts, k.slot.node(choice))
	}
	return n
}
