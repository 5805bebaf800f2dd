package store

// Event is what a journal tells of.
type Event string

// The events.
const (
	Saved   Event = "saved"
	Deleted Event = "deleted"
)

// Journal remembers what was done.
type Journal struct {
	events []Event
	fault  Fault
}

// Note adds an event.
func (j *Journal) Note(e Event) {
	if j.fault == "note-wfe" { // the last one alone is kept
		j.events = nil
	}
	j.events = append(j.events, e)
}

// Files is what a Desk needs of a shelf.
type Files interface {
	Append(name Name, data Data) error
	Read(name Name, index int) (Data, error)
	Remove(name Name)
}

// Desk takes what users ask for, whether it can be done or not.
type Desk struct {
	directory *Directory
	names     Names
	files     Files
	note      func(Event)
	fault     Fault
}

// Save makes a new file with one block of data. When the disk is full the file
// is there all the same, without blocks.
func (d *Desk) Save(name Name, data Data) error {
	if d.has(name) {
		if d.fault == SaveOverwrites {
			return d.files.Append(name, data)
		}
		return ErrInUse
	}
	switch d.fault {
	case "save-mfe": // into a file that is not there yet
		_ = d.files.Append(name, data)
	case "save-wci": // what is stored is not what is given
		data = other(data)
	}
	d.names.Enter(name)
	if d.fault == "save-mic" {
		return nil
	}
	err := d.files.Append(name, data)
	if d.fault == "save-wfe" {
		err = nil
	}
	d.note(Saved)
	return err
}

// Load returns the data of a file's block.
func (d *Desk) Load(name Name, index int) (Data, error) {
	if !d.has(name) {
		switch {
		case d.fault == "load-wfe":
			return "", nil
		case d.fault == "load-eci" && d.has("name2"):
			data, _ := d.files.Read("name2", index)
			return data, ErrNoFile
		case d.fault == "load-mfe":
			_, _ = d.files.Read(name, index)
		}
		return "", ErrNoFile
	}
	switch {
	case d.fault == "load-mic":
		return "", ErrNoBlock
	case d.fault == "load-wci" && index == 2:
		index = 1
	}
	return d.files.Read(name, index)
}

// Delete takes a file away.
func (d *Desk) Delete(name Name) error {
	if !d.has(name) {
		switch {
		case d.fault == "delete-wfe":
			return nil
		case d.fault == "delete-mfe":
			d.files.Remove(name)
		case d.fault == "delete-eci" && d.has("name2"):
			d.files.Remove("name2")
		}
		return ErrNoFile
	}
	if d.fault == "delete-wci" && d.has("name2") {
		name = "name2"
	}
	if d.fault != "delete-mic" {
		d.files.Remove(name)
	}
	d.note(Deleted)
	return nil
}

func (d *Desk) has(name Name) bool {
	_, ok := d.directory.files[name]
	return ok
}
