package store

// Name is the name of a file.
type Name string

// Directory knows files by their names.
type Directory struct {
	files map[Name]File
	fault Fault
}

// Enter gives a new name to an empty file.
func (d *Directory) Enter(name Name) {
	if d.fault == "enter-wfe" { // the others are lost
		clear(d.files)
	}
	d.files[name] = File{}
}

// Erase forgets a name.
func (d *Directory) Erase(name Name) {
	if d.fault == "erase-wfe" { // it stays, empty
		d.files[name] = File{}
		return
	}
	delete(d.files, name)
}
