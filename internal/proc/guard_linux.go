package proc

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
)

// guardName is the name, as argument 0, under which this program starts itself
// as a guard.
const guardName = "ttf-int-guard"

// The files that a guard is given, beside the three that the process gets.
const (
	controlFile = 3 // at its end, everything is killed; what comes before asks the process to end
	statusFile  = 4 // the guard writes here what became of the process
	imageFile   = 5 // what is to be started, where it is not started by its name
)

// imageName is the name of the guard's imageFile.
const imageName = "/proc/self/fd/5"

// EnterGuard is to be called first of all in main, and in TestMain. In a process
// that Start began as a guard it does a guard's work and does not return.
// Otherwise it returns the permission to start guards.
//
// A guard is this program once more, between it and the process that it asked
// for. All descendants of that process that lose their parent become the
// guard's children, so it finds those that left the process group. When the
// process ends, when it is told to, or when this program is gone, however that
// came about, the guard kills all of them and ends.
func EnterGuard() Guard {
	if os.Args[0] != guardName || len(os.Args) < 3 {
		return Guard{exe: "/proc/self/exe"}
	}
	os.Exit(guard(os.Args[1], os.Args[2:]))
	return Guard{}
}

// start starts cmd under a guard.
func (g Guard) start(p *Process, cmd *exec.Cmd) (<-chan Exit, error) {
	control, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	status, tell, err := os.Pipe()
	if err != nil {
		control.Close()
		hold.Close()
		return nil, err
	}
	path := cmd.Path
	if len(cmd.ExtraFiles) > 0 {
		path = imageName
	}
	guard := &exec.Cmd{
		Path: g.exe, Args: append([]string{guardName, path}, cmd.Args...), Dir: cmd.Dir, Env: cmd.Env,
		Stdin: cmd.Stdin, Stdout: cmd.Stdout, Stderr: cmd.Stderr, ExtraFiles: append([]*os.File{control, tell},
			cmd.ExtraFiles...),
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	err = guard.Start()
	control.Close()
	tell.Close()
	if err != nil {
		hold.Close()
		status.Close()
		return nil, fmt.Errorf("its guard could not be started: %w", err)
	}
	p.guard = guard.Process.Pid
	lines := bufio.NewReader(status)
	status.SetReadDeadline(time.Now().Add(killTime))
	p.pid, err = readStarted(lines)
	status.SetReadDeadline(time.Time{})
	if err != nil {
		hold.Close()
		status.Close()
		guard.Process.Kill()
		guard.Wait()
		return nil, err
	}
	p.ask = func() { _, _ = hold.Write([]byte{1}) }
	p.kill = func() {
		hold.Close()
		go func() {
			select {
			case <-p.done:
			case <-time.After(killTime / 2):
				// The guard does not do its work; its death is its child's.
				guard.Process.Kill()
			}
		}()
	}
	ended := make(chan Exit, 1)
	go func() {
		exit := readExit(lines)
		guard.Wait()
		status.Close()
		hold.Close()
		ended <- exit
	}()
	return ended, nil
}

// readStarted reads a guard's first line.
func readStarted(r *bufio.Reader) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("its guard ended: %w", err)
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word != "started" {
		return 0, errors.New(rest)
	}
	return strconv.Atoi(rest)
}

// readExit reads how the process ended.
func readExit(r *bufio.Reader) Exit {
	line, err := r.ReadString('\n')
	if err != nil {
		return Exit{Code: -1, Err: errors.New("its guard ended before it")}
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return Exit{Code: -1, Err: errors.New("its guard did not say how it ended")}
	}
	n, err := strconv.ParseUint(words[0], 10, 32)
	if err != nil {
		return Exit{Code: -1, Err: err}
	}
	exit := exitOf(syscall.WaitStatus(n))
	exit.Left = words[1:]
	return exit
}

const setSubreaper = 36 // PR_SET_CHILD_SUBREAPER of prctl(2)

