import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { rotateClientSecret } from '../../src/apps/rotate-client-secret.ts';
import type { Answer } from '../support/api-user.ts';
import {
  type App,
  authorizeUrl,
  basic,
  exchange,
  formOf,
  openConsent,
  readCallback,
  readTokens,
  startOauth,
  VERIFIER,
} from '../support/oauth-world.ts';

const world = await startOauth({ after });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Everything that was issued in the flows below, by what it is. */
const issued = new Map<string, string>();
const answers: Answer[] = [];

function note(name: string, value: string): void {
  assert(value.length >= 20, `${name} is a secret: ${value}`);
  issued.set(name, value);
}

const inQuery = async (app: App, path: string, fields: Record<string, string>): Promise<Answer> => {
  const authorization = basic(app.id, app.secret);
  note(`header of ${path}`, authorization.slice('Basic '.length));
  const answer = await world.call('POST', `${path}?${formOf({ ...fields, client_id: app.id })}`, {
    headers: { ...FORM, authorization },
  });
  answers.push(answer);
  return answer;
};

/** Full flows, in the form of the SDK: codes, verifiers and tokens stand in addresses. */
before(async () => {
  const app = await world.addApp();
  note('client secret', app.secret);
  const person = await world.addPerson();
  for (const [, cookie] of person.browser.cookiesFor('/').matchAll(/=([^;]+)/g)) {
    if (cookie !== undefined && cookie.length >= 20) note(`cookie ${issued.size}`, cookie);
  }
  const asked = await person.browser.get(authorizeUrl(app));
  const consent = await openConsent(person.browser, asked.headers.location);
  note('id of an authorization request', consent.path.split('/').at(-1) ?? '');
  note('ticket', consent.ticket);
  const { code } = await readCallback(person.browser, await consent.answer('allow'));
  note('code', code);
  note('verifier', VERIFIER);
  const first = readTokens(await inQuery(app, '/oauth/token', exchange(app, code)));
  note('access token', first.accessToken);
  note('refresh token', first.refreshToken);
  const { refreshToken: refresh_token } = first;
  const fields = { grant_type: 'refresh_token', refresh_token };
  const second = readTokens(await inQuery(app, '/oauth/token', fields));
  note('second access token', second.accessToken);
  note('second refresh token', second.refreshToken);
  await inQuery(app, '/oauth/token', fields);
  await world.callAs(second.accessToken);
  answers.push(await world.callAs(second.accessToken, '/oauth/token/introspect'));
  await inQuery(app, '/oauth/introspect', { token: second.accessToken });
  await inQuery(app, '/oauth/revoke', { token: second.refreshToken });

  const rotated = await rotateClientSecret(world.deps, app.id, app.ownerUserId);
  assert(rotated.ok);
  note('new client secret', rotated.value.secret);
  const input = { userId: person.api.user.id, scopes: 'balance:read', name: 'cli' };
  const personal = await addPersonalToken(world.deps, { ...input, expiresInSec: null });
  assert(personal.ok);
  note('personal token', personal.value.token);
  await world.callAs(personal.value.token);

  // One that is not answered, and one that is approved and not fetched.
  await person.browser.get(authorizeUrl(app));
  const late = await person.browser.get(authorizeUrl(app));
  const open = await openConsent(person.browser, late.headers.location);
  note('id of an open authorization request', open.path.split('/').at(-1) ?? '');
  await open.answer('allow');
  const { code: unused } = await world.authorize(person, app);
  note('unused code', unused);
});

describe('what is stored', () => {
  test('G1 G7 no table holds anything that was issued', async () => {
    const { sql } = world.database();
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`;
    assert(tables.length > 20);
    let text = '';
    for (const { name } of tables) {
      const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
      text += rows.map(({ row }) => `${name}: ${row}\n`).join('');
    }
    assert(text.includes('authorization_code:') && text.includes('authorization_request:'));
    for (const [name, value] of issued) {
      assert(!text.includes(value), `${name} stands in the database`);
      const hex = Buffer.from(value).toString('hex');
      assert(!text.includes(hex), `${name} stands in the database in hex`);
    }
  });

  test('G3 no line of the log at its most talkative holds anything of it either', () => {
    const log = world.logged();
    assert(log.includes('/oauth/token') && log.includes('a refresh token came again'));
    for (const [name, value] of issued) assert(!log.includes(value), `${name} stands in the log`);
    assert.doesNotMatch(log, /authorization":"|"cookie"|code_verifier|grant_type/i);
  });
});

describe('what is issued', () => {
  test('G4 each kind has its prefix, and 256 random bits in letters that need no encoding', () => {
    const kinds = [
      ['code', 'sat_ac_'],
      ['access token', 'sat_at_'],
      ['refresh token', 'sat_rt_'],
      ['personal token', 'sat_pat_'],
    ] as const;
    for (const [name, prefix] of kinds) {
      const value = issued.get(name) ?? '';
      assert(value.startsWith(prefix), `${name}: ${value}`);
      assert.match(value.slice(prefix.length), /^[A-Za-z0-9_-]{43}$/);
    }
    for (const name of ['client secret', 'new client secret']) {
      assert.match(issued.get(name) ?? '', /^[A-Za-z0-9]{43}$/);
    }
    assert.equal(new Set(issued.values()).size, issued.size - repeatedHeaders());
  });

  test('G5 nothing that lists apps and tokens has their secrets', async () => {
    const app = await world.addApp();
    const { clients, tokens } = world.deps;
    const listed = JSON.stringify([
      await clients.listClients(app.ownerUserId),
      await tokens.listPersonalTokens(app.ownerUserId),
    ]);
    assert(listed.includes(app.id) && !listed.includes(app.secret));
    assert.doesNotMatch(listed, /sat_pat_|"token"/);
  });

  test('G6 answers with tokens are kept by no one on the way', async () => {
    assert(answers.length >= 6);
    for (const { headers, status } of answers) {
      assert.equal(headers['cache-control'], 'no-store', String(status));
    }
    const app = await world.addApp();
    const person = await world.addPerson();
    const asked = await person.browser.get(authorizeUrl(app));
    const consent = await openConsent(person.browser, asked.headers.location);
    const back = await person.browser.get(await consent.answer('allow'));
    for (const { headers } of [asked, back]) assert.equal(headers['cache-control'], 'no-store');
  });
});

/** An app shows itself by the same header each time. */
const repeatedHeaders = (): number =>
  [...issued.keys()].filter((name) => name.startsWith('header of')).length - 1;

test('G2 a wrong secret costs as many questions to the database as an unknown app', async () => {
  const app = await world.addApp();
  const fields = { grant_type: 'refresh_token', refresh_token: 'sat_rt_x' };
  const asked = async (as: App): Promise<readonly string[]> => {
    world.takeStatements();
    const answer = await world.token(as, fields);
    assert.equal(answer.status, 401);
    return world.takeStatements().map((text) => text.trim());
  };
  const wrong = await asked({ ...app, secret: 'wrong' });
  const unknown = await asked({ ...app, id: 'nobody' });
  assert.deepEqual(wrong, unknown);
  assert(wrong.length > 0);
});
