package stych

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"stych.local/stych/stychv1"
)

type foxObservation = *stychv1.FoxObservation

func same(t *testing.T, got, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(got, wanted) {
		t.Errorf("got    %v\nwanted %v", got, wanted)
	}
}

// diary is a bot that takes the first legal action and records all calls.
type diary struct {
	*Match
	entries *[]string
}

func (d diary) Choose(_ foxObservation, legal []uint32) int {
	d.write("choose of %v after %v with %v left", legal, d.Events, d.BankLeft)
	return 0
}

func (d diary) Over(result Result) { d.write("over %v after %v", result, d.Events) }

func (d diary) write(format string, values ...any) {
	*d.entries = append(*d.entries, fmt.Sprintf("%d: ", d.Number)+fmt.Sprintf(format, values...))
}

// newDiary returns a player whose bots are diaries, and the list to which all of them write.
func newDiary() (*player[foxObservation], *[]string) {
	entries := &[]string{}
	newBot := func(match *Match) Bot[foxObservation] {
		bot := diary{match, entries}
		bot.write("start, resumed %v", match.Resumed)
		return bot
	}
	return newPlayer(newBot, io.Discard), entries
}

func starts(numbers ...uint32) *stychv1.PlayResponse {
	response := &stychv1.PlayResponse{}
	for _, number := range numbers {
		start := &stychv1.MatchStart{Match: number, Game: "fox", Seats: 2, BotSeed: uint64(number)}
		response.Starts = append(response.Starts, start)
	}
	return response
}

func decision(number uint64, match uint32) *stychv1.Decision {
	return &stychv1.Decision{
		Decision: number, Match: match, LegalActions: []uint32{4, 5, 6},
		Observation: &stychv1.Decision_Fox{Fox: &stychv1.FoxObservation{}},
	}
}

// choices returns the player's choices; each decision comes in a batch of its own.
func choices[O proto.Message](t *testing.T, player *player[O], match uint32, count int) []uint32 {
	t.Helper()
	var found []uint32
	for number := range count {
		asked := &stychv1.PlayResponse{
			Decisions: []*stychv1.Decision{decision(uint64(number), match)},
		}
		answers := take(t, player, asked)
		found = append(found, answers.GetAnswers()[0].GetChoice())
	}
	return found
}

