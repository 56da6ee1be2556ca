/** Gives turns to those who ask for pages and lists, which cost more than other calls. */

import type { Clock } from '../../base/clock.ts';
import { createFairQueue, type Waiter } from '../../base/fair-queue.ts';
import {
  MAX_LOOK_UPS,
  MAX_LOOK_UPS_OF_NETWORK,
  MAX_TURNS,
  MAX_TURNS_OF_NETWORK,
  MAX_TURNS_OF_USER,
  MAX_WAITING_FOR_TURN,
  TURN_MS,
} from '../limits.ts';

/**
 * Turns of users and strangers. A user has one turn at a time, and a network of strangers two; all
 * others wait, and callers take turns. Work that has not begun when the signal aborts never begins.
 */
export interface Turns {
  /**
   * Waits for a turn. Null when too many wait, or when the signal aborts first. A turn ends when it
   * is given back, and after TURN_MS at the latest: work that then still waits for a node, a
   * payee's server or a password costs this process nothing, so the next one may begin.
   */
  take(who: Waiter, signal: AbortSignal): Promise<GiveBack | null>;
  /**
   * Looks up who a browser is. As that is not known before, networks take turns. Null when too many
   * wait, or when the signal aborts first.
   */
  lookUp<T>(
    network: string,
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly value: T } | null>;
  /** Waits until there is room for the next part of something long that has begun. */
  part<T>(who: Waiter, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Ends all waiting when the service stops, for which there is little time: work that waits never
   * begins, and a part for which there is no room breaks off its list or file.
   */
  close(): void;
  /** Whether the service stops, so that nothing waits any more. */
  isClosed(): boolean;
}

export type GiveBack = () => void;

/** Thrown to give up work for a client that is gone, or when the service stops. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError';
}

export function createTurns(clock: Clock): Turns {
  const turns = createFairQueue({
    maxRunning: MAX_TURNS,
    maxRunningOfNetwork: MAX_TURNS_OF_NETWORK,
    maxRunningOfUser: MAX_TURNS_OF_USER,
    maxWaiting: MAX_WAITING_FOR_TURN,
    maxWaitingKnown: MAX_WAITING_FOR_TURN,
  });
  const lookUps = createFairQueue({
    maxRunning: MAX_LOOK_UPS,
    maxRunningOfNetwork: MAX_LOOK_UPS_OF_NETWORK,
    maxWaiting: MAX_WAITING_FOR_TURN,
    maxWaitingKnown: 0,
  });
  const take: Turns['take'] = (who, signal) =>
    new Promise((resolve, reject) => {
      const given = new AbortController();
      const hold = async (): Promise<void> => {
        resolve(() => given.abort(GIVEN));
        await clock.sleep(TURN_MS, given.signal);
      };
      turns.run(who, hold, signal).then((held) => held ?? resolve(null), reject);
    });
  let isClosed = false;
  return {
    take,
    lookUp: (network, work, signal) => lookUps.run({ network, knownUserId: null }, work, signal),
    part: async (who, work, signal) => {
      for (;;) {
        const give = await take(who, signal);
        if (give !== null) return await work().finally(give);
        if (signal.aborted) throw new HungUpError('the client has gone');
        if (isClosed) throw new HungUpError('the service closes');
        await clock.sleep(LOOK_AGAIN_MS, signal);
      }
    },
    close: () => {
      isClosed = true;
      lookUps.stopWaiting();
      turns.stopWaiting();
    },
    isClosed: () => isClosed,
  };
}

const LOOK_AGAIN_MS = 100;
/**
 * One reason for all aborts, as an abort without a reason makes an error with its stack each time.
 */
const GIVEN = 'given back';

/** Turns that limit nothing. */
export const WITHOUT_TURNS: Turns = {
  take: async () => () => undefined,
  lookUp: async (_, work) => ({ value: await work() }),
  part: (_, work) => work(),
  close: () => undefined,
  isClosed: () => false,
};

/** A user takes turns under their id, wherever they are. */
export const asUser = (userId: string): Waiter => ({ network: '', knownUserId: userId });

/**
 * Makes the parts of a file, each in a turn of its reader. `within` are the inner parts when a
 * generator of this service passes them on as `parts`: they are closed together with it, even if it
 * has not begun.
 */
export function partsInTurns(
  turns: Turns,
  who: Waiter,
  { parts, within = parts }: PartsWithin,
  signal: AbortSignal,
): AsyncIterable<Part> {
  // This iterator is made by hand, as the `finally` of a generator does not run unless it has
  // begun.
  const iterator: AsyncIterator<Part, void> = {
    next: () => turns.part(who, () => parts.next(), signal),
    return: async () => {
      await parts.return(undefined);
      return await within.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

type Part = string | Uint8Array;

interface PartsWithin {
  readonly parts: AsyncGenerator<Part, void>;
  readonly within?: AsyncGenerator<Part, void>;
}
