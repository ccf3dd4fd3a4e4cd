use super::best;
use stych::Random;
use stych::pb::TheGameObservation;

/// Numbers of actions: END ends the turn; those from TALK on tell the gladness, or set flags.
const END: u32 = 400;
const TALK: u32 = 401;
/// A turn that may end goes on only with a card at most this far beyond the top of its row.
const ENOUGH: i64 = 4;

/// The Game: place the card that skips the fewest numbers, and end the turn before a big jump.
///
/// Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.
pub fn choose(seen: &TheGameObservation, legal: &[u32], _: &mut Random) -> usize {
    best(legal, |action| -cost(seen, action))
}

/// Tells how bad the action is in comparison with the other actions of this decision.
fn cost(seen: &TheGameObservation, action: u32) -> i64 {
    if action >= TALK {
        return i64::from(action); // the lowest one is the gladness 0, or no flags
    }
    if action == END {
        return ENOUGH;
    }
    let row = action / 100;
    let up = i64::from(action % 100) - i64::from(seen.public().tops[row as usize]);
    let jump = if row < 2 { up } else { -up };
    if seen.public().to_cover.contains(&row) {
        return jump - 200; // a fire card has to be covered before the turn ends
    }
    jump
}
