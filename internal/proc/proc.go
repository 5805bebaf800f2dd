package proc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ttf-int/ttf-int/internal/guard"
)

// Command says what to start.
type Command struct {
	Path string   // resolved against Dir where it has a slash, looked up in PATH otherwise
	Args []string // without the program's name
	Dir  string
	Env  []string // all that the process sees of an environment
	// Stdin is what the process reads; nil is nothing. The caller closes its own.
	Stdin *os.File
	// Memory bounds the bytes of the process's address space, where it is not 0
	// and the system can.
	Memory int64
	// Stdout and Stderr take the output; nil discards it. A writer that
	// blocks holds the process up but not Wait.
	Stdout, Stderr io.Writer
	// Resident bounds the bytes that the process and its descendants hold in
	// memory, where it is not 0 and the system can tell: a process that holds more
	// is killed, and its Exit says so.
	Resident int64
	// Processes bounds how many processes it may have at the same time, itself and all that it started, and Files how
	// many files each of them may have open, where they are not 0 and CanLimit says that the system can: a process
	// that has more of the former is killed, and its Exit says so; one that asks for more of the latter gets an error.
	Processes, Files int
	// Grace is how long the process has to end by itself when it is killed: it is sent SIGTERM first. 0: it is killed
	// at once, as it always is where it has exceeded a limit or where the system has no such signal.
	Grace time.Duration
	// Image, where not nil, is the file that is started: Path is then its name.
	Image *Image
	// Guard, where it is not the zero Guard, puts a guard process between:
	// see OwnGuard.
	Guard Guard
}

// Guard is permission to start guard processes. The zero Guard permits nothing.
type Guard struct{ exe string }

// Exit says how a process ended.
type Exit struct {
	Code   int    // its exit status; -1 where a signal ended it
	Signal string // the name of the signal, or ""
	Err    error  // why its end is not known
	// Resident is the bound on its memory that it was killed for; 0: it was not.
	Resident int64
	// Processes is the bound on how many processes there may be that it was killed for; 0: it was not.
	Processes int
	// Left names the processes that it started and that lived on when it had ended
	// by itself, where a guard looked after it.
	Left []string
}

// String says how the process ended, to follow "the process".
func (e Exit) String() string {
	switch {
	case e.Resident > 0:
		return "used more than " + formatBytes(e.Resident) + " of memory"
	case e.Processes > 0:
		return fmt.Sprintf("had more than %d processes", e.Processes)
	case e.Err != nil:
		return "ended in an unknown way: " + e.Err.Error()
	case e.Signal != "":
		return "was ended by a signal: " + e.Signal
	}
	return fmt.Sprintf("ended with exit status %d", e.Code)
}

// formatBytes returns a number of bytes in the largest unit in which it is whole.
func formatBytes(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	for len(units) > 1 && n%1024 == 0 {
		n, units = n/1024, units[1:]
	}
	return fmt.Sprintf("%d %s", n, units[0])
}

// IsSuccess tells whether the process ended by itself with exit status 0.
func (e Exit) IsSuccess() bool {
	return e.Err == nil && e.Resident == 0 && e.Processes == 0 && e.Signal == "" && e.Code == 0
}

// drainTime is how long more output is waited for after a process has ended: what
// it wrote is in the pipe already, and whoever else holds the pipe is dead or
// about to be. drainMost is how long the output is read at most: on a machine with much else to do, reading what is in
// the pipe takes its time, and a descendant may write for ever.
const (
	drainTime = 200 * time.Millisecond
	drainMost = 5 * time.Second
)

// Process is a started process.
type Process struct {
	pid    int
	done   chan struct{}
	exit   Exit // set before done is closed
	kill   func()
	ask    func() // asks it to end; nil where that cannot be done
	grace  time.Duration
	once   sync.Once
	killed chan struct{}
	over   atomic.Pointer[Exit] // the bound that it has exceeded
	guard  int                  // the id of its guard; 0: it has none
}

