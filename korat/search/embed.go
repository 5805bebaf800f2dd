package search

import "embed"

// Files are the texts of this package, but for this one: what is compiled into a module.
//
//go:embed doc.go hooks.go space.go arena.go maps.go engine.go shake.go canon.go divide.go visited.go layout.go serve.go vector_unix.go vector_other.go
var Files embed.FS
