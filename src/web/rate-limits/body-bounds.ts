import type { Clock } from '../../base/clock.ts';
import { networkShare } from '../../base/network-limit.ts';
import { networkSizes } from '../../base/network-sizes.ts';
import { BODY_KIB, MAX_OPEN_BODY_BYTES, MAX_OPEN_BODY_BYTES_OF_NETWORK } from '../limits.ts';
import { callerNetwork } from './caller-network.ts';
import { createRateLimiter, type RateAnswer } from './rate-limiter.ts';

/** Limits on bodies of requests: bytes per second, and bytes of bodies that are half there. */
export interface BodyBounds {
  /**
   * Counts a body before it is read, or when its length is known. Users have an allowance of their
   * own.
   */
  take(caller: BodyCaller, bytes: number): RateAnswer;
  /** Counts bytes that have arrived of a body that is not complete. */
  open(address: string): OpenBody;
  /** Bytes of all bodies that are half there. */
  openBytes(): number;
}

export interface BodyCaller {
  readonly address: string;
  /** The user; null for strangers, who share the allowance of their network. */
  readonly userId: string | null;
}

export interface OpenBody {
  /**
   * Adds bytes. Answers the status of the refusal when they are more than may lie here; null if
   * not.
   */
  add(bytes: number): 429 | 503 | null;
  /** Ends the body, which is complete, refused or aborted. */
  close(): void;
}

const mostOpen = (factor: number): number =>
  networkShare(MAX_OPEN_BODY_BYTES_OF_NETWORK, MAX_OPEN_BODY_BYTES, factor);

export function createBodyBounds(clock: Clock): BodyBounds {
  const limiter = createRateLimiter(clock);
  const bySize = new Map<string, number>();
  let total = 0;
  /** Counts at each size of the network; answers whether one of them has more than it may. */
  const count = (network: string, bytes: number): boolean => {
    total += bytes;
    let isOver = false;
    for (const { key, factor } of networkSizes(network)) {
      const ofSize = (bySize.get(key) ?? 0) + bytes;
      if (ofSize > 0) bySize.set(key, ofSize);
      else bySize.delete(key);
      isOver ||= ofSize > mostOpen(factor);
    }
    return isOver;
  };
  return {
    take: ({ address, userId }, bytes) => {
      const kib = Math.ceil(bytes / 1024);
      return userId === null
        ? limiter.takeOf('bodies', callerNetwork(address), BODY_KIB, kib)
        : limiter.take(`user ${userId}`, BODY_KIB, kib);
    },
    open: (address) => {
      const network = callerNetwork(address);
      let held = 0;
      return {
        add: (bytes) => {
          held += bytes;
          if (count(network, bytes)) return 429;
          return total > MAX_OPEN_BODY_BYTES ? 503 : null;
        },
        close: () => {
          if (held > 0) count(network, -held);
          held = 0;
        },
      };
    },
    openBytes: () => total,
  };
}
