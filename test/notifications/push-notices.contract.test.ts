import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

import { after, beforeEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { pushNotices } from '../../src/notifications/push-notices.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { keepDevice } from '../../src/push/keep-device.ts';
import { MAX_PUSH_DEVICES, PADDED_TEXT_BYTES } from '../../src/push/limits.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { newUserSession } from '../support/account-people.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { newSubscriptionKeys } from '../support/push/browser-keys.ts';
import { answer, scriptedPushService, TAKEN } from '../support/push/scripted-push-service.ts';
import { createTestPush } from '../support/push/test-push.ts';

const world = await startAccounts({ after });
const owner = postgres(world.ownerUrl, { max: 4 });
after(() => owner.end());
const noticeInboxes = createNoticeInboxStore(world.database);
const sessions = createSessionStore(world.database);
/** The time at which the tests begin, and how far a test has moved on from it. */
const BEGUN_MS = systemClock.now().getTime();
let movedMs = 0;
const clock = { ...systemClock, now: () => new Date(BEGUN_MS + movedMs) };
const advance = (ms: number) => {
  movedMs += ms;
};
beforeEach(() => {
  movedMs = 0;
});
const service = scriptedPushService();
const push = createTestPush(
  world.database,
  { clock, random: systemRandom, log: createListeningLog() },
  { pushClient: service.pushClient },
);
const { pushDevices } = push;
const NO_STOP = new AbortController().signal;
let browsers = 0;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

async function someone() {
  const { user } = await world.addPerson();
  const api = await asApiUser(world, user);
  return {
    user,
    api,
    look: () => noticeInboxes.lookForNotices(user.id, clock.now()),
    tell: (kind: string, subject: string) => owner`
      select add_notice(${user.id}, ${kind}, ${subject},
        ${owner.json({ name: subject, grantId: subject, device: subject, address: 'here' })})`,
    job: async () => {
      const [row] = await owner<{ run_at: Date }[]>`
        select run_at from job where kind = 'push-notices' and dedupe_key = ${user.id}`;
      return row?.run_at ?? null;
    },
    run: async (changes = {}) => {
      await owner`delete from job where kind = 'push-notices' and dedupe_key = ${user.id}`;
      const deps = { ...push, noticeInboxes, textsOf, siteName: 'Our Wallet', ...changes };
      const authUrl = () => 'https://wallet.example';
      await pushNotices({ ...deps, authUrl }, { userId: user.id }, NO_STOP);
    },
    devices: () => pushDevices.listDevices(user.id),
  };
}

async function browserOf(userId: string, host = 'push.example') {
  browsers += 1;
  const keys = newSubscriptionKeys(browsers);
  const endpoint = `https://${host}/send/${browsers}`;
  const session = newUserSession(userId);
  await sessions.insertSession(session);
  const sent = {
    endpoint,
    p256dh: base64url(keys.publicKey),
    auth: base64url(keys.auth),
    senderKey: base64url(push.pushSender.key.publicKey),
    earlier: null,
  };
  const allow = async (as = userId, sessionId = session.id) =>
    keepDevice(push, sent, { userId: as, sessionId, device: 'Firefox/150' });
  return {
    endpoint,
    keys,
    session,
    sent,
    allow,
    take: () => service.take(endpoint, keys).map(({ body }) => body),
    messages: () => service.take(endpoint, keys),
  };
}

async function someoneWithBrowser(host?: string) {
  const person = await someone();
  const browser = await browserOf(person.user.id, host);
  assert.deepEqual(await browser.allow(), { ok: true, value: null });
  return { ...person, browser };
}

describe('notices on devices', () => {
  test('a receipt is shown once, without amount or name', async () => {
    const { api, look, job, run, browser } = await someoneWithBrowser();
    await api.receive(1234);
    await look();
    assert.notEqual(await job(), null, 'the job is ordered with the notice');
    await run();
    const [message, ...others] = browser.messages();
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...message, tag: '' },
      {
        title: 'Our Wallet',
        body: 'You received money.',
        navigate: 'https://wallet.example/notices',
        lang: 'en',
        tag: '',
      },
    );
    await run();
    assert.deepEqual(browser.take(), []);
  });

  test('amounts and names are shown where their user has chosen so, while the session lasts', async () => {
    const { user, api, look, tell, run, browser, devices } = await someoneWithBrowser();
    const [device] = await devices();
    assert.ok(device);
    await pushDevices.setDetails(user.id, device.id, true);
    await owner`
      update session set expires_at = clock_timestamp() + interval '1 hour'
      where id = ${browser.session.id}`;
    await api.receive(1234);
    await look();
    await run();
    assert.deepEqual(browser.take(), ['You received 1,234 sat.']);
    await tell('app', `A\u202eshop${'x'.repeat(300)}`);
    await run();
    const [line = ''] = browser.take();
    assert.match(line, /A\\u202eshopx+/);
    assert.ok(line.length < 200, line);
    await owner`update session set expires_at = ${new Date(0)} where id = ${browser.session.id}`;
    await api.receive(99);
    await look();
    await run();
    assert.ok(browser.take().every((body) => !/\d{2}/.test(body)));
  });

  test('no message holds a marked name or amount unless chosen, and all have one length', async () => {
    const { tell, run, browser } = await someoneWithBrowser();
    const kinds = [
      'received',
      'ended',
      'asked',
      'limit',
      'budget',
      'app',
      'sign_in',
      'webhook_off',
      'alarm',
    ];
    for (const kind of kinds) {
      await tell(kind, 'MARKED');
      await run();
      const lengths = service.requests.map(({ body }) => body.length);
      assert.deepEqual([...new Set(lengths)], [PADDED_TEXT_BYTES + 86 + 17], kind);
      const [body = ''] = browser.take();
      assert.ok(body.length > 0 && !body.includes('MARKED'), `${kind}: ${body}`);
    }
  });

  test('while a notice is unread, more of the same is sent a minute later, as one message', async () => {
    const { user, api, look, job, run, browser } = await someoneWithBrowser();
    await api.receive(1);
    await look();
    await run();
    assert.equal(browser.take().length, 1);
    for (const amount of [2, 3, 4]) {
      await api.receive(amount);
      await look();
    }
    const [{ wait = 0 } = {}] = await owner<{ wait: number }[]>`
      select extract(epoch from run_at - clock_timestamp())::float8 as wait from job
      where kind = 'push-notices' and dedupe_key = ${user.id}`;
    assert.ok((await job()) !== null && wait > 30 && wait <= 60, String(wait));
    await run();
    assert.deepEqual(browser.take(), ['You received money several times.']);
  });

  test('what was read, is not wanted, or is a day old is not sent', async () => {
    const { user, api, look, tell, job, run, browser } = await someoneWithBrowser();
    await api.receive(1);
    await look();
    await noticeInboxes.markRead(user.id);
    await run();
    assert.deepEqual(browser.take(), [], 'read');
    await noticeInboxes.setPushed(user.id, ['app']);
    await owner`delete from job`;
    await tell('asked', 'someone');
    assert.equal(await job(), null, 'not wanted');
    await tell('app', 'shop');
    advance(2 * DAY_MS);
    await owner`update notice set told_at = ${new Date(clock.now().getTime() - DAY_MS - 1)}
      where user_id = ${user.id}`;
    await run();
    assert.deepEqual(browser.take(), [], 'old');
  });

  test('what concerns access is sent even if someone has read it already', async () => {
    const { user, tell, run, browser } = await someoneWithBrowser();
    await tell('sign_in', 'a browser');
    await noticeInboxes.markRead(user.id);
    await run();
    assert.deepEqual(browser.take(), ['Someone, hopefully you, signed in from a new place.']);
  });

  test('several notices are one message, on each device', async () => {
    const { user, tell, run, browser } = await someoneWithBrowser();
    const other = await browserOf(user.id);
    await other.allow();
    await tell('app', 'shop');
    await tell('asked', 'someone');
    await run();
    const expected = ['Someone here asks you for money. Other new notices: 1.'];
    assert.deepEqual([browser.take(), other.take()], [expected, expected]);
  });

  test('a wallet that pushes is looked at like one that mails', async () => {
    const { user, api } = await someoneWithBrowser();
    const plain = await someone();
    await api.receive(1);
    await plain.api.receive(1);
    const among = [user.id, plain.user.id];
    assert.deepEqual(await noticeInboxes.listToLookAt(among, null, 10), [user.id]);
  });
});

