#include "stych/run.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "messages.h"
#include "referee.h"

namespace stych {
namespace {

struct First : Bot {
  using Bot::Bot;
  int choose(const FoxObservation&, Actions) { return 0; }
  int choose(const TheGameObservation&, Actions) { return 0; }
};

/// Runs a bot with environment variables that name the referee; returns its exit code.
template <class Run>
int started_by(Referee& referee, Run run_bot) {
  setenv("STYCH_ADDRESS", referee.environment().address.c_str(), 1);
  setenv("STYCH_TOKEN", referee.environment().token.c_str(), 1);
  setenv("STYCH_BOT_NAME", "first", 1);
  setenv("STYCH_BOT_VERSION", "2", 1);
  unsetenv("STYCH_TLS");
  unsetenv("STYCH_RECONNECT");
  return run_bot();
}

}  // namespace

TEST_CASE("what a bot says in its hello") {
  const Stderr caught;
  v1::PlayRequest hello;
  const Scene scene = [&](Stream& stream) {
    hello = stream.read();
    return stream.goodbye(v1::GOODBYE_REASON_FINISHED);
  };
  Referee referee({scene, scene, scene});
  CHECK(started_by(referee, [] { return run<First>({.at_once = 8, .never_talks = true}); }) == 0);
  v1::Hello expected;
  expected.set_protocol_version(1);
  expected.set_bot_name("first");
  expected.set_bot_version("2");
  expected.set_sdk("stych-cpp 0.1.0");
  expected.add_games("fox");
  expected.add_games("the-game");
  expected.set_decisions_at_once(8);
  expected.set_never_talks(true);
  CHECK(hello.hello().SerializeAsString() == expected.SerializeAsString());
  const auto korist = [](const KoristObservation&, Actions, Random&) { return 0; };
  CHECK(started_by(referee, [&] { return run(korist); }) == 0);
  CHECK(hello.hello().games(0) == "korist");
  CHECK(hello.hello().decisions_at_once() == 1);
  CHECK_FALSE(hello.hello().never_talks());
  const auto all = [](const auto&, Actions, Random&) { return 0; };
  CHECK(started_by(referee, [&] { return run(all, {.other_games = {"hearts"}}); }) == 0);
  CHECK(hello.hello().games_size() == 5);
  CHECK(hello.hello().games(4) == "hearts");
}

TEST_CASE("after a message that the protocol does not allow a bot ends with 3 and a sentence") {
  const Stderr caught;
  Referee referee({[](Stream& stream) {
    stream.read();
    v1::PlayResponse response;
    decide(response, 5, 1);
    stream.write(response);
    stream.read();
    return std::string();
  }});
  CHECK(started_by(referee, [] { return run<First>(); }) == 3);
  CHECK(caught.text() ==
        "stych: the referee and this SDK disagree: "
        "decision 5 is for match 1, which is not under way\n");
}

TEST_CASE("without a referee a bot ends with 2") {
  const Stderr caught;
  unsetenv("STYCH_ADDRESS");
  CHECK(run<First>() == 2);
  CHECK(caught.text().starts_with("STYCH_ADDRESS and STYCH_TOKEN are not set"));
}

}  // namespace stych
