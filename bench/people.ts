import assert from 'node:assert/strict';
import type { Caller } from '../src/authorization/caller.ts';
import { hashToken } from '../src/authorization/personal-token.ts';
import type { RunningService } from '../test/support/running-service.ts';
import { addWalletUsers, fund } from '../test/support/wallet-user.ts';
import type { Beside } from './beside.ts';

/** A user with a token for all scopes. */
export interface Person {
  readonly token: string;
  readonly caller: Caller;
}

const FUNDED_AT_ONCE = 8;

/**
 * Adds users with money. The money arrives as in real life: an external node pays an invoice of
 * each user.
 */
export async function addPeople(
  service: RunningService,
  beside: Beside,
  options: { readonly count: number; readonly fundedSat: number },
): Promise<readonly Person[]> {
  const users = [...(await addWalletUsers(service, options.count))];
  const people = await Promise.all(
    users.map(async ({ token }) => {
      const found = await beside.parts.tokens.findCaller(hashToken(token));
      assert(found !== null, 'the token was added');
      return { token, caller: found.caller };
    }),
  );
  if (options.fundedSat === 0) return people;
  const fundNext = async (): Promise<void> => {
    for (let user = users.pop(); user !== undefined; user = users.pop()) {
      await fund(service, user, options.fundedSat);
    }
  };
  await Promise.all(Array.from({ length: FUNDED_AT_ONCE }, fundNext));
  return people;
}

/** The element whose turn it is at call number `n`. */
export function roundRobin<T>(all: readonly T[], n: number): T {
  const one = all[n % all.length];
  assert(one !== undefined, 'there is a person');
  return one;
}
