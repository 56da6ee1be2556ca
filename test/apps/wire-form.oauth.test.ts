import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Answer } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import {
  type App,
  authorizeUrl,
  basic,
  exchange,
  type Fields,
  formOf,
  openConsent,
  readCallback,
  readRefusal,
  readTokens,
  startOauth,
  VERIFIER,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const publicApp = await world.addApp({ isPublic: true });
const secretApp = await world.addApp();
const person = await world.addPerson();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function assertTokens({ status, body, headers }: Answer, scope = 'balance:read'): void {
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(Object.keys(body ?? {}).toSorted(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  assert.equal(field(body, 'token_type'), 'Bearer');
  assert.equal(field(body, 'expires_in'), 7200);
  assert.equal(field(body, 'scope'), scope);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(String(headers['content-type']), /^application\/json/);
}

/** The flow of one app, from a query of its own to tokens that work. */
async function flow(app: App, query: Record<string, string | null>, fields: Fields = {}) {
  const { code } = await world.authorize(person, app, query);
  const answer = await world.token(app, { ...exchange(app, code), ...fields });
  assertTokens(answer);
  assert.equal((await world.callAs(readTokens(answer).accessToken)).status, 200);
}

describe('what apps send', () => {
  test('A1 a public app with S256 gets exactly the five fields', async () => {
    const { code } = await world.authorize(person, publicApp);
    assertTokens(await world.token(publicApp, exchange(publicApp, code)));
  });

  test('A2 a public app with the method plain', async () => {
    await flow(publicApp, { code_challenge: VERIFIER, code_challenge_method: 'plain' });
  });

  test('A3 a challenge without a method is one of the method plain', async () => {
    await flow(publicApp, { code_challenge: VERIFIER, code_challenge_method: null });
  });

  test('A4 a method without a challenge means nothing, for an app with a secret', async () => {
    for (const method of ['plain', 'S256']) {
      const query = { code_challenge: null, code_challenge_method: method };
      const { code } = await world.authorize(person, secretApp, query);
      const { code_verifier: _, ...fields } = exchange(secretApp, code);
      assertTokens(await world.token(secretApp, fields));
    }
  });

  test('A5 all parameters in the address and no body, with Basic', async () => {
    for (const app of [publicApp, secretApp]) {
      const { code } = await world.authorize(person, app);
      const inQuery = (fields: Fields): Promise<Answer> =>
        world.call('POST', `/oauth/token?${formOf({ ...fields, client_id: app.id })}`, {
          headers: { ...FORM, authorization: basic(app.id, app.secret) },
        });
      const answer = await inQuery(exchange(app, code));
      assertTokens(answer);
      const { refreshToken: refresh_token } = readTokens(answer);
      assertTokens(await inQuery({ grant_type: 'refresh_token', refresh_token }));
    }
  });

  const send = (fields: Fields, headers = {}): Promise<Answer> =>
    world.call('POST', '/oauth/token', { headers: { ...FORM, ...headers }, body: formOf(fields) });

  test('A6 a public app with an empty secret among the fields', async () => {
    const { code } = await world.authorize(person, publicApp);
    const { id: client_id } = publicApp;
    assertTokens(await send({ ...exchange(publicApp, code), client_id, client_secret: '' }));
  });

  test('A7 a public app with its id among the fields, and nothing else', async () => {
    const { code } = await world.authorize(person, publicApp);
    assertTokens(await send({ ...exchange(publicApp, code), client_id: publicApp.id }));
  });

  test('A8 an app with a secret, by Basic: with or without percent-encoding', async () => {
    const { code } = await world.authorize(person, secretApp);
    const encoded = `${secretApp.id.replace(/./, percent)}:${secretApp.secret.replace(/./, percent)}`;
    const authorization = `basic ${Buffer.from(encoded).toString('base64')}`;
    assertTokens(await send(exchange(secretApp, code), { authorization }));
  });

  test('A9 an app with a secret, among the fields', async () => {
    const { code } = await world.authorize(person, secretApp);
    const { id: client_id, secret: client_secret } = secretApp;
    assertTokens(await send({ ...exchange(secretApp, code), client_id, client_secret }));
  });
});

const percent = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

describe('bodies of all kinds', () => {
  /** Fields as parts, the way that `FormData` is sent. */
  const multipart = (fields: Fields): { body: string; type: string } => {
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--mark\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return { body: `${parts.join('')}--mark--\r\n`, type: 'multipart/form-data; boundary=mark' };
  };
  const send = (type: string, body: string, address = '/oauth/token'): Promise<Answer> =>
    world.call('POST', address, {
      headers: { authorization: basic(secretApp.id, secretApp.secret), 'content-type': type },
      body,
    });

  test('A17 multipart with parts', async () => {
    const { code } = await world.authorize(person, secretApp);
    const { body, type } = multipart(exchange(secretApp, code));
    assertTokens(await send(type, body));
  });

  test('A17 multipart without boundary and body, all in the address', async () => {
    const { refreshToken } = await world.connect(person, secretApp);
    const query = formOf({ grant_type: 'refresh_token', refresh_token: refreshToken });
    assertTokens(await send('multipart/form-data', '', `/oauth/token?${query}`));
  });

  test('A17 an ordinary form beside a type that contradicts it', async () => {
    const { refreshToken } = await world.connect(person, secretApp);
    const body = formOf({ grant_type: 'refresh_token', refresh_token: refreshToken });
    assertTokens(await send('multipart/form-data; boundary=nothing', body));
  });

  test('A17 a form with a charset, and one without any type', async () => {
    const { refreshToken } = await world.connect(person, secretApp);
    const form = (token: string) => formOf({ grant_type: 'refresh_token', refresh_token: token });
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    const answer = await send(type, form(refreshToken));
    assertTokens(answer);
    const plain = await world.app.inject({
      method: 'POST',
      url: '/oauth/token',
      payload: form(readTokens(answer).refreshToken),
      headers: { authorization: basic(secretApp.id, secretApp.secret) },
    });
    assert.equal(plain.statusCode, 200, plain.body);
  });
});

describe('what comes back', () => {
  const STATES = [
    'a b',
    'a+b',
    'a&b=c%d#e',
    'grüße 你好 🎒',
    '{"next":"/a?b=c&d=[1,2]"}',
    'x'.repeat(950),
    ' ',
    '%2B%20%',
  ];

  test('A13 the state as it was, on success and on error; none where there was none', async () => {
    for (const state of STATES) {
      const { answer } = await world.authorize(person, publicApp, { state });
      assert.equal(answer.get('state'), state);
    }
    const failed = await person.browser.get(
      authorizeUrl(publicApp, { state: STATES[2] ?? '', scope: 'x' }),
    );
    assert.equal(readRefusal(failed).searchParams.get('state'), STATES[2]);
    const { answer } = await world.authorize(person, publicApp, { state: null });
    assert.equal(answer.has('state'), false);
  });

  test('A14 a callback keeps its path and its own query', async () => {
    const callback = 'https://app.example/a/b%20c?callback=true&x=%26';
    const app = await world.addApp({ isPublic: true, callback });
    const { answer, location } = await world.authorize(person, app);
    assert.equal(new URL(location).pathname, '/a/b%20c');
    assert.deepEqual([answer.get('callback'), answer.get('x')], ['true', '&']);
    assert(answer.has('code'));
    const failed = await person.browser.get(authorizeUrl(app, { scope: 'nonsense' }));
    const error = readRefusal(failed).searchParams;
    assert.deepEqual([error.get('callback'), error.get('x')], ['true', '&']);
    assert.equal(error.get('error'), 'invalid_scope');
  });

  test('A15 each scope once, in one order; those of OpenID Connect grant nothing and ask no twice', async () => {
    const scope = 'openid invoices:read balance:read offline_access invoices:read';
    const tokens = await world.connect(person, publicApp, { scope });
    assert.equal(tokens.scope, 'balance:read invoices:read');
    const asked = await person.browser.get(authorizeUrl(publicApp, { scope: 'openid' }));
    const answer = readRefusal(asked).searchParams;
    assert.equal(answer.get('error'), 'invalid_scope');
  });

  test('A15 an unknown scope, and none at all, are errors that the app hears of', async () => {
    for (const scope of ['balance:read wallet:steal', 'Balance:Read', '', null, '"\\ä']) {
      const asked = await person.browser.get(authorizeUrl(publicApp, { scope }));
      const answer = readRefusal(asked).searchParams;
      assert.equal(answer.get('error'), 'invalid_scope', String(scope));
      assert.match(answer.get('error_description') ?? '', /^[\x20-\x7e]+$/);
    }
  });

  test('A15 parameters that no one knows, and those of OpenID Connect, do no harm', async () => {
    const { answer } = await world.authorize(person, publicApp, {
      authorizeUrl: 'https://wallet.example/oauth',
      webln: 'false',
      identifier: 'me',
      nonce: 'n',
      max_age: '0',
      prompt: 'consent login',
      acr_values: 'x',
      claims: '{}',
      id_token_hint: 'x',
      ui_locales: 'de',
      resource: 'https://x',
      response_mode: 'query',
      login_hint: 'me@example.com',
      registration: '{}',
      dpop_jkt: 'x',
      scope_problem: 'mine',
      plain_challenge: 'yes',
    });
    assert(answer.has('code'));
    assert.equal(answer.has('id_token'), false);
  });

  test('the answer names its issuer, and goes to the app by a redirect that is not repeated', async () => {
    const asked = await person.browser.get(authorizeUrl(publicApp));
    assert.equal(asked.statusCode, 303);
    const consent = await openConsent(person.browser, asked.headers.location);
    const { answer } = await readCallback(person.browser, await consent.answer('allow'));
    assert.deepEqual([...answer.keys()].toSorted(), ['code', 'iss', 'state']);
  });
});

test('A17 any page may call these addresses, without cookies', async () => {
  const origin = 'https://app.example';
  const paths = ['/oauth/token', '/oauth/token/introspect', '/oauth/revoke', '/oauth/introspect'];
  for (const path of [...paths, '/.well-known/oauth-authorization-server', '/balance']) {
    const asked = 'authorization,content-type,user-agent,x-user-agent';
    const preflight = await world.call('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    assert.equal(preflight.status, 204, path);
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase();
    for (const name of asked.split(',')) assert(allowed.split(', ').includes(name), name);
    const method = path.endsWith('introspect') && path.includes('token') ? 'GET' : 'POST';
    const actual = await world.call(method, path, { headers: { origin, ...FORM }, body: '' });
    for (const { headers } of [preflight, actual]) {
      assert.equal(headers['access-control-allow-origin'], '*', path);
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  }
  const failed = await world.token(
    publicApp,
    { grant_type: 'refresh_token', refresh_token: 'x' },
    { origin },
  );
  assert.equal(textField(failed.body, 'error'), 'invalid_grant');
  assert.equal(failed.headers['access-control-allow-origin'], '*');
});
