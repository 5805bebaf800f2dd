package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/audit"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/remote"
	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

const runHelp = `Run plans the project, or takes a plan that was kept, runs every test case against
your program, and reports: what failed, in full, with the unit to blame, and what
a green rests on. Each result is kept in .ttf-int/ beside ttf-int.yaml as it
comes, where explain and stubs find it.

--unit and --case run only the cases named, and beside them, uncounted, the
callees' cases that their stub decisions rest on.

--without runs nothing of a unit: no case of it, and no step of it in sequences, or on
the way to a state. A machine of which no other unit is left is not run. Its callers run with a stub in its place, or with the unit itself
where there is nothing else.

--more tests whether every element of a leaf tests the same, as is assumed: after
the cases of a unit, and before its callers, it runs more cases in each leaf that
passed, with values drawn at random. N is how many in each leaf, or a time in all:
20, 10s. The same --seed draws the same. Those that pass are counted, and earn
nothing. Of those that fail in the same way the first is shown, with the smallest
values found with which it does, and with the line that keeps it under cases: in
the unit's YAML; its leaf has failed. What is blocked or undecided is counted, and
does not change the exit code.

A machine of the project (machine: in its YAML) runs sequences of operations when the
cases are done: each step is a unit, on inputs inside its precondition in the state
that the step before left, and its specification judges each. The first sequence that
fails in some way is made as short as can be. The same --seed gives the same
sequences. --machine runs only the machines named, and no case; --unit and --case run
none, unless they name one: --unit depot is --machine depot, and --case depot~5 runs
its fifth sequence again, under the seed and the length that are given. How inputs are
chosen is said beside it, by inputs: generic, allowed, on-the-fly or transitions; the
last tries every transition within the scope, and says what that proves. goal: is what
some sequence is to reach. --inputs, --extra and --goal come before what machines say.

A state that your program can show but not set is reached: the shortest sequence of
its own operations is run that leads there by their specifications, and the case
after it. What goes wrong on the way is said, and not charged to the unit. --reach
always does so with all states that can be shown.

--resume goes on with the last run where it was killed, interrupted, or had no time
left. Of its results those are taken over that this run would find again: the same case,
the same program, the same stubs; all else is run, so that the report is that of one
run. It is an error where the specifications have changed since.

--shard 2/4 runs the second of four parts, as on four machines, and beside it, uncounted,
what its stub decisions rest on. Which part a case is in follows from the name of its leaf alone.
` + "`ttf-int report merge`" + ` makes one report of the documents that --json-file writes. Under
bazel test, Bazel says which part is run, which units, and where the reports go.

--executor grpc://HOST:PORT has the cases of units run by a cluster that serves the Bazel Remote
Execution API, and so does executor: in ttf-int.yaml, unless --executor local is said; grpcs:// is with
TLS, and an instance stands behind a slash. Certificates, headers and
properties of workers are set by RBE_tls_ca_cert, RBE_tls_client_auth_cert, RBE_tls_client_auth_key,
RBE_remote_headers and RBE_platform. What passed there is known the next time, unless the program, the
specifications or ttf-int have changed; --fresh runs everything. Trouble of the cluster is no verdict,
but blocks cases (exit code 3). Machines, properties, classes and what rests on them run here.

Where a program declares what it reads (reads: in ttf-int.yaml), a case is not run again that
passed in an earlier run, while nothing is another than then: the program and what it reads,
what the specification says and those of all units below it, the decisions, the verdicts of
these units, and ttf-int. The report says which passes were taken over, and from when they are.
What was flaky or failed in the same program is run. --fresh runs everything, and
so do --case, --repeat and --debug with what they name.

--since main plans everything, and runs what can be affected by what has changed since that commit
of git, committed or not: units of which the specification says something else, or whose program
is made from other files, and whatever uses, calls or consists of these. It says why each is in.

--keep-failures writes cases that fail into failures/, which is to be committed: they run first, for
everyone, until a person removes them.

--locked runs only what ttf-int.lock says (ttf-int lock): where a file of the project or ttf-int is
another one, nothing is run, and the exit code is 2; where a program is another one, none of its
cases, and it is 3. What differs is named.

--failed runs what is not known to pass: what failed, was blocked or undecided in the
last run that had it, or was not run as it is planned now. With run: {order:
failed-first} in ttf-int.yaml, what failed last is run first within its layer.

--retries 2, or run: {retries: 2}, runs a case that fails again, twice at most, until it does
not fail: then it is flaky, which is neither a pass nor a failure. Its leaf is not certified,
so that its callers get stubs there. --repeat 20 runs each case 20 times to look for such
cases. Whether a flaky case makes the run fail is said by --flaky, or run: {flaky: warn}.
quarantine: in ttf-int.yaml lists cases and units whose failures are told and do not count,
each with an owner and its last day; after that day they count again.

A case that takes longer than --timeout is in error, whatever calls it goes on
making. When the run has taken --run-timeout, the cases that are left are blocked
as not run. Time in which ttf-int was suspended does not count.

--debug says which process your program is, and waits until a debugger is
attached to it (on Linux) or Enter is pressed at the terminal.

Exit codes:
  0    all passed
  1    something failed under test; a unit that crashes or hangs has failed, and so has
       one that is flaky, but with --flaky warn
  2    the specifications, the configuration, the plan or the command line are wrong
  3    your program could not be built or started, other machinery failed, or ttf-int
       is found to be wrong: values satisfy what it refuted
  4    nothing failed, but something was blocked or undecided, a case or a leaf of
       the plan for which the solver found neither a case nor that there is none,
       or none with the values that were chosen for constants, or a unit has no test
       case, though no person ruled out all of its leaves; with --require-accepted, or
       a stub decision is new or has changed since it was accepted
  130  interrupted; the report says what was run`

func runCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "run [plan.json]", Short: "run the test cases against the program", Long: runHelp,
		Args: arguments(0, 1, "the file of a plan"),
		Example: `  ttf-int run
  ttf-int run --unit insert
  ttf-int run --case insert/DNF_1/SP_1 --debug
  ttf-int run --more 20 --seed 7
  ttf-int run --machine bank --sequences 1000 --length 50 --seed 7
  ttf-int run --machine bank --inputs transitions --extra 1 --goal 'reply! = notEnough'
  ttf-int run --junit out/junit.xml --html out/ --json-file out/run.json
  ttf-int run --resume
  ttf-int run --failed --fail-fast
  ttf-int run --since origin/main
  ttf-int run --locked
  ttf-int run --retries 2 --flaky warn
  ttf-int run --unit insert --repeat 50
  ttf-int run --shard 2/4 --json-file shard2.json
  ttf-int run --executor grpc://localhost:8980
  ttf-int run --github --jsonl out/run.jsonl
  ttf-int plan -o plan.json && ttf-int run plan.json`,
	}
	r := &testRun{app: a}
	r.feed.console = a.console
	r.addFlags(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := r.readFlags(c.Flags()); err != nil {
			return err
		}
		return r.run(cmd.Context(), args)
	}
	return c
}

