package sut

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/sut/prop"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestPropertiesOfProgram: a program may have properties alone, and one that cannot be tested is
// refused before anything is served.
func TestPropertiesOfProgram(t *testing.T) {
	for want, p := range map[string]Program[int]{
		"program has no New": {Units: []Unit[int]{{Name: "u"}},
			Properties: map[string]prop.Property{"p": prop.Of(func() bool { return true })}},
		"property p: parameter 1 of the property: no values of type chan int": {
			Properties: map[string]prop.Property{"p": prop.Of(func(chan int) bool { return true })}},
		"property p: <nil> is not a property": {Properties: map[string]prop.Property{"p": {}}},
		"property p: int is not a property":   {Properties: map[string]prop.Property{"p": prop.Of(3)}},
		"a property needs a name":             {Properties: map[string]prop.Property{"": prop.Of(3)}},
	} {
		if _, err := p.table(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	table, err := (&Program[int]{Properties: map[string]prop.Property{
		"b": prop.Of(func() bool { return true }), "a": prop.Of(func(bool) bool { return true })}}).table()
	if err != nil || strings.Join(table.desc.Properties, " ") != "a b" {
		t.Errorf("%v, %v", table, err)
	}
}

// TestExplored: what comes of a property is sent whole, within the limits of texts.
func TestExplored(t *testing.T) {
	e := convertExplored(prop.Run(func(s string) prop.Outcome {
		if len(s) > 2 {
			panic("\xff" + s)
		}
		return prop.Holds(true).Label("short")
	}))
	if e.Verdict != wire.PropertyVerdict_COUNTEREXAMPLE || len(e.Values) != 1 || e.Panic == "" ||
		!strings.Contains(e.Stack, "TestExplored") || len(e.Labels) != 1 || e.Labels[0].Name != "short" {
		t.Errorf("%v", e)
	}
	e = convertExplored(prop.Run(func(bool) bool { return true }))
	if e.Verdict != wire.PropertyVerdict_PROOF || e.Tests != 2 {
		t.Errorf("%v", e)
	}
	if e := convertExplored(prop.Run(3)); e.Verdict != wire.PropertyVerdict_UNTESTED || e.Reason == "" {
		t.Errorf("%v", e)
	}
}
