// Command sut has a property that takes very many tests, and one that takes few.
package main

import (
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/prop"
)

func main() {
	sut.Serve(sut.Program[struct{}]{Properties: map[string]prop.Property{
		"adds":  prop.Of(func(a, b int) bool { return a+b == b+a }),
		"quick": prop.Of(func(a bool) bool { return a || !a }),
	}})
}
