use super::best;
use stych::Random;
use stych::pb::FoxObservation;

/// Actions: from BURY on a card goes under the deck; KEEP leaves the decree card as it is.
const BURY: u32 = 66;
const KEEP: u32 = 99;

/// The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
///
/// Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.
pub fn choose(seen: &FoxObservation, legal: &[u32], _: &mut Random) -> usize {
    best(legal, |action| rate(seen, action))
}

/// How good the action is; only comparisons between actions of one decision count.
fn rate(seen: &FoxObservation, action: u32) -> i64 {
    if action == KEEP {
        return 100;
    }
    let trump = seen.public().decree / 11;
    let wanted = wants_tricks(seen, trump);
    let power = strength(action % 33, trump);
    let liked = if wanted { -power } else { power };
    if action >= BURY {
        return liked;
    }
    match seen.public().trick.first() {
        None if wanted => i64::from(action % 11),
        None => -power,
        Some(&led) if wins(action, led, trump) == wanted => 100 + liked,
        Some(_) => liked,
    }
}

/// Whether to win tricks from here on: 7 to 9 in a round bring most points, and so do 0 to 3.
fn wants_tricks(seen: &FoxObservation, trump: u32) -> bool {
    let (seat, hand) = (seen.private().seat as usize, &seen.private().hand);
    let tricks = &seen.public().tricks;
    let (won, lost) = (tricks[seat] as usize, tricks[1 - seat]);
    if won >= 7 {
        return false;
    }
    if won >= 4 || lost >= 7 {
        return won >= 4;
    }
    let strong = hand.iter().filter(|&&card| strength(card, trump) >= 7);
    2 * (won + strong.count()) >= won + hand.len()
}

/// The rank from 0 to 10, and 11 more for a trump.
fn strength(card: u32, trump: u32) -> i64 {
    i64::from(card % 11) + if card / 11 == trump { 11 } else { 0 }
}

/// Whether the card takes the trick from the one that was led.
fn wins(card: u32, led: u32, trump: u32) -> bool {
    let follows = card / 11 == led / 11 || card / 11 == trump;
    follows && strength(card, trump) > strength(led, trump)
}
