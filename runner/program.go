package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// program is a system under test, built and described.
type program struct {
	spec    *spec.SUT
	system  *spec.System
	options *Options
	clock   *clock
	command proc.Command
	file    string            // the program's
	hash    string            // of the file
	leak    func(what string) // told what was left behind

	mu     sync.Mutex
	ready  bool
	err    error // why it cannot be built or started
	units  map[string]*binding
	byID   []*binding // by index in the description; nil where the project has no such unit
	edges  map[edge]bool
	unseen map[string]trace.Unseen
	index  map[string]uint32
	said   []spec.Constant // what it says of constants
	lanes  []*lane
	// faults are the wrong bindings that were found before the first case.
	faults []string
}

// edge is a pair of units of which the first calls the second.
type edge struct{ caller, callee string }

// binding says how the variables that a program has of a unit correspond to the
// unit's frame.
type binding struct {
	unit  *spec.Unit
	judge *oracle.Unit
	id    uint32
	given []slot
	got   []slot
	// frame are the state variables that the program shows and that the
	// unit's signature does not let change.
	frame  []pair
	served bool
	// unset says which inputs and before-state cannot be set, and why.
	unset map[string]string
	// places says where the program binds variables, as far as it tells.
	places map[string]string
	// shapes are what the program can hold of given and got.
	shapes [2][]*wire.Shape
	wrong  string // why no case of the unit can be judged; "" where all can
	// doubtful are the variables, without a prime, of which the program does not
	// have all constants: that it cannot express a value may not be its unit's
	// fault.
	doubtful map[string]bool
}

// slot is a variable of the program: its index in the frame, or -1.
type slot struct {
	index int
	typ   zed.Type
	name  string
	ints  bool // it is a sequence of integers, as most are
}

// pair is a state variable outside a unit's signature: its positions in given
// and got.
type pair struct {
	before, after int
	name          string
}

// prepare checks, starts and describes the program, once. It was built before.
func (p *program) prepare(ctx context.Context, s *suite) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ready || p.err != nil {
		return p.err
	}
	p.fail(ctx, p.begin(ctx, s))
	p.ready = p.err == nil
	return p.err
}

// fail keeps why the program cannot be used; mu is held.
func (p *program) fail(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("the system under test %s: %w", p.spec.Name, err)
	}
	p.err = err
}

// dir returns the program's folder.
func (p *program) dir() string { return filepath.Join(p.system.Dir, filepath.FromSlash(p.spec.Dir)) }

// identify finds the program's file, and checks that it is the one that is wanted.
func (p *program) identify() error {
	dir := p.dir()
	if len(p.spec.Command) == 0 {
		return fmt.Errorf("it has no command")
	}
	p.command = proc.Command{Path: p.spec.Command[0], Args: p.spec.Command[1:], Dir: dir, Env: granted(p.spec.Env), Guard: p.options.Guard,
		Resident: p.memory()}
	file, err := p.command.File()
	if err != nil {
		return err
	}
	p.file, p.hash = file, ""
	image, err := p.image()
	if err != nil {
		return err
	}
	defer image.Close()
	if pin := p.spec.SHA256; pin != "" && !strings.EqualFold(pin, p.hash) {
		return fmt.Errorf("its program %s is not the one that is pinned: sha256 is %s, and %s is wanted", p.spec.Command[0], p.hash, strings.ToLower(pin))
	}
	return nil
}

// begin starts the first process and holds what it serves against the
// specification.
func (p *program) begin(ctx context.Context, s *suite) error {
	l := p.lane(0)
	d, err := p.meet(ctx, l)
	if err == nil {
		err = p.bind(d, s.judgeOf)
	}
	if err == nil {
		err = p.constants(d)
	}
	if err == nil {
		l.process, err = p.try(ctx, l.process, s.plan.Units, s.reader)
	}
	for _, fault := range p.faults {
		s.machine(fault)
	}
	if err == nil {
		err = l.process.open(uint64(p.maxCalls()))
	}
	if err != nil {
		l.discard()
	}
	return err
}

// meet starts a process in a lane, which says what it serves.
func (p *program) meet(ctx context.Context, l *lane) (*wire.Description, error) {
	err := p.identify()
	if err != nil {
		return nil, err
	}
	if l.process, err = p.start(ctx); err != nil {
		return nil, err
	}
	return p.describe(ctx, l.process)
}

// build looks for the program's folder and runs the build command; what goes
// wrong is kept for prepare. The command sees our whole environment: compilers
// need it, and a build is the user's own.
func (p *program) build(ctx context.Context) {
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
}