// addFlags adds the flags of run to its command.
func (r *testRun) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringArrayVar(&r.options.Units, "unit", nil, "run only the cases of `UNIT`; may be repeated")
	flags.StringArrayVar(&r.options.Without, "without", nil, "run nothing of `UNIT`; may be repeated")
	flags.StringArrayVar(&r.options.Cases, "case", nil,
		"run only the case `ID`; may be repeated; of callee@ID it runs ID")
	flags.IntVar(&r.options.Parallel, "parallel", 0, "processes per system under test (default: as the project says)")
	flags.DurationVar(&r.options.Timeout, "timeout", 0,
		"the `TIME` that a case may take, such as 5s (default: as the project says)")
	flags.DurationVar(&r.options.RunTimeout, "run-timeout", 0,
		"the `TIME` that the run may take; the cases left are then not run (default: as the project says)")
	r.limits.addFlag(c, "plan-timeout",
		"plan for no longer than `TIME`; an unfinished plan is not run (default: no limit)")
	flags.StringVar(&r.executor, "executor", "",
		"have cases run by the cluster at `ADDRESS`, such as grpc://localhost:8980, or here: local (default: as the project says)")
	flags.StringVar(&r.shard, "shard", "", "run only part `I/N` of N, such as 1/4")
	flags.BoolVar(&r.options.FailFast, "fail-fast", false, "stop at the first case that fails")
	flags.BoolVar(&r.rerun.failed, "failed", false,
		"run only what failed, was blocked or undecided, or was never run, by what is kept of earlier runs")
	flags.BoolVar(&r.rerun.resume, "resume", false,
		"go on with the last run, if it was killed, interrupted or had no time left: take over what it found")
	flags.BoolVar(&r.rerun.fresh, "fresh", false,
		"run everything: take over no pass of an earlier run, also where programs declare what they read")
	flags.BoolVar(&r.rerun.keep, "keep-failures", false,
		"write each case that fails into failures/, from where it runs first until a person removes it")
	flags.StringVar(&r.rerun.since, "since", "",
		"run only what can be affected by what has changed since `COMMIT` of git, in the checkout too")
	flags.BoolVar(&r.locked, "locked", false,
		"refuse to run anything but what ttf-int.lock says: files, programs, and ttf-int itself")
	flags.StringVar(&r.more, "more", "",
		"run `N` more cases in each leaf that passed, drawn at random, or as many as there is time for, such as 20 or 10s")
	flags.StringArrayVar(&r.machines.Names, "machine", nil,
		"run only the sequences of the machine `NAME`; may be repeated")
	flags.IntVar(&r.machines.Sequences, "sequences", 0,
		"how many sequences a machine runs (default: as it says, or the project)")
	flags.IntVar(&r.machines.Length, "length", 0,
		"how many steps a sequence has (default: as the machine says, or the project)")
	flags.StringVar(&r.ways.inputs, "inputs", "",
		"how the inputs of machines are chosen: "+listInputs()+" (default: as each says)")
	flags.IntVar(&r.ways.extra, "extra", 0,
		"how many states more than the machine a program may have of which --inputs transitions proves that it is right (default: as each says)")
	flags.StringArrayVar(&r.ways.goals, "goal", nil,
		"a `PREDICATE` on the state or the outputs of machines that some sequence is to make true; may be repeated (default: as each says)")
	flags.StringVar(&r.reach, "reach", reachNeeded,
		"have the program's own operations lead to the state before a unit: where it is `needed`, or always")
	flags.IntVar(&r.options.Routes, "routes", 0,
		"in how many ways operations lead to the state before a unit, all but one at random (default: as the project says, or 1)")
	flags.StringArrayVar(&r.laws.Names, "property", nil, "test only the property `NAME`; may be repeated")
	flags.IntVar(&r.laws.Tests, "tests", 0,
		"how many tests of a property are made (default: as it says, or the program)")
	flags.BoolVar(&r.classes.Mask, "mask", false,
		"compare objects of classes in all ways that the program offers, to find what the ways that are named do not see")
	flags.Int64Var(&r.options.Seed, "seed", 0,
		"chooses what stubs answer where several answers are allowed, and what --more, machines and properties draw")
	r.retrying.addFlags(flags)
	r.addReportFlags(flags)
	flags.StringVar(&r.feed.jsonl, "jsonl", "",
		"write each result to `FILE` as it comes, a line of JSON each (ttf-int schema stream)")
	flags.BoolVar(&r.options.Debug, "debug", false, "wait for a debugger; no deadlines, one process, and a log")
}

