// Package store keeps what earlier plans found: the plan's cache, an SQLite
// database in a project's folder .ttf-int. It takes and gives bytes by key, and
// knows nothing of what they mean. What goes wrong with it never stops a plan,
// and never makes one wrong: an entry that is not what was kept is none.
package store
