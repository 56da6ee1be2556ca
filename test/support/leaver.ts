import assert from 'node:assert/strict';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import type { UnclaimedMoney } from '../../src/receipts/unclaimed-store.ts';
import type { User } from '../../src/users/user-store.ts';
import type { AccountWorld, Person } from './account-world.ts';
import { type ApiUser, asApiUser } from './api-user.ts';
import type { Browser } from './browser.ts';
import { readText } from './page-visitor.ts';

/** A user who closes their account in a browser, and who has a token. */
export interface Leaver {
  readonly person: Person;
  readonly api: ApiUser;
  readonly browser: Browser;
  close(giveUpSat?: number): ReturnType<Browser['post']>;
  /** Closes the account, and asserts that it is closed. */
  closed(giveUpSat?: number): Promise<void>;
  find(): Promise<User | null>;
  /** The unclaimed money that names this account. */
  unclaimed(): Promise<readonly UnclaimedMoney[]>;
}

export async function addLeaver(
  world: AccountWorld,
  fields: Parameters<AccountWorld['addPerson']>[0] = {},
): Promise<Leaver> {
  const person = await world.addPerson(fields);
  const api = await asApiUser(world, person.user);
  const browser = await world.signedIn(person);
  const close: Leaver['close'] = (giveUpSat) =>
    browser.post('/leave/close', giveUpSat === undefined ? {} : { give_up: String(giveUpSat) });
  return {
    person,
    api,
    browser,
    close,
    closed: async (giveUpSat) => {
      const answer = await close(giveUpSat);
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
      assert.match(readText(await browser.get('/')), /Your account is closed\./);
    },
    find: () => world.accounts.users.findUser(person.user.id),
    unclaimed: async () => {
      const all = await createUnclaimedStore(world.database).listUnclaimed(1000);
      return all.filter(
        ({ arrival }) =>
          arrival.rail === 'lightning' && arrival.rawEvent?.includes(person.user.identifier),
      );
    },
  };
}
