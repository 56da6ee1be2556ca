import type { KeyLimit } from './key-limit.ts';
import { type NetworkSize, networkSizes } from './network-sizes.ts';

/**
 * Limits how many of something each network has at the same time. Wider networks, which contain
 * several narrow ones, have limits of their own, which are higher, but not above half of `inAll`.
 * `inAll` is what all networks together may have; the caller bounds that total itself.
 */
export function createNetworkLimit(perNetwork: number, inAll: number): KeyLimit {
  const taken = new Map<string, number>();
  const limitOf = ({ factor }: NetworkSize): number => networkShare(perNetwork, inAll, factor);
  return {
    acquire: (network) => {
      const sizes = networkSizes(network);
      if (sizes.some((size) => (taken.get(size.key) ?? 0) >= limitOf(size))) return false;
      for (const { key } of sizes) taken.set(key, (taken.get(key) ?? 0) + 1);
      return true;
    },
    release: (network) => {
      for (const { key } of networkSizes(network)) {
        const left = (taken.get(key) ?? 0) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      }
    },
  };
}

/**
 * The limit of a network that is `factor` times as large as the narrowest kind, of which each may
 * have `perNetwork`. A wider network gets at most half of `inAll`, so that no network takes all.
 */
export const networkShare = (perNetwork: number, inAll: number, factor: number): number =>
  Math.max(perNetwork, Math.min(perNetwork * factor, Math.floor(inAll / 2)));
