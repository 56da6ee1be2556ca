import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { MAX_APP_CONNECTIONS, MAX_DEVICES } from '../../src/apps/limits.ts';
import { REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { findLink } from '../support/page-tours/page-tour.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

const nwc = createTestKind('nwc');
const lndhub = createTestKind('lndhub');
const world = await startPages({ after }, { connectionKinds: [nwc, lndhub] });
const { appGrants, appGrantUses, budgets, connections } = world.deps;

const PATH = '/apps/new';
const GOOD = {
  name: 'Zeus on my phone',
  kind: 'nwc',
  preset: 'pay',
  connection_end: '365',
  limit: 'some',
  amount: '10,000',
  interval: 'month',
};
const LINK = /(?:nwc|lndhub):\/\/[\w-]+\?secret=[0-9a-f]{64}/;

/** Sends the form, and answers what is shown once. */
async function connect(visitor: Visitor, fields: Partial<typeof GOOD> = {}): Promise<string> {
  const answer = await visitor.post(PATH, { ...GOOD, ...fields });
  assert.equal(answer.statusCode, 200, readText(answer));
  return linkIn(answer);
}

const linkIn = (answer: LightMyRequestResponse): string =>
  LINK.exec(answer.body.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code)))?.[0] ??
  assert.fail('the link is shown');

async function appOf(visitor: Visitor) {
  const [app] = await appGrants.listAppGrants(visitor.api.user.id);
  assert(app !== undefined);
  return app;
}

