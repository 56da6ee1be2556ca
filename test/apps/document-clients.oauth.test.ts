import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createArchiveStore } from '../../src/account-closure/sql/archive-store.ts';
import { removeClient } from '../../src/apps/remove-client.ts';
import { rotateClientSecret } from '../../src/apps/rotate-client-secret.ts';
import { ARRAY_OF } from '../../src/database/sql.ts';
import { field, textField } from '../support/fields.ts';
import {
  type App,
  authorizeUrl,
  exchange,
  type Fields,
  formOf,
  openConsent,
  type Person,
  type Query,
  readCallback,
  readRefusal,
  readTokens,
  startOauth,
  type Tokens,
} from '../support/oauth-world.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });
const { sql } = world.database();

let made = 0;
/** The row of an app that its makers describe at an address of theirs. */
async function addDocument(
  redirectUris: readonly string[] = ['https://tool.example/callback', 'https://tool.example/other'],
): Promise<App> {
  made += 1;
  const id = `https://tool.example/${made}/${'long-'.repeat(30)}client.json`;
  await sql`
    insert into client (id, kind, name, redirect_uris, fetched_at, created_at)
    values (${id}, 'document', 'Tool <b>', ${sql.array([...redirectUris], ARRAY_OF.text)},
      ${world.clock.now()}, ${world.clock.now()})`;
  return { id, secret: '', callback: redirectUris[0] ?? '', ownerUserId: '' };
}

const post = (path: string, fields: Fields) =>
  world.call('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formOf(fields),
  });

const refresh = ({ id }: App, { refreshToken }: Tokens) =>
  post('/oauth/token', {
    client_id: id,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });

async function connect(person: Person, app: App, query: Query = {}): Promise<Tokens> {
  const { code } = await world.authorize(person, app, query);
  const callback = query['redirect_uri'] ?? app.callback;
  const fields = { client_id: app.id, ...exchange({ ...app, callback }, code) };
  const answer = await post('/oauth/token', fields);
  assert.equal(answer.status, 200, answer.text);
  return readTokens(answer);
}

