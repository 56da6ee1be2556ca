import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isSameCallback } from '../../src/apps/redirect-rules.ts';
import {
  type App,
  authorizeUrl,
  openConsent,
  readCallback,
  readRefusal,
  startOauth,
  VERIFIER,
} from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';

/** Programs on someone's own machine listen on a port that the system gives them (RFC 8252, 7.3). */

const world = await startOauth({ after });
const person = await world.addPerson();

const HOSTS = ['127.0.0.1', '[::1]'] as const;
const callbackAt = (host: string, port: number): string => `http://${host}:${port}/callback?a=b`;

const exchange = (app: App, code: string, callback: string) =>
  world.token(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: app.id,
    code_verifier: VERIFIER,
  });

describe('an app without a secret on a loopback address', () => {
  for (const host of HOSTS) {
    test(`signs in with any port of ${host}, and the code is bound to that port`, async () => {
      const registered = callbackAt(host, 8765);
      const app = await world.addApp({ isPublic: true, callback: registered });
      for (const port of [53_219, 1, 65_535, 8765]) {
        const callback = callbackAt(host, port);
        const asked = await person.browser.get(authorizeUrl(app, { redirect_uri: callback }));
        const consent = await person.browser.get(String(asked.headers.location));
        assert.ok(readText(consent).includes(`${host}:${port}`), 'people see where they return to');
        const again = await world.authorize(person, app, { redirect_uri: callback });
        assert.ok(again.location.startsWith(`${callback}&code=`), again.location);
        const elsewhere = await exchange(app, again.code, callbackAt(host, 4000));
        assert.equal(elsewhere.status, 400);
        const { code } = await world.authorize(person, app, { redirect_uri: callback });
        const exchanged = await exchange(app, code, callback);
        assert.equal(exchanged.status, 200, exchanged.text);
      }
    });

    test(`learns of a no and of an error at the port of ${host} that it asked with`, async () => {
      const app = await world.addApp({ isPublic: true, callback: callbackAt(host, 8765) });
      const redirect_uri = callbackAt(host, 40_404);
      const asked = await person.browser.get(authorizeUrl(app, { redirect_uri }));
      const consent = await openConsent(person.browser, asked.headers.location);
      const denied = await readCallback(person.browser, await consent.answer('deny'));
      assert.ok(denied.location.startsWith(`${redirect_uri}&error=access_denied`));
      const wrong = await person.browser.get(authorizeUrl(app, { redirect_uri, scope: 'x' }));
      assert.equal(readRefusal(wrong).host, `${host}:40404`);
    });
  }

  test('must still prove that it asked (PKCE)', async () => {
    const app = await world.addApp({ isPublic: true, callback: callbackAt('127.0.0.1', 8765) });
    const redirect_uri = callbackAt('127.0.0.1', 5000);
    const query = { redirect_uri, code_challenge: null, code_challenge_method: null };
    const refused = readRefusal(await person.browser.get(authorizeUrl(app, query)));
    assert.equal(refused.searchParams.get('error'), 'invalid_request');
  });

  test('gets an answer nowhere else', async () => {
    const app = await world.addApp({ isPublic: true, callback: callbackAt('127.0.0.1', 8765) });
    for (const redirect_uri of [
      'http://127.0.0.1:5000/callback',
      'http://127.0.0.1:5000/callback?a=b&c=d',
      'http://127.0.0.1:5000/callback/?a=b',
      'http://127.0.0.1:5000/x/../callback?a=b',
      'http://127.0.0.1:5000@evil.example/callback?a=b',
      'http://127.0.0.1:5000.evil.example/callback?a=b',
      'http://evil.example:5000/callback?a=b',
      'http://me@127.0.0.1:5000/callback?a=b',
      'https://127.0.0.1:5000/callback?a=b',
      'http://127.0.0.2:5000/callback?a=b',
      'http://2130706433:5000/callback?a=b',
      'http://[::1]:5000/callback?a=b',
      'http://localhost:5000/callback?a=b',
      'http://127.0.0.1:0/callback?a=b',
      'http://127.0.0.1:05000/callback?a=b',
      'http://127.0.0.1:65536/callback?a=b',
      'http://127.0.0.1:/callback?a=b',
      'http://127.0.0.1/callback?a=b',
      'http://127.0.0.1:5000/callback?a=b#x',
      ' http://127.0.0.1:5000/callback?a=b',
      'http://127.0.0.1:5000\\@evil.example/callback?a=b',
    ]) {
      const answer = await person.browser.get(authorizeUrl(app, { redirect_uri }));
      assert.equal(answer.statusCode, 400, redirect_uri);
      assert.doesNotMatch(answer.body, /evil/);
      const callback = callbackAt('127.0.0.1', 8765);
      assert.equal(isSameCallback({ callback, isPublic: true }, redirect_uri), false);
    }
  });
});

describe('the port is compared', () => {
  for (const [what, isPublic, callback] of [
    ['for an app with a secret', false, callbackAt('127.0.0.1', 8765)],
    ['on localhost, which may be another machine', true, callbackAt('localhost', 8765)],
    ['over https', true, 'https://127.0.0.1:8765/callback?a=b'],
    ['on a host of the world', true, 'https://app.example:8765/callback?a=b'],
  ] as const) {
    test(what, async () => {
      const app = await world.addApp({ isPublic, callback });
      const redirect_uri = callback.replace('8765', '5000');
      const refused = await person.browser.get(authorizeUrl(app, { redirect_uri }));
      assert.equal(refused.statusCode, 400);
      assert.equal((await person.browser.get(authorizeUrl(app))).statusCode, 303);
    });
  }
});
