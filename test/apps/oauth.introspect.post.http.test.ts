import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../support/api-user.ts';
import { field, numberField, textField } from '../support/fields.ts';
import { type App, basic, formOf, startOauth } from '../support/oauth-world.ts';

const world = await startOauth({ after });
const app = await world.addApp();
const person = await world.addPerson();

const introspect = (as: App, token: string): Promise<Answer> =>
  world.call('POST', '/oauth/introspect', {
    headers: {
      authorization: basic(as.id, as.secret),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: formOf({ token }),
  });

test('B15 the owning app sees what its tokens are good for', async () => {
  const tokens = await world.connect(person, app, { scope: 'balance:read invoices:read' });
  const { body } = await introspect(app, tokens.accessToken);
  assert.equal(field(body, 'active'), true);
  assert.equal(textField(body, 'scope'), 'balance:read invoices:read');
  assert.equal(textField(body, 'client_id'), app.id);
  assert.equal(textField(body, 'token_type'), 'Bearer');
  assert.equal(textField(body, 'iss'), 'https://wallet.example');
  assert.equal(numberField(body, 'exp') - numberField(body, 'iat'), 7200);
  assert.equal(field(body, 'sub'), undefined, 'the id of a user stays inside');
  const refresh = await introspect(app, tokens.refreshToken);
  assert.equal(field(refresh.body, 'active'), true);
});

test('B15 nothing but inactive for the token of another app, or one that is no more', async () => {
  const tokens = await world.connect(person, app);
  const other = await world.addApp();
  const personal = person.api.token;
  assert.deepEqual((await introspect(other, tokens.accessToken)).body, { active: false });
  assert.deepEqual((await introspect(other, tokens.refreshToken)).body, { active: false });
  assert.deepEqual((await introspect(app, personal)).body, { active: false });
  assert.deepEqual((await introspect(app, 'nobody')).body, { active: false });
  assert.equal((await world.refresh(app, tokens.refreshToken)).status, 200);
  assert.deepEqual((await introspect(app, tokens.refreshToken)).body, { active: false });
  world.clock.move(7200 * 1000);
  assert.deepEqual((await introspect(app, tokens.accessToken)).body, { active: false });
});

test('B15 the app has to authenticate', async () => {
  const answer = await introspect({ ...app, secret: 'wrong' }, 'nobody');
  assert.deepEqual([answer.status, textField(answer.body, 'error')], [401, 'invalid_client']);
});
