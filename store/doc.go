// Package store keeps what earlier plans and runs found, in a project's folder
// .ttf-int: the cache of plans, an SQLite database that takes and gives bytes by key
// and knows nothing of what they mean; the journal of each run, a line for each result
// as it comes, of which the latest is read again; and the lock under which one run
// builds programs that others share. What goes wrong with the cache never stops a plan,
// and never makes one wrong: an entry that is not what was kept counts as missing.
package store
