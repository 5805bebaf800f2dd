package wire_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestNames: no value of an enumeration has a name that protoc's code for Java gives to a constant of its own, so that
// an SDK for Java may be made from the protocol as it is.
func TestNames(t *testing.T) {
	enums := wire.File_ttfint_proto.Enums()
	for i := range enums.Len() {
		values := enums.Get(i).Values()
		for k := range values.Len() {
			switch name := values.Get(k).Name(); {
			case name == "VALUES", name == "UNRECOGNIZED":
				t.Errorf("%s.%s: in Java each enumeration has a constant of this name", enums.Get(i).Name(), name)
			case values.ByName(name+"_VALUE") != nil:
				t.Errorf("%s.%s_VALUE: in Java the number of %s has this name", enums.Get(i).Name(), name, name)
			}
		}
	}
	if enums.Len() == 0 {
		t.Error("the protocol has no enumeration")
	}
}
