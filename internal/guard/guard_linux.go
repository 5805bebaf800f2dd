package guard

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unsafe"
)

// Name is the name, as argument 0, under which a program starts itself as a guard. The arguments are the path
// of the file that it is to start, and that process's own, with its name.
const Name = "ttf-int-guard"

// The files that a guard is given, beside the three that the process gets.
const (
	controlFile = 3 // at its end, everything is killed; what comes before asks the process to end
	statusFile  = 4 // the guard writes here what became of the process
	imageFile   = 5 // what is to be started, where it is not started by its name
)

// ImageName is the name of the guard's imageFile.
const ImageName = "/proc/self/fd/5"

// A process that was started as a guard is one before any package is initialized that comes later than this, which
// takes longer than all that a guard does at its start. Hence the few imports here, and none of os/exec.
func init() {
	if os.Args[0] == Name && len(os.Args) >= 3 {
		os.Exit(guard(os.Args[1], os.Args[2:]))
	}
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
	process, err := os.StartProcess(path, args, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}})
	if err != nil {
		fmt.Fprintln(status, "failed", UnwrapPath(err))
		return 1
	}
	fmt.Fprintln(status, "started", process.Pid)
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
			syscall.Kill(-process.Pid, syscall.SIGTERM)
		}
		close(over)
	}()
	go func() {
		AwaitEnd(process.Pid)
		close(ended)
	}()
	var left []string
	select {
	case <-over:
	case <-ended:
		left = survivors(process.Pid, over)
	case <-signals:
	}
	// The leader is a zombie or alive, in either case not reaped yet: its
	// group's id is its own.
	syscall.Kill(-process.Pid, syscall.SIGKILL)
	AwaitEnd(process.Pid)
	state, err := process.Wait()
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
			if pid == leader || len(left) == maxSurvivors {
				continue
			}
			if name := nameOf(pid); name != "" {
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
	deadline := time.Now().Add(KillTime)
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

// children returns the ids of the children of this process. Only this process makes any of them go, and not while it
// asks, so that none is passed over.
func children() []int {
	if list, all := Children(os.Getpid()); all {
		return list
	}
	return searchChildren()
}

// Children returns the ids of the processes that a process has started or adopted, and whether the kernel listed those
// of all of its threads: a thread may end meanwhile, and a kernel may be built without these lists. A pattern of files
// would have the folder of each thread listed, which makes the kernel keep an entry for each of its files until the
// process has ended.
func Children(pid int) (list []int, all bool) {
	of := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.Open(of)
	if err != nil {
		return nil, false
	}
	names, err := threads.Readdirnames(-1) // what is known of a process that ends is looked at
	threads.Close()
	all = err == nil
	for _, name := range names {
		data, err := os.ReadFile(of + "/" + name + "/children")
		all = all && err == nil
		for _, word := range strings.Fields(string(data)) {
			if pid, err := strconv.Atoi(word); err == nil {
				list = append(list, pid)
			}
		}
	}
	return list, all
}

// searchChildren returns the children of this process by asking every process for its parent.
func searchChildren() []int {
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

const (
	waitByPid  = 1          // P_PID of waitid(2)
	waitNoReap = 0x01000000 // WNOWAIT
)

// AwaitEnd waits for a child to end and leaves it a zombie.
func AwaitEnd(pid int) {
	var info [128]byte // siginfo_t
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, waitByPid, uintptr(pid),
			uintptr(unsafe.Pointer(&info[0])), syscall.WEXITED|waitNoReap, 0, 0)
		if !errors.Is(errno, syscall.EINTR) {
			return
		}
	}
}
