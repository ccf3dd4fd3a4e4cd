// Chooses any legal action, all with the same probability. Plays all games of the protocol.
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
	games := []string{"fox", "the-game", "nase-hra", "korist"}
	stych.Run(stych.Func(choose), stych.Config{Games: games, AtOnce: 64})
}
