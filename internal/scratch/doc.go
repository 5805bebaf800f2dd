// Package scratch makes folders for temporary files. What a process leaves behind that is killed is removed by the next
// one that makes such a folder: each is locked by its process, and a lock ends with whoever has it.
package scratch
