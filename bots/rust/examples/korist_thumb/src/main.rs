//! Plays Kořist by rules of thumb.
//!
//! A hand is worth what it will score: the sets that there is still time for count for it, the rest
//! against it. So sets are kept together, jokers wait for the set that needs them, and drawn or
//! captured cards are welcome where they make a set larger. A set that the others are likely to
//! capture is laid late, if at all; one that captures, early. Who is ahead lays the last cards; who
//! is not, waits.

mod cards;
mod danger;
mod seen;
mod table;
mod worth;

use stych::pb::KoristObservation;
use stych::{Random, Settings, from_function};

use table::Table;

/// The best action; the first one of several.
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
