package config

import (
	"regexp"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// project is the contents of ttf-int.yaml before names in it are resolved.
type project struct {
	at         source.Span
	name       string
	specs      []*node // the patterns of the names of unit files
	suts       map[string]*spec.SUT
	scope      value.Scope
	constants  []field
	run        spec.Run
	report     spec.Report
	executor   string
	tactics    []spec.OwnTactic
	recipes    []spec.Recipe
	props      []*node // the names of schemas that operations preserve
	init       *node   // the name of the schema of the state at first, or nil
	quarantine []quarantine
	limit      int   // how many conditions a tree may have; 0: the default
	budget     int64 // how many steps the leaves of a unit may take together; 0: the default
}

var sha256Form = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

// project reads the root of ttf-int.yaml.
func (c *collector) project(f *source.File, roots []*node) *project {
	p := &project{
		at:    place(f, 0),
		suts:  map[string]*spec.SUT{},
		scope: value.DefaultScope(),
		run: spec.Run{Parallel: defaultParallel, Timeout: defaultTimeout, Cases: defaultCases,
			RunTimeout: defaultRunTimeout, Calls: defaultCalls, Memory: defaultMemory},
	}
	if len(roots) != 1 {
		at := p.at
		if len(roots) > 1 {
			at = roots[1].span()
		}
		c.fail(at, "expected one YAML document with the project, found %d", len(roots))
		return p
	}
	version := false
	known := len(c.errs)
	c.readObject(roots[0], "a project",
		entry{"apiVersion", func(n *node) {
			version = true
			if v := c.str(n, "a version"); v != "" && v != fileVersion {
				c.fail(n.span(), "this version of ttf-int reads apiVersion %s, not %q", fileVersion, shorten(v))
			}
		}},
		entry{"project", func(n *node) { p.name = c.str(n, "the name of the project") }},
		entry{"specs", func(n *node) {
			if n.isList() && len(n.items) == 0 {
				c.fail(n.span(), `specs is empty: expected a list of file patterns, such as ["specs/*.yaml"]`)
			}
			c.readList(n, "a list of file patterns", func(m *node) {
				if c.str(m, "a file pattern") != "" {
					p.specs = append(p.specs, m)
				}
			})
		}},
		entry{"suts", func(n *node) { c.readSUTs(p, n) }},
		entry{"scope", func(n *node) { c.readScope(n, &p.scope) }},
		entry{"constants", func(n *node) { p.constants = readConstants(c, n) }},
		entry{"run", func(n *node) { c.run(n, &p.run) }},
		entry{"report", func(n *node) { c.report(n, &p.report) }},
		entry{"executor", func(n *node) { p.executor = readExecutor(c, n) }},
		entry{"tactics", func(n *node) { p.tactics = c.readOwnTactics(n) }},
		entry{"recipes", func(n *node) { p.recipes = c.recipes(n) }},
		entry{"properties", func(n *node) { p.props = c.schemas(n) }},
		entry{"quarantine", func(n *node) { p.quarantine = readQuarantines(c, n) }},
		entry{"init", func(n *node) {
			if c.str(n, "the name of a schema") != "" {
				p.init = n
			}
		}},
		entry{"budget", func(n *node) {
			p.budget = c.integer(n, "the number of steps that the solver may take for the leaves of a unit", 1,
				maxMagnitude)
		}},
		entry{"conditions", func(n *node) {
			p.limit = int(c.integer(n, "the number of conditions that a testing tree may have", 1, maxConditions))
		}},
	)
	if !version && roots[0].isMap() {
		missing(c, p.at, "apiVersion", "apiVersion: "+fileVersion)
	}
	if len(p.specs) == 0 && len(c.errs) == known {
		missing(c, p.at, "specs", `a list of file patterns, such as ["specs/*.yaml"]`)
	}
	return p
}

// executorForm is the address of a cluster.
var executorForm = regexp.MustCompile(`^grpcs?://[^/\s]+:[0-9]+(/\S*)?$`)

// readExecutor reads the address of a cluster.
func readExecutor(c *collector, n *node) string {
	s := c.str(n, "the address of a cluster, such as grpc://localhost:8980")
	if n.isScalar() && !n.isNull() && !executorForm.MatchString(s) {
		c.fail(n.span(), "%q is not the address of a cluster: expected grpc://HOST:PORT or grpcs://HOST:PORT, and "+
			"/INSTANCE behind it where the cluster has instances", shorten(s))
		return ""
	}
	return s
}

// readConstants returns the entries of the map of constants to their values.
func readConstants(c *collector, n *node) []field {
	if !n.isMap() {
		c.fail(n.span(), "expected a map of constants to values, found %s", n.kind())
	}
	return n.fields
}

func (c *collector) readSUTs(p *project, n *node) {
	if !n.isMap() {
		c.fail(n.span(), "expected a map of names to systems under test, found %s", n.kind())
		return
	}
	for _, f := range n.fields {
		name := c.name(f.key, "the name of a system under test")
		if s := c.sut(name, f); name != "" {
			p.suts[name] = s
		}
	}
}

func (c *collector) sut(name string, f field) *spec.SUT {
	s := &spec.SUT{Name: name, At: f.key.span(), Dir: ".", Env: []string{}, StartTimeout: defaultStartTimeout}
	known := len(c.errs)
	c.readObject(f.value, "a system under test",
		entry{"build", func(n *node) { s.Build = c.strs(n, "a list: a program and its arguments", "an argument") }},
		entry{"command", func(n *node) { s.Command = c.strs(n, "a list: a program and its arguments", "an argument") }},
		entry{"dir", func(n *node) { s.Dir = c.str(n, "a folder") }},
		entry{"env", func(n *node) {
			c.readList(n, "a list of the environment's variables", func(m *node) {
				if v := c.variable(m); v != "" {
					s.Env = append(s.Env, v)
				}
			})
		}},
		entry{"sha256", func(n *node) {
			if s.SHA256 = c.str(n, "a checksum"); s.SHA256 != "" && !sha256Form.MatchString(s.SHA256) {
				c.fail(n.span(), "expected a SHA-256 checksum, 64 hexadecimal digits, found %s", n.kind())
			}
		}},
		entry{"reads", func(n *node) {
			if s.Reads = c.strs(n, "a list of patterns of files", "a pattern of files"); n.isNull() {
				s.Reads = nil
			}
		}},
		entry{"start_timeout", func(n *node) { s.StartTimeout = c.duration(n, "a duration") }},
	)
	if len(s.Command) == 0 && len(c.errs) == known {
		c.fail(f.key.span(), "the system under test %q has no command: expected command: [program, argument, …]", name)
	}
	return s
}

// variableForm is the name of a variable of the environment, or name=value.
var variableForm = regexp.MustCompile(`^[^=\x00\s\d][^=\x00\s]*(=[^\x00]*)?$`)

// variable reads the name of an environment variable that a system under test may see,
// or NAME=value.
func (c *collector) variable(n *node) string {
	s := c.str(n, "a variable of the environment")
	if n.isScalar() && !n.isNull() && !variableForm.MatchString(s) {
		c.fail(n.span(), "%q is not a variable of the environment: expected NAME or NAME=value", shorten(s))
		return ""
	}
	return s
}

// readScope reads the bounds of a scope into s, and leaves those that are not written as
// they are.
func (c *collector) readScope(n *node, s *value.Scope) {
	c.readObject(n, "a scope",
		entry{"int", func(n *node) {
			if !n.isList() || len(n.items) != 2 {
				c.fail(n.span(), "expected the least and the greatest integer, such as [-10, 10], found %s", n.kind())
				return
			}
			known := len(c.errs)
			lo := c.integer(n.items[0], "the least integer", -maxMagnitude, maxMagnitude)
			hi := c.integer(n.items[1], "the greatest integer", -maxMagnitude, maxMagnitude)
			if len(c.errs) > known {
				return
			}
			if lo > hi {
				c.fail(n.span(), "the range of integers is empty: %d is above %d", lo, hi)
				return
			}
			s.IntMin, s.IntMax = lo, hi
		}},
		entry{"set", func(n *node) { s.Set = int(c.integer(n, "the size of sets", 0, maxElements)) }},
		entry{"seq", func(n *node) { s.Seq = int(c.integer(n, "the length of sequences", 0, maxElements)) }},
		entry{"given", func(n *node) { s.Given = int(c.integer(n, "the size of given types", 1, maxElements)) }},
	)
}

func (c *collector) run(n *node, r *spec.Run) {
	c.readObject(n, "the options of a run",
		entry{"parallel", func(n *node) { r.Parallel = int(c.integer(n, "the number of processes", 1, maxParallel)) }},
		entry{"timeout", func(n *node) { r.Timeout = c.duration(n, "a duration") }},
		entry{"run_timeout", func(n *node) { r.RunTimeout = c.duration(n, "a duration") }},
		entry{"calls", func(n *node) { r.Calls = int(c.integer(n, "the number of calls per case", 1, maxCalls)) }},
		entry{"memory", func(n *node) { r.Memory = c.size(n) }},
		entry{"processes", func(n *node) {
			r.Processes = int(c.integer(n, "how many processes a program may have", 1, maxProcesses))
		}},
		entry{"files", func(n *node) {
			r.Files = int(c.integer(n, "how many files a process may have open", minFiles, mostFiles))
		}},
		entry{"grace", func(n *node) { r.Grace = c.duration(n, "a duration") }},
		entry{"cases", func(n *node) { r.Cases = int(c.integer(n, "the number of cases per leaf", 1, maxCases)) }},
		entry{"routes", func(n *node) {
			r.Routes = int(c.integer(n, "the number of ways to a state", 1, maxRoutes))
		}},
		entry{"retries", func(n *node) {
			r.Retries = int(c.integer(n, "how often a case that fails is run again", 0, maxRetries))
		}},
		entry{"flaky", func(n *node) { r.FlakyWarns = readRule(c, n, "flaky cases", "fail") == "warn" }},
		entry{"leaks", func(n *node) { r.LeaksFail = readRule(c, n, "what programs leave behind", "warn") == "fail" }},
		entry{"order", func(n *node) {
			switch text := c.str(n, "the order of cases"); text {
			case "plan", "":
			case string(spec.FailedFirst):
				r.Order = spec.FailedFirst
			default:
				c.fail(n.span(), "there is no order %q: %s", text,
					source.FormatExpected(text, []string{"plan", "failed-first"}))
			}
		}},
		entry{"sequences", func(n *node) { r.Sequences = readSequences(c, n) }},
		entry{"length", func(n *node) { r.Length = readLength(c, n) }},
	)
}

func (c *collector) report(n *node, r *spec.Report) {
	c.readObject(n, "the reports of a run",
		entry{"junit", func(n *node) { r.JUnit = c.str(n, "a file") }},
		entry{"html", func(n *node) { r.HTML = c.str(n, "a folder") }},
	)
}
