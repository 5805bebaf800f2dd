package coffee

// Pressed is what is done to a vending machine.
type Pressed string

// The buttons, a coin, and a blow.
const (
	CoffeeButton Pressed = "coffeeButton"
	TeaButton    Pressed = "teaButton"
	Coin         Pressed = "coin"
	Bang         Pressed = "bang"
)

// Drink is what comes out of a vending machine.
type Drink string

// The drinks.
const (
	ACoffee Drink = "aCoffee"
	ATea    Drink = "aTea"
)

// Mood is what a vending machine does when it is hit.
type Mood string

// The moods.
const (
	Steady   Mood = "steady"   // nothing
	Turning  Mood = "turning"  // it turns from coffee to tea, and back
	Fickle   Mood = "fickle"   // it turns every other time
	Generous Mood = "generous" // it gives coffee, where nothing was chosen
	Spilling Mood = "spilling" // it gives the coffee that was chosen, unpaid
)

// Vending is a vending machine: a drink is chosen, and then paid for.
type Vending struct {
	mood   Mood
	chosen Drink // "": none
	blows  int
}

// Apply does something to the machine, and returns the drinks that come out.
func (v *Vending) Apply(p Pressed) []Drink {
	chosen := v.chosen
	switch p {
	case CoffeeButton:
		v.choose(ACoffee)
	case TeaButton:
		v.choose(ATea)
	case Coin:
		v.chosen = ""
		if chosen != "" {
			return []Drink{chosen}
		}
	case Bang:
		return v.hit()
	}
	return nil
}

// choose chooses a drink where none is chosen.
func (v *Vending) choose(d Drink) {
	if v.chosen == "" {
		v.chosen = d
	}
}

// hit is what happens at a blow.
func (v *Vending) hit() []Drink {
	v.blows++
	switch {
	case v.mood == Generous && v.chosen == "":
		return []Drink{ACoffee}
	case v.mood == Spilling && v.chosen == ACoffee:
		v.chosen = ""
		return []Drink{ACoffee}
	case v.chosen != "" && (v.mood == Turning || v.mood == Fickle && v.blows%2 == 0):
		v.chosen = map[Drink]Drink{ACoffee: ATea, ATea: ACoffee}[v.chosen]
	}
	return nil
}