describe('/apps/new', () => {
  test('is offered only while there is a protocol', async () => {
    const without = await startPages({ after });
    const guest = await without.addVisitor();
    assert.doesNotMatch(readText(await guest.get('/apps')), /Connect an app/);
    assert.equal((await guest.get(PATH)).statusCode, 404);
    assert.equal((await guest.post(PATH, GOOD)).statusCode, 404);
    const visitor = await world.addVisitor();
    assert.equal(readLink(await visitor.get('/apps'), 'Connect an app'), PATH);
    assert.equal((await world.guest().get(PATH)).headers.location, '/sign-in');
  });

  test('asks how it connects only where there is a choice', async () => {
    const both = readText(await (await world.addVisitor()).get(PATH));
    assert.match(both, /Nostr Wallet Connect .* Phone app \(LndHub\) .* BlueWallet/);
    const single = await startPages({ after }, { connectionKinds: [lndhub] });
    const page = await (await single.addVisitor()).get(PATH);
    assert.doesNotMatch(readText(page), /How the app connects/);
    assert.match(page.body, /type="hidden" name="kind" value="lndhub"/);
  });

  test('tells under the bell which app was connected', async () => {
    const visitor = await world.addVisitor();
    await connect(visitor);
    await connect(visitor, { name: 'Shop', preset: 'read' });
    const text = readText(await visitor.get('/notices'));
    assert.match(text, /An app was connected .* Shop may use your wallet now/);
    assert.match(text, /Zeus on my phone may use your wallet now/);
  });

  test('shows the connection once, as text and QR code, and keeps it nowhere', async () => {
    const visitor = await world.addVisitor();
    const answer = await visitor.post(PATH, GOOD);
    const link = linkIn(answer);
    assert.match(answer.body, /<svg class="qr" role="img" aria-label="QR code of the connection"/);
    assert.match(readText(answer), /Waiting for its first request/);
    const app = await appOf(visitor);
    assert.match(answer.body, new RegExp(`data-live-at="/apps/${app.id}"`));
    const secret = link.split('=')[1] ?? '';
    for (const path of ['/apps', `/apps/${app.id}`]) {
      const page = await visitor.get(path);
      assert.match(readText(page), /Zeus on my phone/);
      assert.doesNotMatch(page.body, new RegExp(secret));
    }
    assert.ok(!world.logged().includes(secret));
  });

  test('what was chosen holds: permissions, limit and end', async () => {
    const visitor = await world.addVisitor();
    const weekFromNow = () => world.clock.now().getTime() + 7 * 86_400_000;
    const earliest = weekFromNow();
    await connect(visitor, { connection_end: '7' });
    const app = await appOf(visitor);
    assert.deepEqual([app.kind, app.scopes.includes('payments:send')], ['nwc', true]);
    const end = app.expiresAt?.getTime() ?? 0;
    assert(earliest <= end && end <= weekFromNow());
    const list = readText(await visitor.get('/apps'));
    assert.match(
      list,
      /Zeus on my phone Nostr Wallet Connect Connected .*, not used yet, ends on /,
    );
    assert.match(list, /May pay and receive\. 0 of 10,000 sat spent this month/);
    const limits = await budgets.readBudgets(visitor.api.user.id, [app.id], world.clock.now());
    assert.deepEqual(
      [limits.get(app.id)?.limitSat, limits.get(app.id)?.expiresAt],
      [10_000n, null],
    );
  });

  test('one that may only receive, or look, has no limit and cannot spend', async () => {
    const visitor = await world.addVisitor();
    for (const [preset, says] of [
      ['receive', /May only receive\./],
      ['read', /May only look\./],
    ] as const) {
      await connect(visitor, { kind: 'lndhub', preset, limit: '', amount: 'x' });
      const app = await appOf(visitor);
      assert.equal(app.scopes.includes('payments:send'), false);
      const page = readText(await visitor.get(`/apps/${app.id}`));
      assert.match(page, says);
      assert.doesNotMatch(page, /Change limit|No limit/);
      assert.equal((await visitor.get(`/apps/${app.id}/budget`)).statusCode, 404);
    }
  });

  test('who clicks twice connects once, and sees it', async () => {
    const visitor = await world.addVisitor();
    const formId = /name="form_id" value="([0-9a-f]{32})"/.exec(
      (await visitor.get(PATH)).body,
    )?.[1];
    const form = { ...GOOD, form_id: formId ?? '' };
    const links = await Promise.all([connect(visitor, form), connect(visitor, form)]);
    assert.equal(new Set(links).size, 1);
    const count = async () => (await appGrants.listAppGrants(visitor.api.user.id)).length;
    assert.equal(await count(), 1);
    assert.notEqual(await connect(await world.addVisitor(), form), links[0], 'of this browser');
    assert.notEqual(await connect(visitor, { ...form, name: 'other' }), links[0]);
    world.clock.move(REPEATED_FORM_MS + 1);
    const late = await visitor.post(PATH, form);
    assert.deepEqual([late.statusCode, late.headers.location], [303, '/apps']);
    assert.equal(await count(), 2);
  });

  test('a form with faults comes back with all of them named, and what was typed', async () => {
    const visitor = await world.addVisitor();
    const bad = { ...GOOD, name: ' ', kind: 'x', connection_end: '', amount: '<x>' };
    const answer = await visitor.post(PATH, bad);
    assert.equal(answer.statusCode, 400);
    const text = readText(answer);
    for (const words of [
      /The app was not connected/,
      /Enter a name that you will recognize/,
      /Choose how the app connects/,
      /Choose when it ends/,
      /Enter a whole number from 1/,
    ]) {
      assert.match(text, words);
    }
    assert.match(answer.body, /value="&#60;x&#62;"/);
    const others = [{ preset: '' }, { preset: 'x' }, { limit: '' }, { name: 'a\u202eb' }];
    for (const wrong of others) {
      assert.equal((await visitor.post(PATH, { ...GOOD, ...wrong })).statusCode, 400);
    }
    assert.deepEqual(await appGrants.listAppGrants(visitor.api.user.id), []);
  });

  test('so many apps, and no more', async () => {
    const visitor = await world.addVisitor();
    const { id: userId } = visitor.api.user;
    for (let count = 0; count < MAX_APP_CONNECTIONS; count += 1) {
      await connections.addConnection({
        ...{ id: crypto.randomUUID(), userId, kind: 'nwc', name: `app ${count}` },
        ...{ scopes: ['balance:read'], budget: null },
        ...{ createdAt: world.clock.now(), expiresAt: null },
      });
    }
    const refused = await visitor.post(PATH, GOOD);
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /already connected 100 apps.*Disconnect one/);
    assert.equal((await visitor.get('/apps')).statusCode, 200);
  });
});

