// Reads the environment variables that say where and how a bot connects.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

namespace stych {

using Seconds = std::chrono::duration<double>;

/// A variable of the environment is missing or wrong; the message is a sentence that says which.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Environment {
  /// A gRPC target.
  std::string address;
  std::string token;
  std::string bot_name;
  std::string bot_version;
  /// Whether the connection uses TLS.
  bool tls = false;
  /// The certificate authorities to trust, as PEM; empty for those that gRPC trusts by default.
  std::string authorities;
  /// For how long the bot dials again after a connection failed or was lost; 0: never.
  Seconds reconnect{0};
};

/// Reads the variables STYCH_*. Throws EnvironmentError.
Environment read_environment();

}  // namespace stych
