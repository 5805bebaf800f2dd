package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Options say how programs are built and run.
type Options struct {
	Clock  *Clock // the clock for deadlines
	Logger *slog.Logger
	// Debug lifts all deadlines, so that a debugger can be attached. Attach, where it
	// is not nil, is then called with the id of each process before the process gets
	// anything to do.
	Debug  bool
	Attach func(ctx context.Context, sut string, pid int)
	// Guard is the permission to start guard processes.
	Guard proc.Guard
	// Tried says that the program's table was held against the whole specification before, of which the system is a
	// part.
	Tried bool
	// BuildEnv has variables, as NAME=value, for build commands, besides our own
	// environment.
	BuildEnv []string
}

// Program is a system under test that can be built, started and described.
type Program struct {
	spec    *spec.SUT
	system  *spec.System
	options *Options
	reader  *reader
	command proc.Command
	file    string // the path of the executable
	hash    string // the hash of that file
	reads   string // the hash of what it declares to read; "" where it declares nothing
	// the hash of those of its arguments that are files; "" where there are none
	arguments string

	served atomic.Bool              // whether a process of it has started
	sum    atomic.Pointer[proc.Sum] // of the file when it was opened last

	mu    sync.Mutex
	ready bool
	err   error // why it cannot be built or started
	units map[string]*Binding
	byID  []*Binding // by index in the description; nil where the project has no such unit
	edges map[edge]bool
	index map[string]uint32
	// unitPlaces has where the program has its units, by their names, as far as it tells.
	unitPlaces map[string]string
	functions  []string // the names of the units' functions, by index in the description; "" where not known
	// properties are the names of what the program tests with values of its own.
	properties []string
	structures string // the file that says where listings of structures are; "": there are none
	language   string // of its SDK: "go"
	scripts    bool   // whether it runs cases of more than one step
	classes    *Classes
	said       []spec.Constant // the constants that it reports
	workers    []*Worker
	faults     []string // what went wrong while its bindings were tried, and is no mistake in its table
	mistakes   []string // what is wrong in its table
}

// edge is a caller and its callee.
type edge struct{ caller, callee string }

// NewProgram returns the program of a system under test, before it is built.
func NewProgram(sut *spec.SUT, system *spec.System, o *Options) *Program {
	return &Program{spec: sut, system: system, options: o, reader: newReader(system)}
}

// Name returns the name of the system under test.
func (p *Program) Name() string { return p.spec.Name }

// Builds tells whether the program has a build command.
func (p *Program) Builds() bool { return len(p.spec.Build) > 0 }

// Hash returns the hash of the program's file as it was when it was started.
func (p *Program) Hash() string { return p.hash }

// Constants returns the specification's constants as the prepared program reports them.
func (p *Program) Constants() []spec.Constant { return p.said }

// Faults returns what went wrong while the program's bindings were tried: what its conversions did instead of
// converting.
func (p *Program) Faults() []string { return p.faults }

// Unit returns the program's binding of a unit; nil where the program or the project
// does not have the unit.
func (p *Program) Unit(name string) *Binding { return p.units[name] }

// Units returns the names of the units that the program describes, sorted.
func (p *Program) Units() []string { return slices.Sorted(maps.Keys(p.index)) }

// Properties returns the names of the properties that the program describes.
func (p *Program) Properties() []string { return p.properties }

// Intercepts tells whether the program intercepts calls from caller to callee.
func (p *Program) Intercepts(caller, callee string) bool { return p.edges[edge{caller, callee}] }

// CalleesOf returns the names of the units whose calls by a unit the program intercepts, sorted.
func CalleesOf(p *Program, caller string) []string {
	var out []string
	for e := range p.edges {
		if e.caller == caller {
			out = append(out, e.callee)
		}
	}
	slices.Sort(out)
	return out
}

// Prepare checks and starts the program, which must be built, and asks it for its
// description, once. It tries the bindings of the given units. The error is a TableError where
// some are wrong.
func (p *Program) Prepare(ctx context.Context, units []*plan.Unit) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ready || p.err != nil {
		return p.err
	}
	p.fail(ctx, p.begin(ctx, units))
	p.ready = p.err == nil
	return p.err
}

