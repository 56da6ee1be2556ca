import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { RegisteredClient } from '../../src/apps/client.ts';
import type { StoredCode, StoredToken } from '../../src/apps/oauth-store.ts';
import { createAppGrantStore } from '../../src/apps/sql/app-grant-store.ts';
import { createClientStore } from '../../src/apps/sql/client-store.ts';
import { createOauthStore } from '../../src/apps/sql/oauth-store.ts';
import { createPayerStore } from '../../src/apps/sql/payer-store.ts';
import type { GrantGeneration } from '../../src/authorization/app-grant.ts';
import type { Scope } from '../../src/authorization/scope.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { later, NOW } from '../support/money-model/events.ts';

describe('apps, app grants and what OAuth keeps', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const clients = () => createClientStore(opened.database);
  const appGrants = () => createAppGrantStore(opened.database);
  const oauth = () => createOauthStore(opened.database);
  const users = () => createUserStore(opened.database);

  async function addUser(): Promise<string> {
    const id = randomUUID();
    await users().insertUser({
      id,
      identifier: newIdentifier(systemRandom, 20),
      email: `${id}@example.com`,
      name: null,
      avatar: null,
      nostrPubkey: null,
      isAdmin: false,
      disabledAt: null,
      createdAt: NOW,
      passwordHash: 'hash',
    });
    return id;
  }
  async function addClient(
    ownerUserId: string,
    fields: Partial<RegisteredClient> = {},
  ): Promise<RegisteredClient> {
    const client: RegisteredClient = {
      kind: 'registered',
      id: newIdentifier(systemRandom, 10),
      ownerUserId,
      name: 'App',
      createdAt: NOW,
      url: 'https://a.example',
      callback: 'https://a.example/back',
      s256Only: false,
      sendsIssuer: true,
      secretHash: systemRandom.bytes(32),
      ...fields,
    };
    await clients().insertClient(client);
    return client;
  }
  async function join(
    userId: string,
    clientId: string,
    scopes: readonly Scope[] = ['balance:read'],
  ): Promise<GrantGeneration> {
    const joined = await appGrants().joinAppGrant({
      newId: randomUUID(),
      userId,
      clientId,
      scopes,
      at: NOW,
    });
    assert(joined !== null);
    return joined;
  }
  const newSecret = (generation: GrantGeneration) => ({
    ...generation,
    hash: systemRandom.bytes(32),
    scopes: 'balance:read',
    resource: 'wallet_api' as const,
    createdAt: NOW,
    expiresAt: later(60),
  });
  const newToken = async (generation: GrantGeneration): Promise<StoredToken> => {
    const familyId = randomUUID();
    const resource = 'wallet_api';
    await oauth().records.beginFamily({ ...generation, id: familyId, resource, begunAt: NOW });
    return { ...newSecret(generation), familyId };
  };
  const newCode = (generation: GrantGeneration): StoredCode => ({
    ...newSecret(generation),
    redirectUri: 'https://a.example/back',
    codeChallenge: null,
  });

  test('an app is changed, gets another secret and is removed, by its owner or the operator', async () => {
    const [owner, stranger] = [await addUser(), await addUser()];
    const client = await addClient(owner);
    const change = {
      name: 'New',
      url: 'https://b.example',
      callback: 'https://b.example/x',
      s256Only: true,
      sendsIssuer: true,
    };
    for (const nobody of [stranger, 'no uuid', randomUUID()]) {
      assert.equal(await clients().updateClient(client.id, nobody, change), false);
      assert.equal(await clients().replaceSecret(client.id, nobody, ANY), false);
      assert.equal(await clients().removeClient(client.id, nobody, later(1)), false);
    }
    assert.deepEqual(await clients().findClient(client.id), client);
    assert.equal(await clients().updateClient(client.id, owner, change), true);
    assert.equal(await clients().replaceSecret(client.id, null, ANY), true);
    const changed = { ...client, ...change, secretHash: NEW_SECRET };
    assert.deepEqual(await clients().findClient(client.id), changed);
    assert.equal(await clients().removeClient(client.id, null, later(1)), true);
    assert.equal(await clients().removeClient(client.id, null, later(2)), false);
    assert.equal(await clients().findClient(client.id), null);
    assert.equal(await clients().updateClient(client.id, owner, change), false);
    assert.deepEqual(await clients().listClients(owner), []);
  });

  test('an app is there once for each id, also after it was removed', async () => {
    const client = await addClient(await addUser());
    const other = { ...client, name: 'Other', ownerUserId: await addUser() };
    assert.equal(await clients().insertClient(other), 'taken');
    assert.deepEqual(await clients().findClient(client.id), client);
    await clients().removeClient(client.id, null, later(1));
    assert.equal(await clients().insertClient(client), 'taken');
    assert.equal(await clients().findClient(client.id), null);
  });

  test('a secret is replaced once by those who mean the same one, also at once', async () => {
    const client = await addClient(await addUser());
    const inputs = Array.from({ length: 5 }, () => ({
      hash: systemRandom.bytes(32),
      replaces: client.secretHash,
    }));
    const outcomes = await Promise.all(
      inputs.map((input) => clients().replaceSecret(client.id, client.ownerUserId, input)),
    );
    assert.equal(outcomes.filter(Boolean).length, 1);
    const present = await clients().findClient(client.id);
    const secretHash = inputs[outcomes.indexOf(true)]?.hash;
    assert.deepEqual(present, { ...client, secretHash });
  });

  test('a public app has no secret to replace, and strange ids find nothing', async () => {
    const client = await addClient(await addUser(), { secretHash: null });
    assert.equal(await clients().replaceSecret(client.id, null, ANY), false);
    for (const id of ['', 'no\u0000body', 'a b', 'x'.repeat(65), 'ä']) {
      assert.equal(await clients().findClient(id), null);
    }
  });

  test('one live app grant for each user and app, whatever runs at the same time', async () => {
    const user = await addUser();
    const { id } = await addClient(user);
    const joined = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        join(user, id, [index % 2 === 0 ? 'payments:send' : 'balance:read']),
      ),
    );
    assert.equal(new Set(joined.map(({ appGrantId }) => appGrantId)).size, 1);
    const [appGrant, ...others] = await appGrants().listAppGrants(user);
    assert.deepEqual(appGrant?.scopes, ['balance:read', 'payments:send']);
    assert.deepEqual(others, []);
    assert.deepEqual(await appGrants().findAppGrantWith(user, id), appGrant);
    assert.equal(await appGrants().findAppGrant(user, 'no uuid'), null);
    assert.equal(await appGrants().revokeAppGrant(user, 'no uuid', NOW), false);
  });

  test('no one joins an app that was removed, not even at that moment', async () => {
    const user = await addUser();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await addClient(user);
      const consent = { newId: randomUUID(), userId: user, clientId: id, at: NOW };
      await Promise.all([
        appGrants().joinAppGrant({ ...consent, scopes: ['balance:read'] }),
        clients().removeClient(id, null, later(1)),
      ]);
      assert.deepEqual(await appGrants().listAppGrants(user), []);
      const late = { ...consent, scopes: ['balance:read'] as const };
      assert.equal(await appGrants().joinAppGrant(late), null);
    }
  });

  test('the end of a generation ends what was written before and what is written after', async () => {
    const user = await addUser();
    const { id } = await addClient(user);
    const first = await join(user, id);
    const { records } = oauth();
    const access = await newToken(first);
    const [refresh, late] = [await newToken(first), await newToken(first)];
    const code = newCode(first);
    await records.saveAccessToken(access);
    await records.saveRefreshToken(refresh);
    await records.saveCode(code);
    const caller = await appGrants().findCaller(access.hash);
    assert.notEqual(caller, null);
    const payer = { token: 'app', tokenHash: access.hash, paymentHash: 'ab'.repeat(32) } as const;
    const payers = createPayerStore(opened.database, systemClock);
    assert.deepEqual((await payers.findPayer(payer))?.found, caller);
    await records.endGeneration(first);
    await records.endGeneration(first);
    await records.saveAccessToken(late);
    assert.equal(await records.findGrant(first), null);
    assert.equal(await records.findCode(code.hash), null);
    assert.equal(await records.findRefreshToken(refresh.hash), null);
    for (const { hash } of [access, late]) {
      assert.equal(await records.findAccessToken(hash), null);
      assert.equal(await appGrants().findCaller(hash), null);
    }
    assert.equal(await payers.findPayer(payer), null);
    const second = await join(user, id);
    assert.deepEqual(second, { ...first, generation: first.generation + 1 });
    assert.notEqual(await records.findGrant(second), null);
  });

  test('what is used up once is not used up again', async () => {
    const user = await addUser();
    const generation = await join(user, (await addClient(user)).id);
    const { records } = oauth();
    const [code, refresh] = [newCode(generation), await newToken(generation)];
    await records.saveCode(code);
    await records.saveRefreshToken(refresh);
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => records.consumeCode(code.hash, later(1))),
    );
    assert.equal(uses.filter(Boolean).length, 1);
    assert.equal(await records.consumeRefreshToken(refresh.hash, later(1)), true);
    assert.equal(await records.consumeRefreshToken(refresh.hash, later(2)), false);
    assert.deepEqual((await records.findCode(code.hash))?.consumedAt, later(1));
    assert.deepEqual((await records.findRefreshToken(refresh.hash))?.consumedAt, later(1));
  });

  test('an authorization request keeps its end when it is answered, and is taken once', async () => {
    const client = await addClient(await addUser());
    const { records } = oauth();
    const idHash = systemRandom.bytes(32);
    const request = { idHash, clientId: client.id, payload: 'a', expiresAt: later(60) };
    await records.saveRequest(request);
    await records.saveRequest({ ...request, payload: 'b', expiresAt: later(999) });
    assert.deepEqual(await records.findRequest(idHash), { ...request, payload: 'b' });
    const taken = await Promise.all(Array.from({ length: 5 }, () => records.takeRequest(idHash)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal(await records.findRequest(idHash), null);
  });

  test('nothing of a transaction that throws is written', async () => {
    const user = await addUser();
    const generation = await join(user, (await addClient(user)).id);
    const token = await newToken(generation);
    const undone = oauth().transaction(async (records) => {
      await records.saveAccessToken(token);
      throw new Error('and then it broke');
    });
    await assert.rejects(undone, /and then it broke/);
    assert.equal(await oauth().records.findAccessToken(token.hash), null);
  });

  test('a rehashed password ends nothing, a new one ends the tokens of apps', async () => {
    const user = await addUser();
    const first = await join(user, (await addClient(user)).id);
    const { sql } = opened.database;
    await sql`update wallet_user set password_hash = 'computed anew' where id = ${user}`;
    assert.notEqual(await oauth().records.findGrant(first), null);
    await sql`update wallet_user set session_epoch = session_epoch + 1 where id = ${user}`;
    assert.notEqual(await oauth().records.findGrant(first), null, 'signed out everywhere');
    await users().updateUser(user, { passwordHash: 'another' });
    assert.equal(await oauth().records.findGrant(first), null);
  });

  const NEW_SECRET = new Uint8Array(32).fill(7);
  const ANY = { hash: NEW_SECRET, replaces: null };
});
