//go:build !unix

package proc

import "os/exec"

// startPlain starts cmd; only cmd itself can be killed here.
func startPlain(p *Process, cmd *exec.Cmd) (<-chan Exit, error) {
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.pid = cmd.Process.Pid
	p.kill = func() { cmd.Process.Kill() }
	ended := make(chan Exit, 1)
	go func() {
		state, err := cmd.Process.Wait()
		if err != nil {
			ended <- Exit{Code: -1, Err: err}
			return
		}
		ended <- Exit{Code: state.ExitCode()}
	}()
	return ended, nil
}
