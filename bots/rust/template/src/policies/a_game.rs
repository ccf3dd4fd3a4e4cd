use stych::Random;
use stych::pb::AGameObservation;

/// The policy of the game a-game chooses any legal action, all with the same probability. Write
/// your own rules here. The game's documentation says what a seat sees, and what the numbers of
/// actions mean.
pub fn choose(_seen: &AGameObservation, legal: &[u32], random: &mut Random) -> usize {
    random.usize(..legal.len())
}
