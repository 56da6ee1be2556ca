import {
  BODY_KIB,
  MAX_OPEN_BODY_BYTES,
  MAX_OPEN_BODY_BYTES_OF_NETWORK,
} from '../../base/bodies/body-limits.ts';
import type { Clock } from '../../base/clock.ts';
import { callerNetwork } from './caller-network.ts';
import { createRateLimiter, type RateAnswer } from './rate-limiter.ts';

/** What bodies of requests may cost: bytes per second, and bytes of those that are half there. */
export interface BodyBounds {
  /** Before a body is read, or when its length is known. Users have an allowance of their own. */
  take(caller: BodyCaller, bytes: number): RateAnswer;
  /** Counts bytes that have arrived of a body that is not complete. */
  open(address: string): OpenBody;
  /** Bytes of all bodies that are half there. */
  openBytes(): number;
}

export interface BodyCaller {
  readonly address: string;
  /** Null for strangers, who share the allowance of their network. */
  readonly userId: string | null;
}

export interface OpenBody {
  /** Status of the refusal when this is more than may lie here; null if it may. */
  add(bytes: number): 429 | 503 | null;
  /** It is complete, refused or aborted. */
  close(): void;
}

export function createBodyBounds(clock: Clock): BodyBounds {
  const limiter = createRateLimiter(clock);
  const byNetwork = new Map<string, number>();
  let total = 0;
  const count = (network: string, bytes: number): number => {
    const ofNetwork = (byNetwork.get(network) ?? 0) + bytes;
    total += bytes;
    if (ofNetwork > 0) byNetwork.set(network, ofNetwork);
    else byNetwork.delete(network);
    return ofNetwork;
  };
  return {
    take: ({ address, userId }, bytes) =>
      limiter.take(
        userId === null ? `network ${callerNetwork(address)}` : `user ${userId}`,
        BODY_KIB,
        Math.ceil(bytes / 1024),
      ),
    open: (address) => {
      const network = callerNetwork(address);
      let held = 0;
      return {
        add: (bytes) => {
          held += bytes;
          if (count(network, bytes) > MAX_OPEN_BODY_BYTES_OF_NETWORK) return 429;
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
