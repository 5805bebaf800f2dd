package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const (
	mostRetries = 100     // config has the same limit
	mostRepeats = 100_000 // beyond it, a run is better repeated as a whole
)

// retrying has the flags that say how often cases are run.
type retrying struct {
	retries, repeat    int
	flaky              string
	givenRetries, rule bool // whether the flags are given
}

func (t *retrying) addFlags(flags *pflag.FlagSet) {
	flags.IntVar(&t.retries, "retries", 0,
		"run a case that fails again, `N` times at most, until it does not: it is then flaky (default: as the project says, or 0)")
	flags.IntVar(&t.repeat, "repeat", 1, "run each case `N` times, to find those that are flaky")
	flags.StringVar(&t.flaky, "flaky", string(result.FlakyFail),
		"whether a flaky case makes the run `fail`, or is only said: fail, warn (default: as the project says, or fail)")
}

// read checks the values of the flags.
func (t *retrying) read(flags *pflag.FlagSet) error {
	t.givenRetries, t.rule = flags.Changed("retries"), flags.Changed("flaky")
	switch {
	case t.retries < 0 || t.retries > mostRetries:
		return fmt.Errorf("--retries %d: expected a number from 0 to %d", t.retries, mostRetries)
	case t.repeat < 1 || t.repeat > mostRepeats:
		return fmt.Errorf("--repeat %d: expected a number from 1 to %d", t.repeat, mostRepeats)
	case t.repeat > 1 && t.retries > 0:
		return errors.New("--repeat with --retries: expected one of them, since --repeat runs each case whatever comes")
	case t.flaky != string(result.FlakyFail) && t.flaky != string(result.FlakyWarn):
		return fmt.Errorf("--flaky %s: %s", t.flaky, source.FormatExpected(t.flaky,
			[]string{string(result.FlakyFail), string(result.FlakyWarn)}))
	}
	return nil
}

// set sets the options of a run: what the command line says comes before what the project says.
func (t *retrying) set(o *runner.Options, system *spec.System) {
	o.Repeat, o.Retries, o.FlakyRule = t.repeat, system.Run.Retries, result.FlakyFail
	if t.givenRetries {
		o.Retries = t.retries
	}
	if t.repeat > 1 || o.Debug {
		o.Retries = 0
	}
	switch {
	case t.rule:
		o.FlakyRule = result.FlakyRule(t.flaky)
	case system.Run.FlakyWarns:
		o.FlakyRule = result.FlakyWarn
	}
}
