package proc

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"github.com/ttf-int/ttf-int/internal/guard"
)

// startPlain starts cmd as the leader of a process group that dies with this
// process. The thread that started it is kept until it ends, because the
// kernel takes the death of that thread for the death of the parent.
func startPlain(p *Process, cmd *exec.Cmd) (<-chan Exit, error) {
	started := make(chan error)
	ended := make(chan Exit, 1)
	var mu sync.Mutex
	gone := false
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
		err := cmd.Start()
		if err == nil {
			p.pid = cmd.Process.Pid
			send := func(s syscall.Signal) {
				mu.Lock()
				defer mu.Unlock()
				if !gone {
					syscall.Kill(-p.pid, s)
				}
			}
			p.kill = func() { send(syscall.SIGKILL) }
			p.ask = func() { send(syscall.SIGTERM) }
		}
		started <- err
		if err != nil {
			return
		}
		// The group is killed while its leader is still a zombie: until it is
		// reaped, neither its id nor its group's can belong to anyone else.
		guard.AwaitEnd(p.pid)
		mu.Lock()
		syscall.Kill(-p.pid, syscall.SIGKILL)
		gone = true
		mu.Unlock()
		ended <- reap(cmd)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return ended, nil
}

// reap waits for a process that was started and says how it ended.
func reap(cmd *exec.Cmd) Exit {
	state, err := cmd.Process.Wait()
	if err != nil {
		return Exit{Code: -1, Err: err}
	}
	return exitOf(state.Sys().(syscall.WaitStatus))
}

func exitOf(s syscall.WaitStatus) Exit {
	if s.Signaled() {
		return Exit{Code: -1, Signal: s.Signal().String()}
	}
	return Exit{Code: s.ExitStatus()}
}
