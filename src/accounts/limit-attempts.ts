import { sha256 } from '@noble/hashes/sha2.js';
import type { AttemptRate } from '../authorization/attempt-store.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import type { TooManyRefusal } from './account-refusals.ts';

/**
 * A kind of attempt that is counted against a limit. `what` names it, such as `password for
 * ada@example.com`, and is stored as a hash.
 */
export interface Attempts {
  readonly what: string;
  readonly rate: AttemptRate;
}

/**
 * Counts an attempt before it is made, so that parallel attempts are counted too. After a success,
 * earlier failures no longer count. An attempt may count against several limits: if one of them
 * refuses it, it counts against none.
 */
export async function takeAttempt(
  { attempts, clock }: Pick<AccountDeps, 'attempts' | 'clock'>,
  ...counted: readonly Attempts[]
): Promise<Result<null, TooManyRefusal>> {
  const keyed = counted.map(({ what, rate }) => ({ key: keyOf(what), rate }));
  const waitMs = await attempts.takeAttempts(keyed, clock.now());
  return waitMs === null ? accept(null) : refuse({ kind: 'too_many_attempts', waitMs });
}

export const forgetAttempts = (
  { attempts }: Pick<AccountDeps, 'attempts'>,
  ...counted: readonly Attempts[]
): Promise<void> => attempts.forgetAttempts(counted.map(({ what }) => keyOf(what)));

const keyOf = (what: string): Uint8Array => sha256(new TextEncoder().encode(what));