func take[O proto.Message](
	t *testing.T, player *player[O], response *stychv1.PlayResponse,
) *stychv1.Answers {
	t.Helper()
	answers, err := player.take(response)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestAllOfAResponseInTheOrderOfItsFields(t *testing.T) {
	player, entries := newDiary()
	second := decision(12, 2)
	second.Events, second.BankLeftMs = []uint32{1, 2}, 700
	response := starts(1, 2)
	response.Decisions = []*stychv1.Decision{second, decision(11, 1)}
	response.Overs = []*stychv1.MatchOver{{
		Match: 1, Places: []uint32{2, 1}, Points: []int32{-3, 9}, Events: []uint32{8},
		Faults: []*stychv1.Fault{{Seat: 0}},
	}}
	response.Openings = []*stychv1.DealOpening{{Match: 3}}
	response.Goodbye = &stychv1.Goodbye{}
	wanted := &stychv1.Answers{Answers: []*stychv1.Answer{{Decision: 12}, {Decision: 11}}}
	if answers := take(t, player, response); !proto.Equal(answers, wanted) {
		t.Errorf("got %v", answers)
	}
	same(t, *entries, []string{
		"1: start, resumed false",
		"2: start, resumed false",
		"2: choose of [4 5 6] after [1 2] with 700ms left",
		"1: choose of [4 5 6] after [] with 0s left",
		"1: over {[2 1] [-3 9] [0]} after [8]",
	})
}

func TestNothingToDecideIsNothingToSay(t *testing.T) {
	player, _ := newDiary()
	for _, response := range []*stychv1.PlayResponse{
		{},
		{Welcome: &stychv1.Welcome{}},
		starts(1),
		{Overs: []*stychv1.MatchOver{{Match: 99}}},
		{Openings: []*stychv1.DealOpening{{Match: 99}}},
		{Goodbye: &stychv1.Goodbye{}},
	} {
		if answers := take(t, player, response); answers != nil {
			t.Errorf("%v was answered: %v", response, answers)
		}
	}
}

func TestAMatchThatIsOverIsForgotten(t *testing.T) {
	player, entries := newDiary()
	over := &stychv1.PlayResponse{Overs: []*stychv1.MatchOver{{Match: 1}}}
	take(t, player, starts(1))
	take(t, player, over)
	take(t, player, over)
	same(t, *entries, []string{"1: start, resumed false", "1: over {[] [] []} after []"})
	_, err := player.take(&stychv1.PlayResponse{Decisions: []*stychv1.Decision{decision(1, 1)}})
	if err == nil || !strings.Contains(err.Error(), "in match 1, which is not under way") {
		t.Errorf("got %v", err)
	}
}

func TestAMatchThatIsResumedGetsANewBot(t *testing.T) {
	player, entries := newDiary()
	again := starts(1)
	again.Starts[0].Resumed = true
	take(t, player, starts(1))
	take(t, player, again)
	same(t, *entries, []string{"1: start, resumed false", "1: start, resumed true"})
	same(t, len(player.matches), 1)
}

// counting is a bot that chooses 0, 1, 2 and so on, and has no Over.
type counting struct{ count int }

func (c *counting) Choose(proto.Message, []uint32) int {
	c.count++
	return c.count - 1
}

func TestEachMatchHasABotOfItsOwn(t *testing.T) {
	player := newPlayer(func(*Match) Bot[proto.Message] { return &counting{} }, io.Discard)
	take(t, player, starts(1, 2))
	response := &stychv1.PlayResponse{}
	for number, match := range []uint32{1, 1, 2, 1, 2} {
		response.Decisions = append(response.Decisions, decision(uint64(number), match))
	}
	var found []uint32
	for _, answer := range take(t, player, response).GetAnswers() {
		found = append(found, answer.GetChoice())
	}
	same(t, found, []uint32{0, 1, 0, 2, 1})
	take(t, player, &stychv1.PlayResponse{Overs: []*stychv1.MatchOver{{Match: 1}}})
}

func TestWhatABotKnowsOfItsMatch(t *testing.T) {
	var known *Match
	newBot := func(match *Match) Bot[proto.Message] {
		known = match
		return &counting{}
	}
	take(t, newPlayer(newBot, io.Discard), &stychv1.PlayResponse{Starts: []*stychv1.MatchStart{{
		Match: 7, Game: "fox", Seat: 1, Seats: 2, BotSeed: math.MaxUint64,
		Options: &stychv1.MatchStart_Fox{Fox: &stychv1.FoxOptions{Target: 35}},
		Clock:   &stychv1.Clock{DecisionMs: 100, BankMs: 2000, GraceMs: 30},
	}}})
	same(t, known.Options.(*stychv1.FoxOptions).GetTarget(), uint32(35))
	known.Options, known.Random, known.Log = nil, nil, nil
	same(t, *known, Match{
		Number: 7, Game: "fox", Seat: 1, Seats: 2, Seed: math.MaxUint64,
		DecisionTime: 100 * time.Millisecond, BankTime: 2 * time.Second, BankLeft: 2 * time.Second,
	})
}

func TestTheObservationIsTheGamesMessage(t *testing.T) {
	var seen *stychv1.FoxObservation
	player := newPlayer(Func(func(observation foxObservation, legal []uint32, _ *rand.Rand) int {
		seen = observation
		return len(legal) - 1
	}), io.Discard)
	take(t, player, starts(1))
	asked := decision(1, 1)
	asked.GetFox().PrivateView = &stychv1.FoxPrivate{Hand: []uint32{3, 4}}
	answers := take(t, player, &stychv1.PlayResponse{Decisions: []*stychv1.Decision{asked}})
	same(t, answers.GetAnswers()[0].GetChoice(), uint32(2))
	same(t, seen.GetPrivateView().GetHand(), []uint32{3, 4})
}

// hearts is a response that starts a match of a game without a message, with a decision in it.
func hearts(seen *stychv1.GameData) *stychv1.PlayResponse {
	options := &stychv1.MatchStart_Other{Other: &stychv1.GameData{Json: `{"players":4}`}}
	asked := decision(1, 1)
	asked.Observation = &stychv1.Decision_Other{Other: seen}
	return &stychv1.PlayResponse{
		Starts:    []*stychv1.MatchStart{{Match: 1, Game: "hearts", Options: options}},
		Decisions: []*stychv1.Decision{asked},
	}
}

func TestTheDataOfAGameThatTheProtocolHasNoMessageFor(t *testing.T) {
	for _, given := range []*stychv1.GameData{
		{Json: `{"hand":[3,4]}`},
		{Type: "hearts.v1.HeartsObservation", Data: []byte{10, 2, 3, 4}},
	} {
		var known *Match
		var seen *stychv1.GameData
		newBot := func(match *Match) Bot[*stychv1.GameData] {
			known = match
			return Func(func(observation *stychv1.GameData, _ []uint32, _ *rand.Rand) int {
				seen = observation
				return 1
			})(match)
		}
		answers := take(t, newPlayer(newBot, io.Discard), hearts(given))
		same(t, answers.GetAnswers()[0].GetChoice(), uint32(1))
		same(t, known.Options.(*stychv1.GameData).GetJson(), `{"players":4}`)
		same(t, seen, given)
	}
}

func TestABotThatDoesNotTakeGameDataPanics(t *testing.T) {
	player, _ := newDiary()
	defer func() {
		same(t, recover(), "the bot takes observations of type *stychv1.FoxObservation;"+
			" those of hearts are *stychv1.GameData")
	}()
	take(t, player, hearts(&stychv1.GameData{}))
}

func TestABotForAnotherGamePanics(t *testing.T) {
	player := newPlayer(Func(func(*stychv1.KoristObservation, []uint32, *rand.Rand) int {
		return 0
	}), io.Discard)
	take(t, player, starts(1))
	defer func() {
		same(t, recover(), "the bot takes observations of type *stychv1.KoristObservation;"+
			" those of fox are *stychv1.FoxObservation")
	}()
	choices(t, player, 1, 1)
}

func TestTheSameSeedPlaysTheSame(t *testing.T) {
	// The choices of a match, with another match going on beside it.
	played := func(match, other uint32) []uint32 {
		player := newPlayer(Func(func(_ proto.Message, _ []uint32, random *rand.Rand) int {
			return random.IntN(1000)
		}), io.Discard)
		take(t, player, starts(match, other))
		choices(t, player, other, int(other))
		return choices(t, player, match, 10)
	}
	same(t, played(5, 1), played(5, 2))
	if slices.Equal(played(5, 1), played(6, 1)) {
		t.Error("another seed plays the same")
	}
	match := newMatch(starts(5).Starts[0], io.Discard)
	same(t, match.Random.Uint64(), rand.NewPCG(5, 0).Uint64())
}

func TestABadIndexIsLoggedAndSent(t *testing.T) {
	for choice, wanted := range map[int]uint32{
		-1: math.MaxUint32, math.MinInt: math.MaxUint32, math.MaxInt: math.MaxUint32,
		3: 3, math.MaxInt32: math.MaxInt32,
	} {
		var stderr strings.Builder
		player := newPlayer(Func(func(proto.Message, []uint32, *rand.Rand) int {
			return choice
		}), &stderr)
		take(t, player, starts(1))
		same(t, choices(t, player, 1, 1), []uint32{wanted})
		same(t, stderr.String(),
			fmt.Sprintf("match 1: choose returned %d; there were 3 legal actions\n", choice))
	}
}
