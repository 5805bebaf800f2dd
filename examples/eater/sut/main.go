// Command sut serves the eater to ttf-int. EATER_FAULT gives it a fault: see
// eater.Fault.
package main

import (
	"os"

	"github.com/ttf-int/ttf-int/examples/eater/eater"
	"github.com/ttf-int/ttf-int/sut"
)

// underTest is an instance: all that the bindings must reach.
type underTest struct {
	eater  *eater.Eater
	jogger *eater.Jogger
}

// recorded stands in front of the hooks: a line for each method.
type recorded struct {
	eater.Habits
	port            *sut.Port
	donuts, burgers string // the units that the hooks are
}

func (r recorded) EatDonuts(n int)  { sut.Through(r.port, r.donuts, r.Habits.EatDonuts)(n) }
func (r recorded) EatBurgers(n int) { sut.Through(r.port, r.burgers, r.Habits.EatBurgers)(n) }

func main() {
	fault := eater.Fault(os.Getenv("EATER_FAULT"))
	n := sut.Names{"n?"}
	ofEater := []sut.Var[underTest]{sut.Field("eaten", func(u *underTest) *int { return &u.eater.Eaten })}
	ofJogger := []sut.Var[underTest]{
		sut.Field("eaten", func(u *underTest) *int { return &u.jogger.Eaten }),
		sut.Field("burned", func(u *underTest) *int { return &u.jogger.Burned }),
	}
	sut.Serve(sut.Program[underTest]{
		New: func() *underTest { return &underTest{eater.New(fault), eater.NewJogger(fault)} },
		Units: []sut.Unit[underTest]{
			{Name: "eat_donuts", Func: func(u *underTest, n int) { u.eater.EatDonuts(n) }, Params: n, Vars: ofEater},
			{Name: "eat_burgers", Func: func(u *underTest, n int) { u.eater.EatBurgers(n) }, Params: n, Vars: ofEater},
			{Name: "pig_out", Func: func(u *underTest) { u.eater.PigOut() }, Vars: ofEater},
			{Name: "jogger_eat_donuts", Func: func(u *underTest, n int) { u.jogger.EatDonuts(n) }, Params: n,
				Vars: ofJogger},
			{Name: "jogger_eat_burgers", Func: func(u *underTest, n int) { u.jogger.EatBurgers(n) }, Params: n,
				Vars: ofJogger},
			{Name: "jogger_pig_out", Func: func(u *underTest) { u.jogger.PigOut() }, Vars: ofJogger},
			{Name: "jog", Func: func(u *underTest) { u.jogger.Jog() }, Vars: ofJogger},
			{Name: "train", Func: func(u *underTest, rounds int) { u.jogger.Train(rounds) },
				Params: sut.Names{"rounds?"}, Vars: ofJogger},
		},
		Seams: []sut.Seam[underTest]{
			sut.Interface("pig_out", []string{"eat_donuts", "eat_burgers"}, func(u *underTest, p *sut.Port) {
				u.eater.Habits = recorded{u.eater.Habits, p, "eat_donuts", "eat_burgers"}
			}),
			sut.Interface("jogger_pig_out", []string{"jogger_eat_donuts", "jogger_eat_burgers"},
				func(u *underTest, p *sut.Port) {
					u.jogger.Habits = recorded{u.jogger.Habits, p, "jogger_eat_donuts", "jogger_eat_burgers"}
				}),
			sut.Hook("train", "jog", func(u *underTest) *func() { return &u.jogger.OnJog }),
		},
	})
}
