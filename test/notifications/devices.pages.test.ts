import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { MAX_PUSH_DEVICES } from '../../src/push/limits.ts';
import type { PushClient, PushReply } from '../../src/push/push-client.ts';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { newSubscriptionKeys } from '../support/push/browser-keys.ts';
import { answer, scriptedPushService, TAKEN } from '../support/push/scripted-push-service.ts';
import { sentSubscription } from '../support/push/sent-subscription.ts';
import { TEST_SENDER } from '../support/push/test-push.ts';

const service = scriptedPushService();
/** What holds back the answers of the push service; null for nothing. */
let held: Promise<void> | null = null;
const pushClient: PushClient = {
  post: async (...order) => {
    const reply = service.pushClient.post(...order);
    await held;
    return await reply;
  },
};
const world = await startAccounts({ after }, { push: { pushClient } });
const off = await startAccounts(
  { after },
  { push: { pushSender: { ...TEST_SENDER, contact: null } } },
);
let browsers = 0;

async function someone(where: AccountWorld = world) {
  const person = await where.addPerson();
  await asApiUser(where, person.user);
  const browser = await where.signedIn(person);
  browsers += 1;
  const sent = sentSubscription(browsers);
  const keys = newSubscriptionKeys(browsers);
  const told = async (got: Answer) => {
    assert.deepEqual([got.statusCode, got.headers.location], [303, '/notices']);
    return card(await browser.get('/notices'));
  };
  return {
    person,
    browser,
    sent,
    keys,
    add: async (fields = {}) =>
      told(await browser.post('/notices/devices', { ...sent, ...fields })),
    list: async () => card(await browser.get('/notices')),
    press: async (act: string) => told(await browser.post(await addressOf(browser, act))),
    take: () => service.take(sent.endpoint, keys).map(({ body }) => body),
  };
}

/** The text of the page with the notices. */
const card = (page: Answer): string => readText(page);

async function addressOf(browser: Browser, act: string): Promise<string> {
  const { body } = await browser.get('/notices');
  const [, address] = new RegExp(`action="(/notices/devices/[^"]*/${act})"`).exec(body) ?? [];
  return address ?? assert.fail(`the page has a button to ${act}`);
}

