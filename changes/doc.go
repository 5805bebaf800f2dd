// Package changes notices that files change. It takes the files, patterns and folders that
// somebody depends on, and gives, after each burst of changes, the paths whose contents are
// others than before. What the system says of folders is only a reason to look: what has
// changed is found by comparing contents, so that temporary files, renaming and saving what
// was there before are not changes. It does not know what the files are for.
package changes
