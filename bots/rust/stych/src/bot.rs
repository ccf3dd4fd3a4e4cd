//! What a bot's author writes: a function, or a type with one value a match.

use std::fmt::Display;
use std::marker::PhantomData;

use crate::pb::{MatchOver, MatchStart, match_start};
use crate::{Observation, Random};

/// The bot in one match. Only `choose` must be written.
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

    /// The match is over.
    fn over(&mut self, _outcome: &Outcome) {}
}

/// What comes along with a decision.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The public events since the last decision; see [`Event`](crate::Event).
    pub events: &'a [u32],
    /// What is left of the match's bank, in milliseconds.
    pub bank_ms: u32,
    /// Random numbers seeded from the match: a bot that takes all its dice from here plays the
    /// same match the same way again.
    pub random: &'a mut Random,
}

/// What is known of a match at its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The number by which the referee names the match.
    pub number: u32,
    /// The game's id, such as "fox".
    pub game: String,
    /// The game's options.
    pub options: Option<match_start::Options>,
    /// The bot's seat.
    pub seat: usize,
    /// How many play.
    pub seats: usize,
    /// The seed of this bot in this match.
    pub seed: u64,
    /// What each decision has for itself, in milliseconds.
    pub decision_ms: u32,
    /// What all decisions together may use beyond that.
    pub bank_ms: u32,
    /// The match is already under way; the bot was started anew or connected again.
    pub resumed: bool,
}

impl Match {
    /// Writes a line about this match to standard error, which the referee keeps.
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

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// By seat; 1 is best.
    pub places: Vec<u32>,
    /// By seat.
    pub points: Vec<i32>,
    /// The seats that forfeited.
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

/// Bots that are a function of the observation, the legal actions and the match's random numbers.
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
