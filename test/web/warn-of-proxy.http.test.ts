import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROXY_WARNING_MS } from '../../src/web/limits.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const FORWARDED = { 'x-forwarded-for': '198.51.100.1' };

test('a proxy that no one declared is told of, once in an hour', async (t) => {
  const { app, clock, logged } = await startWalletApi(t, { trustedProxies: ['192.0.2.7'] });
  const ask = (remoteAddress: string, headers = {}) =>
    app.inject({ method: 'GET', url: '/health', remoteAddress, headers });
  const count = (): number => logged().split('X-Forwarded-For came from a peer').length - 1;
  await ask('203.0.113.5');
  await ask('192.0.2.7', FORWARDED);
  assert.equal(count(), 0, 'no header, and a trusted proxy');
  for (let times = 0; times < 3; times += 1) await ask('203.0.113.5', FORWARDED);
  assert.equal(count(), 1);
  assert.match(logged(), /SATCHEL_TRUSTED_PROXIES/);
  assert.match(logged(), /203\.0\.113\.5/);
  clock.move(PROXY_WARNING_MS);
  await ask('203.0.113.6', FORWARDED);
  assert.equal(count(), 2);
});

test('and without any trusted proxy', async (t) => {
  const { app, logged } = await startWalletApi(t);
  await app.inject({ method: 'GET', url: '/health', headers: FORWARDED });
  assert.match(logged(), /X-Forwarded-For came from a peer that is not trusted/);
});
