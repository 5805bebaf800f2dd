package search

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

type tree struct {
	root *node
	size int
}

type node struct{ left, right *node }

// isTree is the predicate of figure 1 of the paper, with hooks as they are put into texts.
func (t *tree) isTree() bool {
	root := *See(&t.root)
	if root == nil {
		return *See(&t.size) == 0
	}
	visited := Marked(NewVisited(), root, true)
	work := Append([]*node(nil), root)
	for len(work) > 0 {
		current := work[0]
		work = work[1:]
		for _, p := range []**node{&current.left, &current.right} {
			child := *See(p)
			if child == nil {
				continue
			}
			if Has(visited, child) {
				return false
			}
			Mark(visited, child, true)
			work = Append(work, child)
		}
	}
	return Count(visited) == *See(&t.size)
}

// treeSpace are trees of so many nodes.
func treeSpace(n int) *Space {
	pointer := &Domain{Nil: true, Classes: []string{"node"}}
	return &Space{Root: "tree", Classes: []Class{{"tree", 1}, {"node", n}}, Fields: map[string]*Domain{
		"tree.root": pointer, "tree.size": {Values: []string{fmt.Sprint(n)}},
		"node.left": pointer, "node.right": pointer}}
}

// engineFor returns a search for trees that a predicate accepts.
func engineFor(t *testing.T, n int, check func(*tree) bool) *engine {
	e, err := newEngine(treeSpace(n), Subject{Root: reflect.TypeFor[tree]()}, filepath.Join(t.TempDir(), "vector"))
	if err != nil {
		t.Fatal(err)
	}
	e.check = func(p unsafe.Pointer) bool { return check((*tree)(p)) }
	e.activate()
	t.Cleanup(func() { watch(&engine{off: true}, nil) })
	return e
}

// all returns the candidate vectors of what a search finds.
func (e *engine) all(each func(accepted bool) error) ([][]int32, error) {
	var out [][]int32
	for changed := 0; changed >= 0; {
		accepted, err := e.try()
		if err == nil && each != nil {
			err = each(accepted)
		}
		if err != nil {
			return out, err
		}
		e.candidates++
		if accepted {
			e.touch()
			out = append(out, slices.Clone(e.vector))
		}
		changed = e.next()
	}
	return out, nil
}

// TestFigure3: the search finds the five trees of figure 3, with those candidates whose fields the predicate has read.
func TestFigure3(t *testing.T) {
	e := engineFor(t, 3, (*tree).isTree)
	found, err := e.all(e.shakeAll)
	if err != nil || len(found) != 5 || e.candidates != 63 {
		t.Errorf("%v, %d structures, %d candidates", err, len(found), e.candidates)
	}
	if !slices.IsSortedFunc(found, slices.Compare[[]int32]) {
		t.Errorf("they are not in lexicographic order: %v", found)
	}
}

func (e *engine) shakeAll(accepted bool) error { return e.shake(accepted) }

// TestIsomorphism: a field points at most one beyond the objects to which fields before it point (section 3.4).
func TestIsomorphism(t *testing.T) {
	e := engineFor(t, 3, func(t *tree) bool { return *See(&t.root) != nil && *See(&(*See(&t.root)).left) != nil })
	found, err := e.all(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		greatest := int32(0)
		for _, x := range v[:2] { // the root, and what its left points to: nil is 0
			if x > greatest+1 {
				t.Errorf("%v names an object before the one before it", v)
			}
			greatest = max(greatest, x)
		}
	}
}

// TestUntouched: of a verdict after which reachable fields were not read, all their values are found.
func TestUntouched(t *testing.T) {
	e := engineFor(t, 1, func(t *tree) bool { return *See(&t.root) != nil })
	found, err := e.all(nil)
	if err != nil || len(found) != 4 {
		t.Errorf("%v, %d structures, expected 4: left and right are nil or the node", err, len(found))
	}
}

// TestShaking: a read without a hook, one that differs from run to run, and a write are noticed.
func TestShaking(t *testing.T) {
	calls := 0
	for name, c := range map[string]struct {
		check func(*tree) bool
		want  error
	}{
		"hidden": {func(t *tree) bool { return *See(&t.root) != nil && t.root.left == nil }, errEscapes},
		"state":  {func(t *tree) bool { calls++; return *See(&t.root) != nil && calls%2 == 0 }, errVaries},
		"writes": {func(t *tree) bool { t.root = nil; return true }, errChanges},
	} {
		e := engineFor(t, 2, c.check)
		if _, err := e.all(e.shakeAll); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, expected %v", name, err, c.want)
		}
	}
}