describe('an app that is known by its document', () => {
  test('is shown by its address before anyone says yes', async () => {
    const [person, app] = [await world.addPerson(), await addDocument()];
    const asked = await person.browser.get(authorizeUrl(app, { scope: 'payments:send' }));
    const consent = await openConsent(person.browser, asked.headers.location);
    const page = await person.browser.get(consent.path);
    const text = readText(page);
    assert(text.includes(`Let “Tool <b>” use your wallet? Website ${app.id} You return to tool`));
    assert.doesNotMatch(text, /null|undefined/);
    const back = await readCallback(person.browser, await consent.answer('allow'));
    assert.equal(back.answer.get('iss'), 'https://wallet.example');
    assert.equal(back.answer.get('state'), 'xyz');
  });

  test('gets tokens, refreshes them, asks about them and gives them back', async () => {
    const [person, app] = [await world.addPerson(), await addDocument()];
    const tokens = await connect(person, app, { redirect_uri: 'https://tool.example/other' });
    const own = await world.callAs(tokens.accessToken, '/oauth/token/introspect');
    const about = { client_id: app.id, redirect_uri: '' };
    assert.deepEqual(own.body, { ...about, scopes: field(own.body, 'scopes') });
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
    const next = readTokens(await refresh(app, tokens));
    assert.equal((await world.callAs(next.accessToken)).status, 200);
    const fields = { client_id: app.id, token: next.refreshToken };
    const asked = await post('/oauth/introspect', fields);
    assert.deepEqual([field(asked.body, 'active'), field(asked.body, 'client_id')], [true, app.id]);
    assert.equal((await post('/oauth/revoke', fields)).status, 200);
    assert.equal((await world.callAs(next.accessToken)).status, 401);
    assert.equal(textField((await refresh(app, next)).body, 'error'), 'invalid_grant');
  });

  test('is held to its callbacks, to S256 and to having no secret', async () => {
    const [{ browser }, app] = [await world.addPerson(), await addDocument()];
    const ask = (query: Query) => browser.get(authorizeUrl(app, query));
    const stray = await ask({ redirect_uri: 'https://tool.example/callback/x' });
    assert.equal(stray.statusCode, 400);
    assert.doesNotMatch(stray.body, /tool\.example/);
    for (const query of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
    ]) {
      const { searchParams } = readRefusal(await ask(query));
      assert.equal(searchParams.get('error'), 'invalid_request');
    }
    const fields = { client_id: app.id, grant_type: 'refresh_token', refresh_token: 'sat_rt_x' };
    const withSecret = await post('/oauth/token', { ...fields, client_secret: 'any' });
    assert.equal(textField(withSecret.body, 'error'), 'invalid_client');
    const rotated = await rotateClientSecret(world.deps, app.id, null);
    assert.deepEqual(rotated.ok ? null : rotated.refusal.kind, 'public_client');
  });

  test('is answered on this machine, and elsewhere only over https', async () => {
    const person = await world.addPerson();
    const local = await addDocument(['http://127.0.0.1:8765/callback']);
    await connect(person, local, { redirect_uri: 'http://127.0.0.1:5000/callback' });
    const bad = await addDocument(['http://tool.example/callback']);
    assert.equal((await person.browser.get(authorizeUrl(bad))).statusCode, 400);
  });

  test('has its place among what its users connected, and they end it', async () => {
    const [person, app] = [await world.addPerson(), await addDocument()];
    const { browser, api } = person;
    await api.receive(1000);
    const tokens = await connect(person, app, { scope: 'balance:read payments:send' });
    const paid = await world.call('POST', '/payments/bolt11', {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      body: { invoice: await (await world.addUser()).invoice(10) },
    });
    assert.equal(paid.status, 200, paid.text);

    const list = await browser.get('/apps');
    assert(readText(list).includes(`Tool <b> ${app.id} Connected`));
    const limitAt = readLink(list, 'Change limit');
    const changed = { limit: 'some', amount: '500', interval: 'week', end: '365' };
    await submitForm(browser, limitAt, changed);
    const page = readText(await browser.get(limitAt.replace(/\/budget$/, '')));
    assert(page.includes(`Website ${app.id} Connected`));
    assert.match(page, /0 of 500 sat/);
    assert.match(page, /Where it is used/);
    assert.match(readText(await browser.get('/activity')), /Tool <b>/);
    const archived = await createArchiveStore(world.database()).readPerson(api.user.id);
    const { connected_apps: apps, own_apps: owned } = JSON.parse(archived?.body ?? '{}');
    assert.deepEqual([apps.length, apps[0].name, apps[0].url], [1, 'Tool <b>', app.id]);
    assert.deepEqual(owned, []);

    await submitForm(browser, limitAt.replace(/budget$/, 'revoke'), {});
    assert.match(readText(await browser.get('/apps')), /No app uses your wallet/);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal(textField((await refresh(app, tokens)).body, 'error'), 'invalid_grant');
  });

  test('belongs to no user who makes apps', async () => {
    const [{ browser, api }, app] = [await world.addPerson(), await addDocument()];
    assert.doesNotMatch((await browser.get('/developer/clients')).body, /tool\.example/);
    const path = `/developer/clients/${encodeURIComponent(app.id)}`;
    for (const part of ['', '/secret', '/delete']) {
      const { statusCode, headers } = await browser.get(path + part);
      // The secret of an app is seen after a confirmation.
      if (statusCode === 303) assert.match(String(headers.location), /^\/confirm/);
      else assert.equal(statusCode, 404);
    }
    const change = {
      name: 'Mine',
      url: 'https://a.example',
      callback: 'https://a.example/back',
      s256Only: false,
      sendsIssuer: true,
    };
    for (const owner of [api.user.id, null]) {
      assert.equal(await world.deps.clients.updateClient(app.id, owner, change), false);
    }
    assert.equal((await removeClient(world.deps, app.id, api.user.id)).ok, false);
    assert.notEqual(await world.deps.clients.findClient(app.id), null);
  });

  test('is named to operators, who can remove it for everyone', async () => {
    const [person, operator, app] = [
      await world.addPerson(),
      await world.addPerson(),
      await addDocument(),
    ];
    const tokens = await connect(person, app);
    const tables = postgres(world.ownerUrl, { max: 1 });
    await tables`update wallet_user set is_admin = true where id = ${operator.api.user.id}`;
    await tables.end();
    const read = async () =>
      readText(await operator.browser.get(`/operate/users/${person.api.user.id}`));
    assert.match(await read(), /Tool <b>/);

    const asked = await person.browser.get(authorizeUrl(app));
    const consent = await openConsent(person.browser, asked.headers.location);
    assert.equal((await removeClient(world.deps, app.id, null)).ok, true);
    assert.doesNotMatch(await read(), /Tool <b>/);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal(textField((await refresh(app, tokens)).body, 'error'), 'invalid_client');
    assert.equal((await person.browser.get(consent.path)).statusCode, 400);
    assert.equal((await person.browser.get(authorizeUrl(app))).statusCode, 400);
    assert.match(readText(await person.browser.get('/apps')), /No app uses your wallet/);
  });

  test('leaves no token alive when it is removed while it refreshes', async () => {
    const person = await world.addPerson();
    for (let round = 0; round < 10; round += 1) {
      const app = await addDocument();
      const tokens = await connect(person, app);
      const [answer] = await Promise.all([
        refresh(app, tokens),
        removeClient(world.deps, app.id, null),
      ]);
      const alive = answer.status === 200 ? [tokens, readTokens(answer)] : [tokens];
      for (const { accessToken } of alive) {
        assert.equal((await world.callAs(accessToken)).status, 401);
      }
    }
  });
});

