// The base class of bots, and what a bot is told of a match.
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

/// What a bot is told when a match starts.
struct Match {
  /// Tells the matches of one connection apart.
  std::uint32_t number = 0;
  /// The game's id, such as "fox".
  std::string game;
  GameOptions options;
  /// The bot's seat, from 0.
  std::uint32_t seat = 0;
  /// The number of seats.
  std::uint32_t seats = 0;
  /// The seed of the bot's random numbers. It tells nothing about the cards.
  std::uint64_t seed = 0;
  /// Milliseconds for each decision.
  std::uint32_t decision_ms = 0;
  /// Milliseconds for the whole match: time beyond decision_ms is taken from them.
  std::uint32_t bank_ms = 0;
  /// Whether the match is under way already: this process was started anew or connected again.
  bool resumed = false;
};

/// The result of a match: places and points by seat. Place 1 is best. `faults` are the seats that
/// forfeited, if any. In a void match, which is played again, all seats have place 1 and 0 points.
struct Result {
  std::vector<std::uint32_t> places;
  std::vector<std::int32_t> points;
  std::vector<std::uint32_t> faults;
};

/// Random numbers that depend on the match's seed alone; a generator for std::shuffle and the like.
class Random : public std::mt19937_64 {
 public:
  using std::mt19937_64::mt19937_64;

  /// One of 0 to n - 1, all with the same probability. n must not be 0. The standard libraries'
  /// distributions differ between systems; this gives the same numbers everywhere.
  std::uint64_t below(std::uint64_t n) {
    const std::uint64_t whole = max() - max() % n;
    std::uint64_t drawn = (*this)();
    while (drawn >= whole) drawn = (*this)();
    return drawn % n;
  }
};

/// A bot in one match: an object is made for each match when it starts.
///
/// A bot's class derives from this one, has a constructor from `const Match&`, such as the one of
/// this class (`using Bot::Bot`), and has a public `choose(const FoxObservation&, Actions)` that
/// returns an index into the legal actions: one for the observation of each game that it plays. It
/// may have a public `over(const Result&)`.
class Bot {
 public:
  explicit Bot(const Match& match) : match_(match), random_(match.seed), bank_ms_(match.bank_ms) {}

  /// Called at the match's end, unless the connection was lost before. events() has the public
  /// events since the last decision.
  void over(const Result&) {}

 protected:
  const Match& match() const { return match_; }

  /// A bot that takes all its random numbers from here plays the same match in the same way again.
  Random& random() { return random_; }

  /// The public events since the last decision.
  Events events() const { return events_; }

  /// What is left of the match's bank, in milliseconds.
  std::uint32_t bank_ms() const { return bank_ms_; }

  /// Writes a line made of the parts to stderr, which a referee that started the bot saves.
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
