import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Database } from '../../src/database/db.ts';
import { testAccess } from '../support/access-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { addApp, addEndpoint, assertAbsent } from '../support/webhooks/webhook-api.ts';

let database: Database;
const api = await startWalletApi({ after }, {}, (opened) => {
  database = opened;
  return {};
});

testAccess(api, 'invoices:read', { method: 'DELETE', path: '/webhook_endpoints/x' });

test('W66 answers the endpoint as it was; the second time it is not found', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const shown = await user.get(path);
  const deleted = await user.delete(path);
  assert.equal(deleted.status, 200);
  assert.deepEqual(deleted.body, shown.body);
  await assertAbsent(user.delete(path));
  await assertAbsent(user.get(path));
});

test('W40 what waits for it is cancelled, and its secrets are gone', async () => {
  const user = await api.addUser();
  const { id, path } = await addEndpoint(user);
  await user.receive(100);
  await user.post(`${path}/rotate_secret`, {});
  await user.delete(path);
  await user.receive(100);
  const { sql } = database;
  const deliveries = await sql`
    select state, next_at from webhook_delivery where endpoint_id = ${id}`;
  assert.deepEqual([...deliveries], [{ state: 'cancelled', next_at: null }]);
  assert.deepEqual([...(await sql`select from webhook_secret where endpoint_id = ${id}`)], []);
});

test('a disabled endpoint can be deleted, and many at once delete it once', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.patch(path, { enabled: false });
  const answers = await Promise.all(Array.from({ length: 8 }, () => user.delete(path)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 404, 404, 404, 404, 404, 404, 404]);
});

test('W59 W60 no one deletes what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { path } = await addEndpoint(user);
  await assertAbsent(other.delete(path));
  await assertAbsent(app.delete(path));
  assert.equal((await user.get(path)).status, 200);
  const ofApp = await addEndpoint(app);
  assert.equal((await app.delete(ofApp.path)).status, 200);
  const another = await addEndpoint(app);
  await assertAbsent(user.delete(another.path));
  const otherToken = await user.withScopes(['invoices:read']);
  await assertAbsent(otherToken.delete(path));
  for (const kept of [user.get(path), app.get(another.path)]) {
    assert.equal((await kept).status, 200);
  }
});
