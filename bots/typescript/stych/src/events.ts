/** A public event. The game's .proto says what a, b and c mean for each kind. */
export interface Event {
  readonly kind: number;
  readonly seat: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** Unpacks an event from its number, as it stands in `events` or in a history. */
export function unpackEvent(event: number): Event {
  return {
    kind: event & 31,
    seat: (event >>> 5) & 7,
    a: (event >>> 8) & 255,
    b: (event >>> 16) & 255,
    c: event >>> 24,
  };
}
