import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createSessionStore } from '../../src/accounts/sql/session-store.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { mailNotices } from '../../src/notifications/mail-notices.ts';
import { pruneNotices } from '../../src/notifications/prune-notices.ts';
import { pushNotices } from '../../src/notifications/push-notices.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { keepDevice } from '../../src/push/keep-device.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { newUserSession } from '../support/account-people.ts';
import { startAccounts } from '../support/account-world.ts';
import { addAsked } from '../support/asking-world.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { MAIL_RUN } from '../support/mail-run.ts';
import { newSubscriptionKeys } from '../support/push/browser-keys.ts';
import { scriptedPushService } from '../support/push/scripted-push-service.ts';
import { createTestPush } from '../support/push/test-push.ts';

/** How the owner of a wallet hears of payments that wait for their approval. */

const world = await startAccounts({ after }, { config: { waitSec: 0 } });
const { clock } = world;
const owner = postgres(world.ownerUrl, { max: 2 });
after(() => owner.end());
const noticeInboxes = createNoticeInboxStore(world.database);
const sessions = createSessionStore(world.database);
const service = scriptedPushService();
const push = createTestPush(
  world.database,
  { clock, random: systemRandom, log: createListeningLog() },
  { pushClient: service.pushClient },
);
const NO_STOP = new AbortController().signal;
const authUrl = () => 'https://wallet.example';
let browsers = 0;

async function someone() {
  const one = await addAsked(world);
  const userId = one.person.user.id;
  const payee = await world.addUser();
  browsers += 1;
  const keys = newSubscriptionKeys(browsers);
  const endpoint = `https://push.example/send/${browsers}`;
  const session = newUserSession(userId);
  await sessions.insertSession(session);
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const sent = {
    endpoint,
    p256dh: base64url(keys.publicKey),
    auth: base64url(keys.auth),
    senderKey: base64url(push.pushSender.key.publicKey),
    earlier: null,
  };
  const allowed = { userId, sessionId: session.id, device: 'Firefox/150' };
  assert((await keepDevice(push, sent, allowed)).ok);
  const jobOf = async (kind: string): Promise<number | null> => {
    const [row] = await owner<{ wait: number }[]>`
      select extract(epoch from run_at - clock_timestamp())::float8 as wait from job
      where kind = ${kind} and dedupe_key = ${userId}`;
    return row?.wait ?? null;
  };
  const forget = (kind: string) =>
    owner`delete from job where kind = ${kind} and dedupe_key = ${userId}`;
  return {
    ...one,
    userId,
    session,
    ask: async (amount: number) => {
      clock.move(1);
      return await one.ask(await payee.invoice(amount));
    },
    refuse: ({ id }: { readonly id: string }) =>
      world.deps.approvals.end(id, { state: 'refused', at: clock.now(), device: 'x' }),
    jobOf,
    push: async () => {
      await forget('push-notices');
      const deps = { ...push, noticeInboxes, textsOf, siteName: 'Our Wallet', authUrl };
      await pushNotices(deps, { userId }, NO_STOP);
      const sent = service.requests.map(({ urgency, ttlSec, topic }) => ({
        urgency,
        ttlSec,
        topic,
      }));
      const messages = service.take(endpoint, keys);
      return messages.map((message, place) => ({ ...message, sent: sent[place] }));
    },
    mail: async (): Promise<readonly Mail[]> => {
      await forget('mail-notices');
      const mails: Mail[] = [];
      const mailer = { send: async (mail: Mail) => void mails.push(mail) };
      await mailNotices({ noticeInboxes, mailer, authUrl, textsOf, clock }, { userId }, MAIL_RUN);
      return mails;
    },
    showDetails: async () => {
      const [device] = await push.pushDevices.listDevices(userId);
      assert(device !== undefined);
      await push.pushDevices.setDetails(userId, device.id, true);
      await owner`
        update session set expires_at = clock_timestamp() + interval '1 hour'
        where id = ${session.id}`;
    },
  };
}

