import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { insertPerson, later, NOW } from '../support/account-people.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { emailOf } from '../support/email-of.ts';

describe('what users sign in with', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  const stores = () => createAccountStores(opened.database);

  test('credentials are found by e-mail address and by user', async () => {
    const { users, credentials } = stores();
    const { passwordHash, ...person } = await insertPerson(users);
    const user = {
      ...person,
      closedAt: null,
      browserLanguage: null,
      preferences: DEFAULT_PREFERENCES,
    };
    const expected = { user, passwordHash, sessionEpoch: 1, hasAuthenticator: false };
    assert.deepEqual(await credentials.findCredentials(emailOf(user)), expected);
    assert.deepEqual(await credentials.readCredentials(user.id), expected);
    assert.equal(await credentials.findCredentials('nobody@example.com'), null);
    assert.equal(await credentials.readCredentials(randomUUID()), null);
  });

  test('an authenticator app counts once it is confirmed', async () => {
    const { users, credentials, secondFactors } = stores();
    const { id } = await insertPerson(users);
    const secret = new Uint8Array(48);
    await secondFactors.draftAuthenticator(id, secret, NOW);
    assert.equal((await credentials.readCredentials(id))?.hasAuthenticator, false);
    await secondFactors.confirmAuthenticator({
      userId: id,
      sealedSecret: secret,
      step: 1n,
      at: NOW,
      codeHashes: [],
    });
    assert.equal((await credentials.readCredentials(id))?.hasAuthenticator, true);
  });

  test('a password is changed from the one that was checked, once', async () => {
    const { users, credentials } = stores();
    const { id } = await insertPerson(users, { passwordHash: 'old' });
    const changes = ['a', 'b', 'c'].map((next) => credentials.changePassword(id, 'old', next));
    const epochs = await Promise.all(changes);
    assert.deepEqual(
      epochs.filter((epoch) => epoch !== null),
      [2],
    );
    assert.equal(await credentials.changePassword(id, 'old', 'd'), null);
    assert.equal((await credentials.readCredentials(id))?.sessionEpoch, 2);
  });

  test('a new hash of the same password ends nothing, and overwrites no new password', async () => {
    const { users, credentials } = stores();
    const { id } = await insertPerson(users, { passwordHash: 'old' });
    await credentials.rehashPassword(id, 'old', 'dearer');
    const rehashed = await credentials.readCredentials(id);
    assert.deepEqual([rehashed?.passwordHash, rehashed?.sessionEpoch], ['dearer', 1]);
    await credentials.rehashPassword(id, 'old', 'too late');
    assert.equal((await credentials.readCredentials(id))?.passwordHash, 'dearer');
  });

  test('an e-mail address goes to one of those who want it', async () => {
    const { users, credentials } = stores();
    const people = await Promise.all([1, 2, 3].map(() => insertPerson(users)));
    const email = `${randomUUID()}@example.com`;
    const outcomes = await Promise.all(people.map(({ id }) => credentials.changeEmail(id, email)));
    assert.deepEqual(outcomes.toSorted(), [2, 'email_taken', 'email_taken']);
    const holder = await users.findUserByEmail(email);
    assert(holder !== null);
    assert.equal(await credentials.changeEmail(holder.id, email), 3, 'their own');
  });

  test('who asked for a new password is known until he has one', async () => {
    const { users, credentials } = stores();
    const { id, passwordHash } = await insertPerson(users);
    await credentials.noteResetAsked(id, later(5));
    assert.deepEqual((await credentials.listResetAsked(100)).get(id), later(5));
    await credentials.changePassword(id, passwordHash, 'next');
    assert.equal((await credentials.listResetAsked(100)).get(id), undefined);
  });
});
