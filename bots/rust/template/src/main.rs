//! The bot @NAME@: its policies are in `policies`, a file for each game.

mod policies;
#[cfg(test)]
mod positions;

use stych::{Settings, from_function};

const GAMES: &[&str] = &["a-game"];

fn main() {
    stych::run(
        from_function(policies::choose),
        Settings::games(GAMES).at_once(64),
    )
}
