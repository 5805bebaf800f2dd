//go:build unix && !linux

package proc

import (
	"os/exec"
	"syscall"
)

// startPlain starts cmd as the leader of a process group.
func startPlain(p *Process, cmd *exec.Cmd) (<-chan Exit, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.pid = cmd.Process.Pid
	send := func(s syscall.Signal) {
		// Signal fails where the leader was reaped: its group's id may then
		// be another's.
		if cmd.Process.Signal(syscall.Signal(0)) == nil {
			syscall.Kill(-p.pid, s)
		}
	}
	p.kill = func() { send(syscall.SIGKILL) }
	p.ask = func() { send(syscall.SIGTERM) }
	ended := make(chan Exit, 1)
	go func() {
		state, err := cmd.Process.Wait()
		switch {
		case err != nil:
			ended <- Exit{Code: -1, Err: err}
		case state.Sys().(syscall.WaitStatus).Signaled():
			ended <- Exit{Code: -1, Signal: state.Sys().(syscall.WaitStatus).Signal().String()}
		default:
			ended <- Exit{Code: state.ExitCode()}
		}
	}()
	return ended, nil
}
