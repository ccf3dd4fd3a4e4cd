// A referee in this process: a gRPC server that follows a script, a scene for each stream.
#pragma once

#include <grpcpp/support/status_code_enum.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "environment.h"
#include "stych/player.h"

namespace stych {

/// The referee's side of a stream.
class Stream {
 public:
  virtual ~Stream() = default;
  virtual void write(const v1::PlayResponse& response) = 0;

  /// Waits for the bot's next request; returns an empty one if the stream has ended.
  virtual v1::PlayRequest read() = 0;

  /// Takes the hello and says welcome.
  void welcome();

  /// Says goodbye. Returns the empty text, with which a scene ends its stream in order.
  std::string goodbye(v1::GoodbyeReason reason, const std::string& text = "");
};

/// How a stream ends: in order, or with an error.
struct End {
  /// The error UNAVAILABLE with these words; no error if they are empty.
  End(std::string words)
      : End(words, words.empty() ? grpc::StatusCode::OK : grpc::StatusCode::UNAVAILABLE) {}
  End(std::string words, grpc::StatusCode status) : error(std::move(words)), code(status) {}

  std::string error;
  grpc::StatusCode code;
};

/// What the referee does on a stream; returns how the stream ends.
using Scene = std::function<End(Stream&)>;

/// The address of a unix socket at which nobody listens yet.
std::string free_socket();

class Referee {
 public:
  /// Serves at an address of its own: a unix socket, or a port with TLS.
  explicit Referee(std::vector<Scene> scenes, bool tls = false);
  /// Serves at this address of a unix socket, without TLS.
  Referee(std::vector<Scene> scenes, const std::string& socket);
  ~Referee();

  /// The environment with which a bot connects to this referee. Its authorities are empty, so that
  /// with TLS a test has to set them.
  Environment& environment() { return environment_; }

  /// The values of the authorization entries, one for each stream that there was.
  const std::vector<std::string>& authorizations() const;

 private:
  class Server;

  Environment environment_;
  std::unique_ptr<Server> server_;
};

/// The certificate of referees with TLS, in PEM.
std::string certificate();

/// A player of bots that take the last legal action.
Player last_player();

}  // namespace stych
