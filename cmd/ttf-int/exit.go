package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
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
	// Nothing failed, but a case, a machine, a property, a class or a leaf of the plan is blocked or
	// undecided, or a unit has no test case.
	exitIncomplete  exitCode = 4
	exitInterrupted exitCode = 130 // interrupted
)

// ending is the error of a command that ends with an exit code of its own. It has a
// message, or no message where everything has been written already.
type ending struct {
	code exitCode
	err  error // nil where everything has been written
}

func (e *ending) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *ending) Unwrap() error { return e.err }

// blameMachinery marks an error as one for which the user's files are not to blame (exit
// code 3), unless it is about the table of a program, which is.
func blameMachinery(err error) error {
	if err == nil || isTableWrong(err) {
		return err
	}
	return &ending{exitMachinery, err}
}

// isTableWrong tells whether an error says that the table of a program does not fit the specification.
func isTableWrong(err error) bool { return errors.As(err, new(*runner.Refusal)) }

// exitSilently returns the error that ends a command with the given exit code and no message;
// it is nil for code 0.
func exitSilently(code exitCode) error {
	if code == exitOK {
		return nil
	}
	return &ending{code: code}
}

// isLocated tells whether the message of an error names the files that it is about.
func isLocated(err error) bool {
	return errors.As(err, new(source.Errors)) || errors.As(err, new(*source.Error)) ||
		errors.As(err, new(*plan.Stale)) ||
		errors.Is(err, context.Canceled)
}

// codeOf returns the exit code of a run. Where several apply, the first of 130, 3, 1
// and 4 does.
func codeOf(run *result.Run, allowIncomplete bool) exitCode {
	s := run.Summary
	switch {
	case run.Interrupted:
		return exitInterrupted
	case len(run.Machinery) > 0:
		return exitMachinery
	case (run.Retry == nil || run.Retry.Rule != result.FlakyWarn) &&
		(s.Flaky > 0 || machineIs(run, result.Flaky, result.Flaky)):
		return exitFailed
	case len(run.FailingLeaks()) > 0:
		return exitFailed
	case s.Fail+s.Error > 0 || machineIs(run, result.Fail, result.Error):
		return exitFailed
	case machineIs(run, result.Blocked, result.Undecided) && !allowIncomplete:
		return exitIncomplete
	case s.Blocked+s.Undecided+len(run.UndecidedLeaves)+len(run.OpenLeaves)+len(run.Untested) > 0 && !allowIncomplete:
		return exitIncomplete
	}
	return exitOK
}

// machineIs tells whether some machine, property, class or unit on structures of a run has one of the two given
// verdicts.
func machineIs(run *result.Run, one, other result.Verdict) bool {
	return slices.ContainsFunc(run.Machines, func(m *result.Machine) bool {
		return m.Verdict == one ||
			m.Verdict == other
	}) || slices.ContainsFunc(run.Laws, func(l *result.Law) bool { return l.Verdict == one || l.Verdict == other }) ||
		slices.ContainsFunc(run.Classes, func(c *result.ClassRun) bool {
			return c.Verdict == one || c.Verdict == other
		}) ||
		slices.ContainsFunc(run.Methods, func(m *result.Method) bool { return m.Verdict == one || m.Verdict == other })
}
