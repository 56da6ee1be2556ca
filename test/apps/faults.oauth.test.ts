import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAuthorizationServer } from '../../src/apps/oauth/provider/authorization-server.ts';
import { consentPath } from '../../src/apps/oauth/routes/authorization.ts';
import type { OauthStore } from '../../src/apps/oauth-store.ts';
import { createOauthStore } from '../../src/apps/sql/oauth-store.ts';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { breakable, newBreakage } from '../support/breakable.ts';
import { field } from '../support/fields.ts';
import {
  authorizeUrl,
  exchange,
  openConsent,
  readCallback,
  readTokens,
  startOauth,
} from '../support/oauth-world.ts';

const breakage = newBreakage();
const world = await startOauth({ after }, {}, (parts) => {
  const store = createOauthStore(parts.database);
  const oauthStore: OauthStore = {
    ...store,
    transaction: (work) => store.transaction((records) => work(breakable(records, breakage))),
  };
  return {
    openAuthorizationServer: (urls) =>
      createAuthorizationServer({
        ...urls,
        ...parts,
        oauthStore,
        consentPath,
        accessTokenTtlSec: 7200,
        reuseGraceMs: 10_000,
      }),
  };
});
const app = await world.addApp();
const person = await world.addPerson();

/** As the database says it; the code tells whether a repeat may help. */
function breakOnce(name: string, at: 'before' | 'after', code: string): void {
  const cause = Object.assign(new Error(`broken in ${name}`), { code, name: 'PostgresError' });
  breakage.errors.set(name, [{ at, error: new DatabaseFault(cause) }]);
}

const BAD_QUERY = '42601';
const DEADLOCK = '40P01';

for (const name of [
  'findClient',
  'findRefreshToken',
  'findGrant',
  'consumeRefreshToken',
  'saveRefreshToken',
  'saveAccessToken',
]) {
  for (const at of ['before', 'after'] as const) {
    test(`D7 a refresh that breaks ${at} ${name} changes nothing, and works again`, async () => {
      const { refreshToken } = await world.connect(person, app);
      breakOnce(name, at, BAD_QUERY);
      const broken = await world.refresh(app, refreshToken);
      assert.deepEqual([broken.status, field(broken.body, 'error')], [500, 'server_error']);
      assert.doesNotMatch(broken.text, /broken in/);
      assert.match(world.logged(), new RegExp(`broken in ${name}`));
      const again = await world.refresh(app, refreshToken);
      assert.equal(again.status, 200, 'the same token works');
      assert.equal((await world.callAs(readTokens(again).accessToken)).status, 200);
    });
  }
}

for (const name of ['findCode', 'consumeCode', 'saveAccessToken', 'saveRefreshToken']) {
  test(`D7 an exchange that breaks after ${name} can be repeated`, async () => {
    const { code } = await world.authorize(person, app);
    breakOnce(name, 'after', BAD_QUERY);
    assert.equal((await world.token(app, exchange(app, code))).status, 500);
    const again = await world.token(app, exchange(app, code));
    assert.equal(again.status, 200);
    assert.equal((await world.callAs(readTokens(again).accessToken)).status, 200);
  });
}

test('D7 what the database undid by itself is done again, unseen', async () => {
  const { refreshToken } = await world.connect(person, app);
  breakOnce('saveAccessToken', 'after', DEADLOCK);
  const answer = await world.refresh(app, refreshToken);
  assert.equal(answer.status, 200);
  assert.equal((await world.callAs(readTokens(answer).accessToken)).status, 200);
  const { code } = await world.authorize(person, app);
  breakOnce('consumeCode', 'after', DEADLOCK);
  assert.equal((await world.token(app, exchange(app, code))).status, 200);
});

test('D7 the end of a stolen token is not lost when it breaks', async () => {
  const first = await world.connect(person, app);
  const second = readTokens(await world.refresh(app, first.refreshToken));
  world.clock.move(11_000);
  breakOnce('endGeneration', 'before', BAD_QUERY);
  assert.equal((await world.refresh(app, first.refreshToken)).status, 500);
  assert.equal((await world.callAs(second.accessToken)).status, 200);
  assert.equal((await world.refresh(app, first.refreshToken)).status, 400);
  assert.equal((await world.callAs(second.accessToken)).status, 401);
});

test('a way back to the app that breaks can be gone again', async () => {
  const asked = await person.browser.get(authorizeUrl(app));
  const consent = await openConsent(person.browser, asked.headers.location);
  const resumeAt = await consent.answer('allow');
  breakOnce('saveCode', 'before', BAD_QUERY);
  assert.equal((await person.browser.get(resumeAt)).statusCode, 500);
  const { code } = await readCallback(person.browser, resumeAt);
  assert.equal((await world.token(app, exchange(app, code))).status, 200);
});
