import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import postgres from 'postgres';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { createMetricsServer } from '../../src/admin/metrics/metrics-server.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { addClient } from '../../src/apps/add-client.ts';
import { LNDHUB_PREFIX } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import { sat } from '../../src/base/amount.ts';
import type { Proof } from '../../tools/doors/door.ts';
import { DOOR_GROUPS } from '../../tools/doors/door-rows.ts';
import { methodsOf } from '../../tools/doors/list-doors.ts';
import { startAccounts } from '../support/account-world.ts';
import { addAsked } from '../support/asking-world.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { creditUnclaimed, NODE_PUBKEY } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { authorizeUrl } from '../support/oauth-world.ts';
import type { FormFields } from '../support/page-visitor.ts';
import { hiddenFields } from '../support/submit-form.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

/** Knocks at every door of the table in `docs/doors.md`, without the proof that it asks. */

interface Served {
  readonly method: string;
  readonly url: string;
}

/** Every address that a server registered, by whatever part of the program. */
const served: Served[] = [];
function listen(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) served.push({ method: one, url });
  });
}

subscribe('fastify.initialization', listen);
const connectionKinds = [createTestKind('nwc')];
const world = await startAccounts({ after }, { server: { connectionKinds } });
const metrics = { render: async () => '', contentType: 'text/plain', observe: () => undefined };
const metricsServer = createMetricsServer(metrics);
unsubscribe('fastify.initialization', listen);
after(() => metricsServer.close());

const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());

/** Money that came for no one, for an operator to give to a user. */
async function addUnclaimed(): Promise<string> {
  const money = createPostgresWorld(world.database, false);
  await money.setBaseline(NODE_PUBKEY, 0n);
  const event = creditUnclaimed();
  assert.equal((await money.store.credit([event]))[0]?.kind, 'credited');
  return event.receipt.id;
}

interface PageDoor {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly proof: Proof | undefined;
  readonly access: string;
  readonly isOpenToAll: boolean;
}

const pageDoors: readonly PageDoor[] = DOOR_GROUPS.filter(({ kind }) => kind === 'page').flatMap(
  ({ rows }) =>
    Object.entries(rows).flatMap(([key, [, , proof]]) =>
      methodsOf(key).map((name) => {
        const [method = '', path = ''] = name.split(' ');
        const page = PAGES.find((one) => one.method === method && one.path === path);
        assert(page !== undefined, name);
        const { access, isOpenToAll = false } = page;
        return { method, path, name, proof, access, isOpenToAll };
      }),
    ),
);

const anyAddress = (path: string): string =>
  path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000').replaceAll('*', 'x');

const knock = (
  browser: Browser,
  { method, path }: Pick<PageDoor, 'method' | 'path'>,
  fields = {},
) => (method === 'GET' ? browser.get(path) : browser.post(path, fields));

test('every address that answers is a door, in each of the servers', async () => {
  const known = new Set(
    DOOR_GROUPS.flatMap(({ kind, rows }) =>
      Object.keys(rows)
        .flatMap(methodsOf)
        .map((name) => (kind === 'lndhub' ? name.replace(' ', ` ${LNDHUB_PREFIX}`) : name)),
    ),
  );
  const isKnown = ({ method, url }: Served): boolean =>
    known.has(`${method} ${url.replace(/^\/assets\/.*/, '/assets/:name')}`);
  assert(served.some(({ url }) => url === '/metrics'));
  for (const { method, url } of served.filter((one) => !isKnown(one))) {
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const answer = await world.app.inject({ method: method as 'GET', url: anyAddress(url) });
    assert([404, 405].includes(answer.statusCode), `${method} ${url}: ${answer.statusCode}`);
  }
});

describe('pages', () => {
  test('of users and operators ask guests to sign in', async () => {
    const guest = world.browser();
    for (const door of pageDoors.filter(({ access }) => access !== 'anyone')) {
      const { headers } = await knock(guest, { ...door, path: anyAddress(door.path) });
      assert.equal(headers.location, '/sign-in', door.name);
    }
  });

  test('of operators are not there for others', async () => {
    const browser = await world.signedIn(await world.addPerson());
    for (const door of pageDoors.filter(({ access }) => access === 'admin')) {
      const answer = await knock(browser, { ...door, path: anyAddress(door.path) });
      assert.equal(answer.statusCode, 404, door.name);
    }
  });

  test('take a form with the token of its page only', async () => {
    const browser = await world.signedIn(await world.addPerson({ isAdmin: true }));
    for (const { method, path, name, isOpenToAll } of pageDoors) {
      if (method !== 'POST') continue;
      const { statusCode } = await browser.postPlain(anyAddress(path), {});
      assert.equal(statusCode === 403, !isOpenToAll, `${name}: ${statusCode}`);
    }
  });
});

