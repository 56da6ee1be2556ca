import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { field } from '../support/fields.ts';
import {
  answerBeforeBody,
  type HalfRequest,
  readAnswer,
  sendHead,
} from '../support/half-request.ts';
import { startPages } from '../support/page-world.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const world = await startPages({ after });
const alice = await world.addUser();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const port = Number(new URL(world.app.listeningOrigin).port);

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = { authorization: `Bearer ${alice.token}` };

const refused: readonly (readonly [string, HalfRequest, number])[] = [
  ['an unknown path', { path: '/nothing', length: 255_000, headers: JSON_TYPE }, 404],
  ['one with a token', { path: '/nothing', length: 255_000, headers: TOKEN }, 404],
  ['one of LNURL', { path: '/lnurlp/a/b/c/d', length: 255_000, headers: JSON_TYPE }, 404],
  ['one of LndHub', { path: '/lndhub/ext/zzz', length: 255_000, headers: FORM_TYPE }, 404],
  ['another method', { path: '/balance', length: 255_000, headers: JSON_TYPE }, 405],
  ['one of LNURL', { path: '/.well-known/lnurlp/alice', length: 255_000, headers: JSON_TYPE }, 405],
  ['one of LndHub', { path: '/lndhub/ext/balance', length: 255_000, headers: JSON_TYPE }, 405],
  ['no token', { path: '/invoices', length: 255_000, headers: JSON_TYPE }, 401],
  ['no token of LndHub', { path: '/lndhub/ext/addinvoice', length: 255_000 }, 401],
  [
    'a log-in that is too long',
    { path: '/lndhub/ext/auth', length: 5000, headers: FORM_TYPE },
    413,
  ],
  ['a closed hub', { path: '/lndhub/ext/create', length: 255_000, headers: JSON_TYPE }, 403],
  ['an app that is too long', { path: '/oauth/token', length: 20_000, headers: FORM_TYPE }, 413],
  ['a form that is too long', { path: '/apps/new', length: 40_000, headers: FORM_TYPE }, 413],
  [
    'a large form of a guest',
    { path: '/webhooks/signature-help', length: 190_000, headers: FORM_TYPE },
    303,
  ],
  [
    'a body that is too long',
    { path: '/invoices', length: 300_000, headers: { ...JSON_TYPE, ...TOKEN } },
    413,
  ],
];

for (const [what, request, status] of refused) {
  test(`the answer to ${what} (${request.path}) does not wait for the body`, async () => {
    const answer = await answerBeforeBody(port, request);
    assert.equal(answer.status, status, answer.text);
  });
}

test('a client that asks first is told to send its body only when it is wanted', async () => {
  const expect = { ...JSON_TYPE, ...TOKEN, expect: '100-continue' };
  const body = '{"amount":1}';
  const wanted = sendHead(port, { path: '/invoices', length: body.length, headers: expect });
  assert.equal((await readAnswer(wanted)).status, 100);
  wanted.write(body);
  assert.equal((await readAnswer(wanted)).status, 200);
  wanted.destroy();
  const answer = await answerBeforeBody(port, { path: '/nothing', length: 9, headers: expect });
  assert.equal(answer.status, 404);
});

test('the connection of a short body that was refused stays', async () => {
  const first = { path: '/nothing', length: 200_000, headers: JSON_TYPE };
  const socket = sendHead(port, first);
  assert.equal((await readAnswer(socket)).status, 404);
  socket.write('x'.repeat(200_000));
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.equal((await readAnswer(socket)).status, 200);
  socket.destroy();
});

for (const [what, length, send] of [
  ['a long one', 3_000_000, (text: string) => text],
  ['an endless one', 'chunked', (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`],
] as const) {
  test(`the answer to ${what} can be read while it is sent, then its connection ends`, async () => {
    const socket = sendHead(port, { path: '/nothing', length, headers: JSON_TYPE });
    const closed = once(socket, 'close');
    const answer = await readAnswer(socket);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /^connection: close/im);
    // More than is thrown away: it does not go on without end.
    const part = send('x'.repeat(65_536));
    for (let count = 0; count < 40 && !socket.destroyed; count += 1) {
      socket.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
  });
}

test('a browser is shown a page where there is nothing; others get JSON', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const shown = await world.app.inject({ url: '/nothing', headers: { accept } });
  assert.equal(shown.statusCode, 404);
  assert.match(shown.body, /<h1>There is nothing here<\/h1>/);
  assert.match(shown.body, /<a href="\/">/);
  assert.match(String(shown.headers['content-security-policy']), /default-src 'none'/);
  assert.equal(shown.headers['cache-control'], 'no-store');
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const answer = await world.call('GET', '/nothing', { headers });
    assert.equal(answer.status, 404);
    assert.equal(field(answer.body, 'code'), 8);
    assert.equal(answer.headers['content-security-policy'], undefined);
  }
  const posted = await world.call('POST', '/nothing', { headers: { accept } });
  assert.equal(field(posted.body, 'error'), true);
  const lnurl = await world.call('GET', '/lnurlp/a/b/c', { headers: { accept } });
  assert.equal(field(lnurl.body, 'status'), 'ERROR');
});

test('where pages have a host of their own, people are shown the page there and only there', async () => {
  const { pages } = world.deps;
  assert(pages !== null);
  const apart = await startWalletApi(
    { after },
    {},
    { pages: { ...pages, pagesHost: /^pages\.example$/ } },
  );
  const show = (host: string, url = '/nothing', accept = 'text/html') =>
    apart.app.inject({ url, headers: { host, accept } });
  const shown = await show('pages.example');
  assert.equal(shown.statusCode, 404);
  assert.match(shown.body, /<h1>There is nothing here<\/h1>/);
  assert.equal(shown.headers['access-control-allow-origin'], undefined);
  for (const other of [
    await show('api.example'),
    await show('pages.example', '/nothing', 'application/json'),
    await show('pages.example', '/balance'),
  ]) {
    assert.equal(other.statusCode === 404 || other.statusCode === 401, true);
    assert.match(String(other.headers['content-type']), /^application\/json/);
  }
  assert.equal((await show('api.example')).headers['access-control-allow-origin'], '*');
});
