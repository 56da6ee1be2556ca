import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startWalletApi } from '../support/wallet-api.ts';
import { openReceiver, openSender, postTo, withoutDuration } from '../support/webhook-post.ts';

const api = await startWalletApi({ after });
const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
const user = await api.addUser();

test('W62 a webhook that leads back to this service ends at its door', async (t) => {
  const sender = openSender(t);
  const port = new URL(origin).port;
  for (const path of ['/', '/invoices', '/webhook_endpoints', '/health', '/none']) {
    // By another name than the service knows of itself.
    const result = await sender.send(postTo(`http://localhost:${port}${path}`));
    assert('excerpt' in result);
    const { excerpt, ...answer } = withoutDuration(result) as { excerpt: string };
    const refused = { kind: 'answered', status: 508, retryAfter: null, control: 'disable' };
    assert.deepEqual(answer, refused, path);
    assert.match(excerpt, /Webhooks cannot be delivered to this service/);
  }
});

test('W62 not even with a token in its hands does it do anything', async (t) => {
  const sender = openSender(t);
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${user.token}`,
  };
  const body = '{"amount":21}';
  const result = await sender.send(postTo(`${origin}/invoices`, { headers, body }));
  assert.equal('status' in result && result.status, 508);
  const again = await api.call('POST', '/invoices', { headers, body: { amount: 21 } });
  assert.equal(again.status, 200, 'the same call of anybody else is served');
});

test('W62 the mark is on every delivery', async (t) => {
  const receiver = await openReceiver(t);
  const headers = { 'satchel-delivery': '' };
  await openSender(t).send(postTo(receiver.url, { headers }));
  assert.match(receiver.requests[0]?.headers['satchel-delivery'] ?? '', /^1/);
});
