package search

import "embed"

// Files are the texts of this package, but for this one: what is compiled into a module.
//
//go:embed doc.go hooks.go inner.go space.go arena.go maps.go engine.go shake.go canon.go divide.go view.go visited.go layout.go literal.go replica.go picture.go product.go ahead.go trial.go serve.go vector_unix.go vector_other.go resume.go
var Files embed.FS

// Assembly is what goes on from snapshots, on amd64. It stands in the subject's own package, since the go command
// assembles only in folders that are there.
//
//go:embed resume_amd64.asm
var Assembly []byte
