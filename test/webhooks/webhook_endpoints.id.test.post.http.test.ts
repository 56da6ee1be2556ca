import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
  INCOMING,
  OUTGOING,
} from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'POST', path: '/webhook_endpoints/x/test' });

test('a test event looks like a real one, of a movement that no one finds', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  await user.receive(100);
  const real = JSON.parse((await user.get('/invoices/incoming')).text)[0];
  for (const [type, direction] of [
    [INCOMING, 'incoming'],
    [OUTGOING, 'outgoing'],
  ]) {
    const sent = await user.post(`${path}/test`, { event_type: type });
    assert.equal(sent.status, 200);
    assert.equal(field(sent.body, 'event_type'), type);
    assert.equal(field(sent.body, 'test'), true);
    assert.equal(field(sent.body, 'state'), 'pending');
    assert.equal(field(sent.body, 'payment_hash'), null);
    const text = textField(sent.body, 'body');
    const body: unknown = JSON.parse(text);
    assert.equal(JSON.stringify(body), text);
    assert.deepEqual(Object.keys(Object(body)), Object.keys(real));
    assert.equal(field(body, 'type'), direction);
    assert.equal(field(body, 'state'), 'SETTLED');
    assert.equal(field(body, 'memo'), 'Test event');
    assert.equal(numberField(body, 'amount'), 1);
    const found = await user.get(`/invoices/${textField(body, 'payment_hash')}`);
    assert.equal(found.status, 404);
  }
  assert.equal(listOf((await user.get('/invoices')).body).length, 1);
});

test('without a type, or without a body, it is one that the endpoint is sent', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user, { filter_types: [OUTGOING] });
  for (const body of [undefined, {}, { event_type: null }]) {
    const sent = await user.post(`${path}/test`, body);
    assert.equal(field(sent.body, 'event_type'), OUTGOING);
  }
  const asked = await user.post(`${path}/test`, { event_type: INCOMING });
  assert.equal(field(asked.body, 'event_type'), INCOMING, 'another is sent on request');
  assert.equal(listOf((await user.get(`${path}/deliveries`)).body).length, 4);
});

test('W68 no event of another type, and none to a disabled endpoint', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const unknown = await user.post(`${path}/test`, { event_type: 'invoice.settled' });
  assert.match(
    complaintsOf(unknown)[0] ?? '',
    /^event_type must be invoice\.incoming\.settled or /,
  );
  await user.patch(path, { enabled: false });
  const disabled = await user.post(`${path}/test`, {});
  assert.deepEqual(complaintsOf(disabled), ['the endpoint is disabled: enable it first']);
  assert.deepEqual((await user.get(`${path}/deliveries`)).body, []);
});

test('W59 W60 no one tests what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const { path } = await addEndpoint(user);
  for (const stranger of [other, app]) {
    await assertAbsent(stranger.post(`${path}/test`, {}));
    await assertAbsent(stranger.post(`${path}/test`, { event_type: INCOMING }));
  }
  assert.deepEqual((await user.get(`${path}/deliveries`)).body, []);
});

test('W61 six tests at once, then one each ten seconds', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  let sent = 0;
  while (sent < 20 && (await user.post(`${path}/test`, {})).status === 200) sent += 1;
  assert.equal(sent, 6);
  api.clock.move(10_000);
  assert.equal((await user.post(`${path}/test`, {})).status, 200);
});
