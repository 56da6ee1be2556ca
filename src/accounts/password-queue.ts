import { createFairQueue, type Waiter } from '../base/fair-queue.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PasswordHasher } from '../users/password.ts';
import type { BusyRefusal } from './account-refusals.ts';
import { MAX_WAITING_KNOWN_PASSWORDS, MAX_WAITING_PASSWORDS } from './limits.ts';

/**
 * Hashes passwords a few at a time, because hashing deliberately costs much memory and CPU, and
 * many simultaneous sign-ins must not block everyone else. Networks take turns in the queue. Known
 * browsers, in which users have signed in before, have separate places. Callers that find no place
 * are turned away.
 */
export interface PasswordQueue {
  hash(password: string, who: Waiter): Promise<Result<string, BusyRefusal>>;
  /**
   * Checks a password against a hash. Without a hash, as for an unknown account, it takes as long
   * and the password never matches.
   */
  verify(hash: string | null, password: string, who: Waiter): Promise<Result<boolean, BusyRefusal>>;
  isOutdated(hash: string): boolean;
}

/**
 * Creates the queue, in which up to `atOnce` passwords are hashed at the same time. Callers choose
 * a number that leaves at least one processor to the rest of the service.
 */
export function createPasswordQueue(hasher: PasswordHasher, atOnce: number): PasswordQueue {
  const queue = createFairQueue({
    maxRunning: atOnce,
    maxWaiting: MAX_WAITING_PASSWORDS,
    maxWaitingKnown: MAX_WAITING_KNOWN_PASSWORDS,
  });
  let nobodys: Promise<string> | null = null;

  const queued = async <T>(
    who: Waiter,
    work: () => Promise<T>,
  ): Promise<Result<T, BusyRefusal>> => {
    const done = await queue.run(who, work);
    return done === null ? refuse({ kind: 'busy' }) : accept(done.value);
  };

  return {
    hash: (password, who) => queued(who, () => hasher.hash(password)),
    verify: async (hash, password, who) => {
      // A password for an unknown account is checked against this made-up hash, so that the answer
      // takes as long as for a known account. The hash is made at the first check of any password,
      // whether or not it is needed then.
      nobodys ??= hasher.hash(NOBODYS_PASSWORD);
      const stored = hash ?? (await nobodys);
      const fits = await queued(who, () => hasher.verify(stored, password));
      return fits.ok ? accept(fits.value && hash !== null) : fits;
    },
    isOutdated: (hash) => hasher.isOutdated(hash),
  };
}

const NOBODYS_PASSWORD = 'of an account that does not exist';
