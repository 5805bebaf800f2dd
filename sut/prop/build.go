package prop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Build makes a structure in a place: the one of a line that `ttf-int generate PKG.T --format json` lists. Fields that
// the listing does not have stay as they are. The samples are as for Structures.
func Build[T any](to *T, line string, samples ...any) error {
	l := &listed{}
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(l); err != nil {
		return fmt.Errorf("Build: %w", err)
	}
	if _, err := l.buildAt(reflect.ValueOf(to), samples); err != nil {
		return fmt.Errorf("Build: %w", err)
	}
	return nil
}
