import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../support/api-user.ts';
import { textField } from '../support/fields.ts';
import { type App, basic, formOf, startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp();
const person = await world.addPerson();

const revoke = (as: App, token: string, hint?: string): Promise<Answer> =>
  world.call('POST', '/oauth/revoke', {
    headers: {
      authorization: basic(as.id, as.secret),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: formOf({ token, ...(hint === undefined ? {} : { token_type_hint: hint }) }),
  });

test('B14 revoking a refresh token ends it and the access tokens beside it', async () => {
  const tokens = await world.connect(person, app);
  assert.equal((await world.callAs(tokens.accessToken)).status, 200);
  const answer = await revoke(app, tokens.refreshToken);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {}, 'JSON, as some clients want to read it');
  assert.equal((await world.callAs(tokens.accessToken)).status, 401);
  const refreshed = await world.refresh(app, tokens.refreshToken);
  assert.equal(textField(refreshed.body, 'error'), 'invalid_grant');
});

test('B14 revoking an access token ends the refresh token too, whatever the hint', async () => {
  for (const hint of [undefined, 'access_token', 'refresh_token', 'nonsense']) {
    const tokens = await world.connect(person, app);
    assert.equal((await revoke(app, tokens.accessToken, hint)).status, 200);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal((await world.refresh(app, tokens.refreshToken)).status, 400);
  }
});

test('B14 an unknown token, and one that is revoked already, answer 200', async () => {
  const tokens = await world.connect(person, app);
  for (const token of ['nobody', 'sat_rt_nobody', tokens.refreshToken, tokens.refreshToken]) {
    const answer = await revoke(app, token);
    assert.deepEqual([answer.status, answer.body], [200, {}]);
  }
  const without = await revoke(app, '');
  assert.equal(textField(without.body, 'error'), 'invalid_request');
});

test('B14 the token of another app is not revoked', async () => {
  const tokens = await world.connect(person, app);
  const other = await world.addApp({ isPublic: true });
  assert.equal((await revoke(other, tokens.refreshToken)).status, 200);
  assert.equal((await revoke(other, tokens.accessToken)).status, 200);
  assert.equal((await world.callAs(tokens.accessToken)).status, 200);
  assert.equal((await world.refresh(app, tokens.refreshToken)).status, 200);
});

test('B14 who cannot authenticate revokes nothing', async () => {
  const tokens = await world.connect(person, app);
  const answer = await revoke({ ...app, secret: 'wrong' }, tokens.refreshToken);
  assert.equal(answer.status, 401);
  assert.equal(textField(answer.body, 'error'), 'invalid_client');
  assert.equal((await world.callAs(tokens.accessToken)).status, 200);
});

test('the app grant stays, and a new consent joins it', async () => {
  const tokens = await world.connect(person, app);
  const before = await world.deps.appGrants.listAppGrants(person.api.user.id);
  await revoke(app, tokens.refreshToken);
  await world.connect(person, app);
  const appGrants = await world.deps.appGrants.listAppGrants(person.api.user.id);
  assert.deepEqual(
    appGrants.map(({ id }) => id),
    before.map(({ id }) => id),
  );
});
