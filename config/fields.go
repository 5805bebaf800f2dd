package config

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/source"
)

// nameForm is the form of the names of units and systems under test.
var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// collector gathers errors while values are read. Each of its readers reports what is
// wrong with a value, and then returns the zero value.
type collector struct {
	errs   source.Errors
	broken source.Errors // that axioms contradict each other, which leaves constants without a value
	// wrong are the keys of maps, by their places, of which something wrong is said: that another one may be meant to
	// be it, or what its value is. That it is missing is not a second mistake.
	wrong map[source.Pos]map[string]bool
}

// isWrong notes that something wrong is said of a key of a map.
func isWrong(c *collector, n *node, key string) {
	at := n.span().Pos()
	if c.wrong == nil {
		c.wrong = map[source.Pos]map[string]bool{}
	}
	if c.wrong[at] == nil {
		c.wrong[at] = map[string]bool{}
	}
	c.wrong[at][key] = true
}

// isWrongOf tells whether something wrong is said of one of some keys, in whatever map.
func isWrongOf(c *collector, keys ...string) bool {
	for _, wrong := range c.wrong {
		for _, key := range keys {
			if wrong[key] {
				return true
			}
		}
	}
	return false
}

// missing reports that a map at a place lacks a key, unless something wrong is said of that.
func missing(c *collector, at source.Span, key, want string) {
	if !c.wrong[at.Pos()][key] {
		c.fail(at, "%s is missing: expected %s", key, want)
	}
}

func (c *collector) fail(at source.Span, format string, args ...any) {
	c.errs = append(c.errs, source.Errorf(at, format, args...))
}

// maxNamed is how many further places an error shows at which a name stands that is not known.
const maxNamed = 3

// failUnknown reports a name that is not known. What is said of the same name already is not said again: the places of
// both are in one error.
func failUnknown(c *collector, n *node, format string, args ...any) {
	err := source.Errorf(n.span(), format, args...)
	for i, before := range c.errs {
		if before.Msg == err.Msg {
			if len(before.Related) < maxNamed {
				c.errs[i] = before.WithPlace(n.span(), "it is named here too")
			}
			return
		}
	}
	c.errs = append(c.errs, err)
}

// entry is a key that a map may have, with the function that reads its value.
type entry struct {
	key  string
	read func(*node)
}

// readObject reads a map that may have the given keys, and reports other keys.
func (c *collector) readObject(n *node, what string, entries ...entry) {
	if !n.isMap() {
		c.fail(n.span(), "expected %s, found %s", what, n.kind())
		return
	}
	var keys []string
	for _, e := range entries {
		keys = append(keys, e.key)
	}
fields:
	for _, f := range n.fields {
		name := f.key.yaml.Value
		for _, e := range entries {
			if e.key == name {
				before := len(c.errs)
				if !f.value.isNull() {
					e.read(f.value)
				}
				if len(c.errs) > before {
					isWrong(c, n, name)
				}
				continue fields
			}
		}
		hint := source.DidYouMean(name, keys)
		for _, key := range keys {
			if strings.Contains(hint, strconv.Quote(key)) {
				isWrong(c, n, key)
			}
		}
		switch {
		case name == "<<":
			hint = "; merge keys are not supported"
		case hint == "":
			hint = "; known are " + strings.Join(keys, ", ")
		}
		c.fail(f.key.span(), "unknown key %q%s", name, hint)
	}
}

// str reads a scalar as text, whatever YAML takes its type to be.
func (c *collector) str(n *node, what string) string {
	if !n.isScalar() || n.isNull() {
		c.fail(n.span(), "expected %s, found %s", what, n.kind())
		return ""
	}
	return n.yaml.Value
}

// nonempty reads a text that must say something.
func (c *collector) nonempty(n *node, what string) string {
	s := c.str(n, what)
	if strings.TrimSpace(s) == "" && n.isScalar() && !n.isNull() {
		c.fail(n.span(), "expected %s, found an empty text", what)
		return ""
	}
	return s
}

// name reads the name of a unit or of a system under test.
func (c *collector) name(n *node, what string) string {
	s := c.str(n, what)
	if s != "" && !nameForm.MatchString(s) || s == "" && n.isScalar() {
		c.fail(n.span(), "%q is not a name: expected a letter, then letters, digits, _, . and -", shorten(s))
		return ""
	}
	return s
}

// readList reads a list and calls item for each of its elements.
func (c *collector) readList(n *node, what string, item func(*node)) {
	if !n.isList() {
		c.fail(n.span(), "expected %s, found %s", what, n.kind())
		return
	}
	for _, m := range n.items {
		item(m)
	}
}

// strs reads a list of scalars.
func (c *collector) strs(n *node, what, each string) []string {
	out := []string{}
	c.readList(n, what, func(m *node) {
		if s := c.str(m, each); s != "" {
			out = append(out, s)
		}
	})
	return out
}

// integer reads an integer between lo and hi, both included.
func (c *collector) integer(n *node, what string, lo, hi int64) int64 {
	i, err := strconv.ParseInt(n.yaml.Value, 10, 64)
	switch {
	case !n.isScalar() || err != nil:
		c.fail(n.span(), "expected %s, an integer, found %s", what, n.kind())
		return 0
	case i < lo || i > hi:
		c.fail(n.span(), "expected %s, from %d to %d, found %d", what, lo, hi, i)
		return 0
	}
	return i
}

// boolean reads true or false.
func (c *collector) boolean(n *node) bool {
	if !n.isScalar() || n.yaml.Value != "true" && n.yaml.Value != "false" {
		c.fail(n.span(), "expected true or false, found %s", n.kind())
	}
	return n.yaml.Value == "true"
}

// size reads a number of bytes such as 512MiB or 2GiB.
func (c *collector) size(n *node) int64 {
	const what = "an amount of memory, such as 512MiB or 2GiB"
	if !n.isScalar() {
		c.fail(n.span(), "expected %s, found %s", what, n.kind())
		return 0
	}
	text := n.yaml.Value
	for i, unit := range []string{"KiB", "MiB", "GiB", "TiB"} {
		number, ok := strings.CutSuffix(text, unit)
		if !ok {
			continue
		}
		size, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil {
			break
		}
		if shift := 10 * (i + 1); minMemory <= size<<shift && 0 < size && size <= maxMemory>>shift {
			return size << shift
		}
		c.fail(n.span(), "expected an amount of memory from 1MiB to 1024TiB, found %s", text)
		return 0
	}
	c.fail(n.span(), "expected %s, found %s", what, n.kind())
	return 0
}

// duration reads a positive duration such as 5s or 1m30s.
func (c *collector) duration(n *node, what string) time.Duration {
	if !n.isScalar() {
		c.fail(n.span(), "expected %s, such as 5s, found %s", what, n.kind())
		return 0
	}
	t, err := time.ParseDuration(n.yaml.Value)
	switch {
	case err != nil:
		c.fail(n.span(), "expected %s, such as 5s, found %s", what, n.kind())
		return 0
	case t <= 0 || t > maxTimeout:
		c.fail(n.span(), "expected %s, above 0 and at most %v, found %v", what, maxTimeout, t)
		return 0
	}
	return t
}
