//! @NAME@ plays The Fox in the Forest.

use stych::pb::FoxObservation;
use stych::{Random, Settings, from_function};

/// An index into the legal actions, of which there are at least two.
///
/// Cards and actions are numbers; proto/stych/v1/fox.proto says which, and what can be seen.
fn choose(seen: &FoxObservation, legal: &[u32], random: &mut Random) -> usize {
    let public = seen.public();
    let suit_of = |card: u32| card / 11;
    let trump = |&place: &usize| legal[place] < 33 && suit_of(legal[place]) == suit_of(public.decree);
    let first_trump = (0..legal.len()).find(trump);
    first_trump.unwrap_or_else(|| random.usize(..legal.len()))
}

fn main() {
    stych::run(from_function(choose), Settings::games(&["fox"]).at_once(64))
}
