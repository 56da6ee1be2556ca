import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MAX_WEBHOOK_ENDPOINTS } from '../../src/base/limits.ts';
import { MAX_WEBHOOK_DESCRIPTION_LENGTH, WEBHOOK_CHANGES } from '../../src/webhooks/limits.ts';
import { textField } from '../support/fields.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { submitForm } from '../support/submit-form.ts';
import { answered } from '../support/webhooks/claims.ts';
import { inPerson } from '../support/webhooks/in-person.ts';
import { addApp, addEndpoint, INCOMING, OUTGOING } from '../support/webhooks/webhook-api.ts';
import {
  deliverAll,
  deliveryPaths,
  GOOD,
  makeEndpoint,
  NEW_PATH,
} from '../support/webhooks/webhook-visitor.ts';

const world = await startPages({ after });

describe('/webhooks', () => {
  test('says what to do where there are none, and stands in the navigation', async () => {
    const visitor = await world.addVisitor();
    assert.equal(readLink(await visitor.get('/more'), 'Webhooks'), '/webhooks');
    const page = await visitor.get('/webhooks');
    assert.match(
      readText(page),
      /No server is notified about your payments Enter the address of your server/,
    );
    assert.equal(readLink(page, 'New endpoint'), NEW_PATH);
    assert.match(page.body, /<a href="\/webhooks" aria-current="page">/);
  });

  test('shows how each does, what waits for it, and who made it', async () => {
    const visitor = await world.addVisitor();
    const app = await addApp(world, visitor.api);
    const body = { url: 'https://app.example/hook', filter_types: [INCOMING] };
    const made = await app.post('/webhook_endpoints', body);
    const fresh = await makeEndpoint(visitor);
    const page = async () => readText(await visitor.get('/webhooks'));
    assert.match(
      await page(),
      new RegExp(
        'app.example https://app.example/hook Created [^,]* by the app “App” ' +
          'Notifies about money received. No deliveries yet .* Open ' +
          'Shop server https://shop.example/webhook Created [^,]* by you ' +
          'Notifies about money received and money sent. No deliveries yet',
      ),
    );
    await visitor.api.receive(100);
    assert.match(await page(), /Shop server .* No deliveries yet .* 1 on the way\./);
    await deliverAll(world, fresh.id, answered(200));
    await deliverAll(world, textField(made.body, 'id'), answered(500));
    const text = await page();
    assert.match(
      text,
      /app\.example .* Failing Since [^.]* UTC ?: one attempt failed\. 1 on the way/,
    );
    assert.match(text, /Shop server .* Delivering Last delivery [^.]* UTC ?\./);

    await world.deps.appGrants.revokeAppGrant(
      ...[visitor.api.user.id, app.appGrantId, world.clock.now()],
    );
    const ended = await page();
    assert.match(ended, /app\.example .* Off Since .* The app that created it was disconnected\. /);
    assert.match(ended, /1 not delivered\. Open Shop server/);
  });

  const ends = [
    ['gone', /Off Since .* The server answered 410, which means that nothing is there any more\./],
    ['refused', /Off Since .* The server asked for this in its answer\./],
  ] as const;
  for (const [disables, words] of ends) {
    test(`W28 W30 says why it is off: ${disables}`, async () => {
      const visitor = await world.addVisitor();
      const { id, path } = await makeEndpoint(visitor);
      await visitor.api.receive(100);
      await deliverAll(world, id, answered(410), { disables });
      assert.match(readText(await visitor.get('/webhooks')), words);
      assert.match(readText(await visitor.get(path)), words);
    });
  }
});

