import { hash } from 'node:crypto';
import { DAY_MS } from '../base/durations.ts';
import type { AttemptStore } from './attempt-store.ts';

/**
 * Limits how much of something each owner may use in a day. The daily amount is divided into
 * shares. A process books a share in the database when it has used up the share before; the first
 * share of each owner is not booked. So owners who use little cost no statement, and each process
 * may exceed the limit by one share.
 */
export interface DailyAllowance {
  /** Tells whether the owner may use more today. */
  hasRoom(owner: string, at: Date): Promise<boolean>;
  /**
   * Counts what the owner has used. If it exceeds the present share, the rest is taken from the
   * next one.
   */
  count(owner: string, amount: number): void;
}

/** The number of shares into which a day's allowance is divided. */
const SHARE_PARTS = 20;
/** The time for which an owner's allowance counts as used up before the database is asked again. */
const LOOK_AGAIN_MS = 1000;
/**
 * The most owners whose shares this process remembers. Beyond that, it forgets the owner that was
 * seen longest ago.
 */
const MAX_COUNTED_OWNERS = 20_000;

interface OwnShare {
  left: number;
  /**
   * When the database last said that the owner's allowance is used up; null if it has not said so.
   */
  emptyAtMs: number | null;
  booking: Promise<void> | null;
}

/** @param name Tells this allowance apart from other allowances of the same owners. */
export function createDailyAllowance(
  attempts: Pick<AttemptStore, 'takeAttempts'>,
  name: string,
  perDay: number,
): DailyAllowance {
  const share = Math.max(1, Math.floor(perDay / SHARE_PARTS));
  const burst = Math.ceil(perDay / share);
  const rate = { burst, everyMs: Math.floor(DAY_MS / burst) };
  // A map keeps the order of insertion, so the first owner is the one that was seen longest ago.
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
 * Whether the allowance counts as used up without asking the database again, as the database said
 * so a moment ago. If the clock was set back since, that moment lies in the future; the time to it
 * counts as if it had passed, so that the database is asked again no later than otherwise.
 */
const isSaidAgain = ({ emptyAtMs }: OwnShare, at: Date): boolean =>
  emptyAtMs !== null && Math.abs(at.getTime() - emptyAtMs) < LOOK_AGAIN_MS;

/** An allowance without a limit, for when limits are switched off. */
export const WITHOUT_ALLOWANCE: DailyAllowance = {
  hasRoom: async () => true,
  count: () => undefined,
};
