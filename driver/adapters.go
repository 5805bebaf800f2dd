package driver

import (
	"fmt"
	"strings"
)

// adapter writes the type that stands in front of an interface.
func (w *tableWriter) adapter(b *strings.Builder, p *Port) {
	fmt.Fprintf(b, "// %s stands in front of a %s and has its calls recorded.\ntype %s struct {\n\t%s\n\tport *sut.Port\n}\n\n",
		p.Adapter, p.Interface, p.Adapter, p.Interface)
	for _, m := range p.Methods {
		back := ""
		if m.Returns {
			back = "return "
		}
		real := fmt.Sprintf("r.%s.%s", baseName(p.Interface), m.Name)
		if m.Bound != m.Params {
			real = fmt.Sprintf("func(%s) %s { %s%s(%s) }", m.Bound, m.Results, back, real, m.Args)
		}
		fmt.Fprintf(b, "func (r %s) %s(%s) %s { %ssut.Through(r.port, %q, %s)(%s) }\n\n", p.Adapter, m.Name, m.Params,
			m.Results, back, m.Unit, real, m.BoundArgs)
	}
}

// writeClock writes the type that shows a sut.Clock as an interface wants it.
func writeClock(b *strings.Builder, c ClockAdapter) {
	rest := ""
	if c.Rest {
		rest = c.Interface + "\n"
	}
	fmt.Fprintf(b, "// %s is a %s that shows the time of a sut.Clock.\ntype %s struct {\n%sclock *sut.Clock\n}\n\n", c.Name,
		c.Interface, c.Name, rest)
	if c.Now == "" {
		fmt.Fprintf(b, "func (c *%s) Now() time.Time { return c.clock.Now() }\n\n", c.Name)
	} else {
		fmt.Fprintf(b, "func (c *%s) Now() %s { return %s(c.clock.Elapsed()) }\n\n", c.Name, c.Now, c.Now)
	}
	for _, m := range c.Methods {
		switch m {
		case "Sleep":
			fmt.Fprintf(b, "func (c *%s) Sleep(d time.Duration) { c.clock.Sleep(d) }\n\n", c.Name)
		case "After":
			fmt.Fprintf(b, "func (c *%s) After(d time.Duration) <-chan time.Time { return c.clock.After(d) }\n\n", c.Name)
		default:
			fmt.Fprintf(b, "func (c *%[1]s) %[2]s(t time.Time) time.Duration { return c.clock.%[2]s(t) }\n\n", c.Name, m)
		}
	}
}

// places returns the ports that are parameters of constructors.
func (w *tableWriter) places() []*Port {
	var out []*Port
	for _, o := range w.pkg.Objects {
		for _, p := range o.Seams {
			if p.Place != "" {
				out = append(out, p)
			}
		}
	}
	return out
}
