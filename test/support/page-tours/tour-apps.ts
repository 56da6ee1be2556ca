import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ACTIVITY_RECORDS } from '../../../src/activity/limits.ts';
import { MAX_DEVICES } from '../../../src/apps/limits.ts';
import { PRESETS } from '../../../src/apps/preset.ts';
import { GRANT_REFUSALS } from '../../../src/authorization/grant-refusal.ts';
import { sat } from '../../../src/base/amount.ts';
import { BOOSTAGRAM_RECORD } from '../../../src/lightning/custom-records.ts';
import { MAX_FORM_FIELDS } from '../../../src/web/limits.ts';
import { authorizeUrl, type OauthWorld, PASSWORD, type Person } from '../oauth-world.ts';
import { findLink, type PageTour, type TourBrowser } from './page-tour.ts';
import { tourPending } from './tour-pending.ts';

/** A user with a browser whose pages are checked. */
export interface Tourist extends Person {
  readonly visitor: TourBrowser;
}

export async function addTourist(world: OauthWorld, tour: PageTour): Promise<Tourist> {
  const person = await world.addPerson();
  return { ...person, visitor: tour.with(person.browser) };
}

const SPEND = { scope: 'account:read balance:read payments:send' };
const BAD_BUDGETS = [
  { limit: '' },
  { limit: 'some', amount: 'x', interval: 'day', end: 'never' },
  { limit: 'some', amount: '5', interval: 'x', end: 'never' },
  { limit: 'some', amount: '5', interval: 'day', end: '' },
  { limit: 'none', ask_above: 'x' },
];

export async function tourProblems(world: OauthWorld, tour: PageTour): Promise<void> {
  const app = await world.addApp();
  const guest = tour.with(world.browser());
  const { visitor, browser } = await addTourist(world, tour);
  await guest.open('/');
  for (const memo of ['№', 'x'.repeat(9000)]) {
    const left = world.browser();
    await left.post('/receive', { memo });
    await tour.with(left).open('/sign-in');
  }
  await guest.get('/oauth?client_id=x');
  await guest.get(authorizeUrl(app, { scope: 'bogus' }));
  assert.equal((await visitor.get('/apps/x')).statusCode, 404);
  assert.equal((await visitor.post('/webhooks/new', {})).statusCode, 403);
  const other = await world.app.inject({ method: 'PUT', url: '/webhooks' });
  assert.equal(tour.check(other, 'PUT').statusCode, 405);
  const many = Array.from({ length: MAX_FORM_FIELDS + 1 }, () => 'x');
  assert.equal((await visitor.post('/webhooks/new', { many })).statusCode, 400);
  const large = await browser.post('/webhooks/new', { url: 'x'.repeat(100_000) });
  assert.equal(tour.check(large, 'large').statusCode, 413);
}

export async function tourWallet(world: OauthWorld, tour: PageTour): Promise<void> {
  const tourist = await addTourist(world, tour);
  const { visitor, api } = tourist;
  await visitor.open('/', '/activity', '/activity?show=in', '/more');
  for (let count = 0; count <= ACTIVITY_RECORDS; count += 1) await api.receive(1000);
  const boost = Buffer.from(JSON.stringify({ sender_name: '№' }));
  await api.receiveKeysend(5, new Map([[BOOSTAGRAM_RECORD, boost]]));
  await visitor.open(findLink(await visitor.open('/activity'), /\?before/));
  const external = (amountMsat: bigint) => world.node.externalInvoice({ amountMsat }).bolt11;
  const pay = (bolt11: string) => api.post('/payments/bolt11', { invoice: bolt11 });
  assert.equal((await pay(external(2_000_000n))).status, 200);
  world.node.plan = { kind: 'hang' };
  const sentBefore = world.node.sent.length;
  const paying = pay(external(1_000_000n));
  await world.sent(sentBefore + 1);
  await visitor.open('/', '/activity?show=out');
  await tourPending(world, tourist, async () => {
    world.stop();
    await paying;
  });
}

export async function tourConnectedApps(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, browser, api } = await addTourist(world, tour);
  const app = await world.addApp();
  await visitor.open('/apps');
  const begun = await browser.get(authorizeUrl(app, SPEND));
  const path = new URL(begun.headers.location ?? '', world.authOrigin).pathname;
  for (const bad of BAD_BUDGETS) await visitor.submit(path, { decision: 'allow', ...bad });
  const tokens = await world.connect({ api, browser }, app, SPEND);
  const one = findLink(await visitor.open('/apps'), /^\/apps\/[\w-]{36}$/);
  await visitor.open(one);
  const uses = { appGrantIds: [one.split('/').at(-1) ?? ''], familyIds: [], deviceIds: [] };
  await world.deps.appGrants.noteUses(uses, world.clock.now());
  for (const _ of ['used', 'used twice']) await world.refresh(app, tokens.refreshToken);
  const again = await browser.get(authorizeUrl(app, SPEND));
  await visitor.get(String(again.headers.location));
  assert.equal((await visitor.get('/consent/unknown')).statusCode, 400);
  await visitor.open('/apps');
  for (const bad of BAD_BUDGETS) await visitor.submit(`${one}/budget`, bad);
  const input = { limit: 'some', amount: '5', interval: 'week', end: '7', ask_above: '0' };
  await visitor.submit(`${one}/budget`, input);
  await visitor.open(`${one}/budget`);
  const end = findLink(await visitor.open(one), /\/end$/);
  for (const _ of ['ended', 'ended before']) await visitor.send(end);
  await visitor.submit(`${one}/revoke`);
  // The revoked app is still named with the payments that it made.
  await visitor.open('/activity?q=1');
}

