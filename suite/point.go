package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// ConditionAt returns a condition below the root of the tree that holds for one point
// only: an input and before-state of the unit. The tree itself stays as it is. The id
// depends on the point alone. The condition stands for a test that no leaf of the tree
// has, although a caller may call the unit there (Cristiá, Mesuro and Frydman, section
// 8: the callee was poorly tested).
func (t *Tree) ConditionAt(point spec.Values, span source.Span) *Condition {
	return t.point("ST_"+digest(point), "st", Point, point, span)
}

// OwnCaseCondition returns a condition below the root of the tree for the case with the given
// index (from 0) under cases: in the unit's file, where it is not known in which leaf
// the case lies. The tree itself stays as it is.
func (t *Tree) OwnCaseCondition(index int, c spec.OwnCase) *Condition {
	return t.point(fmt.Sprintf("OWN_%d", index+1), "own", Unplaced, spec.FromModel(t.VIS, c.Values.Map()), c.Span)
}

// point returns a condition below the root that holds for a single input and
// before-state.
func (t *Tree) point(label, tactic string, kind Kind, point spec.Values, span source.Span) *Condition {
	var equal []zed.Expr
	for _, item := range point {
		equal = append(equal, value.Equation(item.Name, item.Type, item.Value))
	}
	c := &Condition{ID: t.Root.ID + "/" + label, Parent: t.Root, Part: &Part{
		Stem: t.Unit.Schema + "_" + label, Tactic: tactic, Kind: kind, Pred: schema.Conjoin(equal), Span: span,
	}}
	c.Shown = zed.Print(c.Pred, zed.Unicode)
	return c
}

// digest returns a short name for a point, which depends on its values alone.
func digest(point spec.Values) string {
	h := sha256.New()
	for _, item := range point {
		h.Write([]byte(item.Name + "\x00" + item.Value.Key() + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))[:8]
}
