package machine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

// BenchmarkDraw draws steps of sequences of 50: each is inside its precondition, and the
// state that it leaves is predicted.
func BenchmarkDraw(b *testing.B) {
	for _, name := range []string{"bank", "depot", "sortedlist"} {
		b.Run(name, func(b *testing.B) {
			system, err := config.Load("", "../examples/"+name)
			if err != nil {
				b.Fatal(err)
			}
			of := &spec.Machine{Name: name, Objects: 1}
			for _, u := range system.Units {
				if len(u.Op.State.Vars) > 0 {
					of.Units = append(of.Units, u.Name)
				}
			}
			solver := embedded.New(solve.Options{})
			m := machine.New(of, oracle.New(system, solver), solver)
			initial, err := m.FindInitial(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			steps := 0
			for n := uint64(0); steps < b.N; n++ {
				drawn := len(m.Draw(b.Context(), rand.New(rand.NewPCG(1, n)), nil, []machine.State{initial},
					min(50, b.N-steps)))
				if steps += drawn; drawn == 0 {
					b.Fatal("nothing is possible at first")
				}
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
