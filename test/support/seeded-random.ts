import type { Random } from '../../src/base/random.ts';

/**
 * Creates a source of bytes that are the same for the same seed (xorshift32; Marsaglia, 2003). Only
 * tests may use it.
 */
export function createSeededRandom(seed: number): Random {
  // The product of two odd numbers is never zero, and differs for each seed.
  let state = Math.imul(seed * 2 + 1, 0x9e3779b1);
  const nextByte = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 16) & 0xff;
  };
  return {
    bytes: (length) => {
      const bytes = new Uint8Array(length);
      for (let index = 0; index < length; index += 1) bytes[index] = nextByte();
      return bytes;
    },
  };
}
