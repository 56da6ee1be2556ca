import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
} from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });
const EVER = { since: '1970-01-01T00:00:00Z' };

testAccess(api, 'invoices:read', {
  method: 'POST',
  path: '/webhook_endpoints/x/recover',
  body: {},
});

test('W38 what was missed since then is sent', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.patch(path, { enabled: false });
  for (let count = 0; count < 3; count += 1) await user.receive(100);
  const disabled = await user.post(`${path}/recover`, EVER);
  assert.deepEqual(complaintsOf(disabled), ['the endpoint is disabled: enable it first']);
  await user.patch(path, { enabled: true });
  const listed = listOf((await user.get(`${path}/deliveries`)).body);
  const since = textField(listed[1], 'created_at');
  const recovered = await user.post(`${path}/recover`, { since });
  assert.equal(recovered.status, 200);
  assert.deepEqual(recovered.body, { recovered: 2 });
  const after = listOf((await user.get(`${path}/deliveries`)).body);
  assert.deepEqual(
    after.map((delivery) => field(delivery, 'state')),
    ['pending', 'pending', 'skipped'],
  );
  assert.deepEqual(
    after.map((delivery) => field(delivery, 'id')),
    listed.map((delivery) => field(delivery, 'id')),
  );
  assert.deepEqual((await user.post(`${path}/recover`, EVER)).body, { recovered: 1 });
});

test('W68 a time is named exactly', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  for (const since of ['', 'yesterday', '2026-03-01', '2026-03-01T12:00', '2026-13-01T00:00:00Z']) {
    const answer = await user.post(`${path}/recover`, { since });
    assert.deepEqual(complaintsOf(answer), ['since must be a time such as 2026-03-01T12:00:00Z']);
  }
  for (const body of [{}, { since: 5 }, { since: null }]) {
    complaintsOf(await user.post(`${path}/recover`, body));
  }
  const ever = await user.post(`${path}/recover`, { since: '0000-01-01T00:00:00Z' });
  assert.deepEqual(ever.body, { recovered: 0 });
  const zoned = await user.post(`${path}/recover`, { since: '2026-03-01T12:00:00.5+02:00' });
  assert.deepEqual(zoned.body, { recovered: 0 });
});

test('W59 W60 W61 no one recovers what is not theirs, and no one all the time', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { path } = await addEndpoint(user);
  await assertAbsent(other.post(`${path}/recover`, EVER));
  await assertAbsent(app.post(`${path}/recover`, EVER));
  let calls = 0;
  while (calls < 10 && (await user.post(`${path}/recover`, EVER)).status === 200) calls += 1;
  assert.equal(calls, 2);
  api.clock.move(60_000);
  assert.equal((await user.post(`${path}/recover`, EVER)).status, 200);
});
