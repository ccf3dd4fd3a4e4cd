// What the referee tells a bot by its environment.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

namespace stych {

using Seconds = std::chrono::duration<double>;

/// The environment is not one that a referee makes; the message is one sentence for the author.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Environment {
  /// A gRPC target.
  std::string address;
  std::string token;
  std::string bot_name;
  std::string bot_version;
  /// TLS instead of plaintext.
  bool tls = false;
  /// The authorities to trust in PEM; empty for those of the system.
  std::string authorities;
  /// For how long to dial again after the connection failed or was lost.
  Seconds reconnect{0};
};

/// Reads the variables STYCH_*. Throws EnvironmentError.
Environment read_environment();

}  // namespace stych
