//! The worth of a hand.

use crate::cards::{Heap, JOKER};

/// The points that the hand will score with `turns` turns left, in each of which it lays a set.
///
/// `turns` need not be whole. All jokers are counted with the set that is laid first.
pub fn worth(hand: &Heap, turns: f64) -> f64 {
    let jokers = f64::from(hand.jokers());
    let mut left = turns;
    // The 0.3 for each joker makes the bot save jokers.
    let mut score = 0.3 * jokers;
    let groups = groups(hand);
    for (place, &(size, value)) in groups.iter().enumerate() {
        let laid = if place == 0 { size + jokers } else { size };
        // The probability that there is a turn for this set.
        let part = left.clamp(0.0, 1.0);
        left -= 1.0;
        score += part * laid * safety(laid, value) - size * (1.0 - part);
    }
    if groups.is_empty() {
        score += jokers * left.clamp(0.0, 1.0);
    }
    score
}

/// The sizes and values of the hand's sets without jokers, the best set first.
fn groups(hand: &Heap) -> Vec<(f64, u32)> {
    let sized = (1..JOKER).map(|value| (f64::from(hand.count(value)), value));
    let mut groups: Vec<_> = sized.filter(|&(size, _)| size > 0.0).collect();
    let gain = |&(size, value): &(f64, u32)| size * (1.0 + safety(size, value));
    groups.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    groups
}

/// The expected points of each card of a set: 1 if it stays laid, -1 if it is captured.
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
    fn cards_that_there_is_no_turn_for_cost_a_point_each() {
        assert_eq!(worth(&Heap::listed(&[5, 5, 9]), 0.0), -3.0);
        assert_eq!(worth(&Heap::EMPTY, 3.0), 0.0);
    }

    #[test]
    fn jokers_alone_count_as_safe() {
        assert_eq!(worth(&Heap::of(JOKER, 2), 1.0), 2.6);
    }
}
