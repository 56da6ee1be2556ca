import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { checkClientAddresses } from '../../src/apps/redirect-rules.ts';
import {
  authorizeUrl,
  CALLBACK,
  openConsent,
  type Query,
  readCallback,
  readRefusal,
  startOauth,
} from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startOauth({ after });
const app = await world.addApp({ isPublic: true });
const person = await world.addPerson();

/** Asks with a wrong callback or app: no one who asks is sent anywhere. */
async function assertStaysHere(query: Query, of = app): Promise<string> {
  const answer = await person.browser.get(authorizeUrl(of, query));
  assert.equal(answer.statusCode, 400, JSON.stringify(query));
  assert.equal(answer.headers.location, undefined);
  assert.match(String(answer.headers['content-type']), /^text\/html/);
  assert.doesNotMatch(answer.body, /evil|javascript:|<meta http-equiv/);
  return answer.body;
}

describe('where answers go', () => {
  const VARIANTS = [
    `${CALLBACK}/more`,
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#here`,
    'https://app.example:8443/callback',
    'https://evil.example/callback',
    'https://app.example.evil.example/callback',
    'https://evil@app.example/callback',
    'https://app.example@evil.example/callback',
    'https://app.example/x/../callback',
    'https://app.example/%63allback',
    'https://APP.example/callback',
    'https://app.example/Callback',
    'http://app.example/callback',
    'javascript:alert(1)//https://app.example/callback',
    'data:text/html,x',
    '//app.example/callback',
    '/callback',
    ' https://app.example/callback',
    'https://app.example\\callback',
    'nonsense',
    '',
    null,
  ];
  for (const redirect_uri of VARIANTS) {
    test(`E1 not to ${JSON.stringify(redirect_uri)}`, async () => {
      await assertStaysHere({ redirect_uri });
      // Another mistake beside it does not change where the answer goes.
      await assertStaysHere({ redirect_uri, scope: 'nonsense', response_type: 'token' });
      await assertStaysHere({ redirect_uri, prompt: 'none' });
    });
  }

  test('E1 a port of localhost is compared too', async () => {
    const callback = 'http://localhost:3030/cb';
    const local = await world.addApp({ isPublic: true, callback });
    for (const redirect_uri of ['http://localhost:3031/cb', 'http://127.0.0.1:3030/cb']) {
      await assertStaysHere({ redirect_uri }, local);
    }
    assert((await world.authorize(person, local)).location.startsWith(callback));
  });

  test('E2 E3 an unknown app is told to nobody but the user', async () => {
    for (const client_id of ['nobody', '', null, 'no\u0000body', 'x'.repeat(500), '__proto__']) {
      await assertStaysHere({ client_id });
      await assertStaysHere({ client_id, redirect_uri: 'https://evil.example/' });
    }
  });

  test('E2 what stands in the request is shown as text', async () => {
    const page = await assertStaysHere({ client_id: '<script>alert(1)</script>' });
    assert.doesNotMatch(page, /<script>alert/);
  });

  test('E4 every redirect is one that turns into GET', async () => {
    const asked = await person.browser.get(authorizeUrl(app));
    const consent = await openConsent(person.browser, asked.headers.location);
    const back = await person.browser.get(await consent.answer('allow'));
    for (const { statusCode } of [asked, back]) {
      assert(statusCode === 303 || statusCode === 302, String(statusCode));
    }
  });

  test('E5 the issuer stands in every answer', async () => {
    const issuer = 'https://wallet.example';
    assert.equal((await world.authorize(person, app)).answer.get('iss'), issuer);
    const failed = await person.browser.get(authorizeUrl(app, { scope: 'x' }));
    assert.equal(readRefusal(failed).searchParams.get('iss'), issuer);
    const asked = await person.browser.get(authorizeUrl(app));
    const consent = await openConsent(person.browser, asked.headers.location);
    const denied = await readCallback(person.browser, await consent.answer('deny'));
    assert.equal(denied.answer.get('iss'), issuer);
  });

  const errorAt = async (query: Query): Promise<URL> =>
    readRefusal(await person.browser.get(authorizeUrl(app, query)));

  test('E6 answers come in the query of the callback only', async () => {
    for (const response_mode of ['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt', 'x']) {
      const { searchParams, hash } = await errorAt({ response_mode });
      assert.equal(searchParams.get('error'), 'unsupported_response_mode', response_mode);
      assert.equal(hash, '');
    }
  });

  test('E7 requests by reference or as a token are not supported', async () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzY29wZSI6ImJhbGFuY2U6cmVhZCJ9.';
    assert.equal(
      (await errorAt({ request: jwt })).searchParams.get('error'),
      'request_not_supported',
    );
    const uri = { request_uri: 'https://evil.example/request' };
    assert.equal((await errorAt(uri)).searchParams.get('error'), 'request_uri_not_supported');
  });

  test('E8 nobody is let in silently, not even who said yes before', async () => {
    await world.connect(person, app);
    const { searchParams } = await errorAt({ prompt: 'none' });
    assert.match(searchParams.get('error') ?? '', /^(login|consent)_required$/);
    assert.equal(searchParams.has('code'), false);
    const guest = world.browser();
    const asked = await guest.get(authorizeUrl(app, { prompt: 'none' }));
    assert.match(readRefusal(asked).search, /error=(login|consent)_required/);
  });

  test('E3 nobody is sent to a callback before a signed-in person has acted', async () => {
    const own = await world.addApp({ isPublic: true, callback: 'https://evil.example/phish' });
    const wrong: readonly Query[] = [
      { scope: 'bogus' },
      { scope: 'balance:read Your-wallet-is-locked' },
      { response_type: 'token' },
      { code_challenge: null, code_challenge_method: null },
      { prompt: 'none' },
      { response_mode: 'fragment' },
    ];
    for (const query of wrong) {
      for (const browser of [world.browser(), person.browser]) {
        const shown = await browser.get(authorizeUrl(own, query));
        assert.equal(readRefusal(shown).host, 'evil.example');
        assert.match(readText(shown), /sent a wrong request .* you know this site: evil\.example/);
        assert.doesNotMatch(readText(shown), /wallet-is-locked/);
        assert.doesNotMatch(shown.body, /http-equiv="refresh"/i);
      }
    }
    const guest = world.browser();
    const asked = await guest.get(authorizeUrl(own));
    const resumed = String(asked.headers.location).replace('/consent/', '/oauth/');
    const early = await guest.get(resumed);
    assert.doesNotMatch(String(early.headers.location), /evil/, 'nor before the answer');
  });

  test('E9 the way back after signing in is kept on our side, whatever an address says', async () => {
    const guest = world.browser();
    const asked = await guest.get(`${authorizeUrl(app)}&returnTo=//evil.example&next=/%5Cevil`);
    const path = String(asked.headers.location);
    assert.match(path, /^\/consent\/[\w-]+$/);
    const sent = await guest.get(path);
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/sign-in']);
    for (const address of [
      '/sign-in?returnTo=//evil.example',
      '/sign-in?next=https://evil.example',
    ]) {
      assert.doesNotMatch((await guest.get(address)).body, /evil/);
    }
  });
});

