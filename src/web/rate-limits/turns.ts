/**
 * Limits how many pages and lists are made at the same time, as they cost more than other calls.
 * Callers wait for their turn.
 */

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
 * Turns in which pages and lists are made. A user has one turn at a time, and a network of
 * strangers two; further requests wait, and those of different callers alternate. Work that has not
 * begun when its signal aborts never begins.
 */
export interface Turns {
  /**
   * Waits for a turn. Null when too many requests wait, or when the signal aborts first. A turn
   * ends when it is given back, or after TURN_MS. Work that takes longer mostly waits (for a node,
   * a payee's server or the check of a password), which costs this thread nothing, so the next turn
   * may begin.
   */
  take(who: Waiter, signal: AbortSignal): Promise<GiveBack | null>;
  /**
   * Looks up whose browser sent a request. Before that the user is unknown, so these look-ups
   * alternate between networks. Null when too many of them wait, or when the signal aborts first.
   */
  lookUp<T>(
    network: string,
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ readonly value: T } | null>;
  /**
   * Makes the next part of a list or file that has begun, once there is room for it among the work
   * that may run at the same time.
   */
  part<T>(who: Waiter, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Ends all waiting when the service stops, as it must stop within a short time. Work that waits
   * never begins, and a list or file breaks off where its next part would have to wait.
   */
  close(): void;
  /** Whether the service is stopping, so that nothing waits any more. */
  isClosed(): boolean;
}

export type GiveBack = () => void;

/** Thrown to end work for a client that has closed its connection, or when the service stops. */
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
 * One reason for all aborts. An abort without a reason would create an error with its stack each
 * time.
 */
const GIVEN = 'given back';

/** An implementation of turns that limits nothing. */
export const WITHOUT_TURNS: Turns = {
  take: async () => () => undefined,
  lookUp: async (_, work) => ({ value: await work() }),
  part: (_, work) => work(),
  close: () => undefined,
  isClosed: () => false,
};

/** The waiter for a signed-in user, who is counted by their id, whatever network they use. */
export const asUser = (userId: string): Waiter => ({ network: '', knownUserId: userId });

/**
 * Makes the parts of a file, each in a turn of its reader. Where `parts` is a generator that passes
 * on the parts of an inner one, `within` is the inner one. Both are closed together, because a
 * generator that has not begun would not close the inner one.
 */
export function partsInTurns(
  turns: Turns,
  who: Waiter,
  { parts, within = parts }: PartsWithin,
  signal: AbortSignal,
): AsyncIterable<Part> {
  // This iterator is written by hand, because the `finally` of a generator runs only if it has
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
