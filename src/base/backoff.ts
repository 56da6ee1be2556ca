import type { Random } from './random.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The pause after the `failures`-th failure in a row. The upper bound doubles up to `maxMs`, and
 * the pause is random within its upper half, so that clients that failed together do not retry
 * together.
 */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number, random: Random): number {
  const boundMs = Math.min(maxMs, firstMs * 2 ** (failures - 1));
  const bytes = random.bytes(4);
  const share = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
  return boundMs * (0.5 + share / 2);
}
