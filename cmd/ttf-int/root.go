package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// app is what every command shares: where it writes, and the flags before it.
type app struct {
	stdout, stderr *os.File
	guard          proc.Guard

	dir     string // -C
	config  string // --config
	json    bool   // --json
	noCache bool   // --no-cache
	memory  int64  // --memory
	backend solverChoice

	noStrengthen bool // --no-strengthen
	coverCallees bool // --cover-callees
	breakCycles  bool // --break-cycles
	theorem2     bool // what the command shows has the matrices of Theorem 2

	timeout time.Duration // how long planning may take; 0: no limit

	builds atomic.Pointer[runner.Builds] // by a command that runs them too

	mistakes []string // what ttf-int is found to be wrong about
}

const rootHelp = `ttf-int tests how the units of a program work together.

You write, for every unit (a function, procedure or method), a formal
specification in Z and which other units it uses and calls. From that, ttf-int
works out the order in which the units must be tested, derives test cases from
the specifications, decides for each case which callee may be used as it is and
which a stub must replace, runs everything against your program, and says who is
to blame when something fails.`

const rootExample = `  ttf-int init demo --sdk ../ttf-int   # write a small project that works
  ttf-int validate                     # check the specifications
  ttf-int plan                         # layers, test cases, stub decisions
  ttf-int run                          # run it, exit code 0 when all passed
  ttf-int explain insert/DNF_1/SP_1    # all about one test case
  ttf-int solve 'x : Z | x * x = 49'   # find values for a predicate`

// root returns the whole command.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "ttf-int", Short: "test the units of a program in the order in which they use each other",
		Long: rootHelp, Example: rootExample,
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := megabytes(a.memory).apply(); err != nil || a.dir == "" {
				return err
			}
			return os.Chdir(a.dir)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Args = known(root)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.PersistentFlags().StringVarP(&a.dir, "directory", "C", "", "work as if started in `DIR`")
	root.PersistentFlags().StringVar(&a.config, "config", "", "read the project from `FILE` instead of the nearest ttf-int.yaml")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "write one JSON document to stdout, all else to stderr")
	root.PersistentFlags().BoolVar(&a.noCache, "no-cache", false, "plan anew, and keep nothing for later plans")
	root.PersistentFlags().BoolVar(&a.noStrengthen, "no-strengthen", false, "plan no leaves that only callers ask for")
	root.PersistentFlags().BoolVar(&a.coverCallees, "cover-callees", false, "plan cases that meet the leaves of callees that no other case meets")
	root.PersistentFlags().BoolVar(&a.breakCycles, "break-cycles", false, "where units use each other, cut as few uses as can be, and stub them")
	root.PersistentFlags().Int64Var(&a.memory, "memory", defaultMemory, "leave undecided what needs more than `MB` megabytes of memory")
	a.backend.declare(root)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.initCommand(), a.validateCommand(), a.planCommand(), a.runCommand(), a.treeCommand(), a.casesCommand(),
		a.stubsCommand(), a.explainCommand(), a.graphCommand(), a.solveCommand(), a.printCommand(), a.versionCommand())
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "solve", "print", "graph", "init":
			a.interruptible(c)
		}
		if c.Name() == "completion" {
			c.Args, c.RunE = known(c), func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	return root
}

// known returns what refuses a word that is not a command below the given one.
func known(parent *cobra.Command) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range parent.Commands() {
			names = append(names, c.Name())
		}
		return fmt.Errorf("there is no command %q%s; `%s --help` lists them", args[0], source.DidYouMean(args[0], names), parent.CommandPath())
	}
}

// load reads the project.
func (a *app) load() (*spec.System, error) {
	if a.breakCycles {
		return config.LoadCut(a.config, "")
	}
	return config.Load(a.config, "")
}

