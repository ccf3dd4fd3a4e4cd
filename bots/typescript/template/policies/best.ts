/** Returns the index of the action with the highest rating; of equal ones the first. */
export function best(legal: readonly number[], rate: (action: number) => number): number {
  const ratings = legal.map(rate);
  return ratings.indexOf(Math.max(...ratings));
}
