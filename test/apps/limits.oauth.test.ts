import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { MAX_OAUTH_PARAMETERS } from '../../src/apps/limits.ts';
import { pruneOauth } from '../../src/apps/prune-tokens.ts';
import { MAX_OAUTH_BODY_BYTES } from '../../src/base/limits.ts';
import { field } from '../support/fields.ts';
import {
  type App,
  authorizeUrl,
  basic,
  exchange,
  formOf,
  startOauth,
} from '../support/oauth-world.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const GUESS = { grant_type: 'refresh_token', refresh_token: 'sat_rt_guess' };

describe('how often', async () => {
  // The clock of rates stands still unless a test moves it.
  const rateLimit = { isOn: true, requestsPerSec: 30, paymentsPerSec: 2, paymentsBurst: 4 };
  const plain = await startOauth({ after });
  let ms = 0;
  const clock = { ...plain.clock, monotonicMs: () => ms };
  const world = await startOauth({ after }, { rateLimit }, () => ({ clock }));
  const app = await world.addApp();

  const from = (remoteAddress: string, of: App, fields: Readonly<Record<string, string>>) =>
    world.app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress,
      payload: formOf(fields),
      headers: { ...FORM, authorization: basic(of.id, of.secret) },
    });

  test('I2 calls are counted by address', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      statuses.push((await from('192.0.2.1', app, {})).statusCode);
    }
    assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([400]));
    assert.deepEqual(statuses.slice(30), [429, 429]);
    const refused = await from('192.0.2.1', app, {});
    assert.deepEqual(refused.json(), {
      error: 'temporarily_unavailable',
      error_description: 'too many requests',
    });
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.headers['x-rate-limit-remaining'], '0');
    assert.equal((await from('192.0.2.2', app, {})).statusCode, 400);
  });

  test('I2 who guesses at an app is shut out of it before the database is asked', async () => {
    const [one, other] = [await world.addApp(), await world.addApp()];
    const guess = (of: App) => from('192.0.2.9', { ...of, secret: 'wrong' }, GUESS);
    const statuses: number[] = [];
    for (let index = 0; index < 30; index += 1) statuses.push((await guess(one)).statusCode);
    assert.deepEqual(new Set(statuses), new Set([401]));
    // A second later the address may call as often again, and fail three times.
    ms += 1000;
    for (let index = 0; index < 3; index += 1) {
      assert.equal((await guess(one)).statusCode, 401);
    }
    world.takeStatements();
    const refused = await guess(one);
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.headers['retry-after'], '1');
    assert.deepEqual(world.takeStatements(), []);
    assert.equal((await guess(other)).statusCode, 401, 'another app is not touched');
    const elsewhere = await from('192.0.2.10', { ...one, secret: 'wrong' }, GUESS);
    assert.equal(elsewhere.statusCode, 401, 'nor the same app elsewhere');
    ms += 60_000;
    assert.equal((await from('192.0.2.9', one, GUESS)).statusCode, 400);
  });

  test('I3 tokens are not guessed at the introspection of tokens either', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const answer = await world.app.inject({
        url: '/oauth/token/introspect',
        remoteAddress: '192.0.2.3',
        headers: { authorization: `Bearer sat_at_guess${index}` },
      });
      statuses.push(answer.statusCode);
    }
    assert.deepEqual(statuses.slice(-2), [429, 429]);
    assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([401]));
  });
});

describe('how much', async () => {
  const world = await startOauth({ after });
  const app = await world.addApp();
  const person = await world.addPerson();
  const as = { ...FORM, authorization: basic(app.id, app.secret) };

  test('I5 large bodies, many parameters, long values and long headers are refused', async () => {
    const filler = (bytes: number) => `x=${'a'.repeat(bytes - 2)}`;
    const send = (body: string, headers = as, address = '/oauth/token') =>
      world.call('POST', address, { headers, body });
    assert.equal((await send(filler(MAX_OAUTH_BODY_BYTES))).status, 400);
    assert.equal((await send(filler(MAX_OAUTH_BODY_BYTES + 1))).status, 413);
    assert.equal((await send(filler(57_345))).status, 413);
    const many = Array.from({ length: MAX_OAUTH_PARAMETERS + 1 }, () => 'a=b').join('&');
    assert.equal((await send(many)).status, 400);
    const thousands = Array.from({ length: 10_000 }, () => 'a').join('&');
    assert.equal((await send(thousands)).status, 413);
    assert.equal((await send(formOf({ ...GUESS, refresh_token: 'a'.repeat(5000) }))).status, 400);
    const long = { ...FORM, authorization: `Basic ${'a'.repeat(8192)}` };
    assert.equal((await send('a=b', long)).status, 400);
  });

  test('I5 headers beyond 16 KiB do not come through', async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = new URL(world.app.listeningOrigin);
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.write(`POST /oauth/token HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(17_000)}\r\n\r\n`);
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 431 /);
  });

  test('I5 a request of an app is bounded too', async () => {
    const answer = await person.browser.get(authorizeUrl(app, { state: 'x'.repeat(12_500) }));
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.headers.location, undefined);
  });

  test('I6 what is over is removed; what lives stays', async () => {
    const kept = await world.connect(person, app);
    for (let index = 0; index < 25; index += 1) await person.browser.get(authorizeUrl(app));
    await world.authorize(person, app);
    const { sql } = world.database();
    const count = async (table: string): Promise<number> =>
      Number((await sql<{ n: bigint }[]>`select count(*) as n from ${sql(table)}`)[0]?.n);
    assert((await count('authorization_request')) >= 25);

    const prune = (): Promise<void> =>
      pruneOauth({ ...world.deps, clock: world.clock }, new AbortController().signal);
    await prune();
    assert((await count('authorization_request')) >= 25, 'an hour to decide');
    world.clock.move(3600 * 1000);
    await prune();
    assert.equal(await count('authorization_request'), 0);
    assert.equal(await count('authorization_code'), 0);
    assert.equal(await count('access_token'), 1, 'an expired one is still told from no token');
    assert.equal((await world.refresh(app, kept.refreshToken)).status, 200);

    world.clock.move(31 * 86_400 * 1000);
    await prune();
    assert.equal(await count('refresh_token'), 0);
    assert.equal(await count('access_token'), 0);
    assert.equal(await count('token_family'), 0);
    const { code } = await world.authorize(await world.addPerson(), app);
    assert.equal((await world.token(app, exchange(app, code))).status, 200);
    assert.equal(field((await world.token(app, GUESS)).body, 'error'), 'invalid_grant');
  });
});
