package store

// Event is what a journal tells of.
type Event string

// The events.
const (
	Saved   Event = "saved"
	Deleted Event = "deleted"
)

// Journal remembers what was done.
type Journal struct{ events []Event }

// Note adds an event.
func (j *Journal) Note(e Event) { j.events = append(j.events, e) }

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
	d.names.Enter(name)
	err := d.files.Append(name, data)
	d.note(Saved)
	return err
}

// Load returns the data of a file's block.
func (d *Desk) Load(name Name, index int) (Data, error) {
	if !d.has(name) {
		return "", ErrNoFile
	}
	return d.files.Read(name, index)
}

// Delete takes a file away.
func (d *Desk) Delete(name Name) error {
	if !d.has(name) {
		return ErrNoFile
	}
	d.files.Remove(name)
	d.note(Deleted)
	return nil
}

func (d *Desk) has(name Name) bool {
	_, ok := d.directory.files[name]
	return ok
}
