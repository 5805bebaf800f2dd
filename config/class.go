package config

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// class is a document of a class that was read and is not yet resolved.
type class struct {
	*spec.Class
	at    source.Span // of the document
	path  string      // of the document's file
	sut   *node       // nil: it was left out
	lobas *node
	uses  []*node
	given []*node
	own   []*ownPair
	file  *node   // of own pairs
	units []field // the units that operations are
}

// ownPair is a pair as it was read.
type ownPair struct {
	at            source.Span
	first, second *node
	equivalent    bool
}

const (
	maxOriginals = 1_000_000
	maxSequence  = 1000 // operations
	maxContext   = 5    // operations before an observer
	maxPaths     = 100_000
	maxValues    = 100
	maxRatio     = 1000

	defaultContext    = 1
	defaultPaths      = 100
	defaultExperiment = 3
	defaultValues     = 2
)

// isClass tells whether a YAML document describes a class, which its first key shows.
func isClass(n *node) bool {
	return n.isMap() && len(n.fields) > 0 && n.fields[0].key.yaml.Value == "class"
}

// readClass reads one YAML document of a class.
func readClass(c *collector, n *node, path string) *class {
	k := &class{Class: &spec.Class{Depth: defaultContext,
		Originals: spec.Originals{Paths: defaultPaths, Depth: defaultExperiment, Values: defaultValues}},
		at: n.span(), path: path}
	c.readObject(n, "a class",
		entry{"class", func(n *node) { k.Name, k.At = c.name(n, "the name of a class"), n.span() }},
		entry{"sut", func(n *node) { k.SUT, k.sut = c.name(n, "the name of a system under test"), n }},
		entry{"lobas", func(n *node) { k.lobas = n }},
		entry{"uses", func(n *node) { k.uses = c.callees(n) }},
		entry{"equal", func(n *node) { k.readEqual(c, n) }},
		entry{"contexts", func(n *node) {
			k.Depth = int(c.integer(n, "how many operations there are before an observer", 0, maxContext))
		}},
		entry{"originals", func(n *node) { k.readOriginals(c, n) }},
		entry{"operations", func(n *node) {
			if k.units = n.fields; !n.isMap() {
				c.fail(n.span(), "expected the units that operations are, by the names of the operations, found %s", n.kind())
			}
		}},
		entry{"cases", func(n *node) {
			if k.file = n; n.isList() {
				k.file = nil
				k.readOwn(c, n)
			}
		}},
	)
	if !k.At.IsValid() {
		missing(c, k.at, "class", "the name of the class")
	}
	if k.lobas == nil {
		missing(c, k.at, "lobas", "the file of the class's specification, or the specification itself")
	}
	if o := &k.Originals; len(k.given)+o.Length+len(o.Random)+len(k.own) == 0 && k.file == nil {
		o.Length, o.Random = spec.DefaultLength, spec.DefaultRandom()
	}
	return k
}

// readEqual reads by what objects are compared: one way, or two.
func (k *class) readEqual(c *collector, n *node) {
	read := func(m *node) {
		word := spec.Equality(c.str(m, "a way to compare objects"))
		switch {
		case word == "":
		case !slices.Contains(spec.AllEqualities, word):
			var known []string
			for _, e := range spec.AllEqualities {
				known = append(known, string(e))
			}
			c.fail(m.span(), "%q is not a way to compare objects: %s", shorten(string(word)),
				source.FormatExpected(string(word), known))
		case slices.Contains(k.Equal, word):
			c.fail(m.span(), "%s is there twice", word)
		default:
			k.Equal = append(k.Equal, word)
		}
	}
	if n.isScalar() {
		read(n)
		return
	}
	c.readList(n, "a way to compare objects, or a list of two", read)
	if len(k.Equal) > 2 {
		c.fail(n.span(), "objects are compared in one way or in two, and this names %d", len(k.Equal))
	}
}

// readOriginals reads of which sequences pairs are made.
func (k *class) readOriginals(c *collector, n *node) {
	o := &k.Originals
	c.readObject(n, "the sequences of which pairs are made",
		entry{"given", func(n *node) {
			c.readList(n, "a list of sequences", func(m *node) {
				if c.nonempty(m, "a sequence of operations") != "" {
					k.given = append(k.given, m)
				}
			})
		}},
		entry{"length", func(n *node) { o.Length = int(c.integer(n, "the length of all sequences", 0, 20)) }},
		entry{"random", func(n *node) {
			if n.isMap() {
				k.readRandom(c, n)
				return
			}
			c.readList(n, "how sequences are drawn, or a list of that", func(m *node) { k.readRandom(c, m) })
		}},
		entry{"paths", func(n *node) { o.Paths = int(c.integer(n, "the paths of a sequence", 1, maxPaths)) }},
		entry{"values", func(n *node) { o.Values = int(c.integer(n, "the values of a path", 1, maxValues)) }},
		entry{"experiments", func(n *node) {
			o.Depth = int(c.integer(n, "the operations of an experiment", 0, maxContext))
		}},
	)
}

