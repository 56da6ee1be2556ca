import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { ROUTES } from '../../src/app/http/routes.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { field } from '../support/fields.ts';
import { lockdownBench } from '../support/lockdown-bench.ts';
import {
  authorizeUrl,
  exchange,
  openConsent,
  readTokens,
  startOauth,
} from '../support/oauth-world.ts';

/** What apps and scripts hear during a lockdown, at every door of the API. */

const world = await startOauth({ after });
const { press, lift } = lockdownBench(world.database());
const app = await world.addApp();
afterEach(async () => void (await lift()));

const addressOf = (path: string): string => path.replaceAll(/:\w+/g, 'x');
const clientForm = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...fields }).toString(),
});

describe('during a lockdown', () => {
  test('every route behind a token says that it is held, and never that the token is bad', async () => {
    const person = await world.addPerson();
    const script = await person.api.withScopes(ALL_SCOPES);
    const { accessToken } = await world.connect(person, app);
    await press();
    let judged = 0;
    for (const { method, path, access } of ROUTES) {
      if (access === 'public' || access === 'client') continue;
      for (const token of [script.token, accessToken]) {
        const headers = { authorization: `Bearer ${token}` };
        const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
        const answer = await world.call(method, addressOf(path), { ...body, headers });
        assert.equal(answer.status, 503, `${method} ${path}`);
        assert.equal(field(answer.body, 'code'), 6);
        assert.match(String(field(answer.body, 'message')), /paused all apps and tokens/);
        assert.equal(answer.headers['retry-after'], '300');
        assert.equal(answer.headers['www-authenticate'], undefined);
        judged += 1;
      }
      const unknown = { headers: { authorization: 'Bearer unknown' } };
      assert.equal((await world.call(method, addressOf(path), unknown)).status, 401, path);
    }
    assert.ok(judged > 20);
    await lift(['apps']);
    assert.equal((await world.callAs(script.token)).status, 200);
    assert.equal((await world.callAs(accessToken)).status, 200);
  });

  test('every endpoint for apps says so, and neither uses up nor ends what the app holds', async () => {
    const person = await world.addPerson();
    const tokens = await world.connect(person, app);
    const { code } = await world.authorize(person, app);
    await press();
    const forms = [
      { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
      exchange(app, code),
      { token: tokens.refreshToken },
      { token: tokens.accessToken },
    ];
    const clientRoutes = ROUTES.filter(({ access }) => access === 'client');
    for (const { path } of clientRoutes) {
      for (const fields of forms) {
        const isGrant = 'grant_type' in fields;
        if (isGrant !== (path === '/oauth/token')) continue;
        const answer = await world.call('POST', path, clientForm(fields));
        assert.equal(answer.status, 503, `${path}: ${answer.text}`);
        assert.equal(field(answer.body, 'error'), 'temporarily_unavailable');
        assert.equal(answer.headers['retry-after'], '300');
      }
    }
    assert.equal(clientRoutes.length, 3);
    await lift(['apps']);
    const byCode = await world.token(app, { ...exchange(app, code) });
    assert.equal(byCode.status, 200, byCode.text);
    const again = readTokens(await world.refresh(app, tokens.refreshToken));
    assert.equal((await world.callAs(again.accessToken)).status, 200);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
  });

  test('a refresh in the instant of the press either came first or lost nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      // The press before has ended the sessions of the others.
      const tokens = await world.connect(await world.addPerson(), app);
      const refreshed = world.refresh(app, tokens.refreshToken);
      await press();
      const answer = await refreshed;
      if (answer.status === 200) {
        const { accessToken } = readTokens(answer);
        assert.equal((await world.callAs(accessToken)).status, 503, 'it is held as well');
        await lift(['apps']);
        assert.equal((await world.callAs(accessToken)).status, 200);
      } else {
        assert.equal(answer.status, 503, answer.text);
        await lift(['apps']);
        assert.equal((await world.refresh(app, tokens.refreshToken)).status, 200);
      }
      await lift();
    }
  });
});

test('a consent that is given during it waits, and can be given afterwards', async () => {
  const other = await world.addPerson();
  const asked = await other.browser.get(authorizeUrl(app));
  const consent = await openConsent(other.browser, asked.headers.location);
  const sessions = await world.deps.pages?.accounts.sessions.listSessions(
    other.api.user.id,
    world.clock.now(),
  );
  await press(sessions?.[0]?.id);
  const answered = await other.browser.post(consent.path, {
    ...consent.fields,
    decision: 'allow',
    limit: 'none',
    password: 'correct horse battery',
  });
  assert.equal(answered.statusCode, 503, answered.body);
  assert.match(answered.body, /This has to wait/);
  await lift();
  const now = await consent.answer('allow');
  assert.match(now, /\/oauth\/[\w-]+$/);
});
