package graph

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
)

// classPrefix is what the names of classes have in a graph, so that a unit may have the name of a class.
const classPrefix = "class "

// NodeOfClass returns the name that a class has in the graph of a system.
func NodeOfClass(name string) string { return classPrefix + name }

// Uses returns the graph of the uses of a system's units, without the uses that were
// cut. The classes are in it too, by their NodeOfClass.
func Uses(system *spec.System) *Graph {
	uses := make(map[string][]string, len(system.Units))
	for _, u := range system.Units {
		uses[u.Name] = nil
		for _, name := range u.Uses {
			if !slices.Contains(u.Cut, name) {
				uses[u.Name] = append(uses[u.Name], name)
			}
		}
		for _, name := range u.Classes {
			uses[u.Name] = append(uses[u.Name], NodeOfClass(name))
		}
	}
	for _, c := range system.Classes {
		node := NodeOfClass(c.Name)
		uses[node] = nil
		for _, name := range c.Uses {
			switch {
			case system.Class(name) != nil:
				uses[node] = append(uses[node], NodeOfClass(name))
			case system.Unit(name) != nil:
				uses[node] = append(uses[node], name)
			}
		}
	}
	return New(uses)
}

// UnitLayers returns what Layers does, without the classes: a layer in which there are only classes is empty, and where
// such a layer is the last it is left out.
func (g *Graph) UnitLayers() ([][]string, error) {
	layers, err := g.Layers()
	if err != nil {
		return nil, err
	}
	for k := range layers {
		layers[k] = slices.DeleteFunc(layers[k], func(name string) bool { return strings.HasPrefix(name, classPrefix) })
	}
	for len(layers) > 0 && len(layers[len(layers)-1]) == 0 {
		layers = layers[:len(layers)-1]
	}
	return layers, nil
}

// LayerOf returns the layer of a unit, or of a class by its NodeOfClass; 0 where there is none.
func (g *Graph) LayerOf(name string) int {
	i, ok := g.index[name]
	if !ok || g.layer == nil {
		return 0
	}
	return g.layer[i]
}