describe('on devices', () => {
  test('one that asks is told at once, urgently, for as long as it waits, without any name', async () => {
    const { ask, jobOf, push: run } = await someone();
    const approval = await ask(4321);
    assert.ok(((await jobOf('push-notices')) ?? 1) <= 0, 'at once');
    clock.move(60_000);
    const [message, ...others] = await run();
    assert.deepEqual(others, []);
    assert(message !== undefined);
    const { sent, ...shown } = message;
    assert.deepEqual(shown, {
      title: 'Our Wallet',
      body: 'A payment asks for your approval.',
      navigate: `https://wallet.example/approvals/${approval.id}`,
      lang: 'en',
      tag: `approval-${approval.id}`,
      requireInteraction: true,
    });
    assert.deepEqual(sent, { urgency: 'high', ttlSec: 240, topic: null });
    assert.deepEqual(await run(), [], 'once');
  });

  test('several are one message, minutes later, and lead to the list', async () => {
    const { ask, jobOf, push: run } = await someone();
    await ask(200);
    await run();
    for (const amount of [300, 400]) await ask(amount);
    const wait = (await jobOf('push-notices')) ?? 0;
    assert.ok(wait > 240 && wait <= 300, String(wait));
    const [message, ...others] = await run();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [message?.body, message?.navigate, message?.tag],
      ['Several payments ask for your approval.', 'https://wallet.example/approvals', 'approvals'],
    );
  });

  test('the next one after an answer is told at once again', async () => {
    const { ask, refuse, jobOf, push: run } = await someone();
    await refuse(await ask(200));
    await run();
    await ask(300);
    assert.ok(((await jobOf('push-notices')) ?? 1) <= 0);
    assert.deepEqual(
      (await run()).map(({ body }) => body),
      ['A payment asks for your approval.'],
    );
  });

  test('what no longer waits is not sent', async () => {
    const { ask, refuse, push: run } = await someone();
    const first = await ask(200);
    await refuse(first);
    assert.deepEqual(await run(), [], 'refused');
    await ask(300);
    clock.move(300_000);
    assert.deepEqual(await run(), [], 'too late');
  });

  test('app and amount are named where its user wants that', async () => {
    const { ask, showDetails, push: run } = await someone();
    await showDetails();
    await ask(4321);
    assert.deepEqual(
      (await run()).map(({ body }) => body),
      ['test asks to pay 4,321 sat.'],
    );
    await ask(200);
    assert.deepEqual(
      (await run()).map(({ body }) => body),
      ['test asks for several payments.'],
    );
  });

  test('what asks comes before other news', async () => {
    const { userId, ask, push: run } = await someone();
    const approval = await ask(200);
    await owner`select add_notice(${userId}, 'asked', 'someone', '{}')`;
    const [message] = await run();
    assert.equal(message?.body, 'A payment asks for your approval. Other new notices: 1.');
    assert.equal(message?.navigate, `https://wallet.example/approvals/${approval.id}`);
  });

  test('three that were refused or ignored in a row make a spender quiet, until one is approved', async () => {
    const { ask, refuse, push: run, browser, person } = await someone();
    for (const amount of [200, 300, 400]) {
      await refuse(await ask(amount));
      await run();
    }
    const quiet = await ask(500);
    assert.deepEqual(await run(), []);
    const path = `/approvals/${quiet.id}/pay`;
    await browser.post(path, { password: person.password });
    await ask(600);
    assert.equal((await run()).length, 1);
  });
});

describe('by mail', () => {
  test('at once, without amounts and names, and with a link that only opens the page', async () => {
    const { ask, find, jobOf, mail } = await someone();
    const approval = await ask(4321);
    assert.ok(((await jobOf('mail-notices')) ?? 1) <= 0);
    const [sent, ...others] = await mail();
    assert.deepEqual(others, []);
    assert(sent !== undefined);
    assert.match(sent.text, /A payment asks for your approval\./);
    assert.ok(sent.text.includes(`\nhttps://wallet.example/approvals/${approval.id}\n`));
    assert.doesNotMatch(`${sent.subject}${sent.text}`.replaceAll(approval.id, ''), /4,?321|test/);
    assert.equal((await find(approval)).state, 'waiting');
  });

  test('once an hour, and not for what no longer waits', async () => {
    const { userId, ask, refuse, mail } = await someone();
    await refuse(await ask(200));
    assert.deepEqual(await mail(), [], 'over');
    await owner`delete from notice where user_id = ${userId}`;
    await ask(300);
    assert.equal((await mail()).length, 1);
    await noticeInboxes.markRead(userId);
    await ask(400);
    assert.deepEqual(await mail(), [], 'within the hour');
    await owner`
      update notice set mail_wanted_at = mail_wanted_at - interval '1 hour'
      where user_id = ${userId}`;
    await noticeInboxes.markRead(userId);
    await ask(500);
    const [sent] = await mail();
    assert.ok(sent?.text.includes('https://wallet.example/approvals/'));
  });

  test('not at all where their owner wants none', async () => {
    const { userId, ask, jobOf } = await someone();
    const { ways } = await noticeInboxes.readInbox(userId);
    await noticeInboxes.setWays(userId, { ...ways, approval: 'none' });
    await ask(200);
    assert.deepEqual([await jobOf('mail-notices'), await jobOf('push-notices')], [null, null]);
    assert.deepEqual((await noticeInboxes.readInbox(userId)).notices, []);
  });
});

describe('under the bell', () => {
  test('with app and amount, and a link to the one or to the list', async () => {
    const { ask, browser, refuse } = await someone();
    const first = await ask(4321);
    const one = (await browser.get('/notices')).body;
    assert.match(one, /A payment asks for your approval/);
    assert.match(one, /<bdi>test<\/bdi> asked to pay\./);
    assert.ok(one.includes(`href="/approvals/${first.id}"`) && one.includes('4,321'));
    await refuse(first);
    for (const amount of [200, 300]) await ask(amount);
    const { body } = await browser.get('/notices');
    assert.match(body, /Payments asked for your approval: 2/);
    assert.match(body, /href="\/approvals"/);
  });
});

test('browsers whose sessions were ended are removed', async () => {
  const { userId } = await someone();
  const count = async () => (await owner`select from push_device where user_id = ${userId}`).length;
  const sweep = () => pruneNotices({ ...push, noticeInboxes, clock }, NO_STOP);
  await sweep();
  assert.equal(await count(), 1);
  await owner`update wallet_user set session_epoch = session_epoch + 1 where id = ${userId}`;
  await sweep();
  assert.equal(await count(), 0);
});
