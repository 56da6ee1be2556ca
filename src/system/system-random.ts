import { randomFillSync } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Random bytes that were drawn in advance: asking the operating system costs the same for a few
 * bytes as for many.
 */
const drawn = new Uint8Array(2048);
let used = drawn.length;

export const systemRandom: Random = {
  bytes: (length) => {
    if (length > drawn.length / 4) return randomFillSync(new Uint8Array(length));
    if (used + length > drawn.length) {
      randomFillSync(drawn);
      used = 0;
    }
    const bytes = drawn.slice(used, used + length);
    // Used bytes are erased, so that no one finds secrets in this memory that were given out.
    drawn.fill(0, used, used + length);
    used += length;
    return bytes;
  },
};
