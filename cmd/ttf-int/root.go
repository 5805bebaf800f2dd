package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/solve/backend"
	"github.com/ttf-int/ttf-int/source"
)

// app holds what all commands share: the flags of the whole program and where it
// writes.
type app struct {
	console  *console
	project  *project
	limits   *limits
	answerer *answerer
	planning *planning
	guard    proc.Guard
}

// newApp returns an app before any flag is read.
func newApp(stdout, stderr *os.File, guard proc.Guard) *app {
	a := &app{
		console: &console{stdout: stdout, stderr: stderr}, project: &project{}, limits: &limits{memory: defaultMemory},
		answerer: &answerer{name: backend.Embedded, guard: guard}, guard: guard,
	}
	a.planning = &planning{console: a.console, project: a.project, limits: a.limits, answerer: a.answerer, guard: guard}
	return a
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

// runLine runs one command line.
func (a *app) runLine(ctx context.Context, args []string) exitCode {
	return a.console.recoverFrom(func() exitCode {
		defer a.answerer.close()
		root := a.root()
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		return a.console.sayMistakes(a.console.explain(ctx, err))
	})
}

// root returns the whole command.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "ttf-int", Short: "test the units of a program in the order in which they use each other",
		Long: rootHelp, Example: rootExample,
		SilenceErrors: true, SilenceUsage: true, Version: version(),
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := a.limits.memory.apply(); err != nil || a.project.dir == "" {
				return err
			}
			return os.Chdir(a.project.dir)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.Args = isCommand(root)
	root.Flags().Bool("version", false, "print the version")
	root.SetVersionTemplate("ttf-int " + versionLine() + "\n")
	root.SetOut(a.console.stdout)
	root.SetErr(a.console.stderr)
	a.addFlags(root)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.limits.makeInterruptible(initCommand(a)), a.limits.makeInterruptible(driverCommand(a)),
		validateCommand(a), planCommand(a), a.limits.makeInterruptible(lockCommand(a)), runCommand(a), watchCommand(a),
		treeCommand(a), casesCommand(a),
		stubsCommand(a), explainCommand(a), a.limits.makeInterruptible(graphCommand(a)),
		a.limits.makeInterruptible(solveCommand(a)), generateCommand(a),
		a.limits.makeInterruptible(printCommand(a)),
		a.limits.makeInterruptible(conformCommand(a)),
		a.limits.makeInterruptible(simplifyCommand(a)), a.limits.makeInterruptible(pairsCommand(a)),
		mutateCommand(a), historyCommand(a), whyCommand(a), reportCommand(a), schemaCommand(a),
		a.limits.makeInterruptible(ciCommand(a)), configCommand(a),
		a.limits.makeInterruptible(doctorCommand(a)), lspCommand(a), a.limits.makeInterruptible(sdkCommand(a)),
		workerCommand(a), a.limits.makeInterruptible(actionCommand(a)), versionCommand(a))
	a.addCompletions(root)
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = isCommand(c), func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	return root
}

// addFlags adds the flags that all commands have.
func (a *app) addFlags(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVarP(&a.project.dir, "directory", "C", "", "work as if started in `DIR`")
	flags.StringVar(&a.project.config, "config", "", "read the project from `FILE` instead of the nearest ttf-int.yaml")
	flags.BoolVar(&a.console.json, "json", false, "write one JSON document to stdout, all else to stderr")
	flags.BoolVar(&a.planning.noCache, "no-cache", false, "plan anew, and keep nothing for later plans")
	flags.BoolVar(&a.planning.noStrengthen, "no-strengthen", false, "plan no leaves that only callers ask for")
	flags.BoolVar(&a.planning.coverCallees, "cover-callees", false,
		"plan cases that meet the leaves of callees that no other case meets")
	flags.BoolVar(&a.project.breakCycles, "break-cycles", false,
		"where units use each other, cut as few uses as can be, and stub them")
	flags.Int64Var((*int64)(&a.limits.memory), "memory", defaultMemory,
		"leave undecided what needs more than `MB` megabytes of memory")
	a.answerer.addFlags(root)
}

// isCommand returns the check that refuses a word that is not a subcommand of the given
// command.
func isCommand(parent *cobra.Command) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range parent.Commands() {
			names = append(names, c.Name())
		}
		return fmt.Errorf("there is no command %q%s; `%s --help` lists them", args[0],
			source.DidYouMean(args[0], names), parent.CommandPath())
	}
}
