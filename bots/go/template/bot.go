// The bot @NAME@: a policy for each game that it plays, in the file that is named after the game.
package main

import (
	"fmt"
	"math/rand/v2"

	"google.golang.org/protobuf/proto"

	"stych.local/stych"
	"stych.local/stych/stychv1"
)

var games = []string{"a-game"}

// choose returns an index into legal, the actions that are allowed; there are at least two.
func choose(observation proto.Message, legal []uint32, random *rand.Rand) int {
	switch seen := observation.(type) {
	case *stychv1.AGameObservation:
		return chooseAGame(seen, legal, random)
	}
	panic(fmt.Sprintf("no policy for %T", observation))
}

// best returns the index of the action with the highest rating; of equal ones the first.
func best(legal []uint32, rate func(action int) int) int {
	found, highest := 0, rate(int(legal[0]))
	for index, action := range legal {
		if rating := rate(int(action)); rating > highest {
			found, highest = index, rating
		}
	}
	return found
}

func main() {
	stych.Run(stych.Func(choose), stych.Config{Games: games, AtOnce: 64})
}
