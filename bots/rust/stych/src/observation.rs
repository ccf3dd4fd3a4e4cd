//! The types of observations that a bot can read.

/// The observation of any game, for bots that play several.
pub use crate::pb::decision::Observation as AnyObservation;
use crate::pb::{
    Decision, FoxObservation, FoxPrivate, FoxPublic, GameData, KoristObservation, KoristPrivate,
    KoristPublic, NaseHraObservation, NaseHraPrivate, NaseHraPublic, TheGameObservation,
    TheGamePrivate, TheGamePublic,
};
use prost::Message;

/// What a bot can read: the message of a game, [`GameData`] for a game that the protocol has no
/// message for, or [`AnyObservation`].
pub trait Observation {
    /// The message of this type in `any`; `None` if `any` is an observation of another game.
    fn of(any: &AnyObservation) -> Option<&Self>;
}

impl Observation for AnyObservation {
    fn of(any: &AnyObservation) -> Option<&Self> {
        Some(any)
    }
}

macro_rules! read {
    ($game:ident, $observation:ident) => {
        impl Observation for $observation {
            fn of(any: &AnyObservation) -> Option<&Self> {
                match any {
                    AnyObservation::$game(seen) => Some(seen),
                    _ => None,
                }
            }
        }
    };
}

macro_rules! game {
    ($game:ident, $observation:ident, $public:ident, $private:ident) => {
        read!($game, $observation);

        impl $observation {
            /// What everybody at the table knows. Panics if it was left out, which no referee does.
            pub fn public(&self) -> &$public {
                self.public_view
                    .as_ref()
                    .expect("an observation has its public view")
            }

            /// What this seat alone knows. Panics if it was left out, which no referee does.
            pub fn private(&self) -> &$private {
                self.private_view
                    .as_ref()
                    .expect("an observation has its private view")
            }
        }
    };
}

game!(Fox, FoxObservation, FoxPublic, FoxPrivate);
game!(TheGame, TheGameObservation, TheGamePublic, TheGamePrivate);
game!(NaseHra, NaseHraObservation, NaseHraPublic, NaseHraPrivate);
game!(Korist, KoristObservation, KoristPublic, KoristPrivate);
read!(Other, GameData);

/// Reads a position that was recorded as the bytes of a Decision, for tests: its observation, and
/// the legal actions. `None` if the bytes are no Decision, or one without an observation.
pub fn read_position(bytes: &[u8]) -> Option<(AnyObservation, Vec<u32>)> {
    let decision = Decision::decode(bytes).ok()?;
    Some((decision.observation?, decision.legal_actions))
}