describe('a new endpoint', () => {
  test('W63 W66 its secret is shown once, and how to verify', async () => {
    const visitor = await world.addVisitor();
    const answer = await submitForm(visitor, NEW_PATH, GOOD);
    assert.match(
      readText(answer),
      /The endpoint is created .* Notifies about Money received and money sent/,
    );
    assert.match(answer.body, /data-copy="whsec_/);
    assert.match(readText(answer), /This is shown only once\. .* import \{ Webhook \} from/);
    assert.equal(readLink(answer, 'API reference'), 'https://wallet.example/docs');
    assert.equal(readLink(answer, 'Find out why a signature fails'), '/webhooks/signature-help');
    const path = readLink(answer, 'I have saved the secret');
    for (const one of [path, '/webhooks', `${path}/edit`, `${path}/secret`]) {
      assert.doesNotMatch((await visitor.get(one)).body, /whsec_[A-Za-z0-9+/]/);
    }
    assert.doesNotMatch(world.logged(), /whsec_/);
    const id = path.replace('/webhooks/', '');
    const stored = await world.deps.endpoints.find(inPerson(visitor.api), id);
    assert.equal(stored?.url, GOOD.url);
    assert.deepEqual(stored.filterTypes, GOOD.filter_type);
  });

  const faults = [
    [{ url: '' }, 'url', /The address must begin with https:\/\/\./],
    [{ url: 'http://shop.example' }, 'url', /must begin with https:.*\(SATCHEL_WEBHOOK_ALLOW\)/],
    [{ url: 'https://127.0.0.1/' }, 'url', /public Internet, or .*SATCHEL_WEBHOOK_ALLOW=127/],
    [{ url: 'http://localhost:8080/hook' }, 'url', /SATCHEL_WEBHOOK_ALLOW=127\.0\.0\.0\/8\./],
    [{ url: 'https://receiver/hook' }, 'url', /a full domain name, .*\(SATCHEL_WEBHOOK_ALLOW\)/],
    [{ url: 'https://wallet.example/x' }, 'url', /This is an address of this service itself\./],
    [{ url: 'https://u:p@shop.example/' }, 'url', /must not contain a user name or password\./],
    [{ description: 'x'.repeat(MAX_WEBHOOK_DESCRIPTION_LENGTH + 1) }, 'description', /The name/],
  ] as const;
  for (const [change, name, words] of faults) {
    test(`W68 ${JSON.stringify(change).slice(0, 50)} is refused at its field`, async () => {
      const visitor = await world.addVisitor();
      const answer = await submitForm(visitor, NEW_PATH, { ...GOOD, ...change });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.match(answer.body, new RegExp(`class="field wrong">\\s*<label for="field-${name}"`));
      assert.match(readText(await visitor.get('/webhooks')), /No server is notified/);
    });
  }

  test('W67 of nothing, or of something unknown; all faults are told at once', async () => {
    const visitor = await world.addVisitor();
    for (const types of [[], ['invoice.settled']]) {
      const answer = await submitForm(visitor, NEW_PATH, { ...GOOD, filter_type: types, url: 'x' });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), /must begin with https.* Choose at least one\./);
      assert.match(answer.body, /name="url" type="url" value="x"/);
    }
  });

  test('there are so many at most; it says what to do', async () => {
    const visitor = await world.addVisitor();
    for (let count = 0; count < MAX_WEBHOOK_ENDPOINTS; count += 1) await addEndpoint(visitor.api);
    const answer = await submitForm(visitor, NEW_PATH, GOOD);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/webhooks']);
    const list = readText(await visitor.get('/webhooks'));
    assert.match(
      list,
      /You already have 10 endpoints, and you cannot have more\. Delete one first\./,
    );
  });

  test('W61 nobody makes and changes them all the time', async () => {
    const visitor = await world.addVisitor();
    const { path } = await makeEndpoint(visitor);
    for (let count = 1; count < WEBHOOK_CHANGES.burst; count += 1) {
      await visitor.post(`${path}/switch-off`, {});
    }
    const refused = await visitor.post(`${path}/switch-off`, {});
    assert.equal(refused.statusCode, 429);
    assert.match(readText(refused), /Too many attempts .* try again in (one second|\d+ seconds)\./);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
  });
});

