#include "environment.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace stych {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Seconds seconds(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(number) || number < 0) {
    throw EnvironmentError("STYCH_RECONNECT must be a number of seconds, such as 60; received '" +
                           text + "'");
  }
  return Seconds(number);
}

std::string authorities(const std::string& path) {
  const std::string wanted =
      "STYCH_TLS must be \"on\" or a PEM file with the authorities to trust; ";
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw EnvironmentError(wanted + path + " cannot be read: " + std::strerror(errno));
  }
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text.find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    throw EnvironmentError(wanted + "there is no certificate in " + path);
  }
  return text;
}

bool printable(char letter) { return ' ' < letter && letter <= '~'; }

}  // namespace

Environment read_environment() {
  Environment read;
  read.address = variable("STYCH_ADDRESS");
  read.token = variable("STYCH_TOKEN");
  read.bot_name = variable("STYCH_BOT_NAME");
  read.bot_version = variable("STYCH_BOT_VERSION");
  if (read.address.empty() || read.token.empty()) {
    throw EnvironmentError(
        "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee, "
        "for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER");
  }
  if (!std::ranges::all_of(read.token, printable)) {
    throw EnvironmentError("STYCH_TOKEN must be printable ASCII without spaces");
  }
  const std::string tls = variable("STYCH_TLS");
  read.tls = !tls.empty();
  if (read.tls && tls != "on") read.authorities = authorities(tls);
  if (const std::string wait = variable("STYCH_RECONNECT"); !wait.empty()) {
    read.reconnect = seconds(wait);
  }
  return read;
}

}  // namespace stych
