package tableau

// agenda is the work that changes demand, and how far it came.
type agenda struct {
	queue  []task
	broken bool // a contradiction was found
	why    deps // what it rests on
	spent  int  // steps
	level  int  // choices that are tried
}

// task is work that a change demands.
type task struct {
	kind        taskKind
	a, b        int // a: the term, or the membership; b: the term that it meets
	left, right class
}

type taskKind uint8

const (
	grown    taskKind = iota // term a is new, or became an asserted truth or live
	learnt                   // membership a is new
	again                    // what membership a says of its element is to be looked at again
	downward                 // membership a meets term b, which its set equals
	upward                   // membership a meets term b, which has its set as an argument
	met                      // terms a and b became equal
	joined                   // classes left and right became one
)

// add puts work at the end of what is to be done.
func (a *agenda) add(k task) { a.queue = append(a.queue, k) }

// clash notes a contradiction.
func (a *agenda) clash(d deps) {
	if !a.broken {
		a.broken, a.why = true, d
	}
}
