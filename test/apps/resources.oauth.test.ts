import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { hashOauthSecret, newOauthSecret } from '../../src/apps/oauth-token.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { field } from '../support/fields.ts';
import {
  exchange,
  type OauthWorld,
  type Person,
  readTokens,
  startOauth,
} from '../support/oauth-world.ts';

const scope = ALL_SCOPES.join(' ');

/** A token of the same app, user and family, for something that this version does not have. */
async function tokenForElsewhere(world: OauthWorld, accessToken: string): Promise<string> {
  const token = newOauthSecret('access_token', world.deps.random);
  await world.database().sql`
    insert into access_token (
      token_hash, app_grant_id, generation, family_id, scopes, resource, created_at, expires_at)
    select ${hashOauthSecret(token)}, app_grant_id, generation, family_id, scopes, 'elsewhere',
      created_at, expires_at
    from access_token where token_hash = ${hashOauthSecret(accessToken)}`;
  return token;
}

async function codeForElsewhere(world: OauthWorld, code: string): Promise<string> {
  const other = newOauthSecret('code', world.deps.random);
  await world.database().sql`
    insert into authorization_code (
      code_hash, app_grant_id, generation, redirect_uri, scopes, resource, code_challenge,
      created_at, expires_at)
    select ${hashOauthSecret(other)}, app_grant_id, generation, redirect_uri, scopes, 'elsewhere',
      code_challenge, created_at, expires_at
    from authorization_code where code_hash = ${hashOauthSecret(code)}`;
  return other;
}

describe('a token for another resource', async () => {
  const world = await startOauth({ after });
  const app = await world.addApp();
  const lastUse = async ({ api }: Person) => {
    await world.deps.appGrantUses.write();
    return (await world.deps.appGrants.listAppGrants(api.user.id))[0]?.lastUsedAt;
  };

  test('is refused at each operation like one that was never issued', async () => {
    const person = await world.addPerson();
    const own = (await world.connect(person, app, { scope })).accessToken;
    const elsewhere = await tokenForElsewhere(world, own);
    const guess = newOauthSecret('access_token', world.deps.random);
    for (const { method, path, access } of ROUTES) {
      if (access === 'public' || access === 'client') continue;
      const ask = async (token: string) => {
        world.takeStatements();
        const { status, body } = await world.call(method, path.replaceAll(/:\w+/g, 'x'), {
          headers: { authorization: `Bearer ${token}` },
          ...(method === 'POST' ? { body: {} } : {}),
        });
        return { status, body, statements: world.takeStatements().length };
      };
      const refused = await ask(elsewhere);
      assert.equal(refused.status, 401, path);
      assert.deepEqual(refused, await ask(guess), path);
    }
    assert.equal(await lastUse(person), null, 'it was not used');
    assert.equal((await world.callAs(own)).status, 200);
    assert.notEqual(await lastUse(person), null);
  });

  test('pays nothing, though the payment is read together with it', async () => {
    const person = await world.addPerson();
    await person.api.receive(100);
    const payee = await world.addPerson();
    const own = (await world.connect(person, app, { scope })).accessToken;
    const elsewhere = await tokenForElsewhere(world, own);
    const { body: made } = await payee.api.post('/invoices', { amount: 10 });
    const pay = (token: string) =>
      world.call('POST', '/payments/bolt11', {
        headers: { authorization: `Bearer ${token}` },
        body: { invoice: field(made, 'payment_request') },
      });
    assert.equal((await pay(elsewhere)).status, 401);
    assert.equal(field((await world.callAs(own)).body, 'balance'), 100);
    assert.equal((await pay(own)).status, 200);
    assert.equal(field((await world.callAs(own)).body, 'balance'), 90);
  });

  test('comes from a code for it, and stays for it through each refresh', async () => {
    const person = await world.addPerson();
    const { code } = await world.authorize(person, app, { scope });
    const other = await codeForElsewhere(world, code);
    const first = readTokens(await world.token(app, exchange(app, other)));
    const second = readTokens(await world.refresh(app, first.refreshToken));
    for (const { accessToken } of [first, second]) {
      assert.equal((await world.callAs(accessToken)).status, 401);
      const asked = await world.call('GET', '/oauth/token/introspect', {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      assert.equal(asked.status, 401);
    }
    const hashes = [first, second].map(({ accessToken }) => hashOauthSecret(accessToken));
    const { sql } = world.database();
    const rows = await sql<{ token: string; family: string }[]>`
      select t.resource as token, f.resource as family
      from access_token t join token_family f on f.id = t.family_id
      where t.token_hash in (${hashes[0] ?? null}, ${hashes[1] ?? null})`;
    const both = { token: 'elsewhere', family: 'elsewhere' };
    assert.deepEqual([...rows], [both, both]);

    const usual = readTokens(await world.token(app, exchange(app, code)));
    const refreshed = readTokens(await world.refresh(app, usual.refreshToken));
    for (const { accessToken } of [usual, refreshed]) {
      assert.equal((await world.callAs(accessToken)).status, 200);
    }
  });
});

test('a token for another resource gets no further from an address of many guesses', async () => {
  const requestsPerSec = 20;
  const rateLimit = { isOn: true, requestsPerSec, paymentsPerSec: 2, paymentsBurst: 4 };
  // The clock of rates stands still.
  const world = await startOauth({ after }, { rateLimit }, ({ clock }) => ({
    clock: { ...clock, monotonicMs: () => 0 },
  }));
  const app = await world.addApp();
  const own = (await world.connect(await world.addPerson(), app)).accessToken;
  const elsewhere = await tokenForElsewhere(world, own);
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const remoteAddress = '192.0.2.7';
    return (await world.app.inject({ url: '/balance', remoteAddress, headers })).statusCode;
  };
  assert.deepEqual([await ask(own), await ask(elsewhere)], [200, 401]);
  for (let index = 1; index < requestsPerSec; index += 1) {
    assert.equal(await ask(`sat_at_guess${index}`), 401);
  }
  world.takeStatements();
  assert.equal(await ask(elsewhere), 429);
  assert.deepEqual(world.takeStatements(), []);
  assert.equal(await ask(own), 200);
});
