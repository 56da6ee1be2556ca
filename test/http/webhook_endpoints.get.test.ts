import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
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

test('W60 an app sees what it made for this user, and the user sees all', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const sameApp = await addApp(api, other, app.client);
  const otherApp = await addApp(api, user);
  const made = [await addEndpoint(user), await addEndpoint(app), await addEndpoint(otherApp)];
  await addEndpoint(sameApp);
  assert.deepEqual(idsOf((await app.get(path)).body), [made[1]?.id]);
  assert.deepEqual(
    idsOf((await user.get(path)).body).toSorted(),
    made.map(({ id }) => id).toSorted(),
  );
});
