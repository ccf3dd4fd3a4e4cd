package stych

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"

	"stych.local/stych/stychv1"
)

type playServer = grpc.BidiStreamingServer[stychv1.PlayRequest, stychv1.PlayResponse]

// script is what a referee does on one stream, after it has read the Hello and said Welcome.
type script func(hello *stychv1.Hello, stream playServer) error

// referee follows one script on each stream, in order. A stream after the last script gets only a
// Welcome, and stays open.
type referee struct {
	stychv1.UnimplementedRefereeServiceServer
	t       *testing.T
	scripts chan script
}

func (r *referee) Play(stream playServer) error {
	given, _ := metadata.FromIncomingContext(stream.Context())
	same(r.t, given.Get("authorization"), []string{"Bearer secret"})
	request, err := stream.Recv()
	if err != nil {
		return err
	}
	if err := stream.Send(&stychv1.PlayResponse{Welcome: &stychv1.Welcome{}}); err != nil {
		return err
	}
	return (<-r.scripts)(request.GetHello(), stream)
}

// serve starts a referee that listens on the address, and returns the address, with the port that
// was chosen if it had port 0. The test fails if there were fewer streams than scripts.
func serve(
	t *testing.T, network, address string, options []grpc.ServerOption, scripts ...script,
) net.Addr {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(options...)
	queue := make(chan script, len(scripts))
	for _, script := range scripts {
		queue <- script
	}
	stychv1.RegisterRefereeServiceServer(server, &referee{t: t, scripts: queue})
	go server.Serve(listener)
	t.Cleanup(func() {
		server.Stop()
		if len(queue) > 0 {
			t.Errorf("%d streams were not opened", len(queue))
		}
	})
	return listener.Addr()
}

// socketPath returns the path of a socket at which nobody listens yet.
func socketPath(t *testing.T) string {
	t.Helper()
	// Not t.TempDir: the path of a socket must be short.
	folder, err := os.MkdirTemp("", "stych")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return filepath.Join(folder, "referee.sock")
}

func serveUnix(t *testing.T, scripts ...script) map[string]string {
	t.Helper()
	path := socketPath(t)
	serve(t, "unix", path, nil, scripts...)
	return map[string]string{"STYCH_ADDRESS": "unix:" + path, "STYCH_TOKEN": "secret"}
}

// played runs a bot that takes the first legal action, and returns the exit code and all that was
// written to standard error.
func played(t *testing.T, env map[string]string, config Config) (int, string) {
	t.Helper()
	var stderr bytes.Buffer
	player, _ := newDiary()
	code := run(player.newBot, config, func(name string) string { return env[name] }, &stderr)
	return code, stderr.String()
}

func goodbye(reason stychv1.GoodbyeReason, text string) script {
	return func(_ *stychv1.Hello, stream playServer) error {
		return stream.Send(&stychv1.PlayResponse{
			Goodbye: &stychv1.Goodbye{Reason: reason, Text: text},
		})
	}
}

var finished = goodbye(stychv1.GoodbyeReason_GOODBYE_REASON_FINISHED, "well played")

func hangUp(*stychv1.Hello, playServer) error { return nil }

// certified returns credentials of a server at 127.0.0.1, and the file that makes it trusted.
func certified(t *testing.T) (grpc.ServerOption, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:        true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "authorities.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: certificate}
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	pair := tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: key}
	return grpc.Creds(credentials.NewServerTLSFromCert(&pair)), file
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
}
