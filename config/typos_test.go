package config

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
)

// named are the names in a YAML file that something else has to have too: what one of the keys says.
var named = regexp.MustCompile(`(?m)^(unit|sut|z|schema|uses|calls|specs|init): *\[?"?([^\s"\],]+)`)

// TestOneMistake: a name that is misspelt is one mistake, and is said once, wherever else the name stands.
func TestOneMistake(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"sortedlist", "bank", "depot", "eater"} {
		from := filepath.Join("..", "examples", name)
		dir := filepath.Join(t.TempDir(), name)
		for _, part := range []string{"specs", "ttf-int.yaml"} {
			copyPart(t, filepath.Join(from, part), filepath.Join(dir, part))
		}
		paths, _ := filepath.Glob(filepath.Join(dir, "specs", "*.yaml"))
		for _, path := range append(paths, filepath.Join(dir, "ttf-int.yaml")) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range named.FindAllStringSubmatchIndex(string(data), -1) {
				key, name := string(data[at[2]:at[3]]), string(data[at[4]:at[5]])
				wrong := name[:len(name)-1] + "q"
				if key == "z" || key == "specs" {
					wrong = "q" + name
				}
				text := string(data[:at[4]]) + wrong + string(data[at[5]:])
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				_, err := Load("", dir)
				var list source.Errors
				// A unit may have any name, and so may a schema that is derived.
				free := key == "unit" || key == "schema" && strings.Contains(text, "enriches:")
				if errors.As(err, &list); len(list) > 1 || err == nil && !free {
					t.Errorf("%s: %s: %s in the place of %s:\n%s", filepath.Base(path), key, wrong, name,
						strings.TrimSpace(source.Show(err, 0)))
				}
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestNextSteps: a mistake that newcomers make is one error, which says what to do.
func TestNextSteps(t *testing.T) {
	t.Parallel()
	const unit = "unit: a\nsut: p\nschema: A\nz: a.zed\n"
	for _, c := range []struct{ project, unit, want string }{
		{"", "unit: a\nsut: p\n  schema: A\nz: a.zed\n", "u.yaml:3:3: .*indented more than the one before"},
		{"", "unit: a\nsut: p\nschema: A\nz: a.zed\nuses:\n\t- b\n", "u.yaml:6:1: .*indented with spaces"},
		{"", "unit: a\nsut: p\nschema: A\nz: b.zed\n", `u.yaml:4:4: b.zed .*, did you mean "a.zed"\?$`},
		{"", "unit: a\nsut: p\nschema: A\nz: other.zed\n", `u.yaml:4:4: other.zed .*; in its folder there are a.zed$`},
		{"specs: [v.yaml]", unit, `ttf-int.yaml:2:9: no file matches "v.yaml", did you mean "\*.yaml"\?$`},
		{"specs: [z/*.yml]", unit, `ttf-int.yaml:2:9: no file matches "z/\*.yml"; there are files that match \*.yaml$`},
		{"", unit + "---\n" + unit, `u.yaml:6:7: the unit "a" is specified twice$`},
		{"", unit + "---\nunit: c\nsut: q\nschema: A\n---\nunit: d\nsut: q\nschema: A\n",
			`u.yaml:7:6: the project has no system under test "q"`},
	} {
		dir := t.TempDir()
		project := "apiVersion: ttf-int/v1\n" + cmp.Or(c.project, "specs: [u.yaml]") + "\nsuts: {p: {command: [p]}}\n"
		for name, text := range map[string]string{projectFile: project, "u.yaml": c.unit, "a.zed": "A == [x? : Z]\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Load("", dir)
		var list source.Errors
		one := (*source.Error)(nil)
		if !errors.As(err, &list) && errors.As(err, &one) {
			list = source.Errors{one}
		}
		if len(list) != 1 || !regexp.MustCompile(c.want).MatchString(list[0].Error()) {
			t.Errorf("%s\n%s%v\nexpected %s alone", c.project, c.unit, err, c.want)
		}
	}
}
