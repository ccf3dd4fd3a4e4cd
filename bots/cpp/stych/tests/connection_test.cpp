#include "connection.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "messages.h"
#include "referee.h"

namespace stych {

TEST_CASE("a stream from hello to goodbye, over a unix socket") {
  v1::PlayRequest hello;
  v1::PlayRequest answers;
  Referee referee({[&](Stream& stream) {
    hello = stream.read();
    v1::PlayResponse batch = starts({1, 2});
    decide(batch, 10, 1);
    decide(batch, 11, 2);
    stream.write(batch);
    answers = stream.read();
    return stream.goodbye(v1::GOODBYE_REASON_FINISHED, "well played");
  }});
  v1::Hello said;
  said.set_bot_name("fox");
  Player player = last_player();
  const Ending ending = converse(referee.environment(), said, player);
  CHECK(hello.hello().bot_name() == "fox");
  CHECK(referee.authorizations() == std::vector<std::string>{"Bearer secret"});
  REQUIRE(answers.answers().answers_size() == 2);
  CHECK(answers.answers().answers(1).decision() == 11);
  CHECK(answers.answers().answers(1).choice() == 2);
  REQUIRE(ending.goodbye);
  CHECK(ending.goodbye->text() == "well played");
}

TEST_CASE("a message of more than four megabytes comes through") {
  constexpr int many = 40'000'000;
  Referee referee({[&](Stream& stream) {
    stream.read();
    v1::PlayResponse response;
    response.add_openings()->set_deal_key(std::string(many, 'k'));
    stream.write(response);
    return stream.goodbye(v1::GOODBYE_REASON_FINISHED);
  }});
  Player player = last_player();
  const Ending ending = converse(referee.environment(), {}, player);
  CHECK(ending.problem == "");
  CHECK(ending.goodbye);
}

TEST_CASE("a stream that breaks, and one that just ends") {
  Referee referee({[](Stream& stream) {
                     stream.welcome();
                     return std::string("who are you");
                   },
                   [](Stream&) { return std::string(); }});
  Player player = last_player();
  const Ending broken = converse(referee.environment(), {}, player);
  CHECK_FALSE(broken.goodbye);
  CHECK(broken.welcomed);
  CHECK(broken.problem == "the connection failed: who are you (UNAVAILABLE)");
  const Ending ended = converse(referee.environment(), {}, player);
  CHECK_FALSE(ended.welcomed);
  CHECK(ended.problem == "the connection failed: the stream ended without a goodbye");
}

TEST_CASE("four codes are refusals") {
  for (int code = 1; code <= 16; ++code) {
    Referee referee({[code](Stream&) { return End("no", static_cast<grpc::StatusCode>(code)); }});
    Player player = last_player();
    const Ending ending = converse(referee.environment(), {}, player);
    CAPTURE(ending.problem);
    CHECK(ending.refused == ending.problem.starts_with("the referee refused the bot: no ("));
    const bool final =
        code == grpc::StatusCode::INVALID_ARGUMENT || code == grpc::StatusCode::PERMISSION_DENIED ||
        code == grpc::StatusCode::UNIMPLEMENTED || code == grpc::StatusCode::UNAUTHENTICATED;
    CHECK(ending.refused == final);
  }
}

TEST_CASE("an error without words is its code") {
  Referee referee({[](Stream&) { return End("", grpc::StatusCode::DATA_LOSS); }});
  Player player = last_player();
  CHECK(converse(referee.environment(), {}, player).problem == "the connection failed: DATA_LOSS");
}

TEST_CASE("nobody is there") {
  Environment environment;
  environment.address = "unix:/nowhere/nobody.sock";
  environment.token = "secret";
  Player player = last_player();
  const Ending ending = converse(environment, {}, player);
  CHECK_FALSE(ending.goodbye);
  CHECK(ending.problem.starts_with("the connection failed: "));
  CHECK(ending.problem.find('\n') == std::string::npos);
}

TEST_CASE("a proxy that the environment names is not used") {
  Referee referee({[](Stream& stream) {
                    stream.read();
                    return stream.goodbye(v1::GOODBYE_REASON_FINISHED);
                  }},
                  true);
  setenv("https_proxy", "http://127.0.0.1:1", 1);
  setenv("http_proxy", "http://127.0.0.1:1", 1);
  referee.environment().authorities = certificate();
  Player player = last_player();
  CHECK(converse(referee.environment(), {}, player).problem == "");
  unsetenv("https_proxy");
  unsetenv("http_proxy");
}

TEST_CASE("TLS with authorities of one's own, and with the system's, which do not know ours") {
  const Scene scene = [](Stream& stream) {
    stream.read();
    return stream.goodbye(v1::GOODBYE_REASON_FINISHED);
  };
  Referee referee({scene, scene}, true);
  Player player = last_player();
  CHECK_FALSE(converse(referee.environment(), {}, player).goodbye);
  CHECK(referee.authorizations().size() == 0);
  referee.environment().authorities = certificate();
  CHECK(converse(referee.environment(), {}, player).goodbye);
}

}  // namespace stych
