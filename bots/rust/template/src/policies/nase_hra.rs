use super::best;
use stych::Random;
use stych::pb::{NaseHraObservation, NaseHraOrder};

/// Numbers of actions: DISCARD + card discards it; FIGURES and NUMBERS choose what is on top.
const DISCARD: u32 = 32;
const FIGURES: u32 = 64;
const NUMBERS: u32 = 65;

/// Naše hra: take the tricks that are worth most, and lose those that are worth least.
///
/// Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.
pub fn choose(seen: &NaseHraObservation, legal: &[u32], _: &mut Random) -> usize {
    best(legal, |action| rate(seen, action))
}

/// Tells how good the action is in comparison with the other actions of this decision.
fn rate(seen: &NaseHraObservation, action: u32) -> i64 {
    if action > NUMBERS {
        return i64::from(action); // the highest one refuses the game, or takes the whole talon
    }
    if action >= FIGURES {
        let hand = seen.private().hand.iter();
        return hand
            .filter(|&&card| is_figure(card) == (action == FIGURES))
            .count() as i64;
    }
    let order = seen.public().order;
    if action >= DISCARD {
        return -strength(action - DISCARD, order);
    }
    rate_play(&seen.public().trick, action, order)
}

/// Tells how good the card is in the trick, as if it were the last card of the trick.
fn rate_play(trick: &[u32], card: u32, order: i32) -> i64 {
    let power = strength(card, order);
    let Some(led) = trick.first() else {
        return power;
    };
    let mut rivals = trick.iter().filter(|&&other| other / 8 == led / 8);
    let wins = card / 8 == led / 8 && rivals.all(|&other| strength(other, order) < power);
    let worth = 10 * value(&[trick, &[card]].concat());
    if wins { worth - power } else { -worth - power }
}

/// The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure.
///
/// A trick in which no suit has both a number and a figure is worth 0.
fn value(cards: &[u32]) -> i64 {
    let highest = |suit: u32, figures: bool| {
        let held = cards.iter().filter(|&&card| card / 8 == suit);
        held.filter(|&&card| is_figure(card) == figures)
            .map(|card| i64::from(card % 4))
            .max()
    };
    (0..4)
        .filter_map(|suit| Some(7 - highest(suit, false)? - highest(suit, true)?))
        .max()
        .unwrap_or(0)
}

/// Tells whether the card is an under, an over, a king or an ace.
fn is_figure(card: u32) -> bool {
    card % 8 >= 4
}

/// The position of the card's rank in the order that was chosen, from 0, the lowest, to 7.
fn strength(card: u32, order: i32) -> i64 {
    if order == NaseHraOrder::Numbers as i32 {
        return i64::from((card + 4) % 8);
    }
    i64::from(card % 8)
}
