// Command many writes projects of many units that call each other, and serves these units to ttf-int.
//
//	many write DIR UNITS PROGRAMS NUMBERS
//	many serve FIRST UNITS
//
// A project has its units in as many programs, and with each unit a specification of its own, in files that only the
// units have that use it. NUMBERS is by how many numbers the input and the state before are divided: 0 for a case of
// each disjunct alone, 7 for some two hundred cases of a unit. MANY_FAULT names a unit that is wrong: it adds one too
// much.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/sut"
)

// layers is how many units are above each other in a program.
const layers = 8

func main() {
	args := os.Args[1:]
	var numbers []int
	for _, arg := range args[min(len(args), 1):] {
		if n, err := strconv.Atoi(arg); err == nil {
			numbers = append(numbers, n)
		}
	}
	switch {
	case len(args) == 5 && args[0] == "write" && len(numbers) >= 3:
		numbers = numbers[len(numbers)-3:]
		if err := write(args[1], numbers[0], numbers[1], numbers[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case len(args) == 3 && args[0] == "serve" && len(numbers) == 2:
		serve(numbers[0], numbers[1])
	default:
		fmt.Fprintln(os.Stderr, "usage: many write DIR UNITS PROGRAMS NUMBERS | many serve FIRST UNITS")
		os.Exit(2)
	}
}

// unit is the unit with a number. Those at an even place of their layer add their input to the variable a, the others
// to b; every other one of the last layer does both.
type unit struct {
	number  int
	layer   int
	vars    string
	callees []int
}

func (u unit) name() string { return name(u.number) }

func name(number int) string { return fmt.Sprintf("u%05d", number) }

// list returns the units of a program.
func list(first, units int) []unit {
	width := max(2, units/layers/2*2)
	var out []unit
	for i := range units {
		layer, at := i/width, i%width
		u := unit{number: first + i, layer: layer, vars: "ab"[at%2 : at%2+1]}
		below := func(at int) int { return first + (layer-1)*width + at%width }
		switch {
		case layer > 0 && layer%layers == layers-1 && at%2 == 0:
			u.vars, u.callees = "ab", []int{below(at), below(at + 1)}
		case layer > 0 && (layer-1)%layers != layers-1:
			u.callees = []int{below(at + 2)}
		}
		out = append(out, u)
	}
	return out
}

// schema returns the name of the schema of a unit.
func schema(number int) string { return strings.ToUpper(name(number)) }

// specify returns what a unit is to do: to add what is more than its layer, and to leave the rest alone.
func (u unit) specify() string {
	var delta, xi, adds []string
	for _, v := range strings.Split(u.vars, "") {
		delta, xi = append(delta, "Δ"+strings.ToUpper(v)), append(xi, "Ξ"+strings.ToUpper(v))
		adds = append(adds, fmt.Sprintf("%s' = %s + x?", v, v))
	}
	s := schema(u.number)
	no := fmt.Sprintf("%sNo == [%s; x? : ℤ | x? ≤ %d]\n", s, strings.Join(xi, "; "), u.layer)
	if len(u.callees) == 0 {
		return fmt.Sprintf("%sYes == [%s; x? : ℤ | x? > %d ∧ %s]\n%s%s == %sYes ∨ %sNo\n", s, strings.Join(delta, "; "),
			u.layer, strings.Join(adds, " ∧ "), no, s, s, s)
	}
	terms := []string{s + "Own"}
	for _, c := range u.callees {
		terms = append(terms, schema(c))
	}
	return fmt.Sprintf("%sOwn == [x? : ℤ | x? > %d]\n%s%s == (%s) ∨ %sNo\n", s, u.layer, no, s,
		strings.Join(terms, " ∧ "), s)
}

// write writes a project.
func write(dir string, units, programs, numbers int) error {
	texts := map[string]string{"specs/base.zed": "A == [a : ℤ]\nB == [b : ℤ]\n"}
	project := "apiVersion: ttf-int/v1\nproject: many\nspecs: [\"specs/*.yaml\"]\nrun: {parallel: 2, timeout: 5s}\nsuts:\n"
	tactics := "[dnf]"
	if numbers > 0 {
		var all []string
		for i := range numbers {
			all = append(all, fmt.Sprint(10*i))
		}
		list := "[" + strings.Join(all, ", ") + "]"
		tactics = "[dnf, {nr: [x?, " + list + "]}, {nr: [%s, " + list + "]}]"
	}
	for p := range programs {
		first, n := p*(units/programs), units/programs
		project += fmt.Sprintf("  p%d: {command: [bin/many, serve, \"%d\", \"%d\"], env: [MANY_FAULT]}\n", p, first, n)
		of := list(first, n)
		files := map[int][]string{}
		for _, u := range of {
			z, uses := []string{"base.zed"}, []string{}
			for _, c := range u.callees {
				uses = append(uses, name(c))
				for _, f := range files[c] {
					if !strings.Contains(strings.Join(z, " "), f) {
						z = append(z, f)
					}
				}
			}
			files[u.number] = append(z, u.name()+".zed")
			texts["specs/"+u.name()+".zed"] = u.specify()
			texts["specs/"+u.name()+".yaml"] = fmt.Sprintf(
				"unit: %s\nsut: p%d\nz: [%s]\nschema: %s\nuses: [%s]\ntactics: %s\n", u.name(), p,
				strings.Join(files[u.number], ", "), schema(u.number), strings.Join(uses, ", "),
				strings.ReplaceAll(tactics, "%s", u.vars[:1]))
		}
	}
	texts["ttf-int.yaml"] = project
	for path, text := range texts {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return copyProgram(filepath.Join(dir, "bin", "many"))
}

// copyProgram copies this program.
func copyProgram(to string) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(own)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}

// counters are an instance. Each unit calls others through its own variables.
type counters struct {
	a, b int
	call [][2]func(int)
}

// serve serves the units of a program.
func serve(first, units int) {
	all := list(first, units)
	fault := os.Getenv("MANY_FAULT")
	program := sut.Program[counters]{State: []sut.Var[counters]{
		sut.Field("a", func(c *counters) *int { return &c.a }), sut.Field("b", func(c *counters) *int { return &c.b }),
	}}
	run := make([]func(c *counters, x int), units)
	for i, u := range all {
		run[i] = func(c *counters, x int) {
			if x <= u.layer {
				return
			}
			for k := range u.callees {
				c.call[i][k](x)
			}
			if len(u.callees) == 0 && u.vars == "a" {
				c.a += x
			}
			if len(u.callees) == 0 && u.vars == "b" {
				c.b += x
			}
			if fault == u.name() {
				c.a, c.b = c.a+strings.Count(u.vars, "a"), c.b+strings.Count(u.vars, "b")
			}
		}
		program.Units = append(program.Units, sut.Unit[counters]{Name: u.name(), Func: run[i], Params: sut.Names{"x?"}})
		for k, callee := range u.callees {
			program.Seams = append(program.Seams, sut.Hook(u.name(), name(callee),
				func(c *counters) *func(int) { return &c.call[i][k] }))
		}
	}
	program.New = func() *counters {
		c := &counters{call: make([][2]func(int), units)}
		for i, u := range all {
			for k, callee := range u.callees {
				c.call[i][k] = func(x int) { run[callee-first](c, x) }
			}
		}
		return c
	}
	sut.Serve(program)
}
