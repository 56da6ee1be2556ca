import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  authorizeUrl,
  openConsent,
  readCallback,
  readRefusal,
  startOauth,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const person = await world.addPerson();
const ISSUER = 'https://wallet.example';

/** All answers that a callback can get: to a yes, to a no, and to a wrong request. */
async function answersOf(app: Awaited<ReturnType<typeof world.addApp>>) {
  const asked = await person.browser.get(authorizeUrl(app));
  const consent = await openConsent(person.browser, asked.headers.location);
  const denied = await readCallback(person.browser, await consent.answer('deny'));
  const wrong = readRefusal(await person.browser.get(authorizeUrl(app, { scope: 'x' })));
  return {
    allowed: (await world.authorize(person, app)).answer,
    denied: denied.answer,
    wrong: wrong.searchParams,
  };
}

describe('the issuer in answers (RFC 9207)', () => {
  test('is left out for an app that does not want it, and nothing else is', async () => {
    for (const isPublic of [true, false]) {
      const app = await world.addApp({ isPublic, sendsIssuer: false });
      const { allowed, denied, wrong } = await answersOf(app);
      assert.deepEqual([...allowed.keys()], ['code', 'state']);
      assert.deepEqual([...denied.keys()], ['error', 'error_description', 'state']);
      assert.deepEqual([...wrong.keys()], ['error', 'error_description', 'scope', 'state']);
      for (const answer of [allowed, denied, wrong]) assert.equal(answer.get('state'), 'xyz');
    }
  });

  test('stands in every answer to an app that wants it', async () => {
    for (const answer of Object.values(await answersOf(await world.addApp()))) {
      assert.equal(answer.get('iss'), ISSUER);
    }
  });

  test('is not announced, as a client that reads the metadata would demand it', async () => {
    const { text } = await world.call('GET', '/.well-known/oauth-authorization-server');
    assert.doesNotMatch(text, /iss_parameter/);
  });

  test('follows the switch of the app from the next answer on', async () => {
    const app = await world.addApp({ sendsIssuer: false });
    const before = await world.deps.clients.findClient(app.id);
    assert(before?.kind === 'registered');
    await world.deps.clients.updateClient(app.id, app.ownerUserId, {
      ...before,
      sendsIssuer: true,
    });
    assert.equal((await world.authorize(person, app)).answer.get('iss'), ISSUER);
  });
});
