import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import type { Answer } from '../support/api-user.ts';
import { CALLBACK, startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp();
const person = await world.addPerson();

const introspect = (authorization?: string): Promise<Answer> =>
  world.call('GET', '/oauth/token/introspect', {
    headers: authorization === undefined ? {} : { authorization },
  });

test('A12 the word Bearer may be written small, or left out', async () => {
  const { accessToken } = await world.connect(person, app, {
    scope: 'payments:send balance:read',
  });
  const expected = {
    client_id: app.id,
    redirect_uri: CALLBACK,
    scopes: {
      'balance:read': 'Read your balance.',
      'payments:send': 'Send payments from your account.',
    },
  };
  for (const prefix of ['Bearer ', 'bearer ', '']) {
    const answer = await introspect(prefix + accessToken);
    assert.equal(answer.status, 200, prefix);
    assert.deepEqual(answer.body, expected);
  }
});

test('A12 a token that is unknown, missing, revoked or over is told so', async () => {
  const { accessToken } = await world.connect(person, app);
  const invalid = { status: 401, error: 'invalid access token' };
  for (const authorization of [undefined, '', 'Bearer nobody', `Bearer ${accessToken}x`]) {
    const answer = await introspect(authorization);
    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, invalid);
  }
  world.clock.move(7200 * 1000);
  const over = await introspect(`Bearer ${accessToken}`);
  assert.deepEqual(over.body, { status: 401, error: 'expired access token' });
  const [appGrant] = await world.deps.appGrants.listAppGrants(person.api.user.id);
  assert(appGrant !== undefined);
  const again = await world.connect(person, app);
  await world.deps.appGrants.revokeAppGrant(person.api.user.id, appGrant.id, world.clock.now());
  assert.deepEqual((await introspect(`Bearer ${again.accessToken}`)).body, invalid);
});

test('A12 a personal token shows its own id and no callback', async () => {
  const input = { userId: person.api.user.id, scopes: 'account:read', name: 'cli' };
  const added = await addPersonalToken(world.deps, { ...input, expiresInSec: null });
  assert(added.ok);
  const answer = await introspect(`Bearer ${added.value.token}`);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    client_id: added.value.stored.id,
    redirect_uri: '',
    scopes: {
      'account:read':
        'Read your payment details like the Lightning Address and keysend information.',
    },
  });
});
