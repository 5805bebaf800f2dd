package prop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Build makes a structure in a place: the one of a line that `ttf-int generate PKG.T --format json` lists. Fields that
// the listing does not have stay as they are. The samples are as for Structures. What it returns knows the objects by
// their names in the listing.
func Build[T any](to *T, line string, samples ...any) (*Objects, error) {
	l := &listed{}
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(l); err != nil {
		return nil, fmt.Errorf("Build: %w", err)
	}
	made, err := l.buildAt(reflect.ValueOf(to), samples)
	if err != nil {
		return nil, fmt.Errorf("Build: %w", err)
	}
	return newObjects(made, &l.Objects[0]), nil
}
