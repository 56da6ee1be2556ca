import { hash } from 'node:crypto';
import { DAY_MS } from '../base/durations.ts';
import type { AttemptStore } from './attempt-store.ts';

/**
 * Limits how much of something each owner may use in a day. The use is counted in shares: a process
 * books a share in the database when it has used up the one before, but gives each owner a first
 * one without booking it. So owners who use little cost no statement, and each process may exceed
 * the limit by one share.
 */
export interface DailyAllowance {
  /** Whether anything is left: false when the owner has used up what a day allows. */
  hasRoom(owner: string, at: Date): Promise<boolean>;
  /** Counts what was used. What exceeds the present share is taken from the next one. */
  count(owner: string, amount: number): void;
}

/** The number of shares that make up a day's allowance. */
const SHARE_PARTS = 20;
/** The time for which an empty allowance counts as empty before the database is asked again. */
const LOOK_AGAIN_MS = 1000;
/** The most owners whose shares this process remembers. */
const MAX_COUNTED_OWNERS = 20_000;

interface OwnShare {
  left: number;
  /** When the database last said that the allowance is used up; null if it did not. */
  emptyAtMs: number | null;
  booking: Promise<void> | null;
}

/** @param name Sets this allowance apart from others of the same owners. */
export function createDailyAllowance(
  attempts: Pick<AttemptStore, 'takeAttempts'>,
  name: string,
  perDay: number,
): DailyAllowance {
  const share = Math.max(1, Math.floor(perDay / SHARE_PARTS));
  const burst = Math.ceil(perDay / share);
  const rate = { burst, everyMs: Math.floor(DAY_MS / burst) };
  // A map keeps insertion order: the first owner was seen longest ago.
  const owners = new Map<string, OwnShare>();

  const find = (owner: string): OwnShare => {
    const own = owners.get(owner) ?? { left: share, emptyAtMs: null, booking: null };
    owners.delete(owner);
    owners.set(owner, own);
    const [oldest] = owners.keys();
    if (owners.size > MAX_COUNTED_OWNERS && oldest !== undefined) owners.delete(oldest);
    return own;
  };
  const book = async (own: OwnShare, owner: string, at: Date): Promise<void> => {
    const key = hash('sha256', `${name} ${owner}`, 'buffer');
    const isBooked = (await attempts.takeAttempts([{ key, rate }], at)) === null;
    if (isBooked) own.left += share;
    else own.emptyAtMs = at.getTime();
  };

  return {
    hasRoom: async (owner, at) => {
      const own = find(owner);
      while (own.left <= 0) {
        if (isSaidAgain(own, at)) return false;
        own.booking ??= book(own, owner, at).finally(() => {
          own.booking = null;
        });
        await own.booking;
      }
      return true;
    },
    count: (owner, amount) => {
      find(owner).left -= amount;
    },
  };
}

/**
 * Whether an empty allowance still counts as empty, unread. A clock that goes back does not make
 * that last longer.
 */
const isSaidAgain = ({ emptyAtMs }: OwnShare, at: Date): boolean =>
  emptyAtMs !== null && Math.abs(at.getTime() - emptyAtMs) < LOOK_AGAIN_MS;

/** An allowance for when limits are off. */
export const WITHOUT_ALLOWANCE: DailyAllowance = {
  hasRoom: async () => true,
  count: () => undefined,
};
