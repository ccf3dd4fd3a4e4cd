// The bots of all matches: takes messages, returns answers, uses no network.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "stych/bot.h"

namespace stych {

/// A bot that has a `choose` for this type of observation.
template <class Author, class Observation>
concept ChoosesFrom = requires(Author& bot, const Observation& observation, Actions legal) {
  bot.choose(observation, legal);
};

/// The ids of the games that a bot of this class has a `choose` for, without the games that come as
/// GameData: their ids are in the Settings.
template <class Author>
std::vector<std::string> games_of() {
  std::vector<std::string> ids;
  if constexpr (ChoosesFrom<Author, FoxObservation>) ids.emplace_back("fox");
  if constexpr (ChoosesFrom<Author, TheGameObservation>) ids.emplace_back("the-game");
  if constexpr (ChoosesFrom<Author, NaseHraObservation>) ids.emplace_back("nase-hra");
  if constexpr (ChoosesFrom<Author, KoristObservation>) ids.emplace_back("korist");
  return ids;
}

/// A bot in one match, whatever its class is.
class AnyBot {
 public:
  virtual ~AnyBot() = default;
  virtual std::int64_t choose(const v1::Decision& decision) = 0;
  virtual void over(const v1::MatchOver& over) = 0;
};

/// A view of a message's repeated numbers. Valid as long as the message is.
inline std::span<const std::uint32_t> view(
    const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

/// The result that the message tells.
Result result_of(const v1::MatchOver& over);

/// A bot of the author's class in one match.
template <class Author>
class BotOf final : public AnyBot {
 public:
  template <class... Arguments>
  explicit BotOf(Arguments&&... arguments) : bot_(std::forward<Arguments>(arguments)...) {}

  std::int64_t choose(const v1::Decision& decision) override {
    base().events_ = view(decision.events());
    base().bank_ms_ = decision.bank_left_ms();
    const std::int64_t choice =
        visit_observation(decision, [&](const auto& observation) -> std::int64_t {
          return ask(observation, view(decision.legal_actions()));
        });
    base().events_ = {};
    return choice;
  }

  void over(const v1::MatchOver& over) override {
    base().events_ = view(over.events());
    bot_.over(result_of(over));
  }

 private:
  Bot& base() { return bot_; }

  template <class Observation>
  std::int64_t ask(const Observation& observation, Actions legal) {
    if constexpr (ChoosesFrom<Author, Observation>) {
      const auto index = bot_.choose(observation, legal);
      static_assert(std::is_integral_v<decltype(index)>,
                    "choose must return an index into the legal actions");
      return static_cast<std::int64_t>(index);
    } else {
      throw ProtocolError(Observation::descriptor()->name() +
                          " came, for which the bot has no choose");
    }
  }

  Author bot_;
};

/// Holds a bot for each match under way, and hands every message to the bot of its match.
class Player {
 public:
  using Maker = std::function<std::unique_ptr<AnyBot>(const Match&)>;

  /// Makes the bot of a match with `make` when the match starts.
  explicit Player(Maker make) : make_(std::move(make)) {}

  /// The answers to the decisions in the response, if it has any. A Welcome drops all bots, since
  /// the stream before was lost and the referee starts its matches again. Throws ProtocolError.
  std::optional<v1::Answers> take(const v1::PlayResponse& response);

 private:
  void answer(const v1::Decision& decision, v1::Answer& answer);

  Maker make_;
  std::unordered_map<std::uint32_t, std::unique_ptr<AnyBot>> bots_;
};

}  // namespace stych