describe('the card of devices', () => {
  test('says why it is off where no maker of browsers would accept the contact', async () => {
    const { browser, list } = await someone(off);
    assert.match(await list(), /This service cannot send notices to devices yet/);
    const { body } = await browser.get('/notices');
    assert.doesNotMatch(body, /id="push-form"/);
  });

  test('names the sender, and has a hidden form that waits for a script', async () => {
    const { browser } = await someone();
    const { body } = await browser.get('/notices');
    const key = Buffer.from(TEST_SENDER.key.publicKey).toString('base64url');
    assert.ok(body.includes(`data-sender-key="${key}"`));
    assert.match(body, /<form[^>]*id="push-form"[^>]*hidden/);
    assert.match(body, /<noscript><p class="hint">Your browser runs no scripts here/);
  });

  test('adds this browser, names it, and removes it', async () => {
    const { add, press, list } = await someone();
    assert.match(await add(), /This device shows notices from now on\./);
    assert.match(await list(), /Chrome on Linux This device Since .* No notice sent yet/);
    assert.match(await press('remove'), /The device shows no notices any more\./);
    assert.doesNotMatch(await list(), /This device/);
  });

  test('refuses what no browser sends, and one device too many', async () => {
    const { add } = await someone();
    for (const wrong of [
      { endpoint: 'https://127.0.0.1/' },
      { auth: '' },
      { sender_key: 'AAAA' },
    ]) {
      assert.match(await add(wrong), /What your browser sent could not be used/);
    }
    for (let count = 0; count < MAX_PUSH_DEVICES; count += 1) {
      await add({ endpoint: `https://push.example/many/${count}` });
    }
    assert.match(await add(), /Notices are shown on 20 devices already\. Remove one first\./);
    assert.match(
      await add({ endpoint: 'https://push.example/many/7' }),
      /This device shows notices from now on\./,
      'one that is there already is no further one',
    );
  });

  test('devices of ended sessions take no place from new ones', async () => {
    const { person, browser, add } = await someone();
    for (let count = 0; count < MAX_PUSH_DEVICES; count += 1) {
      await add({ endpoint: `https://push.example/ended/${browsers}/${count}` });
    }
    await createSessionStore(world.database).endAllSessions(person.user.id);
    assert.equal((await browser.get('/notices')).statusCode, 303);
    const again = await world.signedIn(person);
    await again.post('/notices/devices', sentSubscription(browsers));
    assert.match(card(await again.get('/notices')), /This device shows notices from now on\./);
  });

  test('sends a test at once: taken, refused, gone, busy', async () => {
    const { sent, add, press, list, take } = await someone();
    await add();
    assert.match(await press('test'), /A test was sent\..*Last notice sent/);
    assert.deepEqual(take(), ['This is how a notice looks here.']);
    const reply = async (one: PushReply) => {
      service.reply(sent.endpoint, one);
      return await press('test');
    };
    const notTaken = /did not take the test\. Try again later\./;
    assert.match(await reply(answer(403, '<b>SECRET of the server</b>')), notTaken);
    assert.match(await reply({ kind: 'unanswered', detail: 'timeout' }), notTaken);
    service.reply(sent.endpoint, TAKEN);
    take();
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const first = press('test');
    while (service.requests.length === 0) await new Promise(setImmediate);
    assert.match(await press('test'), /A test is still on its way\./);
    held = null;
    gate.resolve();
    await first;
    assert.equal(take().length, 1);
    assert.match(await reply(answer(410)), /does not accept notices any more\. It was removed/);
    assert.doesNotMatch(await list(), /This device/);
  });

  test('amounts and names are shown and hidden for each device', async () => {
    const { add, press, list } = await someone();
    await add();
    assert.match(await list(), /Show amounts and names/);
    assert.match(await press('show-details'), /Your choice is saved\..*Hide amounts and names/);
    assert.match(await press('hide-details'), /Your choice is saved\..*Show amounts and names/);
  });

  test('the chosen kinds are kept, and unknown ones are left out', async () => {
    const { browser, add } = await someone();
    await add();
    const chosen = async (kind: readonly string[]) => {
      await browser.post('/notices/pushed', { kind });
      const { body } = await browser.get('/notices');
      return [...body.matchAll(/name="kind" value="(\w+)"[^>]* checked/g)].map(([, one]) => one);
    };
    assert.deepEqual(await chosen(['app', 'nonsense', 'received']), ['received', 'app']);
    assert.deepEqual(await chosen([]), []);
  });
});

describe('the script of the card', () => {
  const renew = async (browser: Browser, fields: Readonly<Record<string, string>>) => {
    const got = await browser.post('/notices/devices/renew', fields);
    assert.equal(got.statusCode, 200);
    return got.json();
  };

  test('reports a subscription that has changed, which takes the place of the earlier one', async () => {
    const { browser, sent, add, press, list } = await someone();
    const one = async () => (await list()).match(/This device|(Hide|Show) amounts and names/g);
    await add();
    await press('show-details');
    const shown = await addressOf(browser, 'test');
    browsers += 1;
    const changed = sentSubscription(browsers);
    assert.deepEqual(await renew(browser, { ...changed, earlier: sent.endpoint }), {
      isKept: true,
    });
    assert.equal(await addressOf(browser, 'test'), shown, 'the buttons of an open page still work');
    assert.deepEqual(await one(), ['This device', 'Hide amounts and names']);
    for (const earlier of [sent.endpoint, changed.endpoint]) {
      assert.deepEqual(await renew(browser, { ...changed, earlier }), { isKept: true }, 'twice');
    }
    assert.deepEqual(await one(), ['This device', 'Hide amounts and names']);
    const wrong = { ...changed, endpoint: 'https://10.0.0.1/', earlier: changed.endpoint };
    assert.deepEqual(await renew(browser, wrong), { isKept: false });
  });

  test('adds no device that its user has removed, and none of someone else', async () => {
    const one = await someone();
    await one.add();
    await one.press('remove');
    assert.deepEqual(await renew(one.browser, { ...one.sent, earlier: one.sent.endpoint }), {
      isKept: false,
    });
    assert.doesNotMatch(await one.list(), /This device/);
    await one.add();
    const other = await someone();
    const stolen = { ...other.sent, earlier: one.sent.endpoint };
    assert.deepEqual(await renew(other.browser, stolen), { isKept: false });
    assert.match(await one.list(), /This device/);
    assert.doesNotMatch(await other.list(), /This device/);
  });
});

