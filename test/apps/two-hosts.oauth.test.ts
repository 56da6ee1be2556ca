import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import type { Answer } from '../support/api-user.ts';
import { textField } from '../support/fields.ts';
import { authorizeUrl, startOauth } from '../support/oauth-world.ts';

const API = 'api.example:8443';
const PAGES = 'auth.example';
const world = await startOauth(
  { after },
  { baseUrl: `https://${API}`, authUrl: `https://${PAGES}` },
);
const origin = 'https://app.example';

const at = (host: string, method: string, path: string, headers = {}): Promise<Answer> =>
  world.call(method, path, { headers: { host, origin, ...headers } });

test('A16 the whole flow over two hosts', async () => {
  const app = await world.addApp({ isPublic: true });
  const person = await world.addPerson();
  const tokens = await world.connect(person, app);
  assert.equal((await world.callAs(tokens.accessToken)).status, 200);
  const { answer } = await world.authorize(person, app);
  assert.equal(answer.get('iss'), `https://${API}`);
});

test('A16 the metadata names both hosts', async () => {
  const { body } = await at(API, 'GET', '/.well-known/oauth-authorization-server');
  assert.equal(textField(body, 'issuer'), `https://${API}`);
  assert.equal(textField(body, 'authorization_endpoint'), `https://${PAGES}/oauth`);
  assert.equal(textField(body, 'token_endpoint'), `https://${API}/oauth/token`);
});

test('A16 the host of the pages serves no API, and opens nothing to other sites', async () => {
  for (const { method, path } of ROUTES) {
    const address = path.replaceAll(/:\w+/g, 'x');
    const preflight = { 'access-control-request-method': 'POST' };
    const answers = [
      await at(PAGES, method, address),
      await at(PAGES, 'OPTIONS', address, preflight),
    ];
    for (const { status, headers } of answers) {
      assert(status === 404 || status === 405, `${method} ${path}: ${status}`);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
  }
});

test('A16 what strangers look up is open to other sites at both hosts, preflights too', async () => {
  const asked = {
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'baggage',
  };
  for (const host of [PAGES, API]) {
    for (const name of ['lnurlp/ann', 'keysend/ann', 'nostr.json']) {
      const answer = await at(host, 'OPTIONS', `/.well-known/${name}`, asked);
      assert.equal(answer.status, 204, `${host} ${name}`);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.match(String(answer.headers['access-control-allow-headers']), /\*/);
    }
  }
  const callback = await at(PAGES, 'OPTIONS', '/lnurlp/ann/callback', asked);
  assert.equal(callback.status, 404);
});

test('A16 the host of the API serves no pages', async () => {
  const app = await world.addApp({ isPublic: true });
  for (const path of [authorizeUrl(app), '/consent/x', '/oauth/x', '/sign-in', '/apps']) {
    assert.equal((await at(API, 'GET', path)).status, 404, path);
  }
  const page = await at(PAGES, 'GET', '/sign-in');
  assert.equal(page.status, 200);
  assert.equal(page.headers['access-control-allow-origin'], undefined);
});

test('A16 a host is the same in each of its spellings', async () => {
  const spellings = [`${PAGES}:443`, 'Auth.Example', 'AUTH.EXAMPLE:443', `${PAGES}.`];
  // Some proxies write the port that they themselves listen on.
  for (const host of [PAGES, ...spellings, `${PAGES}:8080`]) {
    assert.equal((await at(host, 'GET', '/sign-in')).status, 200, host);
    const balance = await at(host, 'GET', '/balance');
    assert.equal(balance.status, 404, host);
    assert.equal(balance.headers['access-control-allow-origin'], undefined, host);
  }
  for (const host of [API, 'API.example:8443', 'api.example']) {
    assert.equal((await at(host, 'GET', '/sign-in')).status, 404, host);
    assert.equal((await at(host, 'GET', '/balance')).status, 401, host);
  }
});
