package stych

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"stych.local/stych/stychv1"
)

const vectors = "../../../proto/vectors"

// vector is an entry of the index, which proto/vectors/README.md explains. Legal and Answers are
// empty for a vector without decisions.
type vector struct {
	Name    string
	Message protoreflect.FullName
	Legal   []int
	Answers string
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectors, "index.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the vectors are in Štych's own repository only")
	}
	var found []vector
	if err := errors.Join(err, json.Unmarshal(text, &found)); err != nil || len(found) == 0 {
		t.Fatalf("%d vectors, %v", len(found), err)
	}
	return found
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func newMessage(t *testing.T, name protoreflect.FullName) proto.Message {
	t.Helper()
	kind, err := protoregistry.GlobalTypes.FindMessageByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return kind.New().Interface()
}

func encode(t *testing.T, message proto.Message) string {
	t.Helper()
	data, err := proto.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestVectorsAreTheSameAfterDecoding(t *testing.T) {
	for _, vector := range readVectors(t) {
		t.Run(vector.Name, func(t *testing.T) {
			binary := readFile(t, vector.Name+".bin")
			decoded, spelled := newMessage(t, vector.Message), newMessage(t, vector.Message)
			if err := proto.Unmarshal(binary, decoded); err != nil {
				t.Fatal(err)
			}
			if encode(t, decoded) != string(binary) {
				t.Error("the binary form is another after decoding and encoding")
			}
			if err := protojson.Unmarshal(readFile(t, vector.Name+".json"), spelled); err != nil {
				t.Fatal(err)
			}
			if encode(t, spelled) != string(binary) {
				t.Error("the JSON form does not come to the binary form")
			}
		})
	}
}

// lastOf takes the last legal action, and appends the number of legal actions to the list legal. It
// checks that each observation is for its own seat.
type lastOf struct {
	t     *testing.T
	match *Match
	legal *[]int
}

func (b lastOf) Choose(observation proto.Message, legal []uint32) int {
	if to := viewer(observation); to != b.match.Seat {
		b.t.Errorf("seat %d got the observation of seat %d", b.match.Seat, to)
	}
	*b.legal = append(*b.legal, len(legal))
	return len(legal) - 1
}

func viewer(observation proto.Message) int {
	fields := observation.ProtoReflect()
	private := fields.Get(fields.Descriptor().Fields().ByName("private_view")).Message()
	return int(private.Get(private.Descriptor().Fields().ByName("seat")).Uint())
}

func TestVectorsAreAnswered(t *testing.T) {
	answered := 0
	for _, vector := range readVectors(t) {
		if vector.Answers == "" {
			continue
		}
		answered++
		t.Run(vector.Name, func(t *testing.T) {
			response := &stychv1.PlayResponse{}
			if err := proto.Unmarshal(readFile(t, vector.Name+".bin"), response); err != nil {
				t.Fatal(err)
			}
			var legal []int
			newBot := func(match *Match) Bot[proto.Message] { return lastOf{t, match, &legal} }
			answers, err := newPlayer(newBot, io.Discard).take(response)
			if err != nil {
				t.Fatal(err)
			}
			request := &stychv1.PlayRequest{Message: &stychv1.PlayRequest_Answers{Answers: answers}}
			if encode(t, request) != string(readFile(t, vector.Answers+".bin")) {
				t.Errorf("the answers are not those of %s", vector.Answers)
			}
			same(t, legal, vector.Legal)
		})
	}
	if answered < 4 {
		t.Errorf("only %d vectors have answers", answered)
	}
}