describe('devices are of their user alone', () => {
  const ACTS = ['test', 'show-details', 'hide-details', 'remove'];

  test('no one acts on a device of another, and none is not found', async () => {
    const one = await someone();
    await one.add();
    const other = await someone();
    const test = await addressOf(one.browser, 'test');
    for (const act of ACTS) {
      for (const address of [test.replace(/test$/, act), `/notices/devices/1/${act}`]) {
        assert.equal((await other.browser.post(address)).statusCode, 404, address);
      }
    }
    assert.deepEqual(one.take(), []);
    assert.match(await one.list(), /This device .*Show amounts/);
  });

  test('every form needs its token, and a session', async () => {
    const { browser, sent, add, list } = await someone();
    await add();
    const act = (await addressOf(browser, 'test')).replace(/\/test$/, '');
    const forms = [
      '/notices/devices',
      '/notices/devices/renew',
      '/notices/pushed',
      ...ACTS.map((one) => `${act}/${one}`),
    ];
    for (const path of forms) {
      const bare = await browser.postPlain(path, { ...sent, earlier: sent.endpoint });
      assert.equal(bare.statusCode, 403, path);
      const guest = await world.browser().post(path, { ...sent, earlier: sent.endpoint });
      assert.equal(guest.headers.location, '/sign-in', path);
    }
    assert.match(await list(), /This device .*No notice sent yet .*Show amounts/);
  });

  test('a device that is signed out of gets nothing; the next user of it does', async () => {
    const one = await someone();
    await one.add();
    await one.browser.post('/sign-out');
    const other = await world.addPerson();
    const theirs = await world.signedIn(other);
    await theirs.post('/notices/devices', one.sent);
    assert.match(card(await theirs.get('/notices')), /This device shows notices from now on\./);
    const again = await world.signedIn(one.person);
    assert.doesNotMatch(card(await again.get('/notices')), /Chrome on Linux/);
  });

  test('no page, log or list of operators holds an endpoint or a key', async () => {
    const one = await someone();
    const marked = { endpoint: 'https://push.example/MARKED' };
    await one.add(marked);
    const pages: string[] = [];
    const look = async (browser: Browser, paths: readonly string[]) => {
      for (const path of paths) pages.push((await browser.get(path)).body);
    };
    for (const status of [201, 400, 403, 500, 410]) {
      service.reply(marked.endpoint, answer(status, 'VERDICT'));
      await one.browser.post(await addressOf(one.browser, 'test'));
      await look(one.browser, ['/notices', '/security', '/leave/archive.json']);
      if (status === 410) break;
    }
    const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
    const operated = [
      '',
      '/alarms',
      '/jobs',
      '/users',
      `/users/${one.person.user.id}`,
      '/settings',
    ];
    await look(
      admin,
      operated.map((path) => `/operate${path}`),
    );
    const all = [...pages, world.logged()].join('\n');
    for (const secret of ['MARKED', one.sent.auth, one.sent.p256dh, 'VERDICT']) {
      assert.equal(all.includes(secret), false, secret);
    }
  });
});