// readFlags reads the values of flags that are more than a number or a text.
func (r *testRun) readFlags(flags *pflag.FlagSet) (err error) {
	r.rerun.seeded = flags.Changed("seed")
	if r.options.Shard, err = readShard(r.shard); err != nil {
		return err
	}
	if err := readBazel(r, flags); err != nil {
		return err
	}
	if flags.Changed("more") {
		if r.options.More, err = readMore(r.more); err != nil {
			return err
		}
	}
	if r.options.Reach, err = readReach(r.reach); err != nil {
		return err
	}
	if n := r.options.Routes; flags.Changed("routes") && (n < 1 || n > maxRoutes) {
		return fmt.Errorf("--routes %d: expected a number from 1 to %d", n, maxRoutes)
	}
	if err := r.readMachines(flags.Changed("sequences"), flags.Changed("length")); err != nil {
		return err
	}
	if err := r.ways.read(flags.Changed("inputs"), flags.Changed("extra"), flags.Changed("length")); err != nil {
		return err
	}
	if err := r.readLaws(flags.Changed("tests")); err != nil {
		return err
	}
	readClasses(r)
	if err := readExecutor(r); err != nil {
		return err
	}
	return r.retrying.read(flags)
}

// testRun is one call of run with its flags.
type testRun struct {
	*app
	options         runner.Options
	more            string          // the value of --more
	reach           string          // the value of --reach
	shard           string          // the value of --shard
	executor        string          // the value of --executor
	cluster         *remote.Address // nil: all runs here
	machines        runner.Machines
	ways            waysFlags
	laws            runner.Laws
	classes         runner.Classes
	methods         runner.Methods
	allowIncomplete bool
	onlyAccepted    bool // --require-accepted
	locked          bool // --locked
	files           []*reportFile
	feed            feed
	rerun           rerun
	retrying        retrying
	builds          atomic.Pointer[runner.Builds] // the programs that were built to ask for constants
}

func (r *testRun) run(ctx context.Context, args []string) error {
	defer func() { r.builds.Load().Release() }()
	pl, err := r.plan(ctx, args, func() (*spec.System, error) {
		system, err := r.project.load(len(args) > 0)
		if err == nil && r.locked {
			err = holdLocked(system)
		}
		return system, err
	})
	if err != nil {
		return err
	}
	if err := chooseExecutor(r, pl.System); err != nil {
		return err
	}
	noteSelection(r)
	if settled, err := selectSince(ctx, r, pl); err != nil || settled {
		return err
	}
	if err := r.check(ctx, pl); err != nil {
		return err
	}
	r.planning.sayPlanned(pl)
	if settled, err := r.rerun.read(r, pl); err != nil || settled {
		return err
	}
	if err := readCached(r, pl); err != nil {
		return err
	}
	if err := r.feed.open(pl.System); err != nil {
		return err
	}
	done, refused := r.execute(ctx, pl, args)
	if done == nil {
		return blameMachinery(refused)
	}
	sayTaken(r.console, r.options.Earlier, done)
	if r.rerun.keep {
		if err := keepFailures(r, pl.System, done); err != nil {
			return blameMachinery(err)
		}
	}
	return r.conclude(ctx, pl, done, refused)
}

// plan makes the plan of the project that load reads, or loads it from the file that the command line
// names. Where programs' constants are refused, it writes the reports of a run that did not begin.
func (r *testRun) plan(ctx context.Context, args []string, load func() (*spec.System, error)) (*planner.Planned,
	error) {
	var system *spec.System
	pl, err := r.planning.planInTime(ctx, func(ctx context.Context) (_ *planner.Planned, err error) {
		if system, err = load(); err != nil {
			return nil, err
		}
		return r.makeOrLoadPlan(ctx, system, args)
	})
	if refusal := (*runner.Refusal)(nil); errors.As(err, &refusal) {
		r.sayUnwritten(r.report(reportUnplanned(system, refusal, r.options.Shard)))
	}
	return pl, err
}

