//! The bots of all matches that are under way: takes messages, returns answers, uses no network.

use std::collections::HashMap;

use crate::pb::{Answer, Answers, Decision, PlayResponse};
use crate::{Bot, Match, Observation, Outcome, Random, Turn};

/// Answers the referee's messages, with one bot for each match. It uses no network, so a test of a
/// bot needs no referee.
#[derive(Debug)]
pub struct Player<F, B> {
    make: F,
    matches: HashMap<u32, Seated<B>>,
}

#[derive(Debug)]
struct Seated<B> {
    game: String,
    random: Random,
    bot: B,
}

impl<F, B> Player<F, B>
where
    F: FnMut(Match) -> B,
    B: Bot,
{
    /// A player whose bots are made by `make`, one for each match that starts.
    pub fn new(make: F) -> Self {
        Self {
            make,
            matches: HashMap::new(),
        }
    }

    /// Handles one response. A Welcome ends all matches without a call of `over`. `take` makes a bot
    /// for each match that starts, asks the bots for the decisions, and calls `over` of the bots
    /// whose matches are over. Returns all answers in one message; `None` if the response has no
    /// decisions.
    ///
    /// Panics when a decision is of a match that is not under way, or of a game that the bot does not
    /// read.
    pub fn take(&mut self, response: &PlayResponse) -> Option<Answers> {
        if response.welcome.is_some() {
            self.matches.clear(); // the stream before was lost, and the referee starts them again
        }
        for start in &response.starts {
            let game = start.game.clone();
            let random = Random::with_seed(start.bot_seed);
            let bot = (self.make)(Match::from(start));
            self.matches
                .insert(start.r#match, Seated { game, random, bot });
        }
        let answers: Vec<Answer> = response
            .decisions
            .iter()
            .map(|decision| self.answer(decision))
            .collect();
        for over in &response.overs {
            if let Some(mut seated) = self.matches.remove(&over.r#match) {
                seated.bot.over(&Outcome::from(over));
            }
        }
        (!answers.is_empty()).then_some(Answers { answers })
    }

    fn answer(&mut self, decision: &Decision) -> Answer {
        let number = decision.r#match;
        let seated = self.matches.get_mut(&number).unwrap_or_else(|| {
            panic!("a decision came for match {number}, which is not under way")
        });
        let seen = decision
            .observation
            .as_ref()
            .and_then(B::Observation::of)
            .unwrap_or_else(|| {
                panic!(
                    "match {number} is of {}, but choose takes {}",
                    seated.game,
                    std::any::type_name::<B::Observation>()
                )
            });
        let legal = decision.legal_actions.as_slice();
        let mut turn = Turn {
            events: &decision.events,
            bank_ms: decision.bank_left_ms,
            random: &mut seated.random,
        };
        let choice = seated.bot.choose(seen, legal, &mut turn);
        if choice >= legal.len() {
            let count = legal.len();
            eprintln!("match {number}: choose returned {choice}; there were {count} legal actions");
        }
        // Sent all the same: the referee judges the index, and the bot loses this match alone.
        let choice = u32::try_from(choice).unwrap_or(u32::MAX);
        Answer {
            decision: decision.decision,
            choice,
        }
    }
}