// TestRareShaking: a read without a hook that is made on one candidate of many thousands is noticed, since the verdict
// on it comes about as no other.
func TestRareShaking(t *testing.T) {
	e := engineFor(t, 8, func(t *tree) bool {
		seen := map[*node]bool{}
		n := *See(&t.root)
		for ; n != nil && !seen[n] && len(seen) < 7; n = *See(&n.left) {
			seen[n] = true
		}
		if n == nil || seen[n] {
			return t.isTree()
		}
		return n.right != nil
	})
	_, err := e.all(func(accepted bool) error {
		if !e.isSampled(accepted) {
			return nil
		}
		return e.shake(accepted)
	})
	if !errors.Is(err, errEscapes) || e.candidates < always {
		t.Errorf("got %v after %d candidates, expected %v", err, e.candidates, errEscapes)
	}
}

// TestRecall: a predicate that keeps state, and answers alike when it is asked twice in a row, is noticed in the end.
func TestRecall(t *testing.T) {
	known := map[*node]bool{}
	e := engineFor(t, 3, func(t *tree) bool {
		known[*See(&t.root)] = true
		return len(known) > 1
	})
	_, err := e.all(func(accepted bool) error {
		remember(e, accepted)
		return e.shake(accepted)
	})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := recall(e); !errors.Is(err, errVaries) || v[0] != 0 {
		t.Errorf("got %v for %v, expected %v for the first candidate", err, v, errVaries)
	}
	honest := engineFor(t, 3, (*tree).isTree)
	if _, err := honest.all(func(accepted bool) error { remember(honest, accepted); return nil }); err != nil {
		t.Fatal(err)
	}
	last := slices.Clone(honest.vector)
	if _, err := recall(honest); err != nil || !slices.Equal(honest.vector, last) {
		t.Errorf("%v, and the candidate %v is %v", err, last, honest.vector)
	}
}

// TestChangedMap: what a function does to a map of a candidate that no hook sees is noticed.
func TestChangedMap(t *testing.T) {
	type table struct{ rows map[int]int }
	space := &Space{Root: "table", Classes: []Class{{"table", 1}}, Fields: map[string]*Domain{
		"table.rows": {Key: &Domain{Values: []string{"1", "2"}}, Elem: &Domain{Values: []string{"0", "1"}}}}}
	for name, change := range map[string]func(map[int]int){
		"adds":    func(m map[int]int) { m[3] = 1 },
		"deletes": func(m map[int]int) { delete(m, 1) },
		"changes": func(m map[int]int) { m[1] = 1 },
		"renames": func(m map[int]int) { delete(m, 1); m[3] = 0 },
		"":        func(m map[int]int) {},
	} {
		e, err := newEngine(space, Subject{Root: reflect.TypeFor[table]()}, filepath.Join(t.TempDir(), "vector"))
		if err != nil {
			t.Fatal(err)
		}
		m := (*table)(e.rootObject()).rows
		e.put(e.objects[e.root][0].parts[0].keys[0].presence, 1)
		if change(m); e.intact() != (name == "") {
			t.Errorf("%s: a map is %v, and intact is %v", name, m, e.intact())
		}
	}
}

// TestPanics: a panic is a no, and a write through a hook an error.
func TestPanics(t *testing.T) {
	e := engineFor(t, 1, func(t *tree) bool { return (*See(&(*See(&t.root)).left)) == nil })
	found, err := e.all(nil)
	if err != nil || len(found) != 2 || e.panics != 1 {
		t.Errorf("%v, %d structures, %d panics", err, len(found), e.panics)
	}
	e = engineFor(t, 1, func(t *tree) bool { *Put(&t.root, "here") = nil; return true })
	if _, err := e.all(nil); err == nil || err.Error() != "the predicate changes the structure at here" {
		t.Errorf("got %v", err)
	}
}

// TestParts: the parts of a search are all its candidates, each in one of them.
func TestParts(t *testing.T) {
	const workers = 3
	seen := map[string]int{}
	for w := range workers {
		e := engineFor(t, 4, (*tree).isTree)
		p, err := e.divide(w, workers)
		if err != nil {
			t.Fatal(err)
		}
		for changed := 0; changed >= 0; {
			accepted, err := e.try()
			if err != nil {
				t.Fatal(err)
			}
			if !p.isOurs() {
				changed = e.skip(p, accepted)
				continue
			}
			if accepted {
				e.touch()
				seen[fmt.Sprint(e.vector)]++
			}
			if changed = e.next(); changed < p.depth {
				p.current++
			}
		}
	}
	if len(seen) != 14 {
		t.Errorf("%d trees, expected 14", len(seen))
	}
	for v, n := range seen {
		if n != 1 {
			t.Errorf("%s is found %d times", v, n)
		}
	}
}

// TestShared: the candidate vector is the content of its file.
func TestShared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vector")
	v, err := share(path, 2)
	if err != nil {
		t.Fatal(err)
	}
	v[1] = 1 << 8
	data, err := os.ReadFile(path)
	if err != nil || len(data) != 8 || data[5]+data[6] != 1 {
		t.Errorf("%v, %v", data, err)
	}
}
