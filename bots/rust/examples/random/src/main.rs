//! Chooses any legal action, all with the same probability. Plays all games of the protocol.

use stych::{AnyObservation, Random, Settings, from_function};

fn choose(_seen: &AnyObservation, legal: &[u32], random: &mut Random) -> usize {
    random.usize(..legal.len())
}

fn main() {
    let games = ["fox", "the-game", "nase-hra", "korist"];
    stych::run(from_function(choose), Settings::games(&games).at_once(64))
}
