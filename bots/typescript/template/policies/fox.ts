import type { Choose, Observation } from "stych";
import { best } from "./best.js";

/**
 * Numbers of actions: a card's own number plays it, GIVE + card exchanges it for the decree card,
 * BURY + card puts it under the deck; KEEP exchanges nothing.
 */
const GIVE = 33;
const BURY = 66;
const KEEP = 99;

/**
 * The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
 * Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.
 */
export const fox: Choose<"fox"> = (seen, legal) => best(legal, (action) => rate(seen, action));

/** Tells how good the action is in comparison with the other actions of this decision. */
function rate(seen: Observation<"fox">, action: number): number {
  if (action === KEEP) return 100;
  const trump = suit(seen.publicView.decree);
  const [led] = seen.publicView.trick;
  const wanted = wantsTricks(seen, trump);
  const power = strength(action % 33, trump);
  if (action >= BURY) return wanted ? -power : power;
  // A weak hand gives its strongest card away, a strong one keeps all.
  if (action >= GIVE) return wanted ? -power : 100 + power;
  if (led === undefined) return wanted ? action % 11 : -power;
  const good = wins(action, led, trump) === wanted ? 100 : 0;
  return wanted ? good - power : good + power;
}

/** Tells whether to win tricks from now on: 7 to 9 a round bring most points, as do 0 to 3. */
function wantsTricks({ publicView, privateView }: Observation<"fox">, trump: number): boolean {
  const { seat, hand } = privateView;
  const won = publicView.tricks[seat] ?? 0;
  const lost = publicView.tricks[1 - seat] ?? 0;
  if (won >= 7) return false;
  if (won >= 4 || lost >= 7) return won >= 4;
  // Trumps and cards of rank 8 or more are strong.
  const strong = hand.filter((card) => strength(card, trump) >= 7).length;
  return 2 * (won + strong) >= won + hand.length;
}

/** Tells how high the card is: its rank less 1, and 11 more for a trump. */
function strength(card: number, trump: number): number {
  return (card % 11) + (suit(card) === trump ? 11 : 0);
}

/** Tells whether the card beats the led card, if the effect of Witches is ignored. */
function wins(card: number, led: number, trump: number): boolean {
  const follows = suit(card) === suit(led) || suit(card) === trump;
  return follows && strength(card, trump) > strength(led, trump);
}

function suit(card: number): number {
  return Math.floor(card / 11);
}
