package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
)

// Setting is a value of the configuration in force, with where it comes from.
type Setting struct {
	Key    string `json:"key"` // as in run.timeout; a flag as in --memory; a variable as in $NO_COLOR
	Value  any    `json:"value"`
	Origin Origin `json:"origin"`
	At     string `json:"at,omitempty"` // the place in a file
}

// Origin is where a setting comes from.
type Origin string

// The origins of settings.
const (
	FromFile        Origin = "file"
	FromDefault     Origin = "default"
	FromFlag        Origin = "flag"
	FromEnvironment Origin = "environment"
)

// WriteSettings writes settings, a line each; with origin also where each comes from.
func WriteSettings(w io.Writer, all []Setting, origin bool, s Style) error {
	keys, values := 0, 0
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = valueText(one.Value)
		keys = max(keys, len([]rune(one.Key)))
		if n := len([]rune(texts[i])); n <= maxSettingWidth {
			values = max(values, n)
		}
	}
	for i, one := range all {
		line := fmt.Sprintf("%-*s  %s", keys, one.Key, texts[i])
		if origin {
			from := string(one.Origin)
			if one.At != "" {
				from = one.At
			}
			line = fmt.Sprintf("%-*s  %-*s  %s", keys, one.Key, values, texts[i], s.paint(faint, from))
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}

// maxSettingWidth is how long values are that others are lined up with.
const maxSettingWidth = 60

// valueText returns a value as people read it: a text as it is, all else as JSON, and "-" for none.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case string:
		return cleanText(v, false)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return fmt.Sprint(v)
	}
	return cleanText(strings.TrimSpace(b.String()), false)
}

// WriteSettingsJSON writes settings as one JSON document; file is that of the project.
func WriteSettingsJSON(w io.Writer, file string, all []Setting) error {
	return WriteDocument(w, struct {
		APIVersion string    `json:"apiVersion"`
		Kind       string    `json:"kind"`
		File       string    `json:"file"`
		Settings   []Setting `json:"settings"`
	}{plan.APIVersion, "Config", file, all})
}
