//go:build underTest

package loops

import "github.com/ttf-int/ttf-int/sut"

// underTest is an instance: all that the bindings must reach.
type underTest struct {
	node  *Node
	left  *Left
	right *Right
}

// ServeUnits serves the units of the package to ttf-int.
func ServeUnits() {
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest {
			node := &Node{}
			left := &Left{}
			right := &Right{}
			return &underTest{node, left, right}
		},
		State: []sut.Var[underTest]{
			sut.Field("value", func(u *underTest) *int { return &u.node.Value }),
			sut.Property("name", func(u *underTest) int { return u.left.Name() }, nil),
			sut.Property("size", func(u *underTest) int { return u.right.Size() }, nil),
		},
		Units: []sut.Unit[underTest]{
			{
				Name:    "get",
				Func:    func(u *underTest) int { return u.node.Get() },
				Results: sut.Names{"r!"},
			},
			{
				Name:    "name",
				Func:    func(u *underTest) int { return u.left.Name() },
				Results: sut.Names{"r!"},
			},
			{
				Name:    "size",
				Func:    func(u *underTest) int { return u.right.Size() },
				Results: sut.Names{"r!"},
			},
		},
	})
}
