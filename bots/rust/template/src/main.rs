//! @NAME@ plays The Fox in the Forest.

use stych::pb::FoxObservation;
use stych::{Random, Settings, from_function};

/// An index into the legal actions, of which there are at least two.
///
/// Cards and actions are numbers; proto/stych/v1/fox.proto says which, and what can be seen.
fn choose(seen: &FoxObservation, legal: &[u32], random: &mut Random) -> usize {
    let trump = seen.public().decree / 11;
    let trumps = |&action: &u32| action < 33 && action / 11 == trump;
    legal
        .iter()
        .position(trumps)
        .unwrap_or_else(|| random.usize(..legal.len()))
}

fn main() {
    stych::run(from_function(choose), Settings::games(&["fox"]).at_once(64))
}
