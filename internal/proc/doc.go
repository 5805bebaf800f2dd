// Package proc starts, limits and kills processes. It takes a command with the
// exact environment that it may see and gives a Process that can be waited for
// and killed together with everything that it started: its process group, and
// on Linux, where a command has a Guard, also the descendants that left the
// group, even when this program itself is killed. A process id that
// may have been given to another process is never signalled. It knows nothing
// of what the processes do, and never retries.
package proc
