// Package guard is the life of a guard: a program that has this package among its own and starts itself under the name
// Name stands between the first process and one that it asks for. All descendants of that process that lose their
// parent become the guard's children, so it finds those that left the process group. When the process ends, when
// the guard is told to, or when the first process is gone, however that came about, the guard kills all of them and
// ends. It needs Linux.
package guard
