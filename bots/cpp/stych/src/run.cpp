#include "stych/run.h"

#include <cstdlib>
#include <iostream>

#include "environment.h"
#include "failure.h"
#include "session.h"

namespace stych {

namespace {

constexpr std::uint32_t kProtocol = 1;

v1::Hello hello(const Environment& environment, const std::vector<std::string>& games,
                const Settings& settings) {
  v1::Hello hello;
  hello.set_protocol_version(kProtocol);
  hello.set_bot_name(environment.bot_name);
  hello.set_bot_version(environment.bot_version);
  hello.set_sdk("stych-cpp " STYCH_VERSION);
  hello.mutable_games()->Assign(games.begin(), games.end());
  for (const std::string& game : settings.other_games) hello.add_games(game);
  hello.set_decisions_at_once(settings.at_once);
  hello.set_never_talks(settings.never_talks);
  return hello;
}

}  // namespace

int run_games(std::vector<std::string> games, Player::Maker make, Settings settings) {
  // Without gRPC's own lines about a connection that fails: the SDK prints a sentence about it.
  setenv("GRPC_VERBOSITY", "NONE", 0);
  trace_failures();
  try {
    const Environment environment = read_environment();
    Player player(std::move(make));
    return play(environment, hello(environment, games, settings), player);
  } catch (const EnvironmentError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  } catch (const ProtocolError& error) {
    std::cerr << "stych: the referee and this SDK disagree: " << error.what() << "\n";
    return 3;
  }
}

}  // namespace stych
