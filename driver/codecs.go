package driver

import (
	"fmt"
	"strings"
)

// writeView writes the struct that holds what objects of a type show.
func writeView(b *strings.Builder, t ZType) {
	if t.View == "" {
		return
	}
	fmt.Fprintf(b, "// %s is what a %s shows.\ntype %s struct {\n", t.View, t.Pointed, t.View)
	for _, f := range t.Fields {
		fmt.Fprintf(b, "\t%s %s\n", f.Name, f.Go)
	}
	b.WriteString("}\n\n")
}

// writeShown writes the entry of a type whose objects are sent as what they show.
func writeShown(b *strings.Builder, t ZType) {
	fmt.Fprintf(b, "sut.Shown(%q, %q, func(x *%s) %s { return %s }),\n", t.None, t.Some, t.Pointed, t.View,
		t.fromObject("x"))
}

// types writes the constants of enumerations and errors.
func (w *tableWriter) types(b *strings.Builder) {
	var how strings.Builder
	if w.pkg.times {
		how.WriteString("sut.Times(),\n")
	}
	for _, t := range w.pkg.Types {
		switch {
		case t.View != "":
			writeShown(&how, t)
		case t.Interface != "":
			fmt.Fprintf(&how, "sut.Held[%s, %s](%q, %q),\n", t.Interface, t.Pointed, t.None, t.Some)
		case t.Any:
			fmt.Fprintf(&how, "sut.Any[%s](%q, %q),\n", t.Pointed, t.None, t.Some)
		case t.Some != "":
			fmt.Fprintf(&how, "sut.Optional[%s](%q, %q),\n", t.Pointed, t.None, t.Some)
		}
		if len(t.Constants) == 0 {
			continue
		}
		prefix := ""
		if i := strings.LastIndexByte(t.Go, '.'); i >= 0 {
			prefix = t.Go[:i+1]
		}
		fmt.Fprintf(&how, "sut.Enum(map[%s]string{\n", t.Go)
		for _, c := range t.Constants {
			fmt.Fprintf(&how, "%s%s: %q,\n", prefix, c.Go, c.Z)
		}
		how.WriteString("}),\n")
	}
	if how.Len() > 0 {
		fmt.Fprintf(b, "Types: []sut.Type{\n%s},\n", how.String())
	}
	if !w.pkg.replies() || len(w.pkg.Errors) == 0 {
		return
	}
	b.WriteString("Errors: sut.Errors{sut.NoError(\"ok\"),\n")
	for _, e := range w.pkg.Errors {
		if e.As {
			fmt.Fprintf(b, "sut.As[%s](%q),\n", e.Go, e.Z)
			continue
		}
		from := w.pkg.types
		if e.From != nil {
			from = e.From
		}
		fmt.Fprintf(b, "sut.Is(%s, %q),\n", w.of(from, e.Go), e.Z)
	}
	b.WriteString("},\n")
}
