import type { Random } from '../../src/base/random.ts';

/** The same bytes for the same seed (xorshift32; Marsaglia, 2003). Good for tests only. */
export function createSeededRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  const nextByte = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) & 0xff;
  };
  return { bytes: (length) => Uint8Array.from({ length }, nextByte) };
}
