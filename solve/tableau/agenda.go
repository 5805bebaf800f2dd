package tableau

// agenda is the work that changes have made necessary, with the progress on it.
type agenda struct {
	queue  []task
	taken  int  // how many tasks of the queue were taken
	broken bool // whether a contradiction was found
	why    deps // what the contradiction rests on
	spent  int  // how many steps were taken
	level  int  // how many choices are being tried
}

// task is work that a change has made necessary.
type task struct {
	kind taskKind
	a, b int       // a: the term, or the membership; b: the term that it concerns
	were *[2]class // the two classes that became one
}

type taskKind uint8

const (
	grown    taskKind = iota // term a is new, or has become true, or is known to have a value
	learnt                   // membership a is new
	again                    // what membership a says about its element has to be examined again
	downward                 // membership a concerns term b, which is equal to its set
	upward                   // membership a concerns term b, of which its set is an argument
	met                      // terms a and b have become equal
	joined                   // two classes have become one
)

// add appends a task.
func (a *agenda) add(k task) { a.queue = append(a.queue, k) }

// isPending tells whether there is work to be done.
func (a *agenda) isPending() bool { return len(a.queue) > 0 }

// take removes the first task; there must be one. The queue's memory is reused once all
// tasks were taken.
func (a *agenda) take() task {
	k := a.queue[a.taken]
	if a.taken++; a.taken == len(a.queue) {
		a.drop()
	}
	return k
}

// drop removes all tasks.
func (a *agenda) drop() { a.queue, a.taken = a.queue[:0], 0 }

// clash records a contradiction.
func (a *agenda) clash(d deps) {
	if !a.broken {
		a.broken, a.why = true, d
	}
}
