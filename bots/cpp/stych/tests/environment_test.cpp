#include "environment.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

namespace stych {
namespace {

/// The environment that is read with these variables STYCH_* and no others.
Environment with(std::initializer_list<std::pair<const char*, const char*>> variables) {
  for (const char* name : {"STYCH_ADDRESS", "STYCH_TOKEN", "STYCH_BOT_NAME", "STYCH_BOT_VERSION",
                           "STYCH_TLS", "STYCH_RECONNECT"}) {
    unsetenv(name);
  }
  for (const auto& [name, value] : variables) setenv(name, value, 1);
  return read_environment();
}

Environment local(const char* name, const char* value) {
  return with({{"STYCH_ADDRESS", "unix:/a"}, {"STYCH_TOKEN", "t"}, {name, value}});
}

}  // namespace

TEST_CASE("a bot that no referee started is told how to start it") {
  const char* sentence =
      "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee, for example "
      "by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER";
  CHECK_THROWS_WITH_AS(with({}), sentence, EnvironmentError);
  CHECK_THROWS_WITH_AS(with({{"STYCH_ADDRESS", "unix:/a"}}), sentence, EnvironmentError);
  CHECK_THROWS_WITH_AS(with({{"STYCH_TOKEN", "t"}}), sentence, EnvironmentError);
}

TEST_CASE("what the referee tells") {
  const Environment read = with({{"STYCH_ADDRESS", "unix:/a"},
                                 {"STYCH_TOKEN", "t"},
                                 {"STYCH_BOT_NAME", "fox"},
                                 {"STYCH_BOT_VERSION", "1.2"}});
  CHECK(read.address == "unix:/a");
  CHECK(read.token == "t");
  CHECK(read.bot_name == "fox");
  CHECK(read.bot_version == "1.2");
  CHECK_FALSE(read.tls);
  CHECK(read.reconnect == Seconds(0));
}

TEST_CASE("seconds to dial again") {
  CHECK(local("STYCH_RECONNECT", "").reconnect == Seconds(0));
  CHECK(local("STYCH_RECONNECT", "2.5").reconnect == Seconds(2.5));
  for (const char* wrong : {"soon", "-1", "5s", "nan", "inf"}) {
    CHECK_THROWS_WITH_AS(
        local("STYCH_RECONNECT", wrong),
        doctest::String("STYCH_RECONNECT must be a number of seconds, such as 60; received '") +
            wrong + "'",
        EnvironmentError);
  }
}

TEST_CASE("TLS") {
  CHECK_FALSE(local("STYCH_TLS", "").tls);
  CHECK(local("STYCH_TLS", "on").tls);
  CHECK(local("STYCH_TLS", "on").authorities.empty());
  const Environment own = local("STYCH_TLS", "certificate.pem");
  CHECK(own.tls);
  CHECK(own.authorities.starts_with("-----BEGIN CERTIFICATE-----"));
  const doctest::String wanted =
      "STYCH_TLS must be \"on\" or a PEM file with the authorities to trust; ";
  CHECK_THROWS_WITH_AS(local("STYCH_TLS", "/nowhere.pem"),
                       wanted + "/nowhere.pem cannot be read: No such file or directory",
                       EnvironmentError);
  CHECK_THROWS_WITH_AS(local("STYCH_TLS", "key.pem"), wanted + "there is no certificate in key.pem",
                       EnvironmentError);
}

TEST_CASE("a token that cannot be sent") {
  CHECK_THROWS_WITH_AS(local("STYCH_TOKEN", "a\nb"),
                       "STYCH_TOKEN must be printable ASCII without spaces", EnvironmentError);
}

}  // namespace stych
