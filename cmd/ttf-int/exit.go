package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
)

// exitCode is the exit code of a command.
type exitCode int

// The exit codes of all commands but solve, which has its own.
const (
	exitOK        exitCode = 0
	exitFailed    exitCode = 1 // something failed under test
	exitWrong     exitCode = 2 // the specifications, the configuration, the plan or the command line are wrong
	exitMachinery exitCode = 3 // a SUT could not be built or started, or other machinery failed
	// Nothing failed, but something was blocked or undecided, be it a leaf of the plan,
	// or a unit has no test case.
	exitIncomplete  exitCode = 4
	exitInterrupted exitCode = 130 // interrupted
)

// ending is how a command ends otherwise than with exit code 0: with a message,
// or with a code alone where everything has been said.
type ending struct {
	code exitCode
	err  error // nil: said already
}

func (e *ending) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *ending) Unwrap() error { return e.err }

// machinery marks an error as one that the user's files are not to blame for.
func machinery(err error) error {
	if err == nil {
		return nil
	}
	return &ending{exitMachinery, err}
}

// silent ends a command with a code and no message; with code 0 it is nil.
func silent(code exitCode) error {
	if code == exitOK {
		return nil
	}
	return &ending{code: code}
}

// located tells whether an error says by itself which files it is about.
func located(err error) bool {
	return errors.As(err, new(source.Errors)) || errors.As(err, new(*source.Error)) ||
		errors.As(err, new(*plan.Stale)) ||
		errors.Is(err, context.Canceled)
}

// codeOf is the exit code of a run; in doubt 130, 2, 3, 1, 4 in this order.
func codeOf(run *result.Run, allowIncomplete bool) exitCode {
	s := run.Summary
	switch {
	case run.Interrupted:
		return exitInterrupted
	case len(run.Machinery) > 0:
		return exitMachinery
	case s.Fail+s.Error > 0 || machineIs(run, result.Fail, result.Error):
		return exitFailed
	case machineIs(run, result.Blocked, result.Undecided) && !allowIncomplete:
		return exitIncomplete
	case s.Blocked+s.Undecided+len(run.UndecidedLeaves)+len(run.OpenLeaves)+len(run.Untested) > 0 && !allowIncomplete:
		return exitIncomplete
	}
	return exitOK
}

// machineIs tells whether a machine of a run has one of two verdicts.
func machineIs(run *result.Run, one, other result.Verdict) bool {
	return slices.ContainsFunc(run.Machines, func(m *result.Machine) bool {
		return m.Verdict == one ||
			m.Verdict == other
	})
}