func (p *program) compile(ctx context.Context, dir string) error {
	ctx, cancel := p.clock.within(ctx, buildTime, fmt.Errorf("it took more than %v", buildTime))
	defer cancel()
	out := proc.NewCapture(outputLimit)
	p.options.Logger.Info("building", "sut", p.spec.Name, "command", strings.Join(p.spec.Build, " "))
	exit, err := proc.Run(ctx, proc.Command{Path: p.spec.Build[0], Args: p.spec.Build[1:], Dir: dir, Env: os.Environ(), Stdout: out, Stderr: out, Guard: p.options.Guard})
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("it was not built: %w", context.Cause(ctx))
	case err != nil:
		return fmt.Errorf("it cannot be built: %w", err)
	case !exit.OK():
		return fmt.Errorf("it cannot be built: `%s` %s%s", strings.Join(p.spec.Build, " "), exit, said(out))
	}
	return nil
}

// granted returns the environment that a configuration grants.
func granted(names []string) []string {
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

// image opens the program's file and reads its hash. What was certified holds for
// the file that was read first, so that another is refused.
func (p *program) image() (*proc.Image, error) {
	image, err := proc.OpenImage(p.file)
	if err != nil {
		return nil, fmt.Errorf("its program cannot be read: %w", err)
	}
	hash, err := image.SHA256()
	switch {
	case err != nil:
		err = fmt.Errorf("its program cannot be read: %w", err)
	case p.hash == "":
		p.hash = hash
		return image, nil
	case hash != p.hash:
		err = p.changed()
	default:
		return image, nil
	}
	image.Close()
	return nil, err
}

func (p *program) changed() error {
	return fmt.Errorf("its program %s was changed while cases ran", p.spec.Command[0])
}

// start starts a process.
func (p *program) start(ctx context.Context) (*process, error) {
	image, err := p.image()
	if err != nil {
		return nil, err
	}
	defer image.Close()
	return p.launch(ctx, image)
}

// launch starts a process of an image whose hash was read.
func (p *program) launch(ctx context.Context, image *proc.Image) (*process, error) {
	command := p.command
	command.Image = image
	q, err := startProcess(ctx, p.clock, command, p.patience())
	if err != nil {
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	if !image.Intact() {
		q.kill()
		return nil, p.changed()
	}
	q.leak = p.leak
	p.options.Logger.Debug("started", "sut", p.spec.Name, "pid", q.proc.Pid())
	if p.options.Debug && p.options.Attach != nil {
		p.options.Attach(ctx, p.spec.Name, q.proc.Pid())
	}
	return q, nil
}

// maxCalls is how many calls a case may make.
func (p *program) maxCalls() int { return cmp.Or(p.system.Run.Calls, defaultCalls) }

// memory is how many bytes a process may hold; 0 where a debugger may take its
// own.
func (p *program) memory() int64 {
	if p.options.Debug {
		return 0
	}
	return cmp.Or(p.system.Run.Memory, defaultMemory)
}

// patience is how long a process may take to start, and to say what it serves.
func (p *program) patience() time.Duration {
	switch {
	case p.options.Debug:
		return 24 * time.Hour
	case p.spec.StartTimeout > 0:
		return p.spec.StartTimeout
	}
	return defaultStart
}

// lane returns the n-th lane.
func (p *program) lane(n int) *lane {
	for len(p.lanes) <= n {
		p.lanes = append(p.lanes, &lane{program: p, log: p.options.Logger.Warn})
	}
	return p.lanes[n]
}

func (p *program) close(kill bool) {
	var wait sync.WaitGroup
	for _, l := range p.lanes {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if kill {
				l.discard()
			} else {
				l.close()
			}
		}()
	}
	wait.Wait()
}

func (p *program) describe(ctx context.Context, q *process) (*wire.Description, error) {
	limit := p.patience()
	ctx, cancel := p.clock.within(ctx, limit, fmt.Errorf("it did not answer within %v", limit))
	defer cancel()
	d, err := q.service.Describe(ctx, &wire.DescribeRequest{})
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return nil, fmt.Errorf("it does not say what it serves: %w", cause)
		}
		return nil, fmt.Errorf("it does not say what it serves: %s", q.refused(err))
	}
	if ours := sut.Handshake().ProtocolVersion; d.Protocol != 0 && uint(d.Protocol) != ours {
		return nil, fmt.Errorf("it speaks version %d of the protocol, and this is version %d", d.Protocol, ours)
	}
	return d, nil
}

// bind holds a description against the specification.
func (p *program) bind(d *wire.Description, units func(*spec.Unit) *oracle.Unit) error {
	p.units, p.edges, p.index = map[string]*binding{}, map[edge]bool{}, map[string]uint32{}
	p.byID = make([]*binding, len(d.Units))
	for i, u := range d.Units {
		if _, twice := p.index[u.Name]; twice {
			return fmt.Errorf("it describes the unit %s twice", u.Name)
		}
		if name := twiceIn(u.Given, u.Got); name != "" {
			return fmt.Errorf("it describes %s of %s twice", name, u.Name)
		}
		if why := miscast(u); why != "" {
			return errors.New("it describes " + why)
		}
		p.index[u.Name] = uint32(i)
		s := p.system.Unit(u.Name)
		if s == nil {
			continue
		}
		b := bindUnit(s, u, p.system.Dir)
		b.id, b.judge = uint32(i), units(s)
		p.units[u.Name], p.byID[i] = b, b
	}
	for _, e := range d.Edges {
		if int(e.Caller) >= len(d.Units) || int(e.Callee) >= len(d.Units) {
			return fmt.Errorf("it describes an edge between units %d and %d, and has only %d", e.Caller, e.Callee, len(d.Units))
		}
		p.edges[edge{d.Units[e.Caller].Name, d.Units[e.Callee].Name}] = true
	}
	p.unseen = p.unobserved(p.system)
	return nil
}