// noteUnforeseen says what to write next where cases did not begin in their states since what is specified does
// not say which operations lead there.
func (r *testRun) noteUnforeseen(system *spec.System, run *result.Run) {
	silent := audit.CountSilent(system)
	strayed := func(r *result.Result) bool {
		return r.Instead || r.Verdict == result.Blocked && strings.Contains(r.Message, " is not reached: ")
	}
	some := false
	for of := range run.All() {
		some = some || silent > 0 && strayed(of)
	}
	if !some {
		return
	}
	next := "say in their schemas which state they leave"
	if system.Init == nil {
		next += ", and with `init:` how an object begins"
	}
	r.console.note("cases began in whatever state there was, since nothing is said of %d of %d units, which `%s "+
		"validate` names: %s", silent, len(system.Units), r.project.command(), next)
}

// makeOrLoadPlan makes the plan, or loads it from the file that the command line names.
func (r *testRun) makeOrLoadPlan(ctx context.Context, system *spec.System, args []string) (*planner.Planned, error) {
	if len(args) > 0 {
		return r.planning.load(ctx, system, args[0], r.searches(system))
	}
	told, builds, err := r.planning.askConstants(ctx, system)
	if err != nil {
		return nil, err
	}
	r.builds.Store(builds)
	return r.planning.makePlan(ctx, told, r.searches(system))
}

// check returns an error where the command line names a unit or case that does not
// exist, or a limit that cannot be met.
func (r *testRun) check(ctx context.Context, pl *planner.Planned) error {
	if err := r.readSubjects(pl.System); err != nil {
		return err
	}
	if err := findUnits(pl, r.options.Units); err != nil {
		return err
	}
	for i, id := range r.options.Cases {
		if leaf, number, ok := splitDrawn(result.CaseOf(id)); ok {
			return fmt.Errorf("the case %s is not in the plan, but was drawn: `ttf-int run --case %s --more %s` with its --seed draws it again", result.CaseOf(id), leaf, number)
		}
		r.options.Cases[i] = result.CaseOf(id)
		if _, _, err := findCase(pl, r.options.Cases[i]); err != nil {
			return err
		}
	}
	if err := r.checkMachines(ctx, pl); err != nil {
		return err
	}
	if err := leaveOut(r, pl); err != nil {
		return err
	}
	if err := r.checkLaws(pl); err != nil {
		return err
	}
	if err := checkClasses(r, pl); err != nil {
		return err
	}
	if err := r.loadMethods(ctx, pl.System); err != nil {
		return err
	}
	if r.options.Parallel < 0 {
		return fmt.Errorf("--parallel %d: expected a number of processes", r.options.Parallel)
	}
	if r.options.Timeout < 0 || r.options.RunTimeout < 0 {
		return fmt.Errorf("--timeout and --run-timeout: expected durations that are not negative, such as 30s")
	}
	return nil
}

// execute runs the plan, and writes a line for each case as soon as it fails.
func (r *testRun) execute(ctx context.Context, pl *planner.Planned, args []string) (*result.Run, error) {
	bar := r.console.progress("running")
	defer bar.end()
	o := r.options
	o.Guard, o.Engine, o.Builds, o.Drawer = r.guard, pl.Engine(), r.builds.Load(), pl
	r.retrying.set(&o, pl.System)
	o.Keep, o.Command = true, r.project.command()+" run"
	for _, file := range args { // of a plan: it may say something else than a new one
		o.Command += " " + shellWord(file)
	}
	o.Writes, o.Progress, o.Layers = writtenBy(r, pl.System), bar.set, bar.setLayers
	o.Waiting = bar.wait
	look := style(r.console.stderr)
	o.Sink = func(one *result.Result) {
		r.feed.add(one)
		if one.Verdict != result.Fail && one.Verdict != result.Error && one.Verdict != result.Flaky {
			return
		}
		var b bytes.Buffer
		if err := report.WriteLine(&b, one, look); err == nil {
			bar.writeAbove(b.String())
		}
	}
	if o.Debug {
		o.Attach = debugger(bar.writeAbove, enterPressed())
		o.Logger = slog.New(slog.NewTextHandler(r.console.stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return runPlan(ctx, r, pl, o)
}
