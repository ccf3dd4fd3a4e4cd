//! The SDK for bots of Štych: a bot is a function or a small type.
//!
//! ```no_run
//! use stych::pb::FoxObservation;
//! use stych::{Random, Settings, from_function};
//!
//! fn choose(_seen: &FoxObservation, legal: &[u32], random: &mut Random) -> usize {
//!     random.usize(..legal.len())
//! }
//!
//! fn main() {
//!     stych::run(from_function(choose), Settings::games(&["fox"]))
//! }
//! ```
//!
//! Environment variables tell the program where to connect; a referee that starts it sets them.

#![warn(missing_docs)]

mod bot;
mod connection;
mod environment;
mod event;
mod observation;
mod player;
mod redial;
mod runner;
mod settings;

/// The messages of the protocol, generated from its .proto files, with their documentation.
pub mod pb {
    #![allow(missing_docs, clippy::all)]
    include!("stych.v1.rs");
}

pub use bot::{Bot, FunctionBot, Match, Outcome, Turn, from_function};
pub use event::Event;
pub use fastrand::Rng as Random;
pub use observation::{AnyObservation, Observation, read_position};
pub use player::Player;
pub use runner::run;
pub use settings::Settings;

/// The version of the protocol that this SDK speaks.
pub const PROTOCOL: u32 = 1;
/// The name and version of this SDK in the bot's Hello.
pub const SDK: &str = concat!("stych-rust ", env!("CARGO_PKG_VERSION"));