// plan reads the project and plans it. Where the time limit is reached before it is done,
// or the command is interrupted, there is a plan beside the error: what was found until
// then, which is to be shown all the same.
func (a *app) plan(ctx context.Context) (*planner.Planned, error) {
	return a.inTime(ctx, func(ctx context.Context) (*planner.Planned, error) {
		system, err := a.load()
		if err != nil {
			return nil, err
		}
		return a.planOf(ctx, system)
	})
}

func (a *app) planOf(ctx context.Context, system *spec.System) (*planner.Planned, error) {
	system, builds, err := a.told(ctx, system)
	if err != nil {
		return nil, err
	}
	builds.Release()
	return a.made(ctx, system)
}

// made plans a system of which the programs have said what they say of constants.
func (a *app) made(ctx context.Context, system *spec.System) (*planner.Planned, error) {
	return a.planning(ctx, system, func(o planner.Options) (*planner.Planned, error) { return planner.Make(ctx, system, o) })
}

// unit returns the plan of the unit named on the command line.
func unit(pl *planner.Planned, name string) (*plan.Unit, error) {
	if u := pl.Unit(name); u != nil {
		return u, nil
	}
	return nil, unknownUnit(pl, name)
}

func unknownUnit(pl *planner.Planned, name string) error {
	var names []string
	for _, u := range pl.Units {
		names = append(names, u.Name)
	}
	return fmt.Errorf("there is no unit %q%s", name, source.DidYouMean(name, names))
}

// shownIn returns the case that a result is of, or that it was seen in: what a
// callee did wrong is a result of its own, with the id callee@case.
func shownIn(id string) string {
	if _, in, ok := strings.Cut(id, "@"); ok {
		return in
	}
	return id
}

// command returns what is typed for this program to work where it does now.
func (a *app) command() string {
	out := "ttf-int"
	if a.dir != "" {
		out += " -C " + shellWord(a.dir)
	}
	if a.config != "" {
		out += " --config " + shellWord(a.config)
	}
	return out
}

// plainWord is a word that no shell reads as anything else.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./+:@%,-]+$`)

// shellWord quotes a word for a shell where it needs it.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// testCase returns the case of the given id, and its unit.
func testCase(pl *planner.Planned, id string) (*plan.Unit, *plan.Case, error) {
	var ids []string
	for _, u := range pl.Units {
		for _, c := range u.Cases {
			if c.ID == id {
				return u, c, nil
			}
			ids = append(ids, c.ID)
		}
		if l := u.Leaf(id); l != nil {
			return nil, nil, fmt.Errorf("the leaf %s has no case: %s: %s", id, l.Status, l.Reason)
		}
	}
	return nil, nil, fmt.Errorf("there is no case %q%s; `ttf-int cases UNIT` lists them", id, source.DidYouMean(id, ids))
}

// style returns how to write for people on f.
func style(f *os.File) report.Style {
	return report.Style{Colour: terminal(f) && os.Getenv("NO_COLOR") == ""}
}

// terminal tells whether f is a terminal that can move its cursor.
func terminal(f *os.File) bool {
	return cwriter.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// write calls a writer of package report. That stdout is gone is not the
// specifications' fault.
func write(w io.Writer, f func(io.Writer) error) error { return machinery(f(w)) }

// oneFormat reports a --format that is none of the words, or that --json, which
// is a format too, contradicts.
func (a *app) oneFormat(cmd *cobra.Command, format string, words ...string) error {
	if a.json && cmd.Flags().Changed("format") {
		return fmt.Errorf("--json and --format %s: expected one of them", format)
	}
	return oneOf("format", format, words...)
}

// oneOf reports a flag whose value is none of the words.
func oneOf(flag, got string, words ...string) error {
	for _, w := range words {
		if w == got {
			return nil
		}
	}
	return fmt.Errorf("--%s %q: expected %s%s", flag, got, listed(words), source.DidYouMean(got, words))
}

// listed writes words of which one is expected: a, b or c.
func listed(words []string) string {
	list := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			list += " or "
		default:
			list += ", "
		}
		list += w
	}
	return list
}
