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
// Environment variables tell the program where to connect; a referee that starts it sets them.
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

// OverHandler is an interface that a Bot may implement as well.
type OverHandler interface {
	// Over is called at the match's end, unless the connection was lost before. Match.Events has
	// the public events since the last decision.
	Over(result Result)
}

// Match is what a bot is told of its match. A bot keeps the pointer, or embeds it.
type Match struct {
	// Number tells the matches of one connection apart.
	Number uint32
	// Game is the game's id, such as "fox".
	Game string
	// Options is the message with the game's options, such as *stychv1.FoxOptions, or a
	// *stychv1.GameData; nil if this SDK does not know it.
	Options proto.Message
	// Seat of the bot, from 0.
	Seat int
	// Seats is the number of seats.
	Seats int
	// Seed is the seed of Random. It tells nothing about the cards.
	Seed uint64
	// DecisionTime is the time for each decision.
	DecisionTime time.Duration
	// BankTime is for the whole match: time beyond DecisionTime is taken from it.
	BankTime time.Duration
	// Resumed tells that the match is already under way: this process was started anew or
	// connected again. The observation holds everything that the seat may know.
	Resumed bool

	// Random is seeded from the match: a bot that takes all its random numbers from it plays the
	// same match in the same way again.
	Random *rand.Rand
	// Log writes to standard error, which a referee that started the bot saves in a file.
	Log *log.Logger

	// Events are the public events since the last decision, as numbers that the game's .proto
	// explains.
	Events []uint32
	// BankLeft is what is left of BankTime.
	BankLeft time.Duration
}

// Result is the result of a match. In a void match, which is played again, all seats have place 1
// and 0 points.
type Result struct {
	// Places of the seats: 1 is best, and seats that share a place have the same number.
	Places []uint32
	// Points of the seats, as the game counts them.
	Points []int32
	// Faults are the seats that forfeited, if any.
	Faults []uint32
}

// Func makes bots of a function. It is called with Match.Random as its third argument.
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
