package audit_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
)

// TestSilences: units are named of which the specification says nothing, however their
// state is declared, and no others.
func TestSilences(t *testing.T) {
	t.Parallel()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"spec.zed": `S == [n : 0 .. 9; s : seq ℤ]
Set == [ΔS; k? : ℕ | true]
Get == [ΞS; r! : ℕ | true]
Half == [ΔS; r! : ℕ | n' = n]
Skip == [ΞS | true]
Put == [ΔS; k? : ℕ | s' = s ⌢ ⟨k?⟩]
Some == [ΔS | n' ∈ 1 .. 3]
Show == [ΞS; r! : ℕ | r! = n]
`,
		"units.yaml": strings.Join([]string{
			"unit: set\nz: spec.zed\nschema: Set\n", "unit: get\nz: spec.zed\nschema: Get\n",
			"unit: half\nz: spec.zed\nschema: Half\n", "unit: skip\nz: spec.zed\nschema: Skip\n",
			"unit: put\nz: spec.zed\nschema: Put\n", "unit: some\nz: spec.zed\nschema: Some\n",
			"unit: show\nz: spec.zed\nschema: Show\n"}, "---\n"),
	})
	found, err := look(t, t.Context(), system, 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = "the specifications of get, half, set say nothing of what comes of it: any result is right"
	var got []string
	for _, n := range found.Notes {
		if strings.Contains(n.Text, "any result is right") {
			got = append(got, n.Text)
		}
	}
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}