describe('what push services answer', () => {
  test('404 and 410 remove the device at once, and others stay', async () => {
    for (const status of [404, 410]) {
      const { user, tell, run, browser, devices } = await someoneWithBrowser();
      const other = await browserOf(user.id);
      await other.allow();
      service.reply(browser.endpoint, answer(status));
      await tell('app', 'shop');
      await run();
      assert.equal((await devices()).length, 1);
      assert.equal(other.take().length, 1);
    }
  });

  test('after 429 the message is sent when the service has asked for it, and not before', async () => {
    const { tell, job, run, browser } = await someoneWithBrowser();
    service.reply(browser.endpoint, answer(429, '', '120'));
    await tell('app', 'shop');
    await run();
    assert.equal(browser.take().length, 1);
    assert.deepEqual(await job(), new Date(clock.now().getTime() + 120_000));
    service.reply(browser.endpoint, TAKEN);
    await run();
    assert.deepEqual(browser.take(), [], 'too early');
    advance(120_000);
    await run();
    assert.equal(browser.take().length, 1);
    await run();
    assert.deepEqual(browser.take(), []);
  });

  test('after a failure the pauses grow, and end with the day of the notice', async () => {
    const { user, tell, job, run, browser } = await someoneWithBrowser();
    service.reply(browser.endpoint, { kind: 'unanswered', detail: 'timeout' });
    await tell('app', 'shop');
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const before = clock.now().getTime();
      await run();
      const at = (await job())?.getTime() ?? 0;
      pauses.push(at - before);
      advance(at - before);
    }
    assert.ok(
      pauses.every((pause, n) => pause >= (2 ** n * MINUTE_MS) / 2),
      String(pauses),
    );
    assert.equal(browser.take().length, 4);
    await owner`update notice set told_at = ${new Date(clock.now().getTime() - DAY_MS)}
      where user_id = ${user.id}`;
    await run();
    assert.equal(await job(), null);
  });

  test('a refusal of a browser maker alarms the operator, and is given up after three', async () => {
    const { tell, job, run, browser, devices } = await someoneWithBrowser(
      'updates.push.services.mozilla.com',
    );
    for (const status of [400, 401, 403]) {
      service.reply(browser.endpoint, answer(status));
      if (status === 400) await tell('app', 'shop');
      await run();
      advance(10 * MINUTE_MS);
    }
    assert.equal(browser.take().length, 3);
    assert.equal(await job(), null, 'given up');
    const [alarm] = await owner<{ subject: string; detail: string }[]>`
      select subject, detail from alarm where kind = 'push_refused'`;
    assert.equal(alarm?.subject, 'updates.push.services.mozilla.com');
    assert.ok(!alarm.detail.includes('/send/'), 'no endpoint in the alarm');
    const [device] = await devices();
    assert.equal(device?.problem, 'status 403', 'the device stays and says so');
    service.reply(browser.endpoint, TAKEN);
    await tell('asked', 'someone');
    await run();
    assert.equal(browser.take().length, 1);
    const open = await owner`
      select from alarm where kind = 'push_refused' and acknowledged_at is null`;
    assert.equal(open.length, 0, 'the alarm ends when a message is taken');
  });

  test('what a server answers that is no browser maker alarms no one', async () => {
    await owner`delete from alarm`;
    const { tell, run, browser } = await someoneWithBrowser('stranger.example');
    service.reply(browser.endpoint, answer(403));
    await tell('app', 'shop');
    await run();
    assert.equal((await owner`select from alarm`).length, 0);
  });

  test('a browser that has subscribed to another sender is dropped', async () => {
    const { user, tell, run, browser, devices } = await someoneWithBrowser();
    await owner`update push_device set sender_key = ${Buffer.alloc(65, 4)}
      where user_id = ${user.id}`;
    await tell('app', 'shop');
    await run();
    assert.deepEqual([browser.take(), await devices()], [[], []]);
  });

  test('who dies between sending and noting sends twice, and never not at all', async () => {
    const { tell, run, browser } = await someoneWithBrowser();
    await tell('app', 'shop');
    const dying = {
      ...pushDevices,
      noteResult: async () => {
        throw new Error('killed');
      },
    };
    await assert.rejects(run({ pushDevices: dying }), /killed/);
    await run();
    await run();
    assert.equal(browser.take().length, 2);
  });
});