describe('an endpoint that changes', () => {
  test('its address, name and events', async () => {
    const visitor = await world.addVisitor();
    const { path } = await makeEndpoint(visitor);
    const fields = { url: 'https://new.example/a?b=1', description: '', filter_type: [OUTGOING] };
    const changed = await submitForm(visitor, `${path}/edit`, fields);
    assert.deepEqual([changed.statusCode, changed.headers.location], [303, path]);
    const text = readText(await visitor.get(path));
    assert.match(
      text,
      /The endpoint is changed\. .* new\.example .* Notifies about Money sent On the way/,
    );
    const form = await visitor.get(`${path}/edit`);
    assert.match(form.body, /value="invoice\.outgoing\.settled" checked/);
    assert.doesNotMatch(form.body, /value="invoice\.incoming\.settled" checked/);
    const refused = await submitForm(visitor, `${path}/edit`, {
      ...fields,
      url: 'ftp://x.example',
    });
    assert.equal(refused.statusCode, 400);
    assert.match(
      readText(refused),
      /Nothing was changed\. Correct what is marked below\. .* must begin with https/,
    );
    assert.match(readText(await visitor.get(path)), /https:\/\/new\.example\/a\?b=1/);
  });

  test('W3 a new secret says how long the old one stays', async () => {
    const visitor = await world.addVisitor();
    const { id, secret, path } = await makeEndpoint(visitor);
    const asked = await visitor.get(`${path}/secret`);
    assert.match(readText(asked), /Messages are signed with both secrets/);
    assert.match(asked.body, /<option value="86400" selected>for 24 hours</);
    const answer = await submitForm(visitor, `${path}/secret`, { overlap: '3600' });
    const fresh = /Signing secret (whsec_\S+)/.exec(readText(answer))?.[1] ?? '';
    assert.match(readText(answer), /The old secret also signs until \d+ \w+ \d+, \d\d:\d\d UTC\./);
    assert.notEqual(fresh, secret);
    const stored = await world.deps.endpointStats.readSecrets(visitor.api.user.id);
    assert.deepEqual(
      stored.map(({ endpointId }) => endpointId),
      [id, id],
    );
    const [current, old] = stored.map(({ validUntil }) => validUntil);
    const leftMs = Number(old) - Number(world.clock.now());
    assert.ok(current === null && leftMs > 3_540_000 && leftMs <= 3_600_000, String(leftMs));
    const cut = await submitForm(visitor, `${path}/secret`, { overlap: '0' });
    assert.match(readText(cut), /The old secret no longer signs anything/);
  });

  test('deleting is asked on a page of its own', async () => {
    const visitor = await world.addVisitor();
    const { path } = await makeEndpoint(visitor);
    assert.match(readText(await visitor.get(`${path}/delete`)), /You cannot undo this/);
    const answer = await submitForm(visitor, `${path}/delete`);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/webhooks']);
    assert.match(
      readText(await visitor.get('/webhooks')),
      /The endpoint is deleted\. .* No server is notified/,
    );
    assert.equal((await visitor.get(path)).statusCode, 404);
    assert.equal((await visitor.post(`${path}/delete`, {})).statusCode, 404);
  });

  test('one of an app that was disconnected stays off until the app is connected again', async () => {
    const visitor = await world.addVisitor();
    const app = await addApp(world, visitor.api);
    const body = { url: 'https://app.example/hook', filter_types: [INCOMING] };
    const made = await app.post('/webhook_endpoints', body);
    const path = `/webhooks/${textField(made.body, 'id')}`;
    const { user } = visitor.api;
    await world.deps.appGrants.revokeAppGrant(user.id, app.appGrantId, world.clock.now());
    const asked = readText(await visitor.get(`${path}/switch-on`));
    assert.match(asked, /The app that created it was disconnected\. Connect the app again first/);
    const refused = await submitForm(visitor, `${path}/switch-on`);
    assert.equal(refused.headers.location, path);
    const told = readText(await visitor.get(path));
    assert.match(
      told,
      /can no longer use your wallet\. Connect it again, or create your own endpoint/,
    );
    assert.match(told, /This endpoint is off/);
    await addApp(world, visitor.api, app.client);
    const answer = await submitForm(visitor, `${path}/switch-on`);
    assert.equal(answer.headers.location, path);
    assert.match(readText(await visitor.get(path)), /The endpoint is on\. /);
  });
});

test('W59 W60 what somebody else has does not exist, and strangers cannot send forms', async () => {
  const [visitor, stranger] = [await world.addVisitor(), await world.addVisitor()];
  const { id, path } = await makeEndpoint(visitor);
  await visitor.api.receive(100);
  const [delivery = ''] = await deliveryPaths(visitor, path);
  const pages = ['', '/edit', '/secret', '/switch-off', '/switch-on', '/recover', '/delete'];
  for (const one of [...pages.map((end) => path + end), delivery, '/webhooks/ep_x']) {
    assert.equal((await stranger.get(one)).statusCode, 404, one);
    assert.equal((await world.guest().get(one)).headers.location, '/sign-in', one);
  }
  const since = { since: '2020-01-01', recover: 'yes' };
  const posts = [...pages.slice(1), '/test'].map((end) => path + end);
  for (const one of [...posts, `${delivery}/replay`]) {
    assert.equal((await stranger.post(one, { ...GOOD, ...since })).statusCode, 404, one);
    assert.equal((await visitor.postPlain(one, { ...GOOD, ...since })).statusCode, 403, one);
  }
  const asked = { endpoint: id, message_id: 'x' };
  assert.equal((await stranger.post('/webhooks/signature-help', asked)).statusCode, 404);
  assert.equal((await visitor.postPlain('/webhooks/signature-help', asked)).statusCode, 403);
  const text = readText(await visitor.get(path));
  assert.match(text, /Shop server Edit No deliveries yet .* On the way 1 /);
});