describe('a connection', () => {
  test('says when it was used, what it was refused and why', async () => {
    const visitor = await world.addVisitor();
    await connect(visitor);
    const app = await appOf(visitor);
    const path = `/apps/${app.id}`;
    const waiting = await visitor.get(path);
    assert.match(
      readText(waiting),
      /Last used Not used yet .* Where it is used .* Waiting for its first request/,
    );
    const [device] = await connections.listDevices(app.userId, app.id);
    appGrantUses.note({
      ...{ caller: { grantId: app.id }, lastUsedAt: null, familyId: null },
      deviceId: device?.id ?? '',
    });
    appGrantUses.noteRefusal(app.id, 'budget_exceeded');
    await appGrantUses.write();
    const used = readText(await visitor.get(path));
    assert.match(used, /Zeus on my phone \d.* Connected Last used on /);
    assert.match(used, /Last refused .* UTC : its limit was not high enough\./);
    assert.doesNotMatch(used, /Not used yet|Waiting/);
    assert.match(readText(await visitor.get('/apps')), /Last refused .* UTC : its limit/);
  });

  test('more devices are added and ended, each with a secret of its own', async () => {
    const visitor = await world.addVisitor();
    const first = await connect(visitor);
    const app = await appOf(visitor);
    const path = readLink(await visitor.get(`/apps/${app.id}`), 'Add a device');
    assert.match(readText(await visitor.get(path)), /Add a device to “Zeus on my phone”/);
    const bad = await visitor.post(path, { name: '' });
    assert.deepEqual([bad.statusCode, /Enter a name/.test(bad.body)], [400, true]);
    const form = { name: 'tablet <b>', form_id: 'ab' };
    const links = [linkIn(await visitor.post(path, form)), linkIn(await visitor.post(path, form))];
    assert.deepEqual([links[0] === links[1], links[0] === first], [true, false]);
    const shown = await visitor.get(`/apps/${app.id}`);
    assert.match(readText(shown), /tablet <b> .* Zeus on my phone/);
    const told = readText(await visitor.get('/notices'));
    assert.equal(told.match(/Zeus on my phone \(tablet <b>\) may use your wallet now/g)?.length, 1);
    assert.equal(told.match(/may use your wallet now/g)?.length, 2, 'the first came with the app');
    const end = findLink(shown, /\/devices\/[\w-]{36}\/end$/);
    for (const says of [/The device is disconnected\./, /was already disconnected\./]) {
      const ended = await visitor.post(end, {});
      assert.deepEqual([ended.statusCode, ended.headers.location], [303, `/apps/${app.id}`]);
      assert.match(readText(await visitor.get(`/apps/${app.id}`)), says);
    }
    assert.equal((await connections.listDevices(app.userId, app.id)).length, 1);
    const again = await visitor.post(path, form);
    assert.deepEqual([again.statusCode, again.headers.location], [303, `/apps/${app.id}`]);
  });

  test('so many devices, and no more', async () => {
    const visitor = await world.addVisitor();
    await connect(visitor);
    const app = await appOf(visitor);
    const path = `/apps/${app.id}/devices/new`;
    for (let count = 1; count < MAX_DEVICES; count += 1) await visitor.post(path, { name: 'x' });
    const refused = await visitor.post(path, { name: 'x' });
    assert.deepEqual([refused.statusCode, /20 devices/.test(readText(refused))], [400, true]);
  });

  test('over, it says so, takes no device and can still be disconnected', async () => {
    const visitor = await world.addVisitor();
    await connect(visitor, { connection_end: '7' });
    const app = await appOf(visitor);
    world.clock.move(7 * 86_400_000);
    assert.match(readText(await visitor.get('/apps')), /not used yet, ended on /);
    const page = readText(await visitor.get(`/apps/${app.id}`));
    assert.match(page, /Ended \d/);
    assert.doesNotMatch(page, /Add a device|Change limit|sat left/);
    assert.equal((await visitor.get(`/apps/${app.id}/devices/new`)).statusCode, 404);
    const revoke = readLink(await visitor.get('/apps'), 'Disconnect');
    assert.match(readText(await visitor.get(revoke)), /none of its devices can use your wallet/);
    assert.equal((await visitor.post(revoke, {})).headers.location, '/apps');
    assert.match(readText(await visitor.get('/apps')), /The app is disconnected\./);
    assert.equal((await visitor.get(`/apps/${app.id}`)).statusCode, 404);
  });

  test("another person's does not exist, and no app of OAuth takes devices", async () => {
    const [visitor, stranger] = [await world.addVisitor(), await world.addVisitor()];
    await connect(visitor);
    const app = await appOf(visitor);
    const [device] = await connections.listDevices(app.userId, app.id);
    for (const path of ['', '/budget', '/revoke', '/devices/new']) {
      assert.equal((await stranger.get(`/apps/${app.id}${path}`)).statusCode, 404, path);
    }
    const good = { name: 'x', limit: 'none' };
    for (const path of ['/budget', '/revoke', '/devices/new', `/devices/${device?.id}/end`]) {
      assert.equal((await stranger.post(`/apps/${app.id}${path}`, good)).statusCode, 404, path);
    }
    await connect(stranger);
    const own = `/apps/${(await appOf(stranger)).id}/devices/${device?.id}/end`;
    await stranger.post(own, {});
    assert.equal((await connections.listDevices(app.userId, app.id)).length, 1);
  });
});

test('all that can spend is in one list: apps, tokens, the person and the operator', async () => {
  const visitor = await world.addVisitor();
  await connect(visitor);
  const page = await visitor.get('/apps');
  assert.match(readText(page), /Zeus on my phone .* Personal tokens test Created /);
  assert.match(readText(page), /It can spend all the money in your wallet\. Revoke /);
  assert.match(readText(page), /Who else can spend You, in each browser .* The operator/);
  const [token] = await world.deps.tokens.listPersonalTokens(visitor.api.user.id);
  assert.equal(readLink(page, 'Revoke'), `/developer/tokens/${token?.id}/revoke`);
  assert.equal(readLink(page, 'See where that is'), '/security');
});