describe('E10 which callbacks an app may have', () => {
  const REFUSED: readonly (readonly [why: string, url: string, callback: string])[] = [
    ['another host', 'https://app.example', 'https://evil.example/cb'],
    ['a host below', 'https://app.example', 'https://a.app.example/cb'],
    ['plain http', 'http://app.example', 'http://app.example/cb'],
    ['a wildcard', 'https://app.example', 'https://app.example/*'],
    ['an IP address', 'https://203.0.113.9', 'https://203.0.113.9/cb'],
    ['a look-alike', 'https://аpp.example', 'https://аpp.example/cb'],
    ['a fragment', 'https://app.example', 'https://app.example/cb#x'],
    ['a user name', 'https://app.example', 'https://me@app.example/cb'],
    ['localhost without a port', 'http://localhost', 'http://localhost/cb'],
  ];
  for (const [why, url, callback] of REFUSED) {
    test(`E10 not ${why}`, () => {
      const checked = checkClientAddresses(url, callback);
      assert.equal(checked.ok, false);
      assert(!checked.ok && checked.refusal.message.length > 10, 'it says why');
    });
  }

  test('E10 the same host, and localhost with a port', () => {
    const accepted = [
      ['https://app.example', 'https://app.example/cb'],
      ['http://localhost:3000', 'http://localhost:3000/cb'],
      ['http://127.0.0.1:3000', 'http://127.0.0.1:4000/cb'],
    ] as const;
    for (const [url, callback] of accepted) assert(checkClientAddresses(url, callback).ok, url);
  });
});
