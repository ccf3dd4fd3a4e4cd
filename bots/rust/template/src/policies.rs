//! The policies: each game has one, in the file that is named after the game.

mod a_game;

use stych::{AnyObservation, Random};

/// Returns an index into the legal actions, of which there are at least two.
pub fn choose(seen: &AnyObservation, legal: &[u32], random: &mut Random) -> usize {
    match seen {
        AnyObservation::AGame(seen) => a_game::choose(seen, legal, random),
        _ => panic!("no policy for {seen:?}"),
    }
}

/// Returns the index of the action with the highest rating; of equal ones the first.
#[allow(dead_code)] // a policy need not call it
fn best(legal: &[u32], rate: impl Fn(u32) -> i64) -> usize {
    (0..legal.len())
        .rev()
        .max_by_key(|&index| rate(legal[index]))
        .expect("there are legal actions")
}
