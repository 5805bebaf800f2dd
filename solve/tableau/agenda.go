package tableau

// agenda is the work that changes demand, and how far it came.
type agenda struct {
	queue  []task
	taken  int  // how many of the queue are done
	broken bool // a contradiction was found
	why    deps // what it rests on
	spent  int  // steps
	level  int  // choices that are tried
}

// task is work that a change demands.
type task struct {
	kind taskKind
	a, b int       // a: the term, or the membership; b: the term that it meets
	were *[2]class // that became one
}

type taskKind uint8

const (
	grown    taskKind = iota // term a is new, or became an asserted truth or live
	learnt                   // membership a is new
	again                    // what membership a says of its element is to be looked at again
	downward                 // membership a meets term b, which its set equals
	upward                   // membership a meets term b, which has its set as an argument
	met                      // terms a and b became equal
	joined                   // two classes became one
)

// add puts work at the end of what is to be done.
func (a *agenda) add(k task) { a.queue = append(a.queue, k) }

// pending tells whether there is work to be done.
func (a *agenda) pending() bool { return len(a.queue) > 0 }

// take removes the first of the work, of which there is some. The queue is kept for
// what is added next once all of it was taken.
func (a *agenda) take() task {
	k := a.queue[a.taken]
	if a.taken++; a.taken == len(a.queue) {
		a.drop()
	}
	return k
}

// drop removes all work.
func (a *agenda) drop() { a.queue, a.taken = a.queue[:0], 0 }

// clash notes a contradiction.
func (a *agenda) clash(d deps) {
	if !a.broken {
		a.broken, a.why = true, d
	}
}
