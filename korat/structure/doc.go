// Package structure is what a search finds: objects with their fields. It makes them of candidate vectors, numbers
// their objects in the order in which they are reached, and writes them as text, JSON, Go, DOT and SVG.
package structure
