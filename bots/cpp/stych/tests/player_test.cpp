#include "stych/player.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "messages.h"
#include "stych/run.h"

namespace stych {
namespace {

std::vector<std::string> diary;

std::string text(Events numbers) {
  std::string joined;
  for (const std::uint32_t number : numbers) joined += " " + std::to_string(number);
  return joined;
}

/// Takes the first legal action and writes down all that happens to it.
class Diarist : public Bot {
 public:
  explicit Diarist(const Match& given) : Bot(given) {
    diary.push_back(name() + " starts" + (match().resumed ? " again" : ""));
  }

  int choose(const FoxObservation&, Actions legal) {
    diary.push_back(name() + " chooses from" + text(legal) + " after" + text(events()) + " with " +
                    std::to_string(bank_ms()));
    return 0;
  }

  void over(const Result& result) {
    diary.push_back(name() + " is over after" + text(events()) + ": places" + text(result.places) +
                    ", first points " + std::to_string(result.points.at(0)) + ", faults" +
                    text(result.faults));
  }

 private:
  std::string name() const { return std::to_string(match().number); }
};

template <class Author>
Player player_of() {
  return Player([](const Match& match) { return std::make_unique<BotOf<Author>>(match); });
}

template <class Function>
Player player_with(Function& function) {
  return Player([&function](const Match& match) {
    return std::make_unique<BotOf<FunctionBot<Function>>>(match, function);
  });
}

/// The player's answer to one decision in a new match.
template <class Function>
std::uint32_t choice_of(Function function) {
  Player player = player_with(function);
  v1::PlayResponse response = starts({1});
  decide(response, 1, 1);
  return answered(player, response).at(0).second;
}

}  // namespace

TEST_CASE("the fields of a response are handled in the order of their numbers") {
  diary.clear();
  v1::PlayResponse response;
  v1::MatchOver& over = end(response, 1);
  for (const std::uint32_t place : {2, 1}) over.add_places(place);
  for (const std::int32_t points : {-3, 9}) over.add_points(points);
  over.add_events(8);
  over.add_faults()->set_seat(0);
  v1::Decision& first = decide(response, 12, 2);
  for (const std::uint32_t event : {1, 2}) first.add_events(event);
  first.set_bank_left_ms(700);
  decide(response, 11, 1);
  start(response, 1);
  start(response, 2);
  response.add_openings()->set_match(3);
  response.mutable_goodbye();
  Player player = player_of<Diarist>();
  CHECK(answered(player, response) == Answered{{12, 0}, {11, 0}});
  CHECK(diary == std::vector<std::string>{
                     "1 starts",
                     "2 starts",
                     "2 chooses from 4 5 6 after 1 2 with 700",
                     "1 chooses from 4 5 6 after with 0",
                     "1 is over after 8: places 2 1, first points -3, faults 0",
                 });
}

TEST_CASE("with nothing to decide there is nothing to say") {
  Player player = player_of<Diarist>();
  v1::PlayResponse welcome;
  welcome.mutable_welcome();
  v1::PlayResponse goodbye;
  goodbye.mutable_goodbye();
  v1::PlayResponse opening;
  opening.add_openings()->set_match(99);
  v1::PlayResponse over;
  end(over, 99);
  for (const auto& response : {v1::PlayResponse(), welcome, starts({1}), over, opening, goodbye}) {
    CHECK_FALSE(player.take(response));
  }
}

TEST_CASE("a match that is over is forgotten") {
  struct Counter : Bot {
    using Bot::Bot;
    int choose(const FoxObservation&, Actions) { return 0; }
    void over(const Result&) { diary.push_back("over"); }
  };
  diary.clear();
  Player player = player_of<Counter>();
  player.take(starts({1}));
  v1::PlayResponse over;
  end(over, 1);
  player.take(over);
  player.take(over);
  CHECK(diary.size() == 1);
  v1::PlayResponse late;
  decide(late, 5, 1);
  CHECK_THROWS_WITH_AS(player.take(late), "decision 5 is for match 1, which is not under way",
                       ProtocolError);
}

TEST_CASE("a match that is resumed gets a new bot") {
  diary.clear();
  Player player = player_of<Diarist>();
  player.take(starts({1}));
  v1::PlayResponse again = starts({1});
  again.mutable_starts(0)->set_resumed(true);
  player.take(again);
  CHECK(diary == std::vector<std::string>{"1 starts", "1 starts again"});
}

TEST_CASE("after a welcome nothing is left of the matches before it") {
  Player player = player_of<Diarist>();
  player.take(starts({1, 2}));
  v1::PlayResponse welcome = starts({2});
  welcome.mutable_welcome();
  player.take(welcome);
  v1::PlayResponse response;
  decide(response, 1, 2);
  CHECK(answered(player, response) == Answered{{1, 0}});
  response.clear_decisions();
  decide(response, 2, 1);
  CHECK_THROWS_AS(player.take(response), ProtocolError);
}

TEST_CASE("each match has a bot of its own") {
  struct Counting : Bot {
    using Bot::Bot;
    int choose(const FoxObservation&, Actions) { return count_++; }
    int count_ = 0;
  };
  Player player = player_of<Counting>();
  v1::PlayResponse response = starts({1, 2});
  for (const std::uint32_t match : {1, 1, 2, 1, 2}) decide(response, match, match);
  CHECK(answered(player, response) == Answered{{1, 0}, {1, 1}, {2, 0}, {1, 2}, {2, 1}});
}

TEST_CASE("what a bot knows of its match") {
  static Match known;
  struct Reader : Bot {
    explicit Reader(const Match& match) : Bot(match) { known = match; }
    int choose(const FoxObservation&, Actions) { return 0; }
  };
  v1::PlayResponse response;
  v1::MatchStart& message = start(response, 7, std::numeric_limits<std::uint64_t>::max());
  message.set_seat(1);
  message.mutable_fox()->set_target(35);
  message.mutable_clock()->set_decision_ms(100);
  message.mutable_clock()->set_bank_ms(2000);
  player_of<Reader>().take(response);
  CHECK(known.number == 7);
  CHECK(known.game == "fox");
  CHECK(std::get<v1::FoxOptions>(known.options).target() == 35);
  CHECK(known.seat == 1);
  CHECK(known.seats == 2);
  CHECK(known.seed == std::numeric_limits<std::uint64_t>::max());
  CHECK(known.decision_ms == 100);
  CHECK(known.bank_ms == 2000);
  CHECK_FALSE(known.resumed);
}

TEST_CASE("a bot has a choose for each game that it plays, and is handed the game's message") {
  struct Two : Bot {
    using Bot::Bot;
    int choose(const FoxObservation& seen, Actions) { return seen.private_view().hand(0); }
    int choose(const KoristObservation& seen, Actions) { return seen.private_view().hand(1); }
  };
  CHECK(games_of<Two>() == std::vector<std::string>{"fox", "korist"});
  Player player = player_of<Two>();
  v1::PlayResponse response = starts({1, 2});
  decide(response, 1, 1).mutable_fox()->mutable_private_view()->add_hand(2);
  auto& korist = *decide(response, 2, 2).mutable_korist()->mutable_private_view();
  korist.add_hand(0);
  korist.add_hand(1);
  CHECK(answered(player, response) == Answered{{1, 2}, {2, 1}});
  v1::PlayResponse other;
  decide(other, 3, 1).mutable_the_game();
  CHECK_THROWS_WITH_AS(player.take(other),
                       "TheGameObservation came, for which the bot has no choose", ProtocolError);
  other.mutable_decisions(0)->clear_the_game();
  CHECK_THROWS_AS(player.take(other), ProtocolError);
}

TEST_CASE("a game that the protocol has no message for comes as its data") {
  static std::vector<std::string> told;
  struct Hearts : Bot {
    using Bot::Bot;
    int choose(const GameData& seen, Actions) {
      told = {std::get<GameData>(match().options).json(), seen.json(), seen.type(), seen.data()};
      return 1;
    }
  };
  CHECK(games_of<Hearts>().empty());
  Player player = player_of<Hearts>();
  v1::PlayResponse response;
  v1::MatchStart& message = start(response, 1);
  message.set_game("hearts");
  message.mutable_other()->set_json(R"({"players":4})");
  GameData& seen = *decide(response, 1, 1).mutable_other();
  seen.set_json(R"({"hand":[3,4]})");
  CHECK(answered(player, response) == Answered{{1, 1}});
  CHECK(told == std::vector<std::string>{R"({"players":4})", R"({"hand":[3,4]})", "", ""});
  seen.clear_json();
  seen.set_type("hearts.v1.HeartsObservation");
  seen.set_data("\x0a\x01\x03");
  CHECK(answered(player, response) == Answered{{1, 1}});
  CHECK(told == std::vector<std::string>{R"({"players":4})", "", "hearts.v1.HeartsObservation",
                                         "\x0a\x01\x03"});
  Player other = player_of<Diarist>();
  CHECK_THROWS_WITH_AS(other.take(response), "GameData came, for which the bot has no choose",
                       ProtocolError);
}

TEST_CASE("a function plays the games whose observation it takes") {
  const auto fox = [](const FoxObservation&, Actions legal, Random&) { return legal.size() - 1; };
  const auto all = [](const auto&, Actions, Random&) { return 0; };
  CHECK(games_of<FunctionBot<decltype(fox)>>() == std::vector<std::string>{"fox"});
  CHECK(games_of<FunctionBot<decltype(all)>>().size() == 4);
  CHECK(choice_of(fox) == 2);
  CHECK(choice_of(all) == 0);
}

TEST_CASE("the same seed plays the same") {
  const auto choose = [](const auto&, Actions, Random& random) { return random.below(3); };
  const auto choices = [&](std::uint64_t seed, std::uint64_t other) {
    Player player = player_with(choose);
    player.take(starts({1}, seed));
    player.take(starts({2}, other));
    std::vector<std::uint32_t> taken;
    for (std::uint64_t number = 0; number < 40; ++number) {
      v1::PlayResponse response;
      decide(response, number, 1);
      decide(response, number, 2);
      taken.push_back(answered(player, response).at(0).second);
    }
    return taken;
  };
  CHECK(choices(5, 1) == choices(5, 2));
  CHECK(choices(5, 1) != choices(6, 1));
}

TEST_CASE("an index that is not in the list is said and sent; 4294967295 if it does not fit") {
  struct Bad {
    std::int64_t index;
    std::string shown;
    std::uint32_t sent;
  };
  constexpr std::uint32_t beyond = 4294967295;
  for (const Bad& bad : {Bad{3, "3", 3}, Bad{-1, "-1", beyond}, Bad{-70, "-70", beyond},
                         Bad{5000000000, "5000000000", beyond}}) {
    const Stderr caught;
    CHECK(choice_of([&](const auto&, Actions, Random&) { return bad.index; }) == bad.sent);
    CHECK(caught.text() ==
          "match 1: choose returned " + bad.shown + "; there were 3 legal actions\n");
  }
  const Stderr caught;
  CHECK(choice_of([](const auto&, Actions, Random&) { return std::size_t(0) - 1; }) == beyond);
  CHECK(caught.text().find("choose returned -1;") != std::string::npos);
}

TEST_CASE("a good index is sent without a word") {
  const Stderr caught;
  CHECK(choice_of([](const auto&, Actions, Random&) { return short{2}; }) == 2);
  CHECK(caught.text().empty());
}

TEST_CASE("what a bot throws comes through") {
  CHECK_THROWS_WITH(
      choice_of([](const auto&, Actions, Random&) -> int { throw std::out_of_range("no card"); }),
      "no card");
}

TEST_CASE("a bot logs lines with the number of its match") {
  struct Talker : Bot {
    using Bot::Bot;
    int choose(const FoxObservation&, Actions legal) {
      log("choosing from ", legal.size(), " actions");
      return 0;
    }
  };
  const Stderr caught;
  Player player = player_of<Talker>();
  v1::PlayResponse response = starts({4});
  decide(response, 1, 4);
  player.take(response);
  CHECK(caught.text() == "match 4: choosing from 3 actions\n");
}

}  // namespace stych
