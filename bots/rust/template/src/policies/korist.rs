use super::best;
use stych::Random;
use stych::pb::KoristObservation;

/// Numbers of actions. Those below GROUP lay a set, and those from GROUP on capture a group of the
/// shadow offer. The captor may TAKE the captured cards, or leave them (642). The victim may take
/// them BACK, or discard them (644). Those from DRAW on draw a pile of the supply, DECK draws a
/// card of the deck, and NONE draws nothing.
const GROUP: u32 = 629;
const TAKE: u32 = 641;
const BACK: u32 = 643;
const DRAW: u32 = 645;
const DECK: u32 = 651;
const NONE: u32 = 652;
/// The kind of a joker. The kinds of the other cards are their values, 1 to 13.
const JOKER: u32 = 14;

/// Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.
///
/// Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.
pub fn choose(seen: &KoristObservation, legal: &[u32], _: &mut Random) -> usize {
    best(legal, |action| i64::from(rate(seen, action)))
}

/// Tells how good the action is in comparison with the other actions of this decision.
fn rate(seen: &KoristObservation, action: u32) -> u32 {
    let held = |kind: u32| seen.private().hand[kind as usize - 1];
    match action {
        ..GROUP => 20 * size(action) + value(action), // the size decides first, then the value
        GROUP..TAKE => held(action - GROUP + 1),
        TAKE..DRAW => {
            let layer = seen.public().captured_layer();
            // Cards are worth taking if they and those of their value in the hand are more than 3.
            let many = held(value(layer)) + size(layer) > 3;
            u32::from(many == (action == TAKE || action == BACK))
        }
        DECK.. => NONE - action, // 1 for the deck, 0 for drawing nothing
        DRAW.. => {
            // The supply lists the cards of all piles, one pile after the other.
            let before = &seen.public().pile_sizes[..(action - DRAW) as usize];
            let lowest = before.iter().sum::<u32>() as usize;
            match seen.public().supply[lowest] {
                JOKER => 8,
                kind => 2 * held(kind),
            }
        }
    }
}

/// The value of a set's cards: 1 to 13, or 14 for jokers alone.
fn value(set: u32) -> u32 {
    if set >= 624 { JOKER } else { set / 48 + 1 }
}

/// The number of cards in a set, jokers included.
fn size(set: u32) -> u32 {
    if set >= 624 {
        return set - 623;
    }
    set % 48 / 6 + 1 + set % 6
}
