package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"stych.local/stych/stychv1"
)

// Tests that the policies choose the expected actions in positions/: go test.
func TestTheExpectedActionIsChosen(t *testing.T) {
	paths, err := filepath.Glob("positions/*.bin")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var decision stychv1.Decision
			if err := proto.Unmarshal(read(t, path), &decision); err != nil {
				t.Fatal(err)
			}
			message := decision.ProtoReflect()
			field := message.WhichOneof(message.Descriptor().Oneofs().ByName("observation"))
			seen := message.Get(field).Message().Interface()
			legal := decision.GetLegalActions()
			choice := choose(seen, legal, rand.New(rand.NewPCG(1, 1)))
			if choice < 0 || choice >= len(legal) {
				t.Fatalf("chose %d of %d actions", choice, len(legal))
			}
			expected := strings.TrimSpace(string(read(t, strings.TrimSuffix(path, "bin")+"txt")))
			if chosen := strconv.Itoa(int(legal[choice])); chosen != expected {
				t.Errorf("chose action %s; expected was %s", chosen, expected)
			}
		})
	}
}

func read(t *testing.T, path string) []byte {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