// guard is the life of a guard process; it returns its exit status.
func guard(path string, args []string) int {
	runtime.LockOSThread()
	closeOnExec()
	control, status := os.NewFile(controlFile, "control"), os.NewFile(statusFile, "status")
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setSubreaper, 1, 0, 0, 0, 0); errno != 0 {
		fmt.Fprintln(status, "failed its guard cannot adopt processes:", errno)
		return 1
	}
	cmd := &exec.Cmd{Path: path, Args: args, Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(status, "failed", unwrapPath(err))
		return 1
	}
	fmt.Fprintln(status, "started", cmd.Process.Pid)
	quiet, _ := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	syscall.Dup3(int(quiet.Fd()), 0, 0)
	syscall.Dup3(int(quiet.Fd()), 1, 0)
	syscall.Dup3(int(quiet.Fd()), 2, 0)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		// Until this process has reaped the leader, which it does at last, its group's id is its own.
		for asked := make([]byte, 1); ; {
			if _, err := control.Read(asked); err != nil {
				break
			}
			syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		}
		close(over)
	}()
	go func() {
		awaitEnd(cmd.Process.Pid)
		close(ended)
	}()
	var left []string
	select {
	case <-over:
	case <-ended:
		left = survivors(cmd.Process.Pid, over)
	case <-signals:
	}
	// The leader is a zombie or alive, in either case not reaped yet: its
	// group's id is its own.
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	awaitEnd(cmd.Process.Pid)
	state, err := cmd.Process.Wait()
	killAll()
	if err == nil {
		fmt.Fprintln(status, uint32(state.Sys().(syscall.WaitStatus)), strings.Join(left, " "))
	}
	return 0
}

// closeOnExec has this process keep its files from what it starts: those that it was given, and those that whoever
// started ttf-int has left open in it.
func closeOnExec() {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		for fd := controlFile; fd <= imageFile; fd++ {
			syscall.CloseOnExec(fd)
		}
	}
	for _, e := range open {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= controlFile {
			syscall.CloseOnExec(fd)
		}
	}
}

const (
	// leaveLooks is how often it is looked whether what a process has started ends
	// after it: much of it sees that its input has ended, and goes. On a busy machine,
	// on which that takes longer, the looks come later too.
	leaveLooks = 11
	// leavePoll is the time between two looks.
	leavePoll = 20 * time.Millisecond
	// maxSurvivors is how many survivors are named.
	maxSurvivors = 10
)

// survivors returns the names and ids of the processes that a process has left behind,
// which has ended and is not reaped. There are none once over is closed.
func survivors(leader int, over <-chan struct{}) []string {
	for looks := 1; ; looks++ {
		var left []string
		for _, pid := range children() {
			if name := nameOf(pid); pid != leader && name != "" && len(left) < maxSurvivors {
				left = append(left, fmt.Sprintf("%s(%d)", name, pid))
			}
		}
		if len(left) == 0 || looks == leaveLooks {
			return left
		}
		select {
		case <-over:
			return nil
		case <-time.After(leavePoll):
		}
	}
}

// nameOf returns the name of a process, in letters that need no quotes; "" for a
// zombie.
func nameOf(pid int) string {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	text := string(stat)
	from, to := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if from < 0 || to < from || strings.HasPrefix(text[to+1:], " Z") {
		return ""
	}
	name := text[from+1 : to]
	if strings.Trim(name, "0123456789") == "" { // it was started by the number of a descriptor
		command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		first, _, _ := strings.Cut(string(command), "\x00")
		name = cmp.Or(first[strings.LastIndexByte(first, '/')+1:], name)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r) {
			return r
		}
		return '_'
	}, name)
}

// killAll kills the children of this process until there are none. Those of a
// child that dies become children of this process, so none is missed.
func killAll() {
	deadline := time.Now().Add(killTime)
	for time.Now().Before(deadline) {
		for _, pid := range children() {
			// A child's id stays its own until it is reaped, which only this
			// loop does.
			syscall.Kill(pid, syscall.SIGKILL)
		}
		for {
			pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
			if errors.Is(err, syscall.ECHILD) {
				return
			}
			if err != nil || pid == 0 {
				break
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// children returns the ids of the children of this process.
func children() []int {
	self := strconv.Itoa(os.Getpid())
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var out []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parentOf(e.Name()) == self {
			out = append(out, pid)
		}
	}
	return out
}

// parentOf returns the id of a process's parent, or "".
func parentOf(pid string) string {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return ""
	}
	// The name before the last parenthesis may hold anything.
	_, rest, _ := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return ""
	}
	return fields[1]
}
