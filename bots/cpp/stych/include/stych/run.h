// Runs a bot: `int main() { return stych::run<MyBot>(); }`, or run(function).
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stych/bot.h"
#include "stych/player.h"

namespace stych {

/// What a bot tells the referee about itself.
struct Settings {
  /// The largest number of decisions in one batch: 1 for bots that think, 64 for quick ones.
  std::uint32_t at_once = 1;
  /// In The Game, do not ask how gladly the bot would start, nor for flags.
  bool never_talks = false;
  /// The ids of the games that the bot plays with its `choose` for GameData, such as "hearts".
  std::vector<std::string> other_games = {};
};

/// Plays the games and the other_games of the settings until the referee says goodbye; returns the
/// exit code of the process, as run() does.
[[nodiscard]] int run_games(std::vector<std::string> games, Player::Maker make, Settings settings);

/// An observation that the function takes.
template <class Observation, class Function>
concept SeenBy = std::invocable<Function&, const Observation&, Actions, Random&>;

/// A bot around a function (observation, legal actions, random) that returns an index.
template <class Function>
class FunctionBot : public Bot {
 public:
  FunctionBot(const Match& match, Function& function) : Bot(match), function_(&function) {}

  template <SeenBy<Function> Observation>
  auto choose(const Observation& observation, Actions legal) {
    return (*function_)(observation, legal, random());
  }

 private:
  Function* function_;
};

/// Plays with one object of the class for each match, until the referee says goodbye.
///
/// The games are those for whose observation the class has a `choose`, and the other_games of the
/// settings. Returns the exit code: 0 after a goodbye because everything was played or the referee
/// stops; 2 when a variable of the environment is missing or wrong; 3 after any other goodbye, when
/// the referee refused the bot or sent what the protocol does not allow, or when the connection was
/// lost for good. An exception that the bot does not catch ends the process with 1; its message
/// and, where possible, a trace go to stderr.
template <std::derived_from<Bot> Author>
[[nodiscard]] int run(Settings settings = {}) {
  static_assert(std::constructible_from<Author, const Match&>,
                "the bot needs the constructor of stych::Bot: using Bot::Bot");
  static_assert(ChoosesFrom<Author, FoxObservation> || ChoosesFrom<Author, TheGameObservation> ||
                    ChoosesFrom<Author, NaseHraObservation> ||
                    ChoosesFrom<Author, KoristObservation> || ChoosesFrom<Author, GameData>,
                "the bot needs a public choose(const FoxObservation&, stych::Actions), or one for "
                "the observation of another game");
  return run_games(
      games_of<Author>(), [](const Match& match) { return std::make_unique<BotOf<Author>>(match); },
      settings);
}

/// Plays with the same function in all matches: (observation, legal actions, random) -> index.
///
/// A function of one game names its observation, `const stych::FoxObservation&`; a lambda that
/// takes `const auto&` plays all games that the protocol has messages for, and the other_games of
/// the settings. The exit code is that of run() for a class.
template <class Function>
[[nodiscard]] int run(Function function, Settings settings = {}) {
  using Author = FunctionBot<Function>;
  return run_games(
      games_of<Author>(),
      [&function](const Match& match) { return std::make_unique<BotOf<Author>>(match, function); },
      settings);
}

}  // namespace stych
