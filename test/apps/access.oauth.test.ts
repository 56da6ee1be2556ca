import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { field } from '../support/fields.ts';
import { startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp();

describe('what the token of an app opens', () => {
  test('J1 each operation wants its scope, whatever else the app was granted', async () => {
    const person = await world.addPerson();
    for (const scope of ALL_SCOPES) {
      const { accessToken } = await world.connect(person, app, { scope });
      for (const { method, path, access } of ROUTES) {
        if (access === 'public' || access === 'client') continue;
        const answer = await world.call(method, path.replaceAll(/:\w+/g, 'x'), {
          headers: { authorization: `Bearer ${accessToken}` },
          ...(method === 'POST' ? { body: {} } : {}),
        });
        const isOpen = answer.status !== 401 && answer.status !== 403;
        assert.equal(isOpen, access === 'any_token' || access === scope, `${path} with ${scope}`);
      }
    }
  });

  test('J1 a personal token opens what it was made for, until it is revoked or over', async () => {
    const { api } = await world.addPerson();
    const input = { userId: api.user.id, scopes: 'balance:read', name: 'cli' };
    const [lasting, short] = [null, 60].map((expiresInSec) =>
      addPersonalToken(world.deps, { ...input, expiresInSec }),
    );
    const one = await lasting;
    const other = await short;
    assert(one?.ok && other?.ok);
    const call = async (token: string, path = '/balance') =>
      (await world.callAs(token, path)).status;
    assert.deepEqual(
      [await call(one.value.token), await call(one.value.token, '/invoices')],
      [200, 403],
    );
    await world.deps.tokens.revokeToken(
      { id: one.value.stored.id, userId: null },
      world.clock.now(),
    );
    assert.equal(await call(one.value.token), 401);
    assert.equal(await call(other.value.token), 200);
    world.clock.move(60_000);
    assert.equal(await call(other.value.token), 401);
  });

  test('one question to the database for each call, with a token of either kind', async () => {
    const person = await world.addPerson();
    const { accessToken } = await world.connect(person, app);
    for (const token of [accessToken, person.api.token, 'sat_at_nobody', 'nobody']) {
      world.takeStatements();
      await world.callAs(token);
      assert.equal(world.takeStatements().length, 1, token.slice(0, 7));
    }
  });

  test('two apps of one user, and two users of one app, do not see each other', async () => {
    const [one, other] = [await world.addPerson(), await world.addPerson()];
    await one.api.receive(100);
    await other.api.receive(200);
    const second = await world.addApp();
    const tokens = [
      await world.connect(one, app),
      await world.connect(one, second),
      await world.connect(other, app),
    ];
    const balances = await Promise.all(tokens.map(({ accessToken }) => world.callAs(accessToken)));
    assert.deepEqual(
      balances.map(({ body }) => field(body, 'balance')),
      [100, 100, 200],
    );
    const [first] = await world.deps.appGrants.listAppGrants(one.api.user.id);
    assert(first !== undefined);
    await world.deps.appGrants.revokeAppGrant(one.api.user.id, first.id, world.clock.now());
    const after = await Promise.all(tokens.map(({ accessToken }) => world.callAs(accessToken)));
    const alive = after.map(({ status }) => status === 200);
    assert.deepEqual(alive, [first.client?.id !== app.id, first.client?.id === app.id, true]);
  });
});

describe('connected apps', () => {
  test('J2 revoked: the next call is refused, and so is a refresh; once more does no harm', async () => {
    const person = await world.addPerson();
    const tokens = await world.connect(person, app);
    const { appGrants } = world.deps;
    const [appGrant] = await appGrants.listAppGrants(person.api.user.id);
    assert(appGrant !== undefined);
    const revoke = (userId: string) =>
      appGrants.revokeAppGrant(userId, appGrant.id, world.clock.now());

    const stranger = await world.addPerson();
    assert.equal(await revoke(stranger.api.user.id), false, 'nobody else can');
    assert.equal(await appGrants.findAppGrant(stranger.api.user.id, appGrant.id), null);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);

    for (let times = 0; times < 2; times += 1) {
      assert.equal(await revoke(person.api.user.id), true);
      const { body } = await world.callAs(tokens.accessToken);
      assert.deepEqual(body, { status: 401, error: 'invalid access token' });
      const refreshed = await world.refresh(app, tokens.refreshToken);
      assert.deepEqual([refreshed.status, field(refreshed.body, 'error')], [400, 'invalid_grant']);
    }
    assert.equal(await appGrants.findAppGrant(person.api.user.id, appGrant.id), null);
    const again = await world.connect(person, app);
    assert.equal((await world.callAs(again.accessToken)).status, 200);
    const [next] = await appGrants.listAppGrants(person.api.user.id);
    assert.notEqual(next?.id, appGrant.id, 'a new app grant, without what was spent before');
  });

  test('a new consent joins: one app grant, with all that was granted', async () => {
    const person = await world.addPerson();
    await world.connect(person, app, { scope: 'invoices:read' });
    await world.connect(person, app, { scope: 'payments:send invoices:read balance:read' });
    const listed = await world.deps.appGrants.listAppGrants(person.api.user.id);
    assert.deepEqual(
      listed.map(({ scopes }) => scopes),
      [['balance:read', 'invoices:read', 'payments:send']],
    );
  });

  test('its last use is noted to the minute, and not on the way of a call', async () => {
    const person = await world.addPerson();
    const { accessToken } = await world.connect(person, app);
    const { appGrants, appGrantUses } = world.deps;
    // What other tests used, or were refused.
    await appGrantUses.write();
    const lastUse = async () =>
      (await appGrants.listAppGrants(person.api.user.id))[0]?.lastUsedAt ?? null;
    assert.equal(await lastUse(), null);
    const used = world.clock.now();
    for (let calls = 0; calls < 3; calls += 1) await world.callAs(accessToken);
    assert.equal(await lastUse(), null);
    world.takeStatements();
    await appGrantUses.write();
    await appGrantUses.write();
    assert.equal(world.takeStatements().length, 1, 'one update for many calls');
    const noted = await lastUse();
    assert(noted !== null && noted >= used);

    world.clock.move(50_000);
    await world.callAs(accessToken);
    world.takeStatements();
    await appGrantUses.write();
    assert.deepEqual(world.takeStatements(), [], 'not again within the minute');
    world.clock.move(11_000);
    await world.callAs(accessToken);
    await appGrantUses.write();
    assert((await lastUse())?.getTime() !== noted.getTime());
  });
});
