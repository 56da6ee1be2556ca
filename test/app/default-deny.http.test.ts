import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const alice = await api.addUser();

/** A real address for a template. */
const addressOf = (path: string): string => path.replaceAll(/:\w+/g, 'x');

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

test('M75 M77 every route × every scope × anonymous: only the one scope opens it', async () => {
  const tokens: (readonly [Scope, string])[] = [];
  for (const scope of ALL_SCOPES) tokens.push([scope, (await alice.withScopes([scope])).token]);
  for (const route of ROUTES) {
    const path = addressOf(route.path);
    const body = route.method === 'POST' ? { body: {} } : {};
    const anonymous = await api.call(route.method, path, body);
    if (route.access === 'public') {
      assert(anonymous.status !== 401 && anonymous.status !== 403, route.path);
      continue;
    }
    if (route.access === 'client') {
      const headers = { authorization: `Bearer ${alice.token}` };
      const asUser = await api.call(route.method, path, { ...body, headers });
      assert.deepEqual([anonymous.status, asUser.status], [400, 400], route.path);
      continue;
    }
    assert.equal(anonymous.status, 401, route.path);
    for (const [scope, token] of tokens) {
      const headers = { authorization: `Bearer ${token}` };
      const { status } = await api.call(route.method, path, { ...body, headers });
      const isOpen = status !== 401 && status !== 403;
      const wants: boolean = route.access === 'any_token' || route.access === scope;
      assert.equal(isOpen, wants, `${route.path} with ${scope}: ${status}`);
    }
  }
});

test('the public routes are these', () => {
  const open = ROUTES.filter(({ access }) => access === 'public').map(({ path }) => path);
  assert.deepEqual(open, [
    '/decode/bolt11/:invoice',
    '/qr/:identifier.png',
    '/qr/:identifier.svg',
    '/.well-known/oauth-authorization-server',
    '/health',
    '/openapi.json',
    '/docs',
    '/docs/reference.js',
  ]);
});

test('a known path with another method is 405 and says which ones it has', async () => {
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const known = ROUTES.filter((route) => route.path === path).map(({ method }) => method);
    for (const method of METHODS) {
      if (known.some((other) => other === method || (other === 'GET' && method === 'HEAD')))
        continue;
      const answer = await api.call(method, addressOf(path));
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.deepEqual(
        String(answer.headers['allow'])
          .split(', ')
          .filter((name) => name !== 'HEAD')
          .toSorted(),
        known.toSorted(),
      );
      if (method === 'HEAD') continue;
      const isOauth = field(answer.body, 'error') === 'invalid_request';
      assert(isOauth ? path.startsWith('/oauth/') : field(answer.body, 'code') === 8, path);
    }
  }
});

test('everything else is not found, in JSON, with a token or without', async () => {
  const { token } = alice;
  for (const path of [
    '/',
    '/invoice',
    '/Invoices',
    '/payments',
    '/payments/bolt11/x',
    '/user',
    '/metrics',
    '/internal/users',
    '/signatures',
    '/swaps/info',
    '/swaps',
    '/../etc/passwd',
    '/balance%2F',
    '/balance;x=1',
    '/.env',
    '/openapi.yaml',
  ]) {
    for (const method of METHODS) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        const answer = await api.call(method, path, { headers });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        if (method === 'HEAD') continue;
        assert.deepEqual(answer.body, { code: 8, error: true, message: 'Not found' });
      }
    }
  }
});

test('asking without wanting the body needs the scope too', async () => {
  assert.equal((await api.call('HEAD', '/balance')).status, 401);
  const { token } = await alice.withScopes(['account:read']);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await api.call('HEAD', '/balance', { headers })).status, 403);
});
