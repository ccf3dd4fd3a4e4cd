// What the author of a bot derives from, and what a bot is told of a match.
#pragma once

#include <cstdint>
#include <iostream>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "stych/games.h"

namespace stych {

/// The legal actions of a decision, at least two, in the game's numbering. Valid during the call.
using Actions = std::span<const std::uint32_t>;

/// Public events, packed as the protocol's Decision.events says. Valid during the call.
using Events = std::span<const std::uint32_t>;

/// What is known of a match at its start.
struct Match {
  std::uint32_t number = 0;
  std::string game;
  GameOptions options;
  std::uint32_t seat = 0;
  std::uint32_t seats = 0;
  std::uint64_t seed = 0;
  std::uint32_t decision_ms = 0;
  std::uint32_t bank_ms = 0;
  /// The match is already under way; this process was started anew or connected again.
  bool resumed = false;
};

/// How a match ended: by seat, place 1 is best. `faults` names the seats that forfeited.
struct Result {
  std::vector<std::uint32_t> places;
  std::vector<std::int32_t> points;
  std::vector<std::uint32_t> faults;
};

/// Random numbers that depend on the match's seed alone. They fit std::shuffle and the like.
class Random : public std::mt19937_64 {
 public:
  using std::mt19937_64::mt19937_64;

  /// One of 0 to n - 1, each as likely. The same with every standard library. n must not be 0.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t whole = max() - max() % n;
    std::uint64_t drawn = (*this)();
    while (drawn >= whole) drawn = (*this)();
    return drawn % n;
  }
};

/// A bot in one match: one object a match, made when the match starts.
///
/// A bot derives from it, takes over its constructor, and has a public
/// `choose(const FoxObservation&, Actions)` that returns an index into the legal actions; one for
/// the observation of each game that it plays. It may have `over(const Result&)`.
class Bot {
 public:
  explicit Bot(const Match& match) : match_(match), random_(match.seed), bank_ms_(match.bank_ms) {}

  /// The match is over. events() has what happened since the last decision.
  void over(const Result&) {}

 protected:
  const Match& match() const { return match_; }

  /// A bot that takes all its dice from here plays the same match again.
  Random& random() { return random_; }

  /// The public events since the last decision.
  Events events() const { return events_; }

  /// What is left of the match's bank, in milliseconds.
  std::uint32_t bank_ms() const { return bank_ms_; }

  /// One line on stderr, made of the parts; the referee keeps it in a file.
  template <class... Parts>
  void log(const Parts&... parts) const {
    std::ostringstream line;
    line << "match " << match_.number << ": ";
    (line << ... << parts) << '\n';
    std::cerr << line.str();
  }

 private:
  template <class Author>
  friend class BotOf;

  Match match_;
  Random random_;
  Events events_;
  std::uint32_t bank_ms_;
};

}  // namespace stych
