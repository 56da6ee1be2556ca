import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { field, textField } from '../support/fields.ts';
import { type OauthWorld, startOauth, VERIFIER } from '../support/oauth-world.ts';

/** Clients that write the base address with a slash at its end, or end each path with one. */

const cleanups: (() => Promise<void>)[] = [];
const world: OauthWorld = await startOauth(
  { after: (end) => cleanups.push(end) },
  { baseUrl: null },
);
after(async () => {
  for (const end of cleanups) await end();
});
const ann = await world.addUser();
await world.deps.addressNames.claimName(ann.user.id, 'ann', world.clock.now(), null);
const authorization = `Bearer ${ann.token}`;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The path goes out as it is written: other clients would tidy it up first. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const { hostname, port } = new URL(world.app.listeningOrigin);
  const asked = request({ hostname, port, path, method, headers });
  asked.end(body);
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, headers: answer.headers, text: await readAll(answer) };
}

/** All ways in which a client writes `path`. */
const spellings = (path: string): readonly string[] => [
  `/${path}`,
  `${path}/`,
  path.replaceAll('/', '//'),
  `http://wallet.example/${path}/`,
];

test('calls of the Wallet API', async () => {
  const headers = { authorization };
  for (const path of ['/balance', '/user/me', '/invoices/incoming', '/health']) {
    const usual = await ask(path, { headers });
    assert.equal(usual.status, 200, path);
    for (const spelt of spellings(path)) {
      const answer = await ask(spelt, { headers });
      assert.deepEqual([answer.status, answer.text], [200, usual.text], spelt);
      const page = await ask(`${spelt}?page=1`, { headers });
      assert.equal(page.status, 200, `${spelt} with a query`);
    }
  }
  assert.equal((await ask('//balance/')).status, 401, 'it asks for the token there too');
  const json = { authorization, 'content-type': 'application/json' };
  const made = await ask('//invoices/', { method: 'POST', headers: json, body: '{"amount":21}' });
  assert.equal(made.status, 200, made.text);
});

test('a method that a path does not have is refused there in the same words', async () => {
  for (const path of ['/balance', '/oauth/token', '/lndhub/ext/balance', '/lnurlp/ann/callback']) {
    const usual = await ask(path, { method: 'DELETE' });
    assert.equal(usual.status, 405, path);
    for (const spelt of spellings(path)) {
      const answer = await ask(spelt, { method: 'DELETE' });
      assert.deepEqual([answer.status, answer.text], [405, usual.text], spelt);
    }
  }
});

test('a lightning address, and what else stands below /.well-known', async () => {
  const names = ['lnurlp/ann', 'keysend/ann', 'nostr.json', 'oauth-authorization-server'];
  for (const name of names) {
    const path = `/.well-known/${name}`;
    const usual = await ask(path);
    for (const spelt of spellings(path)) {
      const answer = await ask(spelt);
      assert.deepEqual([answer.status, answer.text], [usual.status, usual.text], spelt);
      assert.equal(answer.headers['access-control-allow-origin'], '*');
    }
  }
});

test('phone wallets over LndHub', async () => {
  for (const spelt of spellings('/lndhub/ext/getinfo')) {
    const answer = await ask(spelt);
    assert.deepEqual([answer.status, field(JSON.parse(answer.text), 'code')], [401, 1], spelt);
  }
  const headers = { 'content-type': 'application/json' };
  const login = JSON.stringify({ login: 'nobody', password: 'nothing' });
  const logIn = (path: string) => ask(path, { method: 'POST', headers, body: login });
  const usual = await logIn('/lndhub/ext/auth');
  assert.equal((await logIn('/lndhub/ext//auth')).text, usual.text);
});

test('the whole of OAuth, and its answers still go to the registered callback only', async () => {
  const app = await world.addApp();
  const person = await world.addPerson();
  const { code } = await world.authorize(person, app);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.callback,
    client_id: app.id,
    client_secret: app.secret,
    code_verifier: VERIFIER,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const call = { method: 'POST', headers, body: form.toString() };
  const exchanged = await ask('//oauth/token/', call);
  assert.equal(exchanged.status, 200, exchanged.text);
  assert.match(textField(JSON.parse(exchanged.text), 'access_token'), /^sat_at_/);
  const asked = new URLSearchParams({ client_id: app.id, redirect_uri: `${app.callback}/` });
  assert.equal((await ask(`/oauth/?${asked}`)).status, 400);
});

test('pages, which never lead to another host', async () => {
  for (const spelt of ['/sign-in/', '//sign-in', '/sign-in//']) {
    const page = await ask(spelt);
    assert.equal(page.status, 200, spelt);
    assert.match(String(page.headers['content-type']), /^text\/html/);
  }
  for (const spelt of ['//evil.example', '//evil.example/activity', '/%2Fevil.example']) {
    const { status, headers } = await ask(spelt);
    assert.deepEqual([status, headers.location], [404, undefined], spelt);
  }
});
