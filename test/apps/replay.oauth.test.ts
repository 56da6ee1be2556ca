import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { changeUser } from '../../src/accounts/change-user.ts';
import { createAccess } from '../../src/apps/apps.ts';
import { editClient } from '../../src/apps/edit-client.ts';
import { removeClient } from '../../src/apps/remove-client.ts';
import { rotateClientSecret } from '../../src/apps/rotate-client-secret.ts';
import type { Answer } from '../support/api-user.ts';
import { TEST_ACCESS } from '../support/compose-api.ts';
import { field, textField } from '../support/fields.ts';
import {
  type App,
  exchange,
  type OauthWorld,
  type Person,
  readTokens,
  startOauth,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp({ isPublic: true });
const person = await world.addPerson();

const isAlive = async (accessToken: string): Promise<boolean> =>
  (await world.callAs(accessToken)).status === 200;

function assertGone(answer: Answer): void {
  assert.deepEqual([answer.status, field(answer.body, 'error')], [400, 'invalid_grant']);
  assert(textField(answer.body, 'error_description') !== '');
}

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

describe('codes', () => {
  test('D1 M80 a second use of a code is refused, and ends what the first one gave', async () => {
    const { code } = await world.authorize(person, app);
    const tokens = readTokens(await world.token(app, exchange(app, code)));
    assert.equal(await isAlive(tokens.accessToken), true);
    assertGone(await world.token(app, exchange(app, code)));
    assert.equal(await isAlive(tokens.accessToken), false);
    assertGone(await world.refresh(app, tokens.refreshToken));
    assert.match(world.logged(), /a code came again/);
  });

  test('D1 tokens that were refreshed meanwhile end too', async () => {
    const { code } = await world.authorize(person, app);
    const first = readTokens(await world.token(app, exchange(app, code)));
    const second = readTokens(await world.refresh(app, first.refreshToken));
    assertGone(await world.token(app, exchange(app, code)));
    assert.equal(await isAlive(second.accessToken), false);
    assertGone(await world.refresh(app, second.refreshToken));
  });

  test('D2 twenty at once: at most one gets tokens, and they are dead', async () => {
    const { code } = await world.authorize(person, app);
    const answers = await times(20, () => world.token(app, exchange(app, code)));
    const successes = answers.filter(({ status }) => status === 200);
    assert(successes.length <= 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) assertGone(answer);
    for (const answer of successes) {
      const tokens = readTokens(answer);
      assert.equal(await isAlive(tokens.accessToken), false);
      assertGone(await world.refresh(app, tokens.refreshToken));
    }
  });

  test('D1 a new consent after that gives tokens that work', async () => {
    assert.equal(await isAlive((await world.connect(person, app)).accessToken), true);
  });
});

describe('refresh tokens', () => {
  test('D3 again within 10 seconds: refused, and nothing else happens', async () => {
    const first = await world.connect(person, app);
    const second = readTokens(await world.refresh(app, first.refreshToken));
    world.clock.move(9000);
    assertGone(await world.refresh(app, first.refreshToken));
    assert.equal(await isAlive(second.accessToken), true);
    assert.equal(await isAlive(first.accessToken), true, 'the one before lives to its end');
    assert.equal((await world.refresh(app, second.refreshToken)).status, 200);
    assert.match(world.logged(), /a refresh token came again/);
  });

  test('D3 again later: refused, and all tokens of the app grant end', async () => {
    const first = await world.connect(person, app);
    const elsewhere = await world.connect(person, app);
    const second = readTokens(await world.refresh(app, first.refreshToken));
    world.clock.move(10_001);
    assertGone(await world.refresh(app, first.refreshToken));
    for (const { accessToken, refreshToken } of [first, second, elsewhere]) {
      assert.equal(await isAlive(accessToken), false);
      assertGone(await world.refresh(app, refreshToken));
    }
    const appGrants = await world.deps.appGrants.listAppGrants(person.api.user.id);
    assert.equal(appGrants.length, 1, 'the app grant itself stays');
  });

  test('D4 without a window every other use ends all', async () => {
    const strict = await startOauth({ after }, {}, (parts) => {
      const oauth = { accessTokenTtlSec: 7200, refreshReuseGraceSec: 0 };
      return createAccess(parts, { ...TEST_ACCESS, oauth });
    });
    const strictApp = await strict.addApp();
    const somebody = await strict.addPerson();
    const first = await strict.connect(somebody, strictApp);
    const second = readTokens(await strict.refresh(strictApp, first.refreshToken));
    assertGone(await strict.refresh(strictApp, first.refreshToken));
    assert.equal((await strict.callAs(second.accessToken)).status, 401);
    assertGone(await strict.refresh(strictApp, second.refreshToken));
  });

  test('D5 M79 twenty at once: one pair, which works', async () => {
    const first = await world.connect(person, app);
    const answers = await times(20, () => world.refresh(app, first.refreshToken));
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
    assert(winner !== undefined && winner.status === 200);
    for (const answer of others) assertGone(answer);
    const pair = readTokens(winner);
    assert.equal(await isAlive(pair.accessToken), true);
    assert.equal((await world.refresh(app, pair.refreshToken)).status, 200);
  });

  test('D6 a reuse that meets the refresh of a successor leaves no orphan', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await world.connect(person, app);
      const second = readTokens(await world.refresh(app, first.refreshToken));
      world.clock.move(11_000);
      const [reuse, refreshed] = await Promise.all([
        world.refresh(app, first.refreshToken),
        world.refresh(app, second.refreshToken),
      ]);
      assertGone(reuse);
      assert.equal(await isAlive(second.accessToken), false);
      if (refreshed.status !== 200) continue;
      const third = readTokens(refreshed);
      assert.equal(await isAlive(third.accessToken), false, 'no orphan');
      assertGone(await world.refresh(app, third.refreshToken));
    }
  });

  test('D8 an answer that got lost: the app has to ask the user again', async () => {
    const first = await world.connect(person, app);
    await world.refresh(app, first.refreshToken);
    assertGone(await world.refresh(app, first.refreshToken));
    assert.equal((await world.connect(person, app)).scope, 'balance:read');
  });

  test('D9 that of one app is nothing to another, and is not used up by the try', async () => {
    const { refreshToken } = await world.connect(person, app);
    const other = await world.addApp({ isPublic: true });
    assertGone(await world.refresh(other, refreshToken));
    assert.equal((await world.refresh(app, refreshToken)).status, 200);
  });

  test('D11 more scopes than granted are refused, and the token is still good', async () => {
    const { refreshToken } = await world.connect(person, app, { scope: 'balance:read' });
    for (const scope of ['balance:read payments:send', 'payments:send', 'nonsense']) {
      const answer = await world.refresh(app, refreshToken, { scope });
      assert.deepEqual([answer.status, field(answer.body, 'error')], [400, 'invalid_scope']);
    }
    assert.equal((await world.refresh(app, refreshToken)).status, 200);
  });

  test('D11 what another consent granted the app does not widen these tokens', async () => {
    const narrow = await world.connect(person, app, { scope: 'balance:read' });
    await world.connect(person, app, { scope: 'balance:read invoices:read' });
    const refreshed = await world.refresh(app, narrow.refreshToken);
    assert.equal(readTokens(refreshed).scope, 'balance:read');
    const scope = 'invoices:read';
    const answer = await world.refresh(app, readTokens(refreshed).refreshToken, { scope });
    assert.equal(field(answer.body, 'error'), 'invalid_scope');
  });

  test('D12 fewer scopes for once, all of them again the next time', async () => {
    const scope = 'balance:read invoices:read';
    const first = await world.connect(person, app, { scope });
    const few = readTokens(await world.refresh(app, first.refreshToken, { scope: 'balance:read' }));
    assert.equal(few.scope, 'balance:read');
    assert.equal((await world.callAs(few.accessToken, '/invoices')).status, 403);
    const all = readTokens(await world.refresh(app, few.refreshToken));
    assert.equal(all.scope, scope);
    assert.equal((await world.callAs(all.accessToken, '/invoices')).status, 200);
  });

  test('D13 thirty days after the last refresh it is over', async () => {
    const day = 86_400_000;
    const first = await world.connect(person, app);
    world.clock.move(29 * day);
    const second = readTokens(await world.refresh(app, first.refreshToken));
    world.clock.move(29 * day);
    const third = readTokens(await world.refresh(app, second.refreshToken));
    world.clock.move(30 * day);
    assertGone(await world.refresh(app, third.refreshToken));
  });
});