describe('devices', () => {
  test('a device ends with its session, but not when that merely expires', async () => {
    const { user, devices, browser } = await someoneWithBrowser();
    await sessions.pruneSessions(new Date(browser.session.expiresAt.getTime() + 1), 1000);
    assert.equal((await devices()).length, 1, 'expired');
    const other = await browserOf(user.id);
    await other.allow();
    await sessions.endSession(user.id, other.session.id);
    assert.equal((await devices()).length, 1, 'signed out');
    await sessions.endAllSessions(user.id);
    assert.deepEqual(await devices(), [], 'signed out everywhere');
  });

  test('a session that is replaced takes its device with it, unless someone else signs in', async () => {
    const { user, devices, browser } = await someoneWithBrowser();
    const renewed = newUserSession(user.id);
    await sessions.replaceSession(browser.session.id, renewed);
    assert.deepEqual(
      (await devices()).map(({ sessionId }) => sessionId),
      [renewed.id],
    );
    const stranger = await someone();
    await sessions.replaceSession(renewed.id, newUserSession(stranger.user.id));
    assert.deepEqual([await devices(), await stranger.devices()], [[], []]);
  });

  test('a user who is switched off gets nothing', async () => {
    const { user, tell, run, browser } = await someoneWithBrowser();
    await tell('app', 'shop');
    await owner`update wallet_user set disabled_at = now() where id = ${user.id}`;
    await run();
    assert.deepEqual(browser.take(), []);
  });

  test('an endpoint that another user brings moves to them, with nothing of the first', async () => {
    const { user, tell, run, browser, devices } = await someoneWithBrowser();
    const [first] = await devices();
    await pushDevices.setDetails(user.id, first?.id ?? '', true);
    await tell('app', 'shop');
    const other = await someone();
    const session = newUserSession(other.user.id);
    await sessions.insertSession(session);
    assert.equal((await browser.allow(other.user.id, session.id)).ok, true);
    assert.deepEqual(await devices(), []);
    const [moved] = await other.devices();
    assert.equal(moved?.showsDetails, false);
    await run();
    await other.run();
    assert.deepEqual(browser.take(), []);
  });

  test('twenty devices, and no more, also if two are added at once', async () => {
    const { user, devices } = await someone();
    for (let count = 1; count < MAX_PUSH_DEVICES; count += 1) {
      await (await browserOf(user.id)).allow();
    }
    const last = await Promise.all([browserOf(user.id), browserOf(user.id)]);
    const kept = await Promise.all(last.map((browser) => browser.allow()));
    assert.equal(kept.filter(({ ok }) => ok).length, 1);
    assert.equal((await devices()).length, MAX_PUSH_DEVICES);
  });

  test('an endpoint of 2,000 bytes fits', async () => {
    const { user, devices } = await someone();
    const { sent, session } = await browserOf(user.id);
    const start = 'https://push.example/';
    const endpoint = `${start}${randomBytes(1000).toString('hex').slice(start.length)}`;
    assert.equal(endpoint.length, 2000);
    const who = { userId: user.id, sessionId: session.id, device: '' };
    assert.equal((await keepDevice(push, { ...sent, endpoint }, who)).ok, true);
    assert.equal((await devices()).length, 1);
  });

  test('two tabs that report the same new subscription at once leave one device, the same', async () => {
    const { user, browser, devices } = await someoneWithBrowser();
    const [before] = await devices();
    const renewed = { ...browser.sent, endpoint: `${browser.endpoint}/new` };
    const who = { userId: user.id, sessionId: browser.session.id, device: '' };
    const kept = await Promise.all(
      [1, 2].map(() => keepDevice(push, { ...renewed, earlier: browser.endpoint }, who)),
    );
    assert.ok(kept.every(({ ok }) => ok));
    assert.deepEqual(
      (await devices()).map(({ id }) => id),
      [before?.id],
    );
    assert.equal(await pushDevices.isKept(user.id, renewed.endpoint), true);
  });

  test('only what a browser sends is accepted', async () => {
    const { user } = await someone();
    const browser = await browserOf(user.id);
    const who = { userId: user.id, sessionId: browser.session.id, device: '' };
    const wrong = [
      { endpoint: 'http://push.example/1' },
      { endpoint: 'https://127.0.0.1/1' },
      { endpoint: 'https://[::ffff:10.0.0.1]/1' },
      { endpoint: 'https://0x7f.1/1' },
      { endpoint: 'https://localhost/1' },
      { endpoint: 'https://me:secret@push.example/1' },
      { endpoint: `https://push.example/${'a'.repeat(2000)}` },
      { endpoint: 'javascript:alert(1)' },
      { p256dh: base64url(new Uint8Array(65).fill(4)) },
      { p256dh: base64url(new Uint8Array(64)) },
      { p256dh: '' },
      { auth: base64url(new Uint8Array(15)) },
      { auth: '+/' },
    ];
    for (const part of wrong) {
      const kept = await keepDevice(push, { ...browser.sent, ...part }, who);
      assert.deepEqual(kept, { ok: false, refusal: 'bad_subscription' }, JSON.stringify(part));
    }
    const senderKey = base64url(new Uint8Array(65).fill(4));
    const other = await keepDevice(push, { ...browser.sent, senderKey }, who);
    assert.deepEqual(other, { ok: false, refusal: 'other_sender' });
    const ended = await keepDevice(push, browser.sent, { ...who, sessionId: user.id });
    assert.deepEqual(ended, { ok: false, refusal: 'bad_subscription' });
  });
});
