package store

// Name is the name of a file.
type Name string

// Directory knows files by their names.
type Directory struct{ files map[Name]File }

// Enter gives a new name to an empty file.
func (d *Directory) Enter(name Name) { d.files[name] = File{} }

// Erase forgets a name.
func (d *Directory) Erase(name Name) { delete(d.files, name) }
