package stych

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// environment is what the environment variables say: where and how a bot connects, and the name and
// version that it sends in its Hello, which may be empty.
type environment struct {
	address, token string
	name, version  string
	security       credentials.TransportCredentials
	// reconnect is for how long the bot dials again after a connection failed or was lost; 0: never.
	reconnect time.Duration
}

func readEnvironment(getenv func(string) string) (environment, error) {
	env := environment{
		address: getenv("STYCH_ADDRESS"),
		token:   getenv("STYCH_TOKEN"),
		name:    getenv("STYCH_BOT_NAME"),
		version: getenv("STYCH_BOT_VERSION"),
	}
	if env.address == "" || env.token == "" {
		return env, errors.New("STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee," +
			" for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER")
	}
	if strings.ContainsFunc(env.token, func(letter rune) bool { return letter <= ' ' || letter > '~' }) {
		return env, errors.New("STYCH_TOKEN must be printable ASCII without spaces")
	}
	var err error
	if env.security, err = readSecurity(getenv("STYCH_TLS")); err != nil {
		return env, err
	}
	env.reconnect, err = readReconnect(getenv("STYCH_RECONNECT"))
	return env, err
}

func readSecurity(value string) (credentials.TransportCredentials, error) {
	switch value {
	case "":
		return insecure.NewCredentials(), nil
	case "on":
		return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12}), nil
	}
	const wanted = `STYCH_TLS must be "on" or a PEM file with the authorities to trust`
	pem, err := os.ReadFile(value)
	if err != nil {
		return nil, fmt.Errorf("%s; %s cannot be read: %w", wanted, value, reason(err))
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s; there is no certificate in %s", wanted, value)
	}
	return credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12, RootCAs: authorities}), nil
}

// reason is the part of err that says why a file cannot be read, without the file's path.
func reason(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// mostReconnectSeconds is far below the 9.2e9 seconds that a time.Duration can hold.
const mostReconnectSeconds = 1_000_000_000

func readReconnect(value string) (time.Duration, error) {
	if value == "" {
		return 0, nil
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0 && seconds <= mostReconnectSeconds) {
		return 0, fmt.Errorf("STYCH_RECONNECT must be a number of seconds, such as 60; received '%s'", value)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}
