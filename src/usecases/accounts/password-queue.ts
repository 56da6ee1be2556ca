import type { BusyRefusal } from '../../account/account-refusals.ts';
import type { PasswordHasher } from '../../account/password.ts';
import { MAX_WAITING_PASSWORDS } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { createSemaphore } from '../../base/semaphore.ts';

/**
 * Hashes passwords a few at a time: hashing deliberately costs memory and CPU, and many
 * simultaneous sign-ins must not block everyone else. Callers that find too many waiting are turned
 * away.
 */
export interface PasswordQueue {
  hash(password: string): Promise<Result<string, BusyRefusal>>;
  /** A null hash, for an unknown account, takes as long as any other and never matches. */
  verify(hash: string | null, password: string): Promise<Result<boolean, BusyRefusal>>;
  isOutdated(hash: string): boolean;
}

/** Running up to `atOnce` leaves at least one processor to the rest of the service. */
export function createPasswordQueue(hasher: PasswordHasher, atOnce: number): PasswordQueue {
  const slots = createSemaphore(atOnce);
  let nobodys: Promise<string> | null = null;

  const inTurn = async <T>(work: () => Promise<T>): Promise<Result<T, BusyRefusal>> => {
    if (slots.waiting() >= MAX_WAITING_PASSWORDS) return refuse({ kind: 'busy' });
    return accept(await slots.run(work));
  };

  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: async (hash, password) => {
      // Made before the first query, so that no answer takes longer than the others.
      nobodys ??= hasher.hash(NOBODYS_PASSWORD);
      const stored = hash ?? (await nobodys);
      const fits = await inTurn(() => hasher.verify(stored, password));
      return fits.ok ? accept(fits.value && hash !== null) : fits;
    },
    isOutdated: (hash) => hasher.isOutdated(hash),
  };
}

const NOBODYS_PASSWORD = 'of an account that does not exist';
