use super::best;
use stych::Random;
use stych::pb::FoxObservation;

/// Numbers of actions: a card's own number plays it, GIVE + card exchanges it for the decree card,
/// BURY + card puts it under the deck; KEEP exchanges nothing.
const GIVE: u32 = 33;
const BURY: u32 = 66;
const KEEP: u32 = 99;

/// The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
///
/// Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.
pub fn choose(seen: &FoxObservation, legal: &[u32], _: &mut Random) -> usize {
    best(legal, |action| rate(seen, action))
}

/// Tells how good the action is in comparison with the other actions of this decision.
fn rate(seen: &FoxObservation, action: u32) -> i64 {
    if action == KEEP {
        return 100;
    }
    let trump = seen.public().decree / 11;
    let wanted = wants_tricks(seen, trump);
    let power = strength(action % 33, trump);
    let dispensable = if wanted { -power } else { power };
    if action >= BURY {
        return dispensable;
    }
    if action >= GIVE {
        // A weak hand gives its strongest card away, a strong one keeps all.
        return dispensable + if wanted { 0 } else { 100 };
    }
    match seen.public().trick.first() {
        None if wanted => i64::from(action % 11),
        None => -power,
        Some(&led) if wins(action, led, trump) == wanted => 100 + dispensable,
        Some(_) => dispensable,
    }
}

/// Tells whether to win tricks from now on: 7 to 9 a round bring most points, as do 0 to 3.
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
    // Trumps and cards of rank 8 or more are strong.
    let strong = hand.iter().filter(|&&card| strength(card, trump) >= 7);
    2 * (won + strong.count()) >= won + hand.len()
}

/// Tells how high the card is: its rank less 1, and 11 more for a trump.
fn strength(card: u32, trump: u32) -> i64 {
    i64::from(card % 11) + if card / 11 == trump { 11 } else { 0 }
}

/// Tells whether the card beats the led card, if the effect of Witches is ignored.
fn wins(card: u32, led: u32, trump: u32) -> bool {
    let follows = card / 11 == led / 11 || card / 11 == trump;
    follows && strength(card, trump) > strength(led, trump)
}
