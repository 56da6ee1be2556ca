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

/** What libraries of tracing add to each call of a page. */
const TRACING = 'authorization,baggage,sentry-trace,traceparent,tracestate';

/** Fetch Standard, CORS-preflight fetch: `*` stands for all names but Authorization. */
function allowsAll(headers: Readonly<Record<string, unknown>>, asked: string): boolean {
  const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(/,\s*/);
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || (name !== 'authorization' && allowed.includes('*'));
  return asked.split(',').every(isAllowed);
}

test('a preflight allows whatever else a page sends, at every door', async () => {
  for (const path of [
    '/balance',
    '/nothing',
    '/.well-known/lnurlp/ann',
    '/.well-known/keysend/ann',
    '/.well-known/nostr.json?name=ann',
    '/.well-known/oauth-authorization-server',
    '/lnurlp/ann/callback',
    '/lnurl/nothing',
    '/lndhub/ext/balance',
    '/lndhub/ext/auth',
    '/oauth/token',
    '/oauth/revoke',
    '/oauth/token/introspect',
    '/relay',
    '/relay/',
    '/qr/x.svg',
  ]) {
    const { status, headers } = await api.call('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': TRACING,
      },
    });
    assert.equal(status, 204, path);
    assert.equal(headers['access-control-allow-origin'], '*', path);
    assert.ok(allowsAll(headers, TRACING), `${path}: ${headers['access-control-allow-headers']}`);
    assert.equal(headers['access-control-allow-credentials'], undefined);
  }
});

test('what a preflight answers is as long whatever is asked for', async () => {
  const lengthFor = async (asked: string): Promise<number> => {
    const headers = { origin, 'access-control-request-headers': asked };
    const answer = await api.call('OPTIONS', '/balance', { headers });
    assert.equal(answer.status, 204);
    return JSON.stringify(answer.headers).length;
  };
  assert.equal(await lengthFor('x-a'), await lengthFor('x-a,'.repeat(2000)));
});
