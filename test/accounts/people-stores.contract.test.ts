import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createClosingStore } from '../../src/account-closure/sql/closing-store.ts';
import { createAddressNameStore } from '../../src/address/sql/address-name-store.ts';
import type { RegisteredClient } from '../../src/apps/client.ts';
import { createClientStore } from '../../src/apps/sql/client-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import type { NewestPage, NewPersonalToken } from '../../src/authorization/token-store.ts';
import { newIdentifier } from '../../src/base/id.ts';
import type { CreditEvent } from '../../src/ledger/money-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import type { NewUser, User } from '../../src/users/user-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { emailOf } from '../support/email-of.ts';
import { creditKeysend, later, NODE_PUBKEY, NOW } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('people, their tokens and apps', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const users = () => createUserStore(opened.database);
  const tokens = () => createTokenStore(opened.database);
  const newUser = (fields: Partial<NewUser> = {}): NewUser => ({
    id: randomUUID(),
    identifier: newIdentifier(systemRandom, 20),
    email: `${randomUUID()}@example.com`,
    name: null,
    avatar: null,
    nostrPubkey: null,
    isAdmin: false,
    disabledAt: null,
    createdAt: NOW,
    passwordHash: 'hash',
    ...fields,
  });
  const seen = ({ passwordHash: _, ...user }: NewUser): User => ({
    ...user,
    closedAt: null,
    browserLanguage: null,
    preferences: DEFAULT_PREFERENCES,
  });
  const addUser = async (fields: Partial<NewUser> = {}): Promise<NewUser> => {
    const user = newUser(fields);
    assert.equal(await users().insertUser(user), 'inserted');
    return user;
  };

  test('a user without an e-mail address is found by identifier, or the name they have now', async () => {
    const [one, other] = [await addUser({ email: null }), await addUser({ email: null })];
    assert.deepEqual(await users().findUserByName(one.identifier), seen(one));
    const names = createAddressNameStore(opened.database);
    for (const name of ['once.ida', 'ida']) {
      assert.equal(await names.claimName(other.id, name, NOW, null), 'claimed');
    }
    assert.equal(await users().findUserByName('once.ida'), null);
    assert.deepEqual(await users().findUserByName('Ida'), seen(other));
    assert.equal(await users().findUserByEmail(''), null);
    assert.equal(await users().findUserByName(''), null);
  });

  test('the identifier of a closed account leads to no one who took it as an address name', async () => {
    const [gone, other] = [await addUser(), await addUser()];
    const name = gone.identifier.toLowerCase();
    const names = createAddressNameStore(opened.database);
    assert.equal(await names.claimName(other.id, name, NOW, null), 'claimed');
    const closing = { userId: gone.id, closedAt: NOW, givenUp: null };
    assert.equal(await createClosingStore(opened.database).close(closing), 'closed');
    assert.equal(await users().findUserByName(gone.identifier), null);
    assert.deepEqual(await users().findUserByName(name), seen(other));
  });

  test('a user is found by id, e-mail address and identifier', async () => {
    const user = await addUser({ name: 'N', avatar: 'https://a', isAdmin: true });
    assert.deepEqual(await users().findUser(user.id), seen(user));
    assert.deepEqual(await users().findUserByEmail(emailOf(user)), seen(user));
    assert.deepEqual(await users().findUserByIdentifier(user.identifier), seen(user));
    assert.equal(await users().findUser('no uuid'), null);
    assert.equal(await users().findUser(randomUUID()), null);
    const listed = await users().listUsers();
    assert.ok(listed.some(({ id }) => id === user.id));
  });

  test('an e-mail address has one user', async () => {
    const { email } = await addUser();
    assert.equal(await users().insertUser(newUser({ email })), 'email_taken');
  });

  test('the language of a browser is kept until it changes', async () => {
    const user = await addUser();
    const known = async () => (await users().findUser(user.id))?.browserLanguage;
    for (const language of ['de', 'es'] as const) {
      await users().noteBrowserLanguage(user.id, language);
      assert.equal(await known(), language);
    }
  });

  test('the time zone of a browser is kept for who has never chosen one', async () => {
    const user = await addUser();
    const known = async () => (await users().findUser(user.id))?.preferences;
    await users().noteBrowserZone(user.id, 'Europe/Vienna');
    assert.deepEqual(await known(), { ...DEFAULT_PREFERENCES, timeZone: 'Europe/Vienna' });
    await users().noteBrowserZone(user.id, 'Asia/Kolkata');
    assert.equal((await known())?.timeZone, 'Europe/Vienna');
    await users().changePreferences(user.id, DEFAULT_PREFERENCES);
    await users().noteBrowserZone(user.id, 'Asia/Kolkata');
    assert.equal((await known())?.timeZone, null);
  });

  test('a change touches what it names, and null clears', async () => {
    const user = await addUser({ name: 'old', avatar: 'https://a', nostrPubkey: 'npub1' });
    assert.equal(await users().updateUser(user.id, { name: 'new', avatar: null }), true);
    const changed = { ...seen(user), name: 'new', avatar: null };
    assert.deepEqual(await users().findUser(user.id), changed);
    assert.equal(await users().updateUser(user.id, { disabledAt: later(1) }), true);
    assert.equal(await users().updateUser(user.id, { passwordHash: 'other' }), true);
    assert.deepEqual(await users().findUser(user.id), { ...changed, disabledAt: later(1) });
    assert.equal(await users().updateUser(user.id, { disabledAt: null }), true);
    assert.deepEqual(await users().findUser(user.id), changed);
    assert.equal(await users().updateUser(randomUUID(), { name: 'x' }), false);
    assert.equal(await users().updateUser('no uuid', { name: 'x' }), false);
  });

  const newToken = (userId: string, fields: Partial<NewPersonalToken> = {}): NewPersonalToken => ({
    id: randomUUID(),
    userId,
    tokenHash: systemRandom.bytes(32),
    name: 'token',
    scopes: ['balance:read', 'payments:send'],
    createdAt: NOW,
    expiresAt: null,
    ...fields,
  });

  test('a token leads to its user, their wallet and its scopes, in one statement', async () => {
    const user = await addUser({ name: 'N' });
    const world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    const funded = creditKeysend(user.id, { amountSat: 21, settledAt: later(7) });
    await world.store.credit([{ ...funded, hasBoostagram: true }]);
    const token = newToken(user.id, { expiresAt: later(60) });
    await tokens().addPersonalToken(token);
    opened.statements.length = 0;
    assert.deepEqual(await tokens().findCaller(token.tokenHash, 'account'), {
      caller: { grantId: token.id, userId: user.id, clientId: null, scopes: new Set(token.scopes) },
      balanceSat: 21n,
      account: {
        identifier: user.identifier,
        email: user.email,
        name: 'N',
        avatar: null,
        nostrPubkey: null,
        invoicesCount: 1,
        transactionsCount: 0,
        boostagramsCount: 1,
        lastInvoiceAt: later(7),
      },
      expiresAt: later(60),
      lastUsedAt: null,
      familyId: null,
      resource: null,
      isLockedDown: false,
      newest: null,
    });
    assert.equal(opened.statements.length, 1);
  });

  test('the newest records come with the token, to each caller their own, in one statement', async () => {
    const [payee, other] = [await addUser(), await addUser()];
    const world = createPostgresWorld(opened.database);
    const keysend = (n: number): CreditEvent => {
      const event = creditKeysend(payee.id, { amountSat: n });
      const target = { kind: 'keysend', userId: payee.id, record: `{"n":${n}}` } as const;
      return { ...event, target, receipt: { ...event.receipt, createdAt: later(n) } };
    };
    for (const n of [1, 2, 3]) await world.store.credit([keysend(n)]);
    const tokens3 = [newToken(payee.id), newToken(other.id), newToken(payee.id)] as const;
    const store = tokens();
    for (const token of tokens3) await store.addPersonalToken(token);
    await store.revokeToken({ id: tokens3[2].id, userId: null }, later(1));
    opened.statements.length = 0;
    const page = (direction: NewestPage['direction'], offset = 0) => ({
      direction,
      offset,
      limit: 2,
    });
    const ask = async (token: NewPersonalToken, newest: NewestPage) =>
      (await store.findCaller(token.tokenHash, newest))?.newest;
    const found = await Promise.all([
      ask(tokens3[0], page('both')),
      ask(tokens3[0], page('incoming', 2)),
      ask(tokens3[0], page('outgoing')),
      ask(tokens3[1], page('both')),
      ask(tokens3[2], page('both')),
    ]);
    assert.deepEqual(found, [['{"n":3}', '{"n":2}'], ['{"n":1}'], [], [], undefined]);
    assert(opened.statements.length <= 3, 'who waits shares a statement');
  });

  test('a token that is unknown, revoked or of a disabled user gives no caller', async () => {
    const user = await addUser();
    const [token, revoked] = [newToken(user.id), newToken(user.id)];
    await tokens().addPersonalToken(token);
    await tokens().addPersonalToken(revoked);
    assert.equal(await tokens().findCaller(systemRandom.bytes(32)), null);
    const { id: strangerId } = await addUser();
    assert.equal(await tokens().revokeToken({ id: revoked.id, userId: strangerId }, NOW), false);
    assert.notEqual(await tokens().findCaller(revoked.tokenHash), null);
    assert.equal(await tokens().revokeToken({ id: revoked.id, userId: user.id }, later(1)), true);
    assert.equal(await tokens().revokeToken({ id: revoked.id, userId: null }, later(2)), false);
    assert.equal(await tokens().revokeToken({ id: 'unknown', userId: null }, later(1)), false);
    assert.equal(await tokens().findCaller(revoked.tokenHash), null);
    const listed = await tokens().listPersonalTokens(user.id);
    assert.deepEqual(
      new Map(listed.map(({ id, revokedAt }) => [id, revokedAt])),
      new Map([
        [token.id, null],
        [revoked.id, later(1)],
      ]),
    );
    await tokens().addPersonalToken({ ...newToken(user.id), expiresAt: later(3) });
    const idsAt = async (at: Date) =>
      (await tokens().listTokensInForce(user.id, at)).map(({ id }) => id);
    assert.equal((await idsAt(later(2))).length, 2);
    assert.deepEqual(await idsAt(later(3)), [token.id], 'those that have ended are not read');
    await users().updateUser(user.id, { disabledAt: later(1) });
    assert.equal(await tokens().findCaller(token.tokenHash), null);
  });

  test('callers who come together share a statement, and each gets their own answer', async () => {
    const people = [await addUser(), await addUser(), await addUser()];
    const issued = people.map(({ id }) => newToken(id));
    for (const token of issued) await tokens().addPersonalToken(token);
    const store = tokens();
    const asked = Array.from({ length: 40 }, (_, place) => issued[place % 4]);
    opened.statements.length = 0;
    const found = await Promise.all(
      asked.map((token) => store.findCaller(token?.tokenHash ?? systemRandom.bytes(32))),
    );
    assert.deepEqual(
      found.map((one) => one?.caller.grantId),
      asked.map((token) => token?.id),
    );
    assert.equal(opened.statements.length, 1);
  });

  test('an app is listed by its owner', async () => {
    const clients = createClientStore(opened.database);
    const owner = await addUser();
    const app = (id: string, secretHash: Uint8Array | null): RegisteredClient => ({
      kind: 'registered',
      id,
      ownerUserId: owner.id,
      name: 'App',
      url: 'https://a.example',
      callback: 'https://a.example/back',
      secretHash,
      s256Only: false,
      sendsIssuer: true,
      createdAt: NOW,
    });
    const apps = [app('confident', systemRandom.bytes(32)), app('public', null)];
    for (const one of apps) await clients.insertClient(one);
    assert.deepEqual(await clients.listClients(owner.id), apps);
    assert.deepEqual(await clients.listClients((await addUser()).id), []);
  });
});
