package pairs_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// BenchmarkDraw draws pairs of length 100, as many on each processor as there are iterations for it.
func BenchmarkDraw(b *testing.B) {
	classes := algebratest.Read(b, "queue.lobas")
	for b.Loop() {
		var g sync.WaitGroup
		const count = 10_000
		n := runtime.GOMAXPROCS(0)
		for i := range n {
			g.Go(func() {
				maker := pairs.New(classes, classes[0], nil, pairs.Options{Steps: 1_000_000})
				drawing := pairs.Drawing{Length: 100, Range: 1000, Ratio: 3, Seed: 1}
				made, err := maker.Draw(context.Background(), drawing, i*count/n, (i+1)*count/n)
				if err != nil || len(made.Pairs) != count/n {
					b.Errorf("%d pairs: %v", len(made.Pairs), err)
				}
			})
		}
		g.Wait()
		b.ReportMetric(count, "pairs")
	}
}
