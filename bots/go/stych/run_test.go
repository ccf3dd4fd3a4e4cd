package stych

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"stych.local/stych/stychv1"
)

func TestTheReasonOfAGoodbyeDecidesTheExitCode(t *testing.T) {
	codes := map[stychv1.GoodbyeReason]int{
		stychv1.GoodbyeReason_GOODBYE_REASON_UNSPECIFIED:  3,
		stychv1.GoodbyeReason_GOODBYE_REASON_FINISHED:     0,
		stychv1.GoodbyeReason_GOODBYE_REASON_STOPPED:      0,
		stychv1.GoodbyeReason_GOODBYE_REASON_INCOMPATIBLE: 3,
		stychv1.GoodbyeReason_GOODBYE_REASON_MALFORMED:    3,
		stychv1.GoodbyeReason_GOODBYE_REASON_LATE:         3,
		stychv1.GoodbyeReason_GOODBYE_REASON_LEAVING:      3,
	}
	for reason, wanted := range codes {
		code, stderr := played(t, serveUnix(t, goodbye(reason, "in words")), Config{})
		same(t, code, wanted)
		same(t, stderr, "stych: goodbye: in words\n")
	}
}

func TestWhatTheBotSaysOfItself(t *testing.T) {
	var said *stychv1.Hello
	env := serveUnix(t, func(hello *stychv1.Hello, stream playServer) error {
		said = hello
		return finished(hello, stream)
	})
	env["STYCH_BOT_NAME"], env["STYCH_BOT_VERSION"] = "fred", "1.2"
	played(t, env, Config{Games: []string{"fox", "korist"}, AtOnce: 5, NeverTalks: true})
	wanted := &stychv1.Hello{
		ProtocolVersion: 1, BotName: "fred", BotVersion: "1.2", Sdk: "stych-go 0.1.0",
		Games: []string{"fox", "korist"}, DecisionsAtOnce: 5, NeverTalks: true,
	}
	if !proto.Equal(said, wanted) {
		t.Errorf("it said %v", said)
	}
}

func TestABatchIsAnsweredInOneMessage(t *testing.T) {
	env := serveUnix(t, func(hello *stychv1.Hello, stream playServer) error {
		response := starts(1, 2)
		response.Decisions = []*stychv1.Decision{decision(8, 2), decision(9, 1)}
		if err := stream.Send(response); err != nil {
			return err
		}
		request, err := stream.Recv()
		if err != nil {
			return err
		}
		wanted := &stychv1.Answers{Answers: []*stychv1.Answer{{Decision: 8}, {Decision: 9}}}
		if !proto.Equal(request.GetAnswers(), wanted) {
			t.Errorf("got %v", request)
		}
		return finished(hello, stream)
	})
	code, _ := played(t, env, Config{})
	same(t, code, 0)
}

func TestAMessageMayBeLong(t *testing.T) {
	env := serveUnix(t, func(hello *stychv1.Hello, stream playServer) error {
		response := starts(1)
		response.Starts[0].DealCommitment = make([]byte, 60<<20)
		if err := stream.Send(response); err != nil {
			return err
		}
		return finished(hello, stream)
	})
	code, _ := played(t, env, Config{})
	same(t, code, 0)
}

func TestWithoutAGoodbyeTheConnectionFailed(t *testing.T) {
	code, stderr := played(t, serveUnix(t, hangUp), Config{})
	same(t, code, 3)
	same(t, stderr, "stych: the connection failed: the stream ended without a goodbye\n")
	env := map[string]string{"STYCH_ADDRESS": "unix:/nowhere/referee.sock", "STYCH_TOKEN": "secret"}
	code, stderr = played(t, env, Config{})
	same(t, code, 3)
	contains(t, stderr, "stych: the connection failed: ", "/nowhere/referee.sock")
	same(t, strings.Count(stderr, "\n"), 1)
}

func TestAPanicOfTheBotIsShown(t *testing.T) {
	env := serveUnix(t, func(_ *stychv1.Hello, stream playServer) error {
		return stream.Send(starts(1))
	})
	var stderr strings.Builder
	newBot := func(*Match) Bot[proto.Message] { panic("out of ideas") }
	code := run(newBot, Config{}, func(name string) string { return env[name] }, &stderr)
	same(t, code, 1)
	contains(t, stderr.String(), "panic: out of ideas\n", "run_test.go")
}

func TestAnAddressIsAskedForInWords(t *testing.T) {
	for _, env := range []map[string]string{
		{}, {"STYCH_ADDRESS": "unix:/nowhere"}, {"STYCH_TOKEN": "secret"},
	} {
		code, stderr := played(t, env, Config{})
		same(t, code, 2)
		contains(t, stderr, "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee,"+
			" for example by: stych play fox ")
		same(t, strings.Count(stderr, "\n"), 1)
	}
}

func TestAnAddressThatIsNoTargetIsABadEnvironment(t *testing.T) {
	env := map[string]string{"STYCH_ADDRESS": "100%", "STYCH_TOKEN": "secret"}
	code, stderr := played(t, env, Config{})
	same(t, code, 2)
	if !strings.HasPrefix(stderr, "STYCH_ADDRESS must be a gRPC target, such as unix:/path/to/socket: ") {
		t.Error(stderr)
	}
}

func TestABadEnvironmentIsToldInOneSentence(t *testing.T) {
	tls := `STYCH_TLS must be "on" or a PEM file with the authorities to trust; `
	seconds := "STYCH_RECONNECT must be a number of seconds, such as 60; received "
	for _, each := range []struct{ name, value, sentence string }{
		{"STYCH_TOKEN", "a\nb", "STYCH_TOKEN must be printable ASCII without spaces"},
		{"STYCH_TLS", "/nowhere.pem", tls + "/nowhere.pem cannot be read: no such file or directory"},
		{"STYCH_TLS", "run_test.go", tls + "there is no certificate in run_test.go"},
		{"STYCH_RECONNECT", "soon", seconds + "'soon'"},
		{"STYCH_RECONNECT", "-1", seconds + "'-1'"},
		{"STYCH_RECONNECT", "NaN", seconds + "'NaN'"},
		{"STYCH_RECONNECT", "inf", seconds + "'inf'"},
	} {
		env := map[string]string{"STYCH_ADDRESS": "unix:/nowhere", "STYCH_TOKEN": "secret"}
		env[each.name] = each.value
		code, stderr := played(t, env, Config{})
		same(t, code, 2)
		same(t, stderr, each.sentence+"\n")
	}
}
