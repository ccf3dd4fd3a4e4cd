//! Plays Kořist by rules of thumb.
//!
//! A hand is worth what it will score: the cards of the sets that there are turns left for, less
//! the other cards. So sets are laid whole, jokers are saved for the largest set, and drawn or
//! captured cards are good where they make a set larger. A set that others are likely to capture is
//! laid late, if at all, and a set that captures is laid early. The bot lays its last cards only if
//! that wins the game.

mod cards;
mod danger;
mod seen;
mod table;
mod worth;

use stych::pb::KoristObservation;
use stych::{Random, Settings, from_function};

use table::Table;

/// Returns the index in `legal` of the action with the best rating; of equal ones the first.
fn choose(observation: &KoristObservation, legal: &[u32], _random: &mut Random) -> usize {
    let table = Table::new(observation);
    let ratings: Vec<f64> = legal.iter().map(|&action| table.rate(action)).collect();
    let by_rating = |one: &usize, other: &usize| ratings[*one].total_cmp(&ratings[*other]);
    (0..legal.len())
        .rev()
        .max_by(by_rating)
        .expect("there are legal actions")
}

fn main() {
    stych::run(
        from_function(choose),
        Settings::games(&["korist"]).at_once(16),
    )
}