// fail records why the program cannot be used. The caller holds mu.
func (p *Program) fail(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil && !errors.As(err, new(*TableError)) {
		err = explain(p, err)
	}
	p.err = err
}

// explain returns an error with the name of the system under test, and with the place that it is about.
func explain(p *Program, err error) error {
	if of := (*ConstantError)(nil); errors.As(err, &of) && of.place != "" {
		return fmt.Errorf("%s: the system under test %s: %w", of.place, p.spec.Name, err)
	}
	return fmt.Errorf("the system under test %s: %w", p.spec.Name, err)
}

// Listing says where the structures of a type are listed, and by which predicate.
type Listing = sut.StructureListing

// GiveStructures tells a program, when it is started, in which file it finds listings of structures: an object
// of JSON, with a Listing for each type.
func GiveStructures(p *Program, file string) { p.structures = file }

// dir returns the program's folder.
func (p *Program) dir() string { return filepath.Join(p.system.Dir, filepath.FromSlash(p.spec.Dir)) }

// identify finds the program's file, and checks that it has the pinned hash (sha256),
// if there is one.
func (p *Program) identify() error {
	dir := p.dir()
	if len(p.spec.Command) == 0 {
		return fmt.Errorf("it has no command")
	}
	p.command = proc.Command{Path: p.spec.Command[0], Args: p.spec.Command[1:], Dir: dir, Env: environment(p.spec.Env)}
	if err := confine(p, &p.command); err != nil {
		return placeConfigured(p.spec.At, err)
	}
	file, err := p.command.File()
	if err != nil {
		return placeConfigured(p.spec.At, err)
	}
	p.file, p.hash = file, ""
	image, err := p.openImage()
	if err != nil {
		return err
	}
	defer image.Close()
	if pin := p.spec.SHA256; pin != "" && !strings.EqualFold(pin, p.hash) {
		return fmt.Errorf("its program %s is not the one that is pinned: sha256 is %s, and %s is wanted",
			p.spec.Command[0], p.hash, strings.ToLower(pin))
	}
	if p.reads, err = hashReads(p); err == nil {
		p.arguments, err = hashArguments(p)
	}
	if err != nil {
		return err
	}
	return checkLocked(p)
}

// placeConfigured returns an error with the place where the system under test is configured, where that is known.
func placeConfigured(at source.Span, err error) error {
	if !at.IsValid() {
		return err
	}
	return fmt.Errorf("%w (it is configured at %s)", err, at.Pos())
}

// begin starts the first process and checks its description against the specification.
func (p *Program) begin(ctx context.Context, units []*plan.Unit) error {
	w := p.Worker(0)
	d, err := p.meet(ctx, w)
	if err == nil {
		err = p.bind(d)
	}
	if err == nil {
		err = p.readConstants(d)
	}
	if err == nil {
		w.process, err = p.try(ctx, w.process, units)
	}
	if err == nil && len(p.mistakes) > 0 {
		err = &TableError{p.mistakes}
	}
	if err == nil {
		err = w.process.openSession(uint64(p.maxCalls()))
	}
	if err != nil {
		w.discard()
	}
	return err
}

// meet starts a process in a worker, and returns its description.
func (p *Program) meet(ctx context.Context, w *Worker) (*wire.Description, error) {
	err := p.identify()
	if err != nil {
		return nil, err
	}
	if w.process, err = p.start(ctx); err != nil {
		return nil, err
	}
	return p.describe(ctx, w.process)
}

// Build finds the program's folder and runs the build command. It returns what goes
// wrong, and keeps it for Prepare. The command gets our whole environment, since
// compilers need it and the build command is the user's own.
func (p *Program) Build(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch info, err := os.Stat(p.dir()); {
	case err != nil && errors.Is(err, fs.ErrNotExist):
		p.fail(ctx, fmt.Errorf("its folder %s is not there (dir: %s)", p.dir(), p.spec.Dir))
	case err == nil && !info.IsDir():
		p.fail(ctx, fmt.Errorf("%s is not a folder (dir: %s)", p.dir(), p.spec.Dir))
	case len(p.spec.Build) > 0:
		p.fail(ctx, p.compile(ctx, p.dir()))
	}
	return p.err
}

