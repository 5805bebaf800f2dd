//go:build !linux

package proc

import (
	"errors"
	"os/exec"
)

// OwnGuard returns the zero Guard: guard processes need Linux.
func OwnGuard() Guard { return Guard{} }

func (g Guard) start(*Process, *exec.Cmd) (<-chan Exit, error) {
	return nil, errors.New("guard processes need Linux")
}
