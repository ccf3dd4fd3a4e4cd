// Chooses any legal action, all with the same probability. It reads no observation: those of Hearts
// come as GameData, whose data is a stych_hearts.v1.HeartsObservation.
package main

import (
	"math/rand/v2"

	"google.golang.org/protobuf/proto"

	"stych.local/stych"
)

func choose(_ proto.Message, legal []uint32, random *rand.Rand) int {
	return random.IntN(len(legal))
}

func main() {
	stych.Run(stych.Func(choose), stych.Config{Games: []string{"hearts"}, AtOnce: 64})
}