interface Row {
  readonly kind: string;
  readonly owner: string | null;
  readonly url: string | null;
  readonly callback: string | null;
  readonly uris: readonly string[] | null;
  readonly at: Date | null;
  readonly secret: Uint8Array | null;
}

const insert = (id: string, { kind, owner, url, callback, uris, at, secret }: Row) => sql`
  insert into client (id, kind, owner_user_id, name, url, callback, redirect_uris, fetched_at,
    secret_hash, created_at)
  values (${id}, ${kind}, ${owner}::uuid, 'App', ${url}, ${callback},
    ${uris === null ? null : sql.array([...uris], ARRAY_OF.text)}, ${at}, ${secret}, now())`;

test('a row is that of a registered app or that of a document, and nothing between', async () => {
  const { user } = await world.addUser();
  const url = 'https://a.example';
  const nothing = { owner: null, url: null, callback: null, uris: null, at: null, secret: null };
  const document: Row = {
    ...nothing,
    kind: 'document',
    uris: [`${url}/back`],
    at: world.clock.now(),
  };
  const registered: Row = {
    ...nothing,
    kind: 'registered',
    owner: user.id,
    url,
    callback: `${url}/back`,
    secret: new Uint8Array(32),
  };
  await insert(`${url}/client.json`, document);
  await insert('whole', registered);
  for (const [id, row] of [
    [`${url}/1`, { ...document, owner: user.id }],
    [`${url}/2`, { ...document, url }],
    [`${url}/3`, { ...document, callback: url }],
    [`${url}/4`, { ...document, uris: null }],
    [`${url}/5`, { ...document, uris: [] }],
    [`${url}/6`, { ...document, at: null }],
    [`${url}/7`, { ...document, secret: new Uint8Array(32) }],
    ['http://a.example/client.json', document],
    ['r1', { ...registered, owner: null }],
    ['r2', { ...registered, url: null }],
    ['r3', { ...registered, callback: null }],
    ['r4', { ...registered, uris: document.uris }],
    ['r5', { ...registered, at: document.at }],
    ['r6', { ...registered, kind: 'other' }],
  ] as const) {
    await assert.rejects(insert(id, row), /check constraint/, id);
  }
});
