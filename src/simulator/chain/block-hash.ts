import { createHash } from 'node:crypto';
import type { NetworkState } from '../network-state.ts';

/**
 * The hash of a block. After each reorganisation, the replaced heights and those above get new
 * hashes.
 */
export function blockHash({ chain }: NetworkState, height: number): string {
  const fork = chain.forks.filter((fromHeight) => fromHeight <= height).length;
  const text = fork === 0 ? `block ${height}` : `block ${height} after fork ${fork}`;
  return createHash('sha256').update(text).digest('hex');
}