// twiceIn returns the name of a variable that is in one of the lists twice, or "".
func twiceIn(lists ...[]*wire.Variable) string {
	for _, list := range lists {
		seen := map[string]bool{}
		for _, v := range list {
			if seen[v.Name] {
				return v.Name
			}
			seen[v.Name] = true
		}
	}
	return ""
}

// roleNames are what variables are called by their roles.
var roleNames = map[wire.Role]string{wire.Role_BEFORE: "state before", wire.Role_INPUT: "an input", wire.Role_AFTER: "state after", wire.Role_OUTPUT: "an output"}

// roleOf returns the role that a variable has by its name.
func roleOf(name string) wire.Role {
	switch schema.RoleOf(name) {
	case schema.Input:
		return wire.Role_INPUT
	case schema.After:
		return wire.Role_AFTER
	case schema.Output:
		return wire.Role_OUTPUT
	}
	return wire.Role_BEFORE
}

// miscast says which variable a unit describes in a role that its name does not have;
// "" where there is none. A role that is not said is that of the name.
func miscast(u *wire.Unit) string {
	for late, list := range [][]*wire.Variable{u.Given, u.Got} {
		for _, v := range list {
			is := roleOf(v.Name)
			switch {
			case v.Role != wire.Role_ROLE_UNKNOWN && v.Role != is:
				return fmt.Sprintf("%s of %s as %s, and it is %s", v.Name, u.Name, cmp.Or(roleNames[v.Role], fmt.Sprintf("of role %d", v.Role)), roleNames[is])
			case schema.RoleOf(v.Name).Late() != (late == 1):
				return fmt.Sprintf("%s of %s among what is %s, and it is %s", v.Name, u.Name, [...]string{"given", "got"}[late], roleNames[is])
			}
		}
	}
	return ""
}

// unobserved returns, by unit, the callees whose calls are not intercepted.
func (p *program) unobserved(system *spec.System) map[string]trace.Unseen {
	out := map[string]trace.Unseen{}
	for _, u := range system.Units {
		var unseen trace.Unseen
		for _, callee := range slices.Concat(u.Uses, u.Calls) {
			if p.edges[edge{u.Name, callee}] {
				continue
			}
			unseen.All = append(unseen.All, callee)
			if slices.Contains(u.Uses, callee) {
				unseen.Used = append(unseen.Used, callee)
			}
		}
		out[u.Name] = unseen
	}
	return out
}

// bindUnit binds a unit; dir is the project's folder.
func bindUnit(s *spec.Unit, u *wire.Unit, dir string) *binding {
	b := &binding{unit: s, served: u.Served, unset: map[string]string{}, places: map[string]string{}, doubtful: map[string]bool{}}
	vars := s.Op.Vars
	index := map[string]int{}
	for i, v := range vars {
		index[v.Name] = i
	}
	find := func(name string) slot {
		if i, ok := index[name]; ok {
			return slot{i, vars[i].Type, name, isInts(vars[i].Type)}
		}
		return slot{-1, nil, name, false}
	}
	for _, v := range u.Given {
		b.given, b.shapes[0] = append(b.given, find(v.Name)), append(b.shapes[0], v.Shape)
		b.places[v.Name] = within(dir, v.Place)
		if v.Fixed {
			b.unset[v.Name] = "the program can show it but not set it"
		}
	}
	for _, v := range u.Got {
		b.got, b.shapes[1] = append(b.got, find(v.Name)), append(b.shapes[1], v.Shape)
	}
	for _, v := range vars {
		role := schema.RoleOf(v.Name)
		if (role == schema.Before || role == schema.Input) && !slices.ContainsFunc(b.given, func(s slot) bool { return s.name == v.Name }) {
			b.unset[v.Name] = "the program does not bind it"
		}
	}
	for i, g := range b.given {
		for j, h := range b.got {
			if h.name == g.name+"'" && h.index < 0 {
				b.frame = append(b.frame, pair{i, j, g.name})
			}
		}
	}
	return b
}

// within returns a place in a file as a path from the project's folder where it
// is in there, and else with the last folder of its path alone.
func within(dir, place string) string {
	if rel, err := filepath.Rel(dir, place); err == nil && filepath.IsLocal(rel) && filepath.IsAbs(place) {
		return filepath.ToSlash(rel)
	}
	parts := strings.Split(filepath.ToSlash(place), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}