// readRandom reads how sequences are drawn.
func (k *class) readRandom(c *collector, n *node) {
	r := spec.DefaultRandom()[0]
	c.readObject(n, "how sequences are drawn",
		entry{"count", func(n *node) { r.Count = int(c.integer(n, "the number of sequences", 1, maxOriginals)) }},
		entry{"length", func(n *node) { r.Length = int(c.integer(n, "the length of sequences", 1, maxSequence)) }},
		entry{"range", func(n *node) { r.Range = c.integer(n, "the largest parameter", 1, 1<<31) }},
		entry{"ratio", func(n *node) {
			ratio, err := strconv.ParseFloat(n.yaml.Value, 64)
			if !n.isScalar() || err != nil || ratio < 0 || ratio > maxRatio {
				c.fail(n.span(), "expected how many constructors there are for each transformer, a number from 0 to %d, found %s",
					maxRatio, n.kind())
			}
			r.Ratio = ratio
		}},
		entry{"biased", func(n *node) { r.Biased = c.boolean(n) }},
		entry{"differ", func(n *node) { r.Differs = c.boolean(n) }},
		entry{"mutants", func(n *node) { r.Mutants = c.boolean(n) }},
	)
	k.Originals.Random = append(k.Originals.Random, r)
}

// readOwn reads the pairs that the document gives: two sequences, and whether they are equivalent.
func (k *class) readOwn(c *collector, n *node) {
	c.readList(n, "a list of pairs", func(m *node) {
		p := &ownPair{at: m.span(), equivalent: true}
		c.readObject(m, "a pair",
			entry{"first", func(n *node) { p.first = n }},
			entry{"second", func(n *node) { p.second = n }},
			entry{"tag", func(n *node) {
				switch word := c.str(n, "equivalent or not-equivalent"); word {
				case "equivalent", "":
				case "not-equivalent":
					p.equivalent = false
				default:
					c.fail(n.span(), "%q is not a tag: %s", shorten(word),
						source.FormatExpected(word, []string{"equivalent", "not-equivalent"}))
				}
			}},
		)
		if m.isMap() && (p.first == nil || p.second == nil) {
			c.fail(m.span(), "expected first and second, the two sequences of a pair")
			return
		}
		k.own = append(k.own, p)
	})
}

// classReader resolves the classes of a project.
type classReader struct{ loader *loader }

// relateClasses reads the specifications of classes, and finds what they use. The names of the
// systems under test are sorted.
func (l classReader) relateClasses(suts []string) {
	first := map[string]*class{}
	known := map[string][]*language.Class{} // by path
	for _, k := range l.loader.classes {
		if before := first[k.Name]; before != nil && k.Name != "" {
			c := &l.loader.collector
			c.errs = append(c.errs, source.Errorf(k.At, "the class %q is specified twice", k.Name).WithPlace(before.At,
				"first specified here"))
			continue
		}
		first[k.Name] = k
		k.SUT = l.loader.findSUT(k.SUT, k.sut, k.at, suts, "run a class")
		if k.lobas != nil {
			l.readAlgebra(k, known)
		}
	}
	for _, k := range l.loader.classes {
		if k.Algebra != nil {
			l.relateClass(k, first)
		}
	}
	l.checkCycles(first)
}

// findSUT returns the system under test that a document names, or the only one there is.
func (l *loader) findSUT(name string, n *node, at source.Span, suts []string, does string) string {
	switch {
	case n == nil && len(suts) == 1:
		return suts[0]
	case n == nil && len(suts) == 0:
		l.collector.fail(at, "the project has no system under test that could %s", does)
	case n == nil:
		l.collector.fail(at, "there are several systems under test: expected sut with one of %s",
			strings.Join(suts, ", "))
	case name != "" && !slices.Contains(suts, name):
		l.collector.fail(n.span(), "the project has no system under test %q%s", name, hintAt(name, suts))
	}
	return name
}

// readAlgebra reads the specification of a class.
func (l classReader) readAlgebra(k *class, known map[string][]*language.Class) {
	n, path := k.lobas, ""
	if !n.isScalar() {
		l.loader.collector.fail(n.span(), "expected a file whose name ends in .lobas, or a specification, found %s", n.kind())
		return
	}
	text := n.text()
	if value := strings.TrimSpace(n.yaml.Value); !strings.Contains(value, "\n") && strings.HasSuffix(value, ".lobas") {
		if text = l.readBeside(k, n); text == nil {
			return
		}
		path = filepath.Join(filepath.Dir(k.path), filepath.FromSlash(value))
	}
	classes := known[path]
	if classes == nil {
		var err error
		if classes, err = language.Parse(text); err != nil {
			l.loader.collector.errs.Add(err)
			return
		}
		if path != "" {
			known[path] = classes
		}
	}
	var names []string
	for _, c := range classes {
		if c.Name.Text == k.Name {
			k.Algebra, k.Classes = c, classes
			return
		}
		names = append(names, c.Name.Text)
	}
	if k.Name != "" {
		l.loader.collector.fail(k.At, "the specification has no class %s: %s", k.Name,
			source.FormatExpected(k.Name, names))
	}
}

