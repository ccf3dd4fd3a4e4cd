//! What a hand is worth.

use crate::cards::{Heap, JOKER};

/// What the hand will score when there are so many turns left to lay its sets.
pub fn worth(hand: &Heap, turns: f64) -> f64 {
    let jokers = f64::from(hand.jokers());
    let mut left = turns;
    let mut score = 0.3 * jokers;
    let groups = groups(hand);
    for (place, &(size, value)) in groups.iter().enumerate() {
        let laid = if place == 0 { size + jokers } else { size };
        let part = left.clamp(0.0, 1.0);
        left -= 1.0;
        score += part * laid * safety(laid, value) - size * (1.0 - part);
    }
    if groups.is_empty() {
        score += jokers * left.clamp(0.0, 1.0);
    }
    score
}

/// Sizes and values of the sets without jokers, the best first.
fn groups(hand: &Heap) -> Vec<(f64, u32)> {
    let sized = (1..JOKER).map(|value| (f64::from(hand.count(value)), value));
    let mut groups: Vec<_> = sized.filter(|&(size, _)| size > 0.0).collect();
    let gain = |&(size, value): &(f64, u32)| size * (1.0 + safety(size, value));
    groups.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    groups
}

/// What a set laid some day will bring per card, from -1 (in hand) to 1 (laid for good).
fn safety(size: f64, value: u32) -> f64 {
    let risk = match size as u32 {
        1 => 0.45,
        2 => 0.35,
        3 => 0.2,
        4 => 0.1,
        _ => 0.05,
    };
    1.0 - 2.0 * risk * f64::from(JOKER - value) / f64::from(JOKER - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_worth_more_than_single_cards() {
        assert!(worth(&Heap::listed(&[7, 7, 7]), 1.0) > worth(&Heap::listed(&[6, 7, 8]), 1.0));
    }

    #[test]
    fn cards_that_there_is_no_time_for_count_against_it() {
        assert_eq!(worth(&Heap::listed(&[5, 5, 9]), 0.0), -3.0);
        assert_eq!(worth(&Heap::EMPTY, 3.0), 0.0);
    }

    #[test]
    fn jokers_alone_are_laid_for_good() {
        assert_eq!(worth(&Heap::of(JOKER, 2), 1.0), 2.6);
    }
}