// TakeBuild takes the result of an earlier Build of the same program, which is then not
// built again.
func (p *Program) TakeBuild(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

func (p *Program) compile(ctx context.Context, dir string) error {
	ctx, cancel := p.options.Clock.WithLimit(ctx, buildTime, fmt.Errorf("it took more than %v", buildTime))
	defer cancel()
	out := proc.NewCapture(outputLimit)
	p.options.Logger.Info("building", "sut", p.spec.Name, "command", strings.Join(p.spec.Build, " "))
	exit, err := proc.Run(ctx, proc.Command{Path: p.spec.Build[0], Args: omitCommit(p.spec.Build)[1:], Dir: dir,
		Env: append(os.Environ(), p.options.BuildEnv...), Stdout: out, Stderr: out, Guard: p.options.Guard})
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("it was not built: %w", context.Cause(ctx))
	case err != nil:
		return fmt.Errorf("it cannot be built: %w", err)
	case !exit.IsSuccess():
		return fmt.Errorf("it cannot be built: `%s` %s%s%s", strings.Join(p.spec.Build, " "), exit, quoteOutput(out),
			mendBuild(out.String()))
	}
	return nil
}

// omitCommit returns a build command by which the go command does not write the commit of the checkout into the
// program, where the command does not say whether it does: otherwise the same program would have another hash after
// each commit, and nothing that is known of it would hold.
func omitCommit(build []string) []string {
	said := func(flag string) bool { return strings.Contains(flag, "-buildvcs") }
	if len(build) < 2 || filepath.Base(build[0]) != "go" || build[1] != "build" || slices.ContainsFunc(build, said) ||
		said(os.Getenv("GOFLAGS")) {
		return build
	}
	return slices.Insert(slices.Clone(build), 2, "-buildvcs=false")
}

// mendBuild returns the command that mends a build which the go command refused before it compiled anything; "" where
// none does.
func mendBuild(printed string) string {
	for _, known := range []struct{ printed, mend string }{
		{"go.mod file not found", "`go mod init NAME` and `go mod tidy` make one"},
		{"missing go.sum entry", "`go mod tidy` adds it"},
		{"no required module provides package", "`go mod tidy` requires it"},
		{"updates to go.mod needed", "`go mod tidy` makes them"},
	} {
		if strings.Contains(printed, known.printed) {
			return "\n" + known.mend
		}
	}
	return ""
}

// GrantEnv returns the environment that a configuration grants a program.
func GrantEnv(names []string) []string {
	out := []string{}
	for _, n := range names {
		if strings.Contains(n, "=") {
			out = append(out, n)
		} else if v, ok := os.LookupEnv(n); ok {
			out = append(out, n+"="+v)
		}
	}
	return out
}

// openImage opens the program's file and computes its hash. Certificates hold for the file
// that was read first, so that a changed file is refused.
func (p *Program) openImage() (*proc.Image, error) {
	image, err := proc.OpenImage(p.file)
	if err != nil {
		return nil, fmt.Errorf("its program cannot be read: %w", err)
	}
	sum, err := image.Sum(p.sum.Load())
	p.sum.Store(sum)
	switch {
	case err != nil:
		err = fmt.Errorf("its program cannot be read: %w", err)
	case p.hash == "":
		p.hash = sum.SHA256()
		return image, nil
	case sum.SHA256() != p.hash:
		err = p.checkUnchanged()
	default:
		return image, nil
	}
	image.Close()
	return nil, err
}

func (p *Program) checkUnchanged() error {
	return fmt.Errorf("its program %s was changed while cases ran", p.spec.Command[0])
}

// start starts a process.
func (p *Program) start(ctx context.Context) (*process, error) {
	image, err := p.openImage()
	if err != nil {
		return nil, err
	}
	defer image.Close()
	return p.launch(ctx, image)
}

// lateTimes is how many times as long as the first a process of a program may take to start that has started before.
const lateTimes = 6

