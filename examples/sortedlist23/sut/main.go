// Command sut serves the sorted list to ttf-int. SORTEDLIST23_FAULT gives the list a fault: see tree.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/sortedlist23/tree"
	"github.com/ttf-int/ttf-int/sut"
)

func main() {
	fault := tree.Fault(os.Getenv("SORTEDLIST23_FAULT"))
	sut.Serve(sut.Program[struct{}]{
		Classes: sut.Classes{sut.Class[tree.List]{
			Name:   "Sorted_List",
			Create: func() *tree.List { return tree.New(fault) },
			Operations: map[string]any{
				"nb_elements": (*tree.List).Elements,
			},
		}},
	})
}
