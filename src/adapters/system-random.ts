import { randomBytes } from 'node:crypto';
import type { Random } from '../base/random.ts';

export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