/** Tables that note who came by, and not what anyone may do. */
const NOTES = ['attempt', 'lease', 'process', 'session', 'sign_in_place', 'authorization_request'];

/** What the database holds about money, rights and data, as one text. */
async function digest(): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const parts = tables
    .map(({ name }) => name)
    .filter((name) => !NOTES.includes(name))
    .map(
      (name) => `select '${name}' as name, md5(string_agg(t::text, '' order by t::text))
      from ${name} as t`,
    );
  return JSON.stringify(await owner.unsafe(`${parts.join(' union all ')} order by 1`));
}

/** A wallet in a browser that was left open: signed in, and not confirmed for a while. */
async function leftOpen() {
  const asked = await addAsked(world);
  const { person, browser } = asked;
  const { id, preferences } = person.user;
  await owner`update wallet_user set is_admin = true where id = ${id}`;
  await world.deps.users.changePreferences(id, { ...preferences, confirmAboveSat: sat(10n) });
  world.clock.move(CONFIRMATION_MS);
  const payee = await world.addUser();
  const approval = await asked.ask(await payee.invoice(200));
  const { bolt11 } = world.node.externalInvoice({ amountMsat: 500_000n });
  const draft = await browser.post('/send', { to: bolt11 });
  const wish = { ...WISH, password: person.password };
  assert.match((await browser.post('/apps/new', wish)).body, /nwc:\/\//);
  const [app] = await world.deps.appGrants.listAppGrants(id);
  const added = await addClient(world.deps, {
    ...{ ownerUserId: id, name: 'Shop', url: 'https://shop.example' },
    callback: 'https://shop.example/callback',
    ...{ isPublic: false, s256Only: false, sendsIssuer: true },
  });
  assert(added.ok && app !== undefined);
  const { client } = added.value;
  const callback = 'https://shop.example/callback';
  const shop = { id: client.id, secret: '', callback, ownerUserId: id };
  const consent = await browser.get(authorizeUrl(shop, { scope: 'payments:send' }));
  const consentPath = new URL(String(consent.headers.location), 'https://any.example').pathname;
  const other = await world.addPerson();
  const consentFields = hiddenFields(await browser.get(consentPath), consentPath);
  const paths: Readonly<Record<string, string>> = {
    '/send/:draft/pay': `${draft.headers.location}/pay`,
    '/approvals/:approval/pay': `/approvals/${approval.id}/pay`,
    '/consent/:id': consentPath,
    '/oauth/:id': consentPath.replace('/consent/', '/oauth/'),
    '/apps/:id/budget': `/apps/${app.id}/budget`,
    '/apps/:id/devices/new': `/apps/${app.id}/devices/new`,
    '/developer/clients/:id': `/developer/clients/${client.id}`,
    '/developer/clients/:id/secret': `/developer/clients/${client.id}/secret`,
    '/developer/tokens/:id/budget': `/developer/tokens/${asked.grant.grantId}/budget`,
    '/operate/users/:id/disconnect/:spender': `/operate/users/${id}/disconnect/${app.id}`,
    '/operate/unclaimed/:id/assign': `/operate/unclaimed/${await addUnclaimed()}/assign`,
  };
  // All that operators can lift is there. Apps and changes go on, as their doors are knocked at, too.
  await owner`
    select begin_lockdown(null, 'x', s.id) from session s where s.user_id = ${id}`;
  await owner`select release_lockdown('{apps,changes}', null)`;
  await owner`
    insert into outside_stop (reason, detail) values ('operator', 'x'), ('outflow', 'x')`;
  return {
    person,
    browser,
    consentFields,
    pathOf: (path: string): string =>
      paths[path] ?? anyAddress(path.replace('/users/:id', `/users/${other.user.id}`)),
  };
}

const LIMITED = { limit: 'some', amount: '5000', interval: 'month', end: 'never' };
const WISH = { name: 'till', kind: 'nwc', preset: 'pay', connection_end: '90', ...LIMITED };

/** The forms of doors that ask for a proof, filled in so that they would do something. */
const FORMS: Readonly<Record<string, FormFields>> = {
  '/security/password': { new_password: 'a quite new password' },
  '/security/payments': { confirm_above: '1000000' },
  '/security/email': { email: 'thief@example.com' },
  '/consent/:id': { decision: 'allow', limit: 'none' },
  '/apps/new': WISH,
  '/apps/:id/budget': { limit: 'none' },
  '/apps/:id/devices/new': { name: 'tablet' },
  '/developer/tokens/new': {
    ...{ name: 'till', scope: ['payments:send'], token_end: '90' },
    ...LIMITED,
  },
  '/developer/tokens/:id/budget': { limit: 'none' },
  '/developer/clients/:id': {
    ...{ name: 'Shop', url: 'https://shop.example' },
    callback: 'https://thief.example/callback',
  },
  '/operate/stop': { why: 'a test' },
  '/operate/lockdown': { why: 'a test' },
  '/operate/safety/limits': { sent: 'yes', hour: '1000' },
  '/operate/outflow/allow': { why: 'a test' },
  '/operate/invitations': { role: 'user' },
  '/operate/unclaimed/:id/assign': { email: 'thief@example.com' },
  '/operate/users/:id/limits': {
    ...{ max_balance: 'none', max_send_day: 'own', max_send_day_sat: '100' },
  },
};

const opened = await leftOpen();

const IN_THE_FORM: readonly (Proof | undefined)[] = [
  ...(['proof', 'proof_for_more', 'proof_above', 'own_password', 'urgent'] as const),
];

describe('a browser that was left open', () => {
  for (const door of pageDoors.filter(({ proof }) => proof !== undefined)) {
    const { proof, name, path, method } = door;
    const knockWith = (fields: FormFields): Promise<Answer> =>
      knock(opened.browser, { method, path: opened.pathOf(path) }, fields);
    const isSent = method === 'POST';
    if (proof === 'fresh') {
      test(`${name} asks to confirm first`, async () => {
        const before = await digest();
        const answer = await knockWith(FORMS[path] ?? {});
        assert.match(String(answer.headers.location), /^\/confirm(\?|$)/);
        assert.equal(await digest(), before);
      });
    }
    if (IN_THE_FORM.includes(proof) && isSent) {
      test(`${name} asks for a proof with the form, and takes no wrong one`, async () => {
        // Guesses of a password are limited.
        world.clock.move(60_000);
        const before = await digest();
        const fields = path === '/consent/:id' ? opened.consentFields : {};
        const form = { ...fields, ...FORMS[path] };
        for (const wrong of [{}, { password: 'not the password' }]) {
          const answer = await knockWith({ ...form, ...wrong });
          assert([200, 400].includes(answer.statusCode), `${answer.statusCode}`);
          assert.match(answer.body, /type="password"/);
          assert.equal(await digest(), before);
        }
      });
    }
  }

  // These come last, as knocking at them ends what was begun.
  for (const { method, name, path, proof } of pageDoors) {
    if (proof !== 'begun' && proof !== 'consent') continue;
    test(`${name} does nothing before the page that asks`, async () => {
      const before = await digest();
      const fields = { name: 'thief', answer: '{}' };
      const answer = await knock(opened.browser, { method, path: opened.pathOf(path) }, fields);
      assert.doesNotMatch(String(answer.headers.location), /code=/);
      assert.equal(await digest(), before);
    });
  }

  test('is asked to confirm at no other door', async () => {
    const person = await world.addPerson({ isAdmin: true });
    let browser = await world.signedIn(person);
    world.clock.move(CONFIRMATION_MS);
    for (const door of pageDoors.filter(({ proof }) => proof === undefined)) {
      // A stream, which does not end.
      if (door.path === '/live') continue;
      const answer = await knock(browser, { ...door, path: anyAddress(door.path) });
      assert.doesNotMatch(String(answer.headers.location), /^\/confirm(\?|$)/, door.name);
      if ((await browser.get('/security')).statusCode === 200) continue;
      browser = await world.signedIn(person);
      world.clock.move(CONFIRMATION_MS);
    }
  });
});

test('a link or sign-in without its secret lets no one in', async () => {
  const { email } = opened.person;
  const guesses = { email, password: 'not it', code: '000000', answer: '{}', name: 'thief' };
  for (const { name, path, method, proof, access } of pageDoors) {
    if (access !== 'anyone' || (proof !== 'link' && proof !== 'sign_in')) continue;
    if (method !== 'POST') continue;
    const guest = world.browser();
    const before = await digest();
    await guest.post(path, { ...guesses, token: 'x', new_password: 'a quite new password' });
    assert.equal((await guest.get('/security')).headers.location, '/sign-in', name);
    assert.equal(await digest(), before, name);
  }
});
