//! What a bot's author writes: a function, or a type with one value for each match.

use std::fmt::Display;
use std::marker::PhantomData;

use crate::pb::{MatchOver, MatchStart, match_start};
use crate::{Observation, Random};

/// The bot in one match. `Observation` and `choose` must be written.
pub trait Bot {
    /// What the bot reads: the message of its game, such as [`FoxObservation`], [`GameData`] for a
    /// game that the protocol has no message for, or [`AnyObservation`] for a bot of several games.
    ///
    /// [`FoxObservation`]: crate::pb::FoxObservation
    /// [`GameData`]: crate::pb::GameData
    /// [`AnyObservation`]: crate::AnyObservation
    type Observation: Observation;

    /// An index into `legal`, which holds the legal actions, at least two.
    fn choose(&mut self, seen: &Self::Observation, legal: &[u32], turn: &mut Turn<'_>) -> usize;

    /// Called at the match's end, unless the connection was lost before. Does nothing by default.
    fn over(&mut self, _outcome: &Outcome) {}
}

/// The events, the clock and the random numbers of a decision.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The public events since the last decision; see [`Event`](crate::Event).
    pub events: &'a [u32],
    /// What is left of the match's bank, in milliseconds.
    pub bank_ms: u32,
    /// Random numbers seeded from the match: a bot that takes all its random numbers from here
    /// plays the same match in the same way again.
    pub random: &'a mut Random,
}

/// What a bot is told when a match starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Tells the matches of one connection apart.
    pub number: u32,
    /// The game's id, such as "fox".
    pub game: String,
    /// The message with the game's options; `None` if this SDK does not know it.
    pub options: Option<match_start::Options>,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// The number of seats.
    pub seats: usize,
    /// The seed of the bot's random numbers. It tells nothing about the cards.
    pub seed: u64,
    /// The time for each decision, in milliseconds.
    pub decision_ms: u32,
    /// Milliseconds for the whole match: time beyond `decision_ms` is taken from them.
    pub bank_ms: u32,
    /// Whether the match is under way already: this process was started anew or connected again.
    pub resumed: bool,
}

impl Match {
    /// Writes a line about this match to standard error. A referee that started the bot saves it.
    pub fn log(&self, text: impl Display) {
        eprintln!("match {}: {text}", self.number);
    }
}

impl From<&MatchStart> for Match {
    fn from(start: &MatchStart) -> Self {
        let clock = start.clock.unwrap_or_default();
        Self {
            number: start.r#match,
            game: start.game.clone(),
            options: start.options.clone(),
            seat: start.seat as usize,
            seats: start.seats as usize,
            seed: start.bot_seed,
            decision_ms: clock.decision_ms,
            bank_ms: clock.bank_ms,
            resumed: start.resumed,
        }
    }
}

/// The result of a match. In a void match, which is played again, all seats have place 1 and 0
/// points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The places, by seat; 1 is best, and seats may share a place.
    pub places: Vec<u32>,
    /// The points, by seat, as the game counts them.
    pub points: Vec<i32>,
    /// The seats that forfeited, if any.
    pub faults: Vec<usize>,
    /// The public events since the last decision.
    pub events: Vec<u32>,
}

impl From<&MatchOver> for Outcome {
    fn from(over: &MatchOver) -> Self {
        Self {
            places: over.places.clone(),
            points: over.points.clone(),
            faults: over
                .faults
                .iter()
                .map(|fault| fault.seat as usize)
                .collect(),
            events: over.events.clone(),
        }
    }
}

/// A bot that is a function; [`from_function`] makes it.
#[derive(Clone, Debug)]
pub struct FunctionBot<O, F> {
    choose: F,
    reads: PhantomData<fn(&O)>,
}

impl<O, F> Bot for FunctionBot<O, F>
where
    O: Observation,
    F: Fn(&O, &[u32], &mut Random) -> usize,
{
    type Observation = O;

    fn choose(&mut self, seen: &O, legal: &[u32], turn: &mut Turn<'_>) -> usize {
        (self.choose)(seen, legal, turn.random)
    }
}

/// Makes bots of a function. It is called with the observation, the legal actions and the match's
/// random numbers, and returns an index into the legal actions.
pub fn from_function<O, F>(choose: F) -> impl FnMut(Match) -> FunctionBot<O, F>
where
    O: Observation,
    F: Fn(&O, &[u32], &mut Random) -> usize + Clone,
{
    move |_| FunctionBot {
        choose: choose.clone(),
        reads: PhantomData,
    }
}
