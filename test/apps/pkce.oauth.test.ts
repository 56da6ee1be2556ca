import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Answer } from '../support/api-user.ts';
import { field } from '../support/fields.ts';
import {
  type App,
  authorizeUrl,
  CHALLENGE,
  exchange,
  type Query,
  readRefusal,
  startOauth,
  VERIFIER,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const publicApp = await world.addApp({ isPublic: true });
const secretApp = await world.addApp();
const person = await world.addPerson();

const s256 = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** Redeems a code with this verifier; null leaves it out. */
async function redeem(app: App, query: Query, verifier: string | null): Promise<Answer> {
  const { code } = await world.authorize(person, app, query);
  const { code_verifier: _, ...fields } = exchange(app, code);
  return await world.token(
    app,
    verifier === null ? fields : { ...fields, code_verifier: verifier },
  );
}

const errorOf = ({ status, body }: Answer): string => `${status} ${field(body, 'error')}`;

async function refusedAtOnce(app: App, query: Query): Promise<string> {
  const asked = await person.browser.get(authorizeUrl(app, query));
  const location = readRefusal(asked).href;
  assert(location.startsWith(`${app.callback}?error=`), location);
  const answer = new URL(location).searchParams;
  assert.equal(answer.has('code'), false);
  return answer.get('error') ?? '';
}

test('C1 a verifier has 43 to 128 characters, of the allowed ones', async () => {
  for (const length of [43, 128]) {
    const verifier = 'v'.repeat(length);
    const answer = await redeem(publicApp, { code_challenge: s256(verifier) }, verifier);
    assert.equal(answer.status, 200, String(length));
  }
  for (const verifier of ['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(43)}+`, 'ä'.repeat(43)]) {
    const answer = await redeem(publicApp, { code_challenge: s256(verifier) }, verifier);
    assert.equal(answer.status, 400);
    assert.match(errorOf(answer), /invalid_(request|grant)/);
  }
});

test('C2 a plain challenge that could not be a verifier is refused', async () => {
  for (const code_challenge of ['short', 'v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(43)}=`]) {
    for (const code_challenge_method of ['plain', null]) {
      const query = { code_challenge, code_challenge_method };
      assert.equal(await refusedAtOnce(publicApp, query), 'invalid_request');
    }
  }
  assert.equal(await refusedAtOnce(publicApp, { code_challenge: 'short' }), 'invalid_request');
});

test('C3 without the verifier, or with another, there are no tokens', async () => {
  assert.equal(errorOf(await redeem(publicApp, {}, null)), '400 invalid_grant');
  assert.equal(errorOf(await redeem(secretApp, {}, null)), '400 invalid_grant');
  assert.equal(errorOf(await redeem(publicApp, {}, 'w'.repeat(64))), '400 invalid_grant');
});

test('C4 a verifier without a challenge is a downgrade, and refused', async () => {
  const query = { code_challenge: null, code_challenge_method: null };
  assert.equal(errorOf(await redeem(secretApp, query, VERIFIER)), '400 invalid_grant');
});

test('C5 the challenge of S256 is not its verifier', async () => {
  assert.equal(errorOf(await redeem(publicApp, {}, CHALLENGE)), '400 invalid_grant');
});

test('C6 a plain code opens with its challenge only', async () => {
  const query = { code_challenge: VERIFIER, code_challenge_method: 'plain' };
  assert.equal(errorOf(await redeem(publicApp, query, CHALLENGE)), '400 invalid_grant');
  assert.equal(
    errorOf(await redeem(publicApp, query, `${VERIFIER.slice(1)}x`)),
    '400 invalid_grant',
  );
  assert.equal((await redeem(publicApp, query, VERIFIER)).status, 200);
});

test('C7 an unknown method is refused', async () => {
  for (const code_challenge_method of ['s256', 'S512', 'PLAIN', 'none']) {
    assert.equal(await refusedAtOnce(publicApp, { code_challenge_method }), 'invalid_request');
  }
});

test('C8 a public app cannot do without', async () => {
  for (const code_challenge of [null, '']) {
    for (const code_challenge_method of [null, 'S256', 'plain']) {
      const query = { code_challenge, code_challenge_method };
      assert.equal(await refusedAtOnce(publicApp, query), 'invalid_request');
    }
  }
});

test('C9 the code of one app is nothing to another', async () => {
  const { code } = await world.authorize(person, publicApp);
  const other = await world.addApp({ isPublic: true });
  assert.equal(errorOf(await world.token(other, exchange(other, code))), '400 invalid_grant');
  assert.equal(
    errorOf(await world.token(secretApp, exchange(secretApp, code))),
    '400 invalid_grant',
  );
  assert.equal((await world.token(publicApp, exchange(publicApp, code))).status, 200);
});

test('C10 a stolen code, in the session of a thief, meets another verifier', async () => {
  const { code } = await world.authorize(person, publicApp);
  const ofThief = { ...exchange(publicApp, code), code_verifier: 'thief'.repeat(10) };
  assert.equal(errorOf(await world.token(publicApp, ofThief)), '400 invalid_grant');
  assert.equal((await world.token(publicApp, exchange(publicApp, code))).status, 200);
});

test('C11 the callback is named again, and the same', async () => {
  const { code } = await world.authorize(person, publicApp);
  const { redirect_uri: _, ...without } = exchange(publicApp, code);
  assert.equal(errorOf(await world.token(publicApp, without)), '400 invalid_request');
  const other = { ...without, redirect_uri: `${publicApp.callback}/` };
  assert.equal(errorOf(await world.token(publicApp, other)), '400 invalid_grant');
});

test('C12 a code is good for a minute', async () => {
  const { code } = await world.authorize(person, publicApp);
  const { code: another } = await world.authorize(person, publicApp);
  world.clock.move(58_000);
  assert.equal((await world.token(publicApp, exchange(publicApp, code))).status, 200);
  world.clock.move(3000);
  const late = await world.token(publicApp, exchange(publicApp, another));
  assert.equal(errorOf(late), '400 invalid_grant');
});

test('C13 an app may refuse the method plain', async () => {
  const strict = await world.addApp({ isPublic: true, s256Only: true });
  for (const code_challenge_method of ['plain', null]) {
    const query = { code_challenge: VERIFIER, code_challenge_method };
    assert.equal(await refusedAtOnce(strict, query), 'invalid_request');
  }
  assert.equal((await redeem(strict, {}, VERIFIER)).status, 200);
});
