import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { addApp, addEndpoint, assertAbsent } from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'GET', path: '/webhook_endpoints/x/deliveries/x' });

test('W13 the body is the record as lists show it, byte by byte', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.receive(100);
  const [delivery] = listOf((await user.get(`${path}/deliveries`)).body);
  const id = textField(delivery, 'id');
  const detail = await user.get(`${path}/deliveries/${id}`);
  assert.equal(detail.status, 200);
  const { body, attempt_log: attempts, ...shown } = Object(detail.body);
  assert.deepEqual(shown, delivery);
  assert.deepEqual(attempts, []);
  assert.equal(`[${body}]`, (await user.get('/invoices/incoming')).text);
  assert.equal(JSON.stringify(JSON.parse(body)), body);
});

test('W59 W60 no one reads what is not theirs, by whatever id', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const [mine, second, foreign] = [
    await addEndpoint(user),
    await addEndpoint(user),
    await addEndpoint(other),
  ];
  await user.receive(100);
  const [delivery] = listOf((await user.get(`${mine.path}/deliveries`)).body);
  const id = textField(delivery, 'id');
  const notFound = 'delivery not found';
  await assertAbsent(other.get(`${mine.path}/deliveries/${id}`), notFound);
  await assertAbsent(app.get(`${mine.path}/deliveries/${id}`), notFound);
  await assertAbsent(other.get(`${foreign.path}/deliveries/${id}`), notFound);
  for (const wrong of ['x', id.slice(0, -1), id.toUpperCase(), `${id}0`, `msg_${'0'.repeat(32)}`]) {
    await assertAbsent(user.get(`${mine.path}/deliveries/${wrong}`), notFound);
  }
  const fromSecond = await user.get(`${second.path}/deliveries/${id}`);
  assert.equal(field(fromSecond.body, 'id'), id, 'a message bears one id wherever it goes');
});
