import type { Clock } from '../../base/clock.ts';
import { networkShare } from '../../base/network-limit.ts';
import { networkSizes } from '../../base/network-sizes.ts';
import { BODY_KIB, MAX_OPEN_BODY_BYTES, MAX_OPEN_BODY_BYTES_OF_NETWORK } from '../limits.ts';
import { callerNetwork } from './caller-network.ts';
import { createRateLimiter, type RateAnswer } from './rate-limiter.ts';

/**
 * Limits on request bodies: on bytes per second, and on bytes of bodies that have arrived only in
 * part.
 */
export interface BodyBounds {
  /**
   * Counts the bytes of a body: before it is read if its length is declared, else once the length
   * is known. Each user has an allowance of their own.
   */
  take(caller: BodyCaller, bytes: number): RateAnswer;
  /** Begins to count the bytes of a body that has not arrived completely. */
  open(address: string): OpenBody;
  /** The bytes of all request bodies that have arrived only in part. */
  openBytes(): number;
}

export interface BodyCaller {
  readonly address: string;
  /** The user; null for strangers, who share the allowance of their network. */
  readonly userId: string | null;
}

export interface OpenBody {
  /**
   * Adds bytes to the body. Returns the HTTP status of a refusal when this process would hold too
   * many bytes, else null.
   */
  add(bytes: number): 429 | 503 | null;
  /** Ends the count of a body that is complete, refused or aborted. */
  close(): void;
}

const mostOpen = (factor: number): number =>
  networkShare(MAX_OPEN_BODY_BYTES_OF_NETWORK, MAX_OPEN_BODY_BYTES, factor);

export function createBodyBounds(clock: Clock): BodyBounds {
  const limiter = createRateLimiter(clock);
  const bySize = new Map<string, number>();
  let total = 0;
  /**
   * Counts bytes for a network and for each larger network around it. Returns whether one of them
   * exceeds its limit.
   */
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
