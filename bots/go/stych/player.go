package stych

import (
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"reflect"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"stych.local/stych/stychv1"
)

// player holds the bot object of each match of one stream. It does not use the network.
type player[O proto.Message] struct {
	newBot  func(*Match) Bot[O]
	stderr  io.Writer
	matches map[uint32]*playing[O]
}

// playing is a match that is under way, and the bot object that plays it.
type playing[O proto.Message] struct {
	match *Match
	bot   Bot[O]
}

func newPlayer[O proto.Message](newBot func(*Match) Bot[O], stderr io.Writer) *player[O] {
	return &player[O]{newBot, stderr, map[uint32]*playing[O]{}}
}

// take handles one response. It makes a bot object for each match that starts, asks the bot objects
// for the decisions, and drops those of matches that are over, after a call of Over. It returns the
// answers, or nil if the response has no decisions. It returns an error if a decision belongs to a
// match that is not under way on this stream. It panics if an observation is not of the type that
// the bot takes.
func (p *player[O]) take(response *stychv1.PlayResponse) (*stychv1.Answers, error) {
	for _, start := range response.GetStarts() {
		match := newMatch(start, p.stderr)
		p.matches[match.Number] = &playing[O]{match, p.newBot(match)}
	}
	var answers []*stychv1.Answer
	for _, decision := range response.GetDecisions() {
		answer, err := p.answer(decision)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	for _, over := range response.GetOvers() {
		p.over(over)
	}
	if answers == nil {
		return nil, nil
	}
	return &stychv1.Answers{Answers: answers}, nil
}

func (p *player[O]) answer(decision *stychv1.Decision) (*stychv1.Answer, error) {
	seated, ok := p.matches[decision.GetMatch()]
	if !ok {
		return nil, fmt.Errorf("the referee asked for a decision in match %d, which is not under way",
			decision.GetMatch())
	}
	match, legal := seated.match, decision.GetLegalActions()
	match.Events = decision.GetEvents()
	match.BankLeft = milliseconds(decision.GetBankLeftMs())
	found := member(decision, "observation")
	observation, ok := found.(O)
	if !ok {
		panic(fmt.Sprintf("the bot takes observations of type %v; those of %s are %T",
			reflect.TypeFor[O](), match.Game, found))
	}
	choice := seated.bot.Choose(observation, legal)
	if choice < 0 || choice >= len(legal) {
		match.Log.Printf("choose returned %d; there were %d legal actions", choice, len(legal))
	}
	return &stychv1.Answer{Decision: decision.GetDecision(), Choice: onTheWire(choice)}, nil
}

// onTheWire converts an index to uint32. An index that does not fit, such as -1, becomes MaxUint32,
// so that the referee still sees it as illegal.
func onTheWire(choice int) uint32 {
	if uint64(choice) > math.MaxUint32 {
		return math.MaxUint32
	}
	return uint32(choice)
}

func (p *player[O]) over(over *stychv1.MatchOver) {
	seated, ok := p.matches[over.GetMatch()]
	if !ok {
		// The match did not start on this stream, or was over before: there is no bot object to end.
		return
	}
	delete(p.matches, over.GetMatch())
	handler, ok := seated.bot.(OverHandler)
	if !ok {
		return
	}
	seated.match.Events = over.GetEvents()
	result := Result{Places: over.GetPlaces(), Points: over.GetPoints()}
	for _, fault := range over.GetFaults() {
		result.Faults = append(result.Faults, fault.GetSeat())
	}
	handler.Over(result)
}

func newMatch(start *stychv1.MatchStart, stderr io.Writer) *Match {
	seed, clock := start.GetBotSeed(), start.GetClock()
	return &Match{
		Number:       start.GetMatch(),
		Game:         start.GetGame(),
		Options:      member(start, "options"),
		Seat:         int(start.GetSeat()),
		Seats:        int(start.GetSeats()),
		Seed:         seed,
		DecisionTime: milliseconds(clock.GetDecisionMs()),
		BankTime:     milliseconds(clock.GetBankMs()),
		Resumed:      start.GetResumed(),
		Random:       rand.New(rand.NewPCG(seed, 0)),
		Log:          log.New(stderr, fmt.Sprintf("match %d: ", start.GetMatch()), 0),
		BankLeft:     milliseconds(clock.GetBankMs()),
	}
}

func milliseconds(number uint32) time.Duration {
	return time.Duration(number) * time.Millisecond
}

// member returns the message in the named oneof, or nil if the oneof is empty.
func member(message proto.Message, oneof protoreflect.Name) proto.Message {
	fields := message.ProtoReflect()
	field := fields.WhichOneof(fields.Descriptor().Oneofs().ByName(oneof))
	if field == nil {
		return nil
	}
	return fields.Get(field).Message().Interface()
}
