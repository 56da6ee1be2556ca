import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const origin = 'https://app.example';

test('any page may call, without cookies', async () => {
  const user = await api.addUser();
  for (const path of ['/balance', '/invoices/nothing', '/nothing']) {
    const { headers } = await user.get(path, { origin });
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-credentials'], undefined);
    const exposed = String(headers['access-control-expose-headers']).toLowerCase();
    for (const name of ['retry-after', 'x-rate-limit-remaining', 'x-rate-limit-reset']) {
      assert(exposed.includes(name), name);
    }
  }
});

test('errors can be read by the page too', async () => {
  const { status, headers } = await api.call('GET', '/balance', { headers: { origin } });
  assert.equal(status, 401);
  assert.equal(headers['access-control-allow-origin'], '*');
});

test('a preflight allows the headers that clients send', async () => {
  for (const path of ['/payments/bolt11', '/invoices', '/user/me', '/nothing']) {
    const answer = await api.call('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-user-agent',
      },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase();
    for (const name of [
      'authorization',
      'content-type',
      'user-agent',
      'x-user-agent',
      'idempotency-key',
    ]) {
      assert(allowed.split(', ').includes(name), name);
    }
    const methods = String(answer.headers['access-control-allow-methods']);
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH']) assert(methods.includes(method));
  }
});
