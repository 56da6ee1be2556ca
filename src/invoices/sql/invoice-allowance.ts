import { hash } from 'node:crypto';
import type { AttemptStore } from '../../access/attempt-store.ts';
import { DAY_MS } from '../../base/durations.ts';
import { type Invoice, NO_DETAILS } from '../../ledger/invoice.ts';
import { MAX_COUNTED_USERS } from '../limits.ts';

/**
 * Limits how many invoices a user makes in a day, and how much stands in them, whether they are
 * paid, open or expired. They are counted in shares: a process books one in the database when it
 * has used up the one before, and gives the first one to each user without booking it. So users
 * who make few cost nothing, and each process may exceed the limit by one share.
 */
export interface InvoiceAllowance {
  /** False when the user has used up what a day allows. */
  take(invoice: Invoice): Promise<boolean>;
}

/** The allowance of a day divided by this is a share. */
const SHARE_PARTS = 20;
/** What an invoice may hold on average: a share is used up by its bytes too. */
const BYTES_PER_INVOICE = 4096;
/** After "too many", the answer is the same for this long, without a look. */
const LOOK_AGAIN_MS = 1000;

interface UserShare {
  left: number;
  leftBytes: number;
  emptyUntilMs: number;
  booking: Promise<void> | null;
}

export function createInvoiceAllowance(
  attempts: Pick<AttemptStore, 'takeAttempts'>,
  perDay: number,
): InvoiceAllowance {
  const share = Math.max(1, Math.floor(perDay / SHARE_PARTS));
  const burst = Math.ceil(perDay / share);
  const rate = { burst, everyMs: Math.floor(DAY_MS / burst) };
  // A map keeps insertion order: the first user was seen longest ago.
  const users = new Map<string, UserShare>();

  const find = (userId: string): UserShare => {
    const user = users.get(userId) ?? {
      left: share,
      leftBytes: share * BYTES_PER_INVOICE,
      emptyUntilMs: 0,
      booking: null,
    };
    users.delete(userId);
    users.set(userId, user);
    const [oldest] = users.keys();
    if (users.size > MAX_COUNTED_USERS && oldest !== undefined) users.delete(oldest);
    return user;
  };
  const book = async (user: UserShare, userId: string, at: Date): Promise<void> => {
    const key = hash('sha256', `invoices ${userId}`, 'buffer');
    if ((await attempts.takeAttempts([{ key, rate }], at)) === null) {
      user.left = share;
      // What a large invoice has taken beyond the last share is a part of this one.
      user.leftBytes = Math.min(user.leftBytes, 0) + share * BYTES_PER_INVOICE;
    } else {
      user.emptyUntilMs = at.getTime() + LOOK_AGAIN_MS;
    }
  };

  return {
    take: async (invoice) => {
      const { userId, createdAt: at } = invoice;
      const user = find(userId);
      while (user.left <= 0 || user.leftBytes <= 0) {
        if (at.getTime() < user.emptyUntilMs) return false;
        user.booking ??= book(user, userId, at).finally(() => {
          user.booking = null;
        });
        await user.booking;
      }
      user.left -= 1;
      user.leftBytes -= bytesOf(invoice);
      return true;
    },
  };
}

/** For when limits are off. */
export const WITHOUT_ALLOWANCE: InvoiceAllowance = { take: async () => true };

/** Counts the texts that its creator chose. */
function bytesOf(invoice: Invoice): number {
  const fields: Readonly<Record<string, unknown>> = { ...invoice };
  const texts = Object.keys(NO_DETAILS).map((name) => fields[name]);
  return texts.reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0),
    0,
  );
}
