package tactics

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Strengthening marks the conditions that no tactic made: a caller may call the
// unit there, and no leaf was tested there (seed 004, section 8: the callee was
// poorly tested).
const Strengthening = "st"

// Strengthen adds a leaf below the root of the tree that is the given point, an
// input and before-state of the unit, and returns it. Its id depends on the point
// alone. The leaf is there already where it was added before.
func (t *Tree) Strengthen(point spec.Values, span source.Span) *Condition {
	id := "ST_" + digest(point)
	for _, c := range t.Root.Children {
		if c.ID == t.Root.ID+"/"+id {
			return c
		}
	}
	var equal []zed.Expr
	for _, item := range point {
		equal = append(equal, op(zed.Equal, zed.BoolType{}, ref(item.Name, zed.Local, item.Type), value.Literal(item.Value, item.Type)))
	}
	c := &Condition{
		ID: t.Root.ID + "/" + id, Name: t.Unit.Schema + "_" + id, Tactic: Strengthening, Parent: t.Root,
		Pred: schema.Conjoin(equal), Span: span,
	}
	c.Shown = zed.Print(c.Pred, zed.Unicode)
	t.Root.Children = append(t.Root.Children, c)
	return c
}

// digest names a point.
func digest(point spec.Values) string {
	h := sha256.New()
	for _, item := range point {
		h.Write([]byte(item.Name + "\x00" + item.Value.Key() + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))[:8]
}
