import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import type { Answer } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import {
  authorizeUrl,
  basic,
  exchange,
  type Fields,
  formOf,
  readRefusal,
  startOauth,
  type Tokens,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const publicApp = await world.addApp({ isPublic: true });
const secretApp = await world.addApp();
const person = await world.addPerson();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const send = (body: string, headers = {}, address = '/oauth/token'): Promise<Answer> =>
  world.call('POST', address, { headers: { ...FORM, ...headers }, body });

function assertError(answer: Answer, status: number, error: string): void {
  const { body } = answer;
  assert.deepEqual([answer.status, field(body, 'error')], [status, error], answer.text);
  assert.deepEqual(Object.keys(body ?? {}).toSorted(), ['error', 'error_description']);
  assert.match(textField(body, 'error_description'), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['www-authenticate'] !== undefined, status === 401);
}

describe('who the app is', () => {
  const guess: Fields = { grant_type: 'refresh_token', refresh_token: 'sat_rt_x' };
  let tokens: Tokens;
  before(async () => {
    tokens = await world.connect(person, secretApp);
  });

  test('B1 B2 a wrong secret and an unknown app get the same answer', async () => {
    const answers = [
      await world.token({ ...secretApp, secret: 'wrong' }, guess),
      await world.token({ ...secretApp, secret: `${secretApp.secret}x` }, guess),
      await world.token({ ...secretApp, id: 'nobody' }, guess),
      await send(formOf({ ...guess, client_id: secretApp.id, client_secret: 'wrong' })),
      await send(formOf({ ...guess, client_id: 'no\u0000body', client_secret: 'wrong' })),
    ];
    for (const answer of answers) {
      assertError(answer, 401, 'invalid_client');
      assert.equal(answer.text, answers[0]?.text);
    }
    assert.match(String(answers[0]?.headers['www-authenticate']), /^Basic realm=/);
  });

  test('B3 B4 B5 an app with a secret gets nothing without it', async () => {
    const { code } = await world.authorize(person, secretApp);
    const withVerifier = exchange(secretApp, code);
    for (const fields of [guess, withVerifier, refreshOf(tokens)]) {
      assertError(await world.token({ ...secretApp, secret: '' }, fields), 401, 'invalid_client');
      const named = { ...fields, client_id: secretApp.id };
      assertError(await send(formOf(named)), 401, 'invalid_client');
      assertError(await send(formOf({ ...named, client_secret: '' })), 401, 'invalid_client');
    }
    assert.equal((await world.token(secretApp, withVerifier)).status, 200, 'nothing was used up');
    const refreshed = await world.token(secretApp, refreshOf(tokens));
    assert.equal(refreshed.status, 200);
  });

  test('B6 a public app with a secret among the fields is not that app', async () => {
    const named = { ...guess, client_id: publicApp.id, client_secret: 'undefined' };
    assertError(await send(formOf(named)), 401, 'invalid_client');
  });

  test('B6 what a public app puts into the header as its password is ignored', async () => {
    const { code } = await world.authorize(person, publicApp);
    const answer = await world.token(
      { ...publicApp, secret: 'undefined' },
      exchange(publicApp, code),
    );
    assert.equal(answer.status, 200);
    const refreshed = await world.token(
      { ...publicApp, secret: 'x' },
      { grant_type: 'refresh_token', refresh_token: textField(answer.body, 'refresh_token') },
    );
    assert.equal(refreshed.status, 200);
  });

  test('B10 a malformed header is an error of the app, whatever it holds', async () => {
    const values = [
      '!!!',
      'bm9jb2xvbg==',
      'Og==',
      'JXp6Og==',
      '',
      ' ',
      'a'.repeat(6000),
      '=',
      'YQ',
    ];
    for (const value of values) {
      const answer = await send(formOf(guess), { authorization: `Basic ${value}` });
      assert(answer.status === 400 || answer.status === 401, `${value}: ${answer.status}`);
      textField(answer.body, 'error_description');
    }
    for (const authorization of ['Bearer x', `Bearer ${tokens.accessToken}`, 'Digest a="b"', 'x']) {
      const answer = await send(formOf({ ...guess, client_id: publicApp.id }), { authorization });
      assert(answer.status === 400 || answer.status === 401, authorization);
    }
    const hostile = Buffer.from([0xff, 0xfe, 0x3a, 0x00, 0x80]).toString('base64');
    const answer = await send(formOf(guess), { authorization: `Basic ${hostile}` });
    assert.equal(answer.status, 401);
  });

  test('B11 one way to authenticate, and one name', async () => {
    const { id, secret } = secretApp;
    const twice = { ...guess, client_id: id, client_secret: secret };
    const authorization = basic(id, secret);
    assertError(await send(formOf(twice), { authorization }), 400, 'invalid_request');
    const other = { ...guess, client_id: publicApp.id };
    assertError(await send(formOf(other), { authorization }), 400, 'invalid_request');
    const same = { ...guess, client_id: id };
    assertError(await send(formOf(same), { authorization }), 400, 'invalid_grant');
  });
});

const refreshOf = ({ refreshToken }: Tokens): Fields => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
});

