import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { NewLink } from '../../src/accounts/link-store.ts';
import { createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { insertPerson, later, NOW, newPerson } from '../support/account-people.ts';
import { type Cleanup, testDatabase } from '../support/database.ts';

describe('one-time links', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let stores: ReturnType<typeof createAccountStores>;
  before(async () => {
    stores = await openStores({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const openStores = async (cleanup: Cleanup) =>
    createAccountStores((await testDatabase(cleanup)).database);

  const newLink = (fields: Partial<NewLink> = {}): NewLink => ({
    tokenHash: systemRandom.bytes(32),
    kind: 'invitation',
    userId: null,
    email: null,
    makesAdmin: false,
    removesSecondFactor: false,
    createdAt: NOW,
    expiresAt: later(60),
    ...fields,
  });
  const insert = async (fields: Partial<NewLink> = {}): Promise<NewLink> => {
    const link = newLink(fields);
    await stores.links.insertLink(link);
    return link;
  };
  const alive = async ({ tokenHash }: NewLink, at = NOW) =>
    (await stores.links.findLink(tokenHash, at)) !== null;

  test('a link is found until it ends', async () => {
    const { tokenHash, ...link } = await insert({ email: 'ada@example.com', makesAdmin: true });
    assert.deepEqual(await stores.links.findLink(tokenHash, later(59)), link);
    assert.equal(await stores.links.findLink(tokenHash, later(60)), null);
    assert.equal(await stores.links.findLink(systemRandom.bytes(32), NOW), null);
  });

  test('an invitation makes one account, however many open it at once', async () => {
    const { tokenHash } = await insert();
    const people = Array.from({ length: 6 }, () => newPerson());
    const outcomes = await Promise.all(
      people.map((person) => stores.links.createUserByLink(tokenHash, person, NOW)),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'link_over').length, 5);
    const made = await Promise.all(people.map(({ id }) => stores.users.findUser(id)));
    assert.equal(made.filter((user) => user !== null).length, 1);
  });

  test('of several sign-up links of one address the newest works, also when they come at once', async () => {
    const email = `${randomUUID()}@example.com`;
    const links = [1, 2, 3, 4].map(() => newLink({ kind: 'sign_up', email }));
    await Promise.all(links.map((link) => stores.links.insertLink(link)));
    const found = await Promise.all(links.map((link) => alive(link)));
    assert.equal(found.filter(Boolean).length, 1);
    const last = await insert({ kind: 'sign_up', email });
    assert.deepEqual(await Promise.all([...links, last].map((link) => alive(link))), [
      false,
      false,
      false,
      false,
      true,
    ]);
    const outcome = await stores.links.createUserByLink(last.tokenHash, newPerson({ email }), NOW);
    assert.equal(outcome, 'created');
  });

  test('an address that is taken uses no link up', async () => {
    const { email } = await insertPerson(stores.users);
    const link = await insert();
    const taken = newPerson({ email });
    assert.equal(await stores.links.createUserByLink(link.tokenHash, taken, NOW), 'email_taken');
    const free = newPerson();
    assert.equal(await stores.links.createUserByLink(link.tokenHash, free, NOW), 'created');
    assert.equal(await alive(link), false);
  });

  test('a link that has expired or is for something else makes no account', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const reset = await insert({ kind: 'password_reset', userId });
    const expired = await insert({ expiresAt: NOW });
    for (const { tokenHash } of [reset, expired]) {
      const outcome = await stores.links.createUserByLink(tokenHash, newPerson(), NOW);
      assert.equal(outcome, 'link_over');
    }
    assert.equal(await alive(reset), true, 'a wrong use does not use it up');
  });

  test('of several set-up links one makes the first admin, and then all are over', async (t) => {
    const { links, users } = await openStores(t);
    const setUps = [1, 2, 3].map(() => newLink({ kind: 'set_up', makesAdmin: true }));
    for (const link of setUps) await links.insertLink(link);
    const outcomes = await Promise.all(
      setUps.map(({ tokenHash }) =>
        links.createUserByLink(tokenHash, newPerson({ isAdmin: true }), NOW),
      ),
    );
    assert.deepEqual(outcomes.toSorted(), ['created', 'link_over', 'link_over']);
    assert.equal((await users.listUsers()).length, 1);
    for (const { tokenHash } of setUps) assert.equal(await links.findLink(tokenHash, NOW), null);
  });

  test('a reset gives a new password once and ends all sessions', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const { tokenHash } = await insert({ kind: 'password_reset', userId });
    const reset = () => stores.links.resetPasswordByLink(tokenHash, randomUUID(), NOW);
    const ends = await Promise.all([reset(), reset(), reset()]);
    assert.deepEqual(
      ends.filter((end) => end !== null),
      [{ userId, removedSecondFactor: false }],
    );
    const after = await stores.credentials.readCredentials(userId);
    assert.equal(after?.sessionEpoch, 2);
    assert.notEqual(after?.passwordHash, 'hash');
  });

  test('a user’s links end with their sessions', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const [one, other] = [
      await insert({ kind: 'password_reset', userId }),
      await insert({ kind: 'email_change', userId, email: `${randomUUID()}@example.com` }),
    ];
    await stores.links.resetPasswordByLink(one.tokenHash, 'next', NOW);
    assert.equal(await alive(other), false);
    assert.equal(await stores.links.changeEmailByLink(other.tokenHash, NOW), 'link_over');
  });

  test('a reset removes the second factor only where it says so', async () => {
    for (const removesSecondFactor of [false, true]) {
      const { id: userId } = await insertPerson(stores.users);
      await stores.secondFactors.draftAuthenticator(userId, systemRandom.bytes(48), NOW);
      await stores.secondFactors.insertPasskey({
        id: randomUUID(),
        userId,
        publicKey: systemRandom.bytes(9),
        signCount: 0,
        transports: [],
        name: 'Key',
        createdAt: NOW,
        lastUsedAt: null,
      });
      const link = await insert({ kind: 'password_reset', userId, removesSecondFactor });
      await stores.links.resetPasswordByLink(link.tokenHash, 'next', NOW);
      const app = await stores.secondFactors.findAuthenticator(userId);
      const passkeys = await stores.secondFactors.listPasskeys(userId);
      assert.deepEqual(
        [app === null, passkeys.length === 0],
        [removesSecondFactor, removesSecondFactor],
      );
    }
  });

  test('an e-mail address is changed to that of the link, unless someone took it', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const email = `${randomUUID()}@example.com`;
    const link = await insert({ kind: 'email_change', userId, email });
    assert.equal(await stores.links.changeEmailByLink(link.tokenHash, NOW), 2);
    assert.equal((await stores.users.findUser(userId))?.email, email);
    const other = await insertPerson(stores.users);
    const late = await insert({ kind: 'email_change', userId: other.id, email });
    assert.equal(await stores.links.changeEmailByLink(late.tokenHash, NOW), 'email_taken');
    assert.equal((await stores.users.findUser(other.id))?.email, other.email);
  });

  test('a new address ends all other links, and those that were decided on before it', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const reset = await insert({ kind: 'password_reset', userId });
    const email = `${randomUUID()}@example.com`;
    assert.equal(await stores.credentials.changeEmail(userId, email), 2);
    assert.equal(await alive(reset), false);
    const late = await insert({ kind: 'password_reset', userId, sessionEpoch: 1 });
    assert.equal(await alive(late), false);
    assert.equal(await stores.links.resetPasswordByLink(late.tokenHash, 'x', NOW), null);
    assert.equal(await alive(await insert({ kind: 'password_reset', userId })), true);
  });

  test('a reset that the operator makes answers who asked for one', async () => {
    const { id: userId } = await insertPerson(stores.users);
    await stores.credentials.noteResetAsked(userId, NOW);
    await insert({ kind: 'password_reset', userId });
    assert.equal((await stores.credentials.listResetAsked(100)).has(userId), false);
  });

  test('invitations are listed until they are used or withdrawn', async (t) => {
    const { links } = await openStores(t);
    const two = newLink({ expiresAt: later(59) });
    const one = newLink({ email: 'ada@example.com' });
    for (const link of [one, two, newLink({ kind: 'set_up' })]) await links.insertLink(link);
    const listed = (await links.listInvitations(NOW, 10)).map(({ id }) => id);
    assert.deepEqual(listed, [bytesToHex(one.tokenHash), bytesToHex(two.tokenHash)]);
    assert.equal(await links.withdrawInvitation(bytesToHex(one.tokenHash)), true);
    assert.equal(await links.withdrawInvitation(bytesToHex(one.tokenHash)), false);
    assert.equal(await links.withdrawInvitation('nonsense'), false);
    assert.equal(await links.findLink(one.tokenHash, NOW), null);
    assert.deepEqual(await links.listInvitations(later(60), 10), []);
  });

  test('invitations of a process that does not keep them are like all others', async (t) => {
    const { database } = await testDatabase(t);
    const { links } = createAccountStores(database);
    const [open, used, withdrawn] = [1, 2, 3].map((minutes) =>
      newLink({ expiresAt: later(minutes) }),
    );
    assert(open !== undefined && used !== undefined && withdrawn !== undefined);
    for (const link of [open, used, withdrawn]) await links.insertLink(link);
    await database.query((sql) => sql`delete from invitation`);
    const listed = async () => (await links.listInvitations(NOW, 10)).map(({ id }) => id);
    assert.equal((await listed()).length, 3);
    await links.createUserByLink(used.tokenHash, newPerson(), NOW);
    await links.withdrawInvitation(bytesToHex(withdrawn.tokenHash));
    assert.deepEqual(await listed(), [bytesToHex(open.tokenHash)]);
    const past = await links.listPastInvitations(NOW, 10);
    assert.deepEqual(
      past.map(({ end }) => end.kind),
      ['withdrawn', 'used'],
    );
  });

  test('what became of invitations is kept, without the address that an account has by now', async (t) => {
    const { links, users } = await openStores(t);
    const ends = async (at = NOW) =>
      (await links.listPastInvitations(at, 10)).map(({ email, end }) => [
        email,
        end.kind,
        end.kind === 'used' ? end.user.accountName : null,
      ]);
    const used = newLink({ expiresAt: later(60) });
    const withdrawn = newLink({ email: 'bo@example.com', expiresAt: later(50) });
    const late = newLink({ email: 'cy@example.com', expiresAt: later(40) });
    const other = newLink({ email: 'ada@example.com', expiresAt: later(30) });
    for (const link of [used, withdrawn, late, other]) await links.insertLink(link);
    assert.deepEqual(await ends(), []);
    const taken = newPerson({ email: (await insertPerson(users)).email });
    assert.equal(await links.createUserByLink(used.tokenHash, taken, NOW), 'email_taken');
    assert.equal((await links.listInvitations(NOW, 10)).length, 4, 'it is open as before');
    const ada = newPerson({ email: 'ada@example.com' });
    assert.equal(await links.createUserByLink(used.tokenHash, ada, NOW), 'created');
    await links.withdrawInvitation(bytesToHex(withdrawn.tokenHash));
    const open = (await links.listInvitations(NOW, 10)).map(({ email }) => email);
    assert.deepEqual(open, ['cy@example.com'], 'none for someone who has an account');
    const known = [
      [null, 'used', 'ada@example.com'],
      ['bo@example.com', 'withdrawn', null],
    ];
    assert.deepEqual(await ends(), known);
    await links.pruneLinks(later(45), 10);
    assert.deepEqual(await ends(later(45)), [...known, ['cy@example.com', 'expired', null]]);
    assert.equal((await links.listPastInvitations(later(45), 1)).length, 1);
    assert.equal((await links.listInvitations(NOW, 0)).length, 0);
    assert.equal(await links.pruneInvitations(later(50), 10), 2);
    assert.deepEqual(await ends(later(70)), [known[0]]);
  });

  test('I6 what has expired is pruned', async (t) => {
    const { links } = await openStores(t);
    const past = new Date('2020-01-01T00:00:00Z');
    for (const expiresAt of [past, past, later(60)]) await links.insertLink(newLink({ expiresAt }));
    assert.equal(await links.pruneLinks(past, 1), 1);
    assert.equal(await links.pruneLinks(past, 10), 1);
    assert.equal((await links.listInvitations(NOW, 10)).length, 1);
  });

  test('the database takes no link that contradicts itself', async () => {
    const { id: userId } = await insertPerson(stores.users);
    const wrong: readonly Partial<NewLink>[] = [
      { kind: 'password_reset' },
      { kind: 'invitation', userId },
      { kind: 'sign_up' },
      { kind: 'email_change', userId },
      { kind: 'password_reset', userId, makesAdmin: true },
      { kind: 'invitation', removesSecondFactor: true },
    ];
    for (const fields of wrong) await assert.rejects(insert(fields), JSON.stringify(fields));
  });
});