// relateClass reads the sequences of a class, and finds the classes and units that it uses.
func (l classReader) relateClass(k *class, all map[string]*class) {
	add := func(name string) {
		if name != k.Name && !slices.Contains(k.Uses, name) {
			k.Uses = append(k.Uses, name)
		}
	}
	for _, o := range k.Algebra.Operations {
		for _, sort := range append([]string{o.Result.Text}, sortsOf(o)...) {
			if all[sort] != nil {
				add(sort)
			}
		}
	}
	for _, n := range k.uses {
		name := n.yaml.Value
		isUnit := slices.ContainsFunc(l.loader.units, func(u *unit) bool { return u.Name == name })
		if all[name] == nil && !isUnit {
			l.loader.collector.fail(n.span(), "there is no class or unit %q%s", name,
				source.DidYouMean(name, keysOf(all)))
			continue
		}
		add(name)
	}
	slices.Sort(k.Uses)
	if len(k.Equal) == 0 {
		k.Equal = []spec.Equality{spec.ByObservations}
		if k.Algebra.Find(spec.Eqn) != nil {
			k.Equal = []spec.Equality{spec.ByEqn}
		}
	}
	if slices.Contains(k.Equal, spec.ByEqn) && !isEqn(k.Algebra) {
		l.loader.collector.fail(k.at, "objects of %s are compared by eqn, and it has no observer eqn that takes one of "+
			"them and gives a Boolean", k.Name)
	}
	for _, n := range k.given {
		if t := l.readTerm(k, n); t != nil {
			k.Originals.Given = append(k.Originals.Given, spec.Sequence{Text: n.text(), Term: t})
		}
	}
	if k.file != nil {
		l.readCases(k)
	}
	for _, p := range k.own {
		one, other := l.readTerm(k, p.first), l.readTerm(k, p.second)
		if one != nil && other != nil {
			k.Own = append(k.Own, language.Case{Class: k.Algebra, First: one, Second: other, Equivalent: p.equivalent,
				Span: p.at})
		}
	}
}

// readCases reads the file of own pairs that the document of a class names.
func (l classReader) readCases(k *class) {
	n := k.file
	if !n.isScalar() {
		l.loader.collector.fail(n.span(), "expected a list of pairs, or the file that has them, found %s", n.kind())
		return
	}
	text := l.readBeside(k, n)
	if text == nil {
		return
	}
	read, err := language.ParseCases(text, k.Classes)
	l.loader.collector.errs.Add(err)
	for _, c := range read {
		if err != nil || c.Class != k.Algebra {
			continue
		}
		k.Own = append(k.Own, c)
	}
}

// readBeside returns the text of a file that a document of a class names; nil where that cannot be read.
func (l classReader) readBeside(k *class, n *node) *source.Text {
	path := filepath.FromSlash(strings.TrimSpace(n.yaml.Value))
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(k.path), path)
	}
	f, err := l.loader.reader.readDocument(path)
	if err == nil {
		return f.Whole()
	}
	if located, ok := err.(*source.Error); ok {
		l.loader.collector.errs.Add(located)
	} else {
		l.loader.collector.fail(n.span(), "%v", err)
	}
	return nil
}

// isEqn tells whether a class has an operation that compares two of its objects.
func isEqn(c *language.Class) bool {
	o := c.Find(spec.Eqn)
	return o != nil && o.Kind == language.Observer && o.Result.Text == language.Boolean && len(o.Params) == 1 &&
		o.Params[0].Sort.Text == c.Name.Text
}

// sortsOf returns the sorts of the parameters of an operation.
func sortsOf(o *language.Operation) (out []string) {
	for _, p := range o.Params {
		out = append(out, p.Sort.Text)
	}
	return out
}

// readTerm reads a sequence of operations; nil where it is wrong.
func (l classReader) readTerm(k *class, n *node) language.Term {
	if !n.isScalar() {
		l.loader.collector.fail(n.span(), "expected a sequence of operations, found %s", n.kind())
		return nil
	}
	t, err := language.ParseSequence(n.text(), k.Classes, k.Algebra)
	l.loader.collector.errs.Add(err)
	if err != nil {
		return nil
	}
	return t
}

// checkCycles reports classes that use each other: none of them can be tested first.
func (l classReader) checkCycles(all map[string]*class) {
	state := map[string]int{}
	var visit func(k *class, way []string) bool
	visit = func(k *class, way []string) bool {
		way = append(way, k.Name)
		switch state[k.Name] {
		case 1:
			from := slices.Index(way, k.Name)
			l.loader.collector.fail(k.At, "classes use each other in a cycle: %s", strings.Join(way[from:], " uses "))
			return false
		case 2:
			return true
		}
		state[k.Name] = 1
		for _, name := range k.Uses {
			if next := all[name]; next != nil && !visit(next, way) {
				return false
			}
		}
		state[k.Name] = 2
		return true
	}
	for _, k := range l.loader.classes {
		if !visit(k, nil) {
			return
		}
	}
}

// listClasses returns the classes in the form of package spec, sorted by name.
func listClasses(all []*class) []*spec.Class {
	var out []*spec.Class
	for _, one := range all {
		out = append(out, one.Class)
	}
	slices.SortFunc(out, func(a, b *spec.Class) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
