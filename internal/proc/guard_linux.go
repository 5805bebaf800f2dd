package proc

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ttf-int/ttf-int/internal/guard"
)

// OwnGuard returns the permission to put guards between this program and what it starts: each is this program once
// more, as package guard has it.
func OwnGuard() Guard { return Guard{exe: "/proc/self/exe"} }

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
		path = guard.ImageName
	}
	between := &exec.Cmd{
		Path: g.exe, Args: append([]string{guard.Name, path}, cmd.Args...), Dir: cmd.Dir, Env: cmd.Env,
		Stdin: cmd.Stdin, Stdout: cmd.Stdout, Stderr: cmd.Stderr, ExtraFiles: append([]*os.File{control, tell},
			cmd.ExtraFiles...),
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true},
	}
	err = between.Start()
	control.Close()
	tell.Close()
	if err != nil {
		hold.Close()
		status.Close()
		return nil, fmt.Errorf("its guard could not be started: %w", err)
	}
	p.guard = between.Process.Pid
	lines := bufio.NewReader(status)
	status.SetReadDeadline(time.Now().Add(guard.KillTime))
	p.pid, err = readStarted(lines)
	status.SetReadDeadline(time.Time{})
	if err != nil {
		hold.Close()
		status.Close()
		between.Process.Kill()
		between.Wait()
		return nil, err
	}
	p.ask = func() { _, _ = hold.Write([]byte{1}) }
	p.kill = func() {
		hold.Close()
		go func() {
			select {
			case <-p.done:
			case <-time.After(guard.KillTime / 2):
				// The guard does not do its work; its death is its child's.
				between.Process.Kill()
			}
		}()
	}
	ended := make(chan Exit, 1)
	go func() {
		exit := readExit(lines)
		between.Wait()
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