// Start starts a command.
func Start(c Command) (*Process, error) {
	path, err := c.start()
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{Path: path, Args: append([]string{c.Path}, c.Args...), Dir: c.Dir, Env: c.Env}
	if c.Env == nil {
		cmd.Env = []string{}
	}
	if c.Stdin != nil {
		cmd.Stdin = c.Stdin
	}
	pipes := &outputs{}
	if cmd.Stdout, err = pipes.openWriter(c.Stdout); err == nil {
		cmd.Stderr, err = pipes.openWriter(c.Stderr)
	}
	if err != nil {
		pipes.abandon()
		return nil, fmt.Errorf("a pipe could not be made: %w", err)
	}
	p := &Process{done: make(chan struct{}), killed: make(chan struct{}), grace: c.Grace}
	start := startPlain
	if c.Guard.exe != "" {
		start = c.Guard.start
	}
	if c.Guard.exe != "" && c.Image != nil && !c.Image.isStartedByName() {
		cmd.ExtraFiles = []*os.File{c.Image.file} // for the guard, which starts it
	}
	ended, err := start(p, cmd)
	if err != nil {
		pipes.abandon()
		return nil, fmt.Errorf("%s could not be started: %w", c.Path, guard.UnwrapPath(err))
	}
	pipes.begin()
	if err := limit(p.pid, c); err != nil {
		p.over.Store(&Exit{})
		p.Kill()
		<-ended
		pipes.finish(drainTime)
		return nil, fmt.Errorf("%s could not be started: %w", c.Path, err)
	}
	stop := func() {}
	if c.Resident > 0 || c.Processes > 0 {
		stop = p.watch(c.Resident, c.Processes)
	}
	go func() {
		exit := <-ended
		stop()
		if over := p.over.Load(); over != nil {
			exit.Resident, exit.Processes = over.Resident, over.Processes
		}
		pipes.finish(drainTime)
		p.exit = exit
		close(p.done)
	}()
	return p, nil
}

// start returns the name of the file to be started.
func (c Command) start() (string, error) {
	if c.Image != nil {
		return c.Image.start(), nil
	}
	return look(c)
}

// Pid returns the process id, for messages only.
func (p *Process) Pid() int { return p.pid }

// Done is closed when the process has ended and its output was read.
func (p *Process) Done() <-chan struct{} { return p.done }

// Exit says how the process ended. It is to be called after Done is closed.
func (p *Process) Exit() Exit {
	<-p.done
	return p.exit
}

// Kill ends the process and whatever it started, after the grace that its command has, and returns when they are
// gone, or with an error after five seconds. It may be called many times.
func (p *Process) Kill() error {
	p.once.Do(func() {
		close(p.killed)
		if p.grace > 0 && p.ask != nil && p.over.Load() == nil {
			p.ask()
			select {
			case <-p.done:
			case <-time.After(p.grace):
			}
		}
		p.kill()
	})
	select {
	case <-p.done:
		return nil
	case <-time.After(guard.KillTime):
		return fmt.Errorf("process %d does not end though it was killed", p.pid)
	}
}

// Wait waits for the end of the process, or of the context: then the process
// is killed, and the error is the context's.
func (p *Process) Wait(ctx context.Context) (Exit, error) {
	select {
	case <-p.done:
		return p.exit, nil
	case <-ctx.Done():
	}
	if err := p.Kill(); err != nil {
		return Exit{Code: -1, Err: err}, errors.Join(ctx.Err(), err)
	}
	return p.exit, ctx.Err()
}

// Run starts a command and waits for it.
func Run(ctx context.Context, c Command) (Exit, error) {
	if err := ctx.Err(); err != nil {
		return Exit{Code: -1, Err: err}, err
	}
	p, err := Start(c)
	if err != nil {
		return Exit{Code: -1, Err: err}, err
	}
	return p.Wait(ctx)
}