describe('D10 what ends tokens, and what does not', () => {
  async function connected(): Promise<{
    app: App;
    person: Person;
    tokens: ReturnType<typeof readTokens>;
  }> {
    const [one, somebody] = [await world.addApp(), await world.addPerson()];
    return { app: one, person: somebody, tokens: await world.connect(somebody, one) };
  }
  const passwords = { hash: async () => 'another hash' };

  async function assertOver(of: Awaited<ReturnType<typeof connected>>): Promise<void> {
    const call = await world.callAs(of.tokens.accessToken);
    assert.deepEqual(call.body, { status: 401, error: 'invalid access token' });
    const refreshed = await world.refresh(of.app, of.tokens.refreshToken);
    assert(refreshed.status === 400 || refreshed.status === 401);
    const error = refreshed.status === 400 ? 'invalid_grant' : 'invalid_client';
    assert.equal(field(refreshed.body, 'error'), error);
  }

  test('D10 the user revokes: all is over, a code under way too', async () => {
    const of = await connected();
    const { code } = await world.authorize(of.person, of.app);
    await revokeAll(world, of.person);
    await assertOver(of);
    assertGone(await world.token(of.app, exchange(of.app, code)));
    assert.deepEqual(await world.deps.appGrants.listAppGrants(of.person.api.user.id), []);
  });

  test('D10 the user gets another password: apps ask again, and join the app grant', async () => {
    const of = await connected();
    const { code } = await world.authorize(of.person, of.app);
    const { identifier, id } = of.person.api.user;
    const [before] = await world.deps.appGrants.listAppGrants(id);
    const password = 'another password';
    const input = { user: identifier, profile: {}, password, disabledAt: null };
    assert((await changeUser({ ...world.deps, passwords }, input)).ok);
    await assertOver(of);
    assertGone(await world.token(of.app, exchange(of.app, code)));
    const [after] = await world.deps.appGrants.listAppGrants(id);
    assert.deepEqual(after, before);
    assert.equal((await world.call('GET', '/balance', bearer(of.person.api.token))).status, 200);
  });

  test('D10 the account is switched off: all is over, and stays so when it is on again', async () => {
    const of = await connected();
    const { id } = of.person.api.user;
    await world.deps.users.updateUser(id, { disabledAt: world.clock.now() });
    await assertOver(of);
    await world.deps.users.updateUser(id, { disabledAt: null });
    await assertOver(of);
  });

  test('D10 J4 the app is removed: all its tokens are over, for everybody', async () => {
    const of = await connected();
    const another = await world.addPerson();
    const others = await world.connect(another, of.app);
    assert((await removeClient(world.deps, of.app.id, of.app.ownerUserId)).ok);
    await assertOver(of);
    await assertOver({ ...of, person: another, tokens: others });
    assert.deepEqual(await world.deps.appGrants.listAppGrants(another.api.user.id), []);
    const asked = await another.browser.get(`/oauth?client_id=${of.app.id}&response_type=code`);
    assert.equal(asked.statusCode, 400);
  });

  test('D10 the secret is replaced: the old one is refused, tokens live on', async () => {
    const of = await connected();
    const rotated = await rotateClientSecret(
      { ...world.deps, random: world.deps.random },
      of.app.id,
      of.app.ownerUserId,
    );
    assert(rotated.ok);
    assert.equal(await isAlive(of.tokens.accessToken), true);
    const old = await world.refresh(of.app, of.tokens.refreshToken);
    assert.deepEqual([old.status, field(old.body, 'error')], [401, 'invalid_client']);
    const fresh = { ...of.app, secret: rotated.value.secret };
    assert.equal((await world.refresh(fresh, of.tokens.refreshToken)).status, 200);
  });

  test('E11 another callback: what is under way for the old one is void, tokens live on', async () => {
    const of = await connected();
    const { code } = await world.authorize(of.person, of.app);
    const change = { url: 'https://app.example', callback: 'https://app.example/other' };
    const named = {
      id: of.app.id,
      owner: of.app.ownerUserId,
      name: 'App',
      s256Only: false,
      sendsIssuer: true,
    };
    assert((await editClient(world.deps, { ...named, ...change })).ok);
    assertGone(await world.token(of.app, exchange(of.app, code)));
    assert.equal(await isAlive(of.tokens.accessToken), true);
  });
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function revokeAll({ deps, clock }: OauthWorld, { api }: Person): Promise<void> {
  for (const { id } of await deps.appGrants.listAppGrants(api.user.id)) {
    assert(await deps.appGrants.revokeAppGrant(api.user.id, id, clock.now()));
  }
}
