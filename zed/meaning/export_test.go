package meaning

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
)

// OfRow is Of where a row is the only one.
func OfRow(spec *types.Spec, r zed.Row, e *zed.Op) (zed.Expr, error) {
	body, err := checkRow(spec, r)
	if err != nil {
		return nil, err
	}
	meant, _ := expandBy(map[zed.Operator]definition{r.Op: {r, body}}, e)
	return meant, nil
}
