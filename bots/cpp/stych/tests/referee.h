// A referee in this process: a gRPC server that follows a script, a scene for each stream.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "environment.h"
#include "stych/player.h"

namespace stych {

/// A stream as the referee has it.
class Stream {
 public:
  virtual ~Stream() = default;
  virtual void write(const v1::PlayResponse& response) = 0;

  /// The next request of the bot; an empty one when there is none.
  virtual v1::PlayRequest read() = 0;

  /// Takes the hello and says welcome.
  void welcome();

  /// Says goodbye and ends the stream.
  std::string goodbye(v1::GoodbyeReason reason, const std::string& text = "");
};

/// What happens on a stream; the error with which it ends, empty for none.
using Scene = std::function<std::string(Stream&)>;

class Referee {
 public:
  /// Serves at an address of its own: a unix socket, or a port with TLS.
  explicit Referee(std::vector<Scene> scenes, bool tls = false);
  ~Referee();

  /// What a bot's environment says.
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