describe('what the app asks', () => {
  const as = { authorization: basic(secretApp.id, secretApp.secret) };

  test('B7 no other grant', async () => {
    assertError(await send('', as), 400, 'invalid_request');
    assertError(await send('grant_type=', as), 400, 'invalid_request');
    for (const grant of ['password', 'client_credentials', 'implicit', 'nonsense', '__proto__']) {
      const fields = { grant_type: grant, username: 'a', password: 'b', scope: 'balance:read' };
      assertError(await send(formOf(fields), as), 400, 'unsupported_grant_type');
    }
    assertError(await send('grant_type=authorization_code', as), 400, 'invalid_request');
    assertError(await send('grant_type=refresh_token', as), 400, 'invalid_request');
  });

  test('B7 no token by the address', async () => {
    for (const type of ['token', 'id_token', 'code token', 'code id_token', 'none', 'x', 'CODE']) {
      for (const response_mode of [null, 'fragment', 'query']) {
        const query = { response_type: type, response_mode, nonce: 'n' };
        const asked = await person.browser.get(authorizeUrl(publicApp, query));
        const location = readRefusal(asked).href;
        assert.match(
          location,
          /^https:\/\/app\.example\/callback\?error=unsupported_response_type/,
        );
        assert.doesNotMatch(location, /token=|#/);
      }
    }
    const missing = await person.browser.get(authorizeUrl(publicApp, { response_type: null }));
    assert.match(readRefusal(missing).href, /\?error=invalid_request/);
  });

  test('B8 nothing is said twice: in the body, in the address, or in both', async () => {
    const { refreshToken } = await world.connect(person, secretApp);
    const form = formOf({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const address = `/oauth/token?${form}`;
    const repeats = [
      await send(`${form}&refresh_token=x`, as),
      await send(`${form}&grant_type=refresh_token`, as),
      await send('', as, `${address}&refresh_token=x`),
      await send(form, as, address),
      await send(form, as, '/oauth/token?grant_type=refresh_token'),
      await send(`${form}&client_id=a&client_id=b`, as),
      await send(`${form}&refresh_token[]=x`, as).then((answer) => ({ ...answer, harmless: true })),
    ];
    for (const answer of repeats.filter((one) => !('harmless' in one))) {
      assertError(answer, 400, 'invalid_request');
    }
    assert.equal(repeats.at(-1)?.status, 200, 'a name that nobody knows is nothing');
    for (const name of ['client_id', 'redirect_uri', 'scope', 'code_challenge', 'response_type']) {
      const asked = await person.browser.get(`${authorizeUrl(publicApp)}&${name}=x`);
      assert.notEqual(asked.statusCode, 500);
      assert.doesNotMatch(String(asked.headers.location ?? ''), /consent|code=/, name);
    }
  });

  test('B9 forms only, by POST, of a bounded size', async () => {
    const json = JSON.stringify({ grant_type: 'refresh_token', refresh_token: 'x' });
    for (const type of ['application/json', 'text/plain', 'application/xml']) {
      const answer = await send(json, { ...as, 'content-type': type });
      assertError(answer, 400, 'invalid_request');
    }
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
        const answer = await world.call(method, path, { headers: as });
        assertError(answer, 405, 'invalid_request');
        assert.equal(answer.headers['allow'], 'POST');
      }
    }
    const large = await send(`grant_type=${'x'.repeat(60_000)}`, as);
    assertError(large, 413, 'invalid_request');
    const unreadable = await send('a=b', { ...as, 'content-type': 'no/such; charset="' });
    assert(unreadable.status >= 400 && unreadable.status < 500);
  });

  test('B12 a fault tells nothing of itself, and is logged', async () => {
    const broken = await startOauth({ after }, {}, () => ({
      openAuthorizationServer: () => {
        throw new Error('relation "secret_table" is gone');
      },
    }));
    const answer = await broken.token(secretApp, {
      grant_type: 'refresh_token',
      refresh_token: 'x',
    });
    assertError(answer, 500, 'server_error');
    assert.doesNotMatch(answer.text, /relation|secret_table| at /);
    assert.match(broken.logged(), /secret_table/);
  });
});

describe('B13 at the API', () => {
  test('B13 a token without the scope is 403, in the form of the project', async () => {
    const { accessToken } = await world.connect(person, publicApp, { scope: 'invoices:read' });
    const answer = await world.callAs(accessToken);
    assert.equal(answer.status, 403);
    assert.equal(field(answer.body, 'status'), 403);
    assert.match(String(answer.headers['www-authenticate']), /^Bearer error="insufficient_scope"/);
  });

  test('B13 a token in the address is none', async () => {
    const { accessToken } = await world.connect(person, publicApp);
    const answer = await world.call('GET', `/balance?access_token=${accessToken}`);
    assert.deepEqual([answer.status, field(answer.body, 'error')], [401, 'invalid access token']);
  });

  test('B13 expired is told from unknown, for as long as a refresh may help', async () => {
    const { accessToken } = await world.connect(person, publicApp);
    world.clock.move(7200 * 1000);
    const answer = await world.callAs(accessToken);
    assert.deepEqual(answer.body, { status: 401, error: 'expired access token' });
    const days = 86_400_000;
    const pruneAt = (ms: number) => new Date(world.clock.now().getTime() - ms);
    const now = world.clock.now();
    await world.deps.oauthStore.prune({ now, accessTokensBefore: pruneAt(30 * days) }, 100);
    assert.equal(
      textField((await world.callAs(accessToken)).body, 'error'),
      'expired access token',
    );
  });

  test('B13 refresh tokens and codes open nothing', async () => {
    const { refreshToken } = await world.connect(person, publicApp);
    const { code } = await world.authorize(person, publicApp);
    for (const token of [refreshToken, code]) {
      assert.equal((await world.callAs(token)).status, 401);
      for (const route of ROUTES.filter(({ access }) => access === 'any_token')) {
        assert.equal((await world.callAs(token, route.path)).status, 401);
      }
    }
  });
});
