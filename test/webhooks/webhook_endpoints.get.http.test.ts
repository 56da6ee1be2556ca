import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { inPerson } from '../support/webhooks/in-person.ts';
import { addApp, addEndpoint } from '../support/webhooks/webhook-api.ts';

const path = '/webhook_endpoints';
const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'GET', path });

const idsOf = (body: unknown) => listOf(body).map((endpoint) => field(endpoint, 'id'));

test('a new user has none', async () => {
  const user = await api.addUser();
  assert.deepEqual((await user.get(path)).body, []);
});

test('lists all of a user, the oldest first, without secrets', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  await addEndpoint(other);
  const first = await addEndpoint(user);
  api.clock.move(1000);
  const second = await addEndpoint(user);
  const { body, text } = await user.get(path);
  assert.deepEqual(idsOf(body), [first.id, second.id]);
  assert(!text.includes('secret'));
  await user.delete(first.path);
  assert.deepEqual(idsOf((await user.get(path)).body), [second.id]);
});

test('W60 an app and a token see what they made for this user, and nothing else', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const sameApp = await addApp(api, other, app.client);
  const otherApp = await addApp(api, user);
  const otherToken = await user.withScopes(['invoices:read']);
  await addEndpoint(sameApp);
  for (const maker of [user, app, otherApp, otherToken]) {
    const { id } = await addEndpoint(maker);
    assert.deepEqual(idsOf((await maker.get(path)).body), [id]);
  }
  assert.equal((await api.deps.endpoints.list(inPerson(user))).length, 4, 'in person one sees all');
});
