/** A public event, taken apart. The game's file says what a, b and c mean for each kind. */
export interface Event {
  readonly kind: number;
  readonly seat: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** The event that a number in `events` or in a history stands for. */
export function unpackEvent(event: number): Event {
  return {
    kind: event & 31,
    seat: (event >>> 5) & 7,
    a: (event >>> 8) & 255,
    b: (event >>> 16) & 255,
    c: event >>> 24,
  };
}
