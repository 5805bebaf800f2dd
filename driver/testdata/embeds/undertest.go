//go:build underTest

package embeds

import "github.com/ttf-int/ttf-int/sut"

// underTest is an instance: all that the bindings must reach.
type underTest struct {
	base  *Base
	shelf *Shelf
	chest *Chest
	view  *View
}

// ServeUnits serves the units of the package to ttf-int.
func ServeUnits() {
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest {
			base := &Base{}
			shelf := &Shelf{}
			chest := NewChest()
			view := NewView(base)
			return &underTest{base, shelf, chest, view}
		},
		State: []sut.Var[underTest]{
			sut.Field("items", func(u *underTest) *[]int { return &u.base.Items }),
			sut.Field("base", func(u *underTest) *Base { return &u.shelf.Base }),
			sut.Field("limit", func(u *underTest) *int { return &u.shelf.Limit }),
			sut.Property("twice", func(u *underTest) int { return u.view.Twice() }, nil),
		},
		Units: []sut.Unit[underTest]{
			{
				Name:   "put",
				Func:   func(u *underTest, x int) { u.base.Put(x) },
				Params: sut.Names{"x?"},
			},
			{
				Name:    "count",
				Func:    func(u *underTest) int { return u.base.Count() },
				Results: sut.Names{"r!"},
			},
			{
				Name:    "fill",
				Func:    func(u *underTest, x int) int { return u.shelf.Fill(x) },
				Params:  sut.Names{"x?"},
				Results: sut.Names{"r!"},
			},
			{
				Name:    "refill",
				Func:    func(u *underTest, x int) int { return u.shelf.Refill(x) },
				Params:  sut.Names{"x?"},
				Results: sut.Names{"r!"},
			},
			{
				Name:   "store",
				Func:   func(u *underTest, x int) { u.chest.Store(x) },
				Params: sut.Names{"x?"},
			},
			{
				Name:    "twice",
				Func:    func(u *underTest) int { return u.view.Twice() },
				Results: sut.Names{"r!"},
			},
			{
				Name:    "size",
				Func:    func(u *underTest) int { return u.shelf.Size() },
				Results: sut.Names{"r!"},
			},
		},
	})
}
