// Command sut has a property that takes very many tests, and one that takes few. It creates the file that its
// first argument names, where there is one, when the first of the many tests begins.
package main

import (
	"os"
	"sync"

	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/prop"
)

var begin = sync.OnceValue(func() error {
	if len(os.Args) < 2 {
		return nil
	}
	return os.WriteFile(os.Args[1], nil, 0o600)
})

func main() {
	sut.Serve(sut.Program[struct{}]{Properties: map[string]prop.Property{
		"adds":  prop.Of(func(a, b int) bool { return begin() == nil && a+b == b+a }),
		"quick": prop.Of(func(a bool) bool { return a || !a }),
	}})
}
