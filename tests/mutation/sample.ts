/**
 * Picks a sample that is the same for the same seed.
 *
 * @param items from which is picked
 * @param size the most items to pick
 * @param seed an integer
 * @returns the items of the sample in their order
 */
export function sampleOf<T>(items: readonly T[], size: number, seed: number): T[] {
  const random = randomOf(seed);
  const keyed = items.map((_, at) => ({ at, key: random() })).sort((a, b) => a.key - b.key);
  return keyed.slice(0, size).map(({ at }) => at).sort((a, b) => a - b).map((at) => items[at]!);
}

/** The generator "mulberry32": numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