/** Visits the pages of apps without OAuth. The world has a protocol for each kind. */
export async function tourConnections(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const { appGrants, connections, clock } = world.deps;
  const path = '/apps/new';
  await visitor.submit(path, { name: '', kind: '', preset: '', connection_end: 'x' });
  await visitor.submit(path, { name: '\u202e', preset: 'pay', limit: '' });
  await visitor.submit(path, { name: 'x', kind: 'nwc', connection_end: '7', limit: 'none' });
  const proof = { password: PASSWORD };
  const fields = { name: 'Corner Shop', kind: 'nwc', connection_end: '7', limit: 'none', ...proof };
  for (const preset of PRESETS) await visitor.submit(path, { ...fields, preset });
  await visitor.submit(path, { ...fields, kind: 'lndhub', preset: 'pay', connection_end: 'never' });
  const userId = api.user.id;
  const apps = await appGrants.listAppGrants(userId);
  for (const [place, reason] of GRANT_REFUSALS.entries()) {
    const app = apps[place % apps.length];
    assert(app !== undefined);
    await appGrants.noteRefusals(new Map([[app.id, { reason, at: new Date(place) }]]));
    await visitor.open('/apps', `/apps/${app.id}`);
  }
  const [app] = apps;
  assert(app !== undefined);
  const devices = `/apps/${app.id}/devices/new`;
  for (const name of ['', 'App']) await visitor.submit(devices, { ...proof, name });
  const listed = await connections.listDevices(userId, app.id);
  const deviceIds = listed.map(({ id }) => id).slice(0, 1);
  await appGrants.noteUses({ appGrantIds: [app.id], familyIds: [], deviceIds }, clock.now());
  await visitor.open(`/apps/${app.id}`);
  for (let count = 2; count < MAX_DEVICES; count += 1)
    await visitor.submit(devices, { ...proof, name: 'App' });
  assert.equal((await visitor.submit(devices, { ...proof, name: 'App' })).statusCode, 400);
  for (;;) {
    const { body } = await visitor.open(`/apps/${app.id}`);
    const end = /action="([^"]*\/devices\/[^"]*\/end)"/.exec(body)?.[1];
    if (end === undefined) break;
    for (const _ of ['ended', 'ended before']) await visitor.send(end);
  }
  const over = { ...app, id: randomUUID(), kind: 'nwc', expiresAt: new Date(0) } as const;
  await connections.addConnection({ ...over, budget: null });
  await visitor.open('/apps', `/apps/${over.id}`);
  await visitor.submit(`/apps/${over.id}/revoke`);
}

export async function tourTokens(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor, api } = await addTourist(world, tour);
  const path = '/developer/tokens/new';
  await visitor.submit(path, { name: '', scope: [], token_end: 'x' });
  await visitor.submit(path, { name: '\u202e', scope: ['payments:send'], limit: '' });
  const scope = ['account:read', 'payments:send'];
  const input = { name: 'Corner Shop', scope, token_end: '7', limit: 'some', amount: '9' };
  const fields = { ...input, password: PASSWORD };
  await visitor.submit(path, { ...fields, interval: 'ever', end: 'never', ask_above: '5' });
  await visitor.open('/apps', '/developer/tokens');
  await visitor.submit(path, { ...fields, limit: 'none', token_end: 'never' });
  const budget = findLink(await visitor.open('/developer/tokens'), /\/budget$/);
  await visitor.submit(budget, { limit: '' });
  await visitor.submit(budget, { limit: 'none' });
  const grantId = budget.split('/')[3] ?? '';
  const ended = {
    limitSat: sat(9n),
    askAboveSat: null,
    interval: 'day',
    expiresAt: new Date(0),
  } as const;
  await world.deps.budgets.setBudget({ userId: api.user.id, grantId }, ended, new Date(0));
  await visitor.open('/developer/tokens');
  await visitor.submit(budget, { limit: 'some', amount: '9', interval: 'day', end: 'keep' });
  await visitor.submit(budget.replace('budget', 'revoke'));
}

export async function tourClients(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor } = await addTourist(world, tour);
  const path = '/developer/clients/new';
  const good = { name: 'Corner Shop', url: 'https://shop.example', kind: 'confidential' };
  const fields = { ...good, callback: 'https://shop.example/cb' };
  await visitor.open('/developer/clients');
  const bad = [{ name: '' }, { url: 'x' }, { url: 'http://localhost' }, { callback: 'https://x' }];
  for (const one of bad) await visitor.submit(path, { ...fields, ...one });
  for (const kind of ['public', 'confidential']) {
    const made = await visitor.submit(path, { ...fields, kind });
    await visitor.open(findLink(made, /clients\/\w{10}$/));
  }
  const list = await visitor.open('/developer/clients');
  const ids = [...list.body.matchAll(/href="\/developer\/clients\/(\w{10})"/g)];
  for (const [, id = ''] of ids) {
    const app = `/developer/clients/${id}`;
    await world.deps.clients.noteChallenge(id, 'S256', world.deps.clock.now());
    await visitor.open(app);
    await visitor.submit(app, { ...fields, name: '' });
    await visitor.submit(app, fields);
    if ((await visitor.get(`${app}/secret`)).statusCode === 200) {
      await visitor.submit(`${app}/secret`);
      await visitor.submit(`${app}/secret`, { replaces: 'x' });
    }
    await visitor.submit(`${app}/delete`);
  }
}
