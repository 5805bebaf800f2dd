package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/report"
)

const configHelp = `Config is about the configuration of a project: ttf-int.yaml, and what flags and the
environment say beside it.`

const configShowHelp = `Show writes the configuration in force: every key of ttf-int.yaml with its value, as the
file has it or by default, the flags that all commands have, and the variables of the
environment that ttf-int reads. With --origin it says of each where it comes from: a
line of the file, default, flag or environment. "-" stands for nothing.

Only ttf-int.yaml is read, so that it can be shown while specifications are wrong.`

func configCommand(a *app) *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "show the configuration in force", Long: configHelp,
		Example: "  ttf-int config show --origin",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	c.Args = isCommand(c)
	show := &cobra.Command{
		Use: "show", Short: "show each setting", Long: configShowHelp, Args: noArguments(),
		Example: "  ttf-int config show\n  ttf-int config show --origin\n  ttf-int config show --json",
	}
	origin := show.Flags().Bool("origin", false, "say where each setting comes from")
	show.RunE = func(cmd *cobra.Command, _ []string) error {
		read, file, err := config.Settings(a.project.config, "")
		if err != nil {
			return err
		}
		all := append(settingsOf(read), flagSettings(cmd.Root().PersistentFlags())...)
		all = append(all, variables()...)
		return a.console.write(func(w io.Writer) error {
			if a.console.json {
				return report.WriteSettingsJSON(w, file, all)
			}
			return report.WriteSettings(w, all, *origin, style(a.console.stdout))
		})
	}
	c.AddCommand(a.limits.makeInterruptible(show))
	return c
}

// settingsOf returns what the project's file says, for reports.
func settingsOf(read []config.Setting) []report.Setting {
	var out []report.Setting
	for _, one := range read {
		s := report.Setting{Key: one.Key, Value: one.Value, Origin: report.FromDefault}
		if one.At.IsValid() {
			s.Origin, s.At = report.FromFile, one.At.String()
		}
		out = append(out, s)
	}
	return out
}

// flagSettings returns the flags that all commands have.
func flagSettings(flags *pflag.FlagSet) []report.Setting {
	var out []report.Setting
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		s := report.Setting{Key: "--" + f.Name, Value: flagValue(f), Origin: report.FromDefault}
		if f.Changed {
			s.Origin = report.FromFlag
		}
		out = append(out, s)
	})
	return out
}

// flagValue returns the value of a flag: a number or truth where it is one, nil where it is empty.
func flagValue(f *pflag.Flag) any {
	text := f.Value.String()
	var out any
	if f.Value.Type() != "string" && json.Unmarshal([]byte(text), &out) == nil {
		return out
	}
	if text == "" {
		return nil
	}
	return text
}

// headersVariable names the headers that go with each call of a cluster.
const headersVariable = "RBE_remote_headers"

// variables returns the variables of the environment that ttf-int reads itself: whether text has colours, how the
// garbage collector works, where files go for a while, and how a cluster is reached.
func variables() []report.Setting {
	var out []report.Setting
	for _, name := range []string{"NO_COLOR", "TERM", "GOGC", "GOMEMLIMIT", "TMPDIR", "RBE_instance",
		"RBE_platform", "RBE_tls_ca_cert", "RBE_tls_client_auth_cert", "RBE_tls_client_auth_key", headersVariable} {
		s := report.Setting{Key: "$" + name, Origin: report.FromDefault}
		if text, set := os.LookupEnv(name); set {
			if s.Value, s.Origin = text, report.FromEnvironment; name == headersVariable {
				s.Value = "(not shown)" // it may hold a key
			}
		}
		out = append(out, s)
	}
	return out
}
