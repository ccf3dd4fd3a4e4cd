// Package stych is the Go SDK: a bot is one function, or one small type.
//
//	func choose(observation *stychv1.FoxObservation, legal []uint32, random *rand.Rand) int {
//		return random.IntN(len(legal))
//	}
//
//	func main() {
//		stych.Run(stych.Func(choose), stych.Config{Games: []string{"fox"}})
//	}
//
// The referee starts the program and tells it by its environment where to dial in.
package stych

import (
	"log"
	"math/rand/v2"
	"time"

	"google.golang.org/protobuf/proto"
)

// Bot is the bot in one match. Its observation O is the game's message, such as
// *stychv1.FoxObservation, or *stychv1.GameData for a game that the protocol has no message for;
// a bot for several games takes proto.Message.
type Bot[O proto.Message] interface {
	// Choose returns an index into the legal actions, of which there are at least two.
	Choose(observation O, legal []uint32) int
}

// OverHandler is what a Bot may be as well.
type OverHandler interface {
	// Over is called when the match is over; Match.Events has the last public events.
	Over(result Result)
}

// Match is what is known of a match: a bot keeps it, or embeds it.
type Match struct {
	// Number by which this connection names the match.
	Number uint32
	// Game is the game's id, such as "fox".
	Game string
	// Options is the game's message, such as *stychv1.FoxOptions, or a *stychv1.GameData; nil when
	// it has none.
	Options proto.Message
	// Seat of the bot, from 0.
	Seat int
	// Seats is how many there are.
	Seats int
	// Seed is the bot's own in this match; Random is made from it.
	Seed uint64
	// DecisionTime is what each decision has for itself.
	DecisionTime time.Duration
	// BankTime is for the whole match, to be used when a decision takes longer.
	BankTime time.Duration
	// Resumed tells that the match is already under way: this process was started anew or
	// connected again. The observation holds everything that the seat may know.
	Resumed bool

	// Random is seeded from the match: a bot that takes all its dice from it plays the same
	// match the same way again.
	Random *rand.Rand
	// Log writes to the standard error, which the referee keeps in a file.
	Log *log.Logger

	// Events are the public events since the last decision.
	Events []uint32
	// BankLeft is what is left of BankTime.
	BankLeft time.Duration
}

// Result is how a match ended.
type Result struct {
	// Places of the seats: 1 is best, and seats that share a place have the same number.
	Places []uint32
	// Points of the seats, the game's own.
	Points []int32
	// Faults names the seats that lost by a fault.
	Faults []uint32
}

// Func makes a bot of a function: its random numbers are those of the match.
func Func[O proto.Message](
	choose func(observation O, legal []uint32, random *rand.Rand) int,
) func(*Match) Bot[O] {
	return func(match *Match) Bot[O] { return function[O]{match, choose} }
}

type function[O proto.Message] struct {
	match  *Match
	choose func(O, []uint32, *rand.Rand) int
}

func (f function[O]) Choose(observation O, legal []uint32) int {
	return f.choose(observation, legal, f.match.Random)
}