// launch starts a process from an image whose hash was computed. Where one of the same program has started before, and
// this one does not in its time, the machine is busy and nothing is wrong with the program: it gets more.
func (p *Program) launch(ctx context.Context, image *proc.Image) (*process, error) {
	q, err := p.launchWithin(ctx, image, p.patience())
	if late := lateError(""); errors.As(err, &late) && p.served.Load() && ctx.Err() == nil {
		p.options.Logger.Warn("a process took long to start", "sut", p.spec.Name, "limit", p.patience())
		if q, err = p.launchWithin(ctx, image, lateTimes*p.patience()); errors.As(err, &late) {
			err = fmt.Errorf("it has started before, and now not within %v: where the machine is busy, start_timeout gives it longer",
				lateTimes*p.patience())
		}
	}
	if err == nil {
		p.served.Store(true)
	}
	return q, err
}

// launchWithin starts a process, which must be there within a time.
func (p *Program) launchWithin(ctx context.Context, image *proc.Image, patience time.Duration) (*process, error) {
	command := p.command
	command.Image = image
	if p.structures != "" {
		command.Env = append(slices.Clip(command.Env), sut.StructuresVariable+"="+p.structures)
	}
	temporary, where, err := giveTemporary(p)
	if err != nil {
		return nil, err
	}
	command.Env = append(slices.Clip(command.Env), where...)
	q, err := startProcess(ctx, p.options.Clock, command, temporary, patience)
	if wrong := (*TableError)(nil); errors.As(err, &wrong) {
		for i, m := range wrong.Mistakes {
			wrong.Mistakes[i] = shortenPlace(p.system.Dir, m)
		}
		return nil, wrong
	}
	if err != nil {
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	if !image.IsIntact() {
		q.kill()
		return nil, p.checkUnchanged()
	}
	p.options.Logger.Debug("started", "sut", p.spec.Name, "pid", q.proc.Pid())
	if p.options.Debug && p.options.Attach != nil {
		p.options.Attach(ctx, p.spec.Name, q.proc.Pid())
	}
	return q, nil
}

// maxCalls returns how many calls a case may make.
func (p *Program) maxCalls() int { return cmp.Or(p.system.Run.Calls, defaultCalls) }

// patience returns how long a process may take to start and to send its description.
func (p *Program) patience() time.Duration {
	switch {
	case p.options.Debug:
		return 24 * time.Hour
	case p.spec.StartTimeout > 0:
		return p.spec.StartTimeout
	}
	return defaultStart
}

// Worker returns the n-th worker of the program.
func (p *Program) Worker(n int) *Worker {
	for len(p.workers) <= n {
		p.workers = append(p.workers, &Worker{program: p})
	}
	return p.workers[n]
}

// Close ends the program's processes: at once, or after they have closed their
// sessions. What they still send is given to out, from several goroutines.
func (p *Program) Close(kill bool, out func(Delivery)) {
	var wait sync.WaitGroup
	for _, w := range p.workers {
		wait.Go(func() {
			if kill {
				w.discard()
			} else {
				w.close(out)
			}
		})
	}
	wait.Wait()
}

func (p *Program) describe(ctx context.Context, q *process) (*wire.Description, error) {
	limit := p.patience()
	ctx, cancel := p.options.Clock.WithLimit(ctx, limit, fmt.Errorf("it did not answer within %v", limit))
	defer cancel()
	d, err := q.service.Describe(ctx, &wire.DescribeRequest{})
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return nil, fmt.Errorf("it does not say what it serves: %w", cause)
		}
		return nil, fmt.Errorf("it does not say what it serves: %s", explainFailedCall(q, err))
	}
	if ours := sut.Handshake().ProtocolVersion; d.Protocol != 0 && uint(d.Protocol) != ours {
		return nil, fmt.Errorf("it speaks version %d of the protocol, and this is version %d", d.Protocol, ours)
	}
	return d, nil
}

// ExplainNone returns the end of a sentence that says why a program has none of something that SDKs may leave out, of
// which it has n; "" where it has some.
func ExplainNone(p *Program, what string, n int) string {
	name, ours := map[string]string{"python": "Python", "node": "Node.js", "java": "Java"}[p.language]
	switch {
	case n > 0:
		return ""
	case ours:
		return fmt.Sprintf(": the SDK for %s serves no %s", name, what)
	}
	return fmt.Sprintf(": it serves no %s", what)
}
