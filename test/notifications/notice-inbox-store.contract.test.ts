import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { KEEP_NOTICES_MS } from '../../src/notifications/limits.ts';
import { lookForNotices } from '../../src/notifications/look-for-notices.ts';
import { mailNotices } from '../../src/notifications/mail-notices.ts';
import { NOTICE_KINDS, type NoticeWays } from '../../src/notifications/notice.ts';
import { pruneNotices } from '../../src/notifications/prune-notices.ts';
import { createNoticeInboxStore } from '../../src/notifications/sql/notice-inbox-store.ts';
import { createPushDeviceStore } from '../../src/push/sql/push-device-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { MAIL_RUN } from '../support/mail-run.ts';

const world = await startAccounts({ after });
const owner = postgres(world.ownerUrl, { max: 4 });
after(() => owner.end());
const noticeInboxes = createNoticeInboxStore(world.database);
const jobs = createJobStore(world.database);
const ALL_BY_MAIL: NoticeWays = {
  received: 'mail',
  ended: 'mail',
  asked: 'mail',
  approval: 'mail',
  limit: 'mail',
  budget: 'mail',
  app: 'mail',
  sign_in: 'mail',
  webhook_off: 'mail',
  alarm: 'bell',
};

async function someone() {
  const { user } = await world.addPerson();
  const api = await asApiUser(world, user);
  const look = () => noticeInboxes.lookForNotices(user.id, world.clock.now());
  const inbox = () => noticeInboxes.readInbox(user.id);
  const tell = (kind: string, subject: string) => owner`
    select add_notice(${user.id}, ${kind}, ${subject},
      ${owner.json({ name: subject, grantId: subject, device: subject, address: 'here' })})`;
  return { user, api, look, inbox, tell };
}

function post(fails = false) {
  const mails: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      if (fails) throw new Error('the mail server is away');
      mails.push(mail);
    },
  };
  const authUrl = () => 'https://wallet.example';
  const deps = { noticeInboxes, mailer, authUrl, textsOf, clock: world.clock };
  return { mails, deps, mailTo: (userId: string) => mailNotices(deps, { userId }, MAIL_RUN) };
}

const jobsFor = async (userId: string): Promise<number> => {
  const [row] = await owner<{ number: number }[]>`
    select count(*)::integer as number from job
    where kind = 'mail-notices' and dedupe_key = ${userId}`;
  return row?.number ?? 0;
};

describe('looking for notices', () => {
  test('many looks at once tell of each receipt once', async () => {
    const { api, look, inbox } = await someone();
    for (const amount of [1, 2, 3]) await api.receive(amount);
    assert.deepEqual(await Promise.all([look(), look(), look(), look()]), [1, 1, 1, 1]);
    const { notices } = await inbox();
    assert.deepEqual(
      notices.map(({ count, amountMsat }) => [count, amountMsat]),
      [[3n, 6000n]],
    );
  });

  test('whatever is read and looked for meanwhile, each receipt of a burst counts once', async () => {
    const { user, api, look, inbox } = await someone();
    const receipts = 40;
    const burst = Promise.all(Array.from({ length: receipts }, () => api.receive(2)));
    let isOver = false;
    const watch = async () => {
      while (!isOver) {
        await look();
        await noticeInboxes.markRead(user.id);
      }
    };
    const watching = Promise.all([watch(), watch()]);
    await burst;
    isOver = true;
    await watching;
    await look();
    const { notices } = await inbox();
    const sum = (numbers: readonly (bigint | null)[]) =>
      numbers.reduce((total: bigint, number) => total + (number ?? 0n), 0n);
    assert.equal(sum(notices.map(({ count }) => count)), BigInt(receipts));
    assert.equal(sum(notices.map(({ amountMsat }) => amountMsat)), BigInt(receipts) * 2000n);
  });

  test('what comes after they were read is unread, and nothing is read before it happens', async () => {
    const { user, api, look, inbox } = await someone();
    await api.receive(1);
    assert.equal(await look(), 1);
    const before = await noticeInboxes.markRead(user.id);
    assert.equal(before, 0n);
    assert.equal(await look(), 0);
    await api.receive(2);
    assert.equal(await look(), 1);
    const { notices } = await inbox();
    assert.deepEqual(
      notices.map(({ isUnread, seq, count }) => [isUnread, seq > before, count]),
      [
        [true, true, 1n],
        [false, true, 1n],
      ],
    );
    const [, first] = notices;
    assert.equal(await noticeInboxes.markRead(user.id), first?.seq);
    assert.equal(await noticeInboxes.markRead(user.id), null, 'nothing was unread');
    assert.equal(await look(), 0);
    await api.receive(3);
    assert.equal(await look(), 1);
  });

  test('a user without an e-mail address is mailed nothing, then or once they have one', async () => {
    const { user, inbox, tell } = await someone();
    await noticeInboxes.setWays(user.id, ALL_BY_MAIL);
    await owner`update wallet_user set email = null where id = ${user.id}`;
    await tell('app', 'g');
    const { mails, mailTo } = post();
    await mailTo(user.id);
    await owner`update wallet_user set email = ${user.email} where id = ${user.id}`;
    await mailTo(user.id);
    assert.deepEqual(mails, []);
    assert.equal((await inbox()).notices.length, 1);
    await tell('sign_in', 'h');
    await mailTo(user.id);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [user.email],
    );
  });

  test('money never waits for notices', async () => {
    const { user, api } = await someone();
    const other = await someone();
    await owner.begin(async (sql) => {
      await sql`lock table notice_inbox, notice, budget_told, job in access exclusive mode`;
      await api.receive(500);
      const invoice = await other.api.invoice(100);
      assert.equal((await api.post('/payments/bolt11', { invoice })).status, 200);
    });
    assert.equal(await noticeInboxes.lookForNotices(user.id, world.clock.now()), 1);
  });

  test('the job looks only at people who want mail and whose money has moved', async () => {
    const [wants, rests] = [await someone(), await someone()];
    await noticeInboxes.setWays(wants.user.id, ALL_BY_MAIL);
    for (const { api } of [wants, rests]) await api.receive(4);
    const listed = await noticeInboxes.listToLookAt(null, null, 1000);
    assert(listed.includes(wants.user.id) && !listed.includes(rests.user.id));
    const signal = new AbortController().signal;
    await lookForNotices({ noticeInboxes, clock: world.clock }, signal);
    assert.equal((await wants.inbox()).notices.length, 1);
    assert.equal((await rests.inbox()).notices.length, 0);
    assert(!(await noticeInboxes.listToLookAt(null, null, 1000)).includes(wants.user.id));
  });
});

describe('mail', () => {
  test('one says all, and no second one comes until the notices are read', async () => {
    const { user, api, look, tell } = await someone();
    await noticeInboxes.setWays(user.id, ALL_BY_MAIL);
    const { mails, mailTo } = post();
    await api.receive(1234);
    await look();
    await tell('app', 'Shop\u202e');
    assert.equal(await jobsFor(user.id), 1, 'one job for all');
    await mailTo(user.id);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [user.email],
    );
    const text = mails[0]?.text ?? '';
    assert.match(text, /You received money\.\n\nThe app “Shop/);
    assert.doesNotMatch(text, /1,?234|\u202e/);
    for (const _ of [1, 2]) await api.receive(1);
    await look();
    await mailTo(user.id);
    assert.equal(mails.length, 1);
    await noticeInboxes.markRead(user.id);
    await api.receive(1);
    await look();
    await mailTo(user.id);
    assert.equal(mails.length, 2);
  });

  test('a mail that did not go out goes out at the next try', async () => {
    const { user, tell } = await someone();
    await tell('sign_in', 'a browser');
    await assert.rejects(post(true).mailTo(user.id), /mail server is away/);
    const { mails, mailTo } = post();
    await mailTo(user.id);
    await mailTo(user.id);
    assert.equal(mails.length, 1);
  });

  test('it is written in the language of its reader', async () => {
    for (const [chosen, seen, subject] of [
      [null, null, 'News from your wallet at wallet.example'],
      [null, 'de', 'Neues aus deiner Wallet bei wallet.example'],
      ['pt', 'de', 'Novidades da sua carteira em wallet.example'],
    ] as const) {
      const { user, tell } = await someone();
      await owner`
        update wallet_user set language = ${chosen}, browser_language = ${seen}
        where id = ${user.id}`;
      await tell('app', 'an app');
      const { mails, mailTo } = post();
      await mailTo(user.id);
      assert.deepEqual(
        mails.map((mail) => mail.subject),
        [subject],
      );
    }
  });

  test('who dies after sending sends it again', async () => {
    const { user, tell } = await someone();
    await tell('sign_in', 'a browser');
    const { mails, mailTo, deps } = post();
    const markMailed = () => Promise.reject(new Error('the process died'));
    const dying = { ...deps, noticeInboxes: { ...noticeInboxes, markMailed } };
    await assert.rejects(mailNotices(dying, { userId: user.id }, MAIL_RUN), /the process died/);
    await mailTo(user.id);
    await mailTo(user.id);
    assert.equal(mails.length, 2);
  });

  test('what happens while a mail is on its way gets a job of its own', async () => {
    const { user, tell } = await someone();
    await tell('app', 'one');
    await jobs.takeJobs(['mail-notices'], 100, 60_000);
    await tell('app', 'two');
    assert.equal(await jobsFor(user.id), 2);
  });

  test('a notice that is not written orders no mail', async () => {
    const { user, inbox } = await someone();
    const undone = owner.begin(async (sql) => {
      await sql`select add_notice(${user.id}, 'app', 'x', '{}')`;
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual([(await inbox()).notices, await jobsFor(user.id)], [[], 0]);
  });

  test('an intruder who reads the notice does not stop its mail', async () => {
    const { user, tell } = await someone();
    await tell('sign_in', 'a browser');
    await noticeInboxes.markRead(user.id);
    await noticeInboxes.setWays(user.id, { ...ALL_BY_MAIL, sign_in: 'none' });
    const { mails, mailTo } = post();
    await mailTo(user.id);
    assert.match(
      mails[0]?.text ?? '',
      /signed\s+in\s+with\s+a\s+browser\s+from\s+the\s+internet\s+address\s+here/,
    );
  });

  test('of webhooks comes from elsewhere; without mail, and to the disabled, none goes', async () => {
    const { user, tell } = await someone();
    await tell('webhook_off', 'x');
    const { mails, mailTo, deps } = post();
    await mailTo(user.id);
    assert.deepEqual([mails, await jobsFor(user.id)], [[], 0]);
    await tell('app', 'x');
    await mailNotices({ ...deps, mailer: null }, { userId: user.id }, MAIL_RUN);
    await mailTo(user.id);
    assert.deepEqual(mails, [], 'what happened without mail is not mailed later');
    await tell('app', 'y');
    await world.accounts.users.updateUser(user.id, { disabledAt: world.clock.now() });
    await mailTo(user.id);
    assert.deepEqual(mails, []);
  });

  test('the job is one that workers take', async () => {
    const { user, tell } = await someone();
    await tell('app', 'x');
    const taken = await jobs.takeJobs(['mail-notices'], 100, 60_000);
    assert(taken.some(({ payload }) => JSON.stringify(payload) === `{"userId":"${user.id}"}`));
  });
});

describe('bounds', () => {
  test('the newest hundred notices stay', async () => {
    const { tell, inbox } = await someone();
    for (let number = 0; number < 105; number += 1) await tell('app', `app ${number}`);
    const { notices } = await inbox();
    assert.equal(notices.length, 100);
    assert.deepEqual(notices[0]?.matter, {
      kind: 'app',
      grantId: 'app 104',
      name: 'app 104',
    });
  });

  test('old notices, places and told budgets are pruned', async () => {
    const { user, tell, inbox } = await someone();
    await tell('app', 'old');
    await owner`
      insert into budget_told values (${user.id}, ${randomUUID()}, now(), 1000, 80)`;
    await owner`
      insert into sign_in_place values (${user.id}, 'old', 'there', '2020-01-01T00:00:00Z')`;
    await owner`
      update notice set told_at = ${new Date(world.clock.now().getTime() - KEEP_NOTICES_MS - 1)}
      where user_id = ${user.id}`;
    await tell('app', 'new');
    const pushDevices = createPushDeviceStore(world.database);
    const deps = { noticeInboxes, pushDevices, clock: world.clock };
    await pruneNotices(deps, new AbortController().signal);
    assert.equal((await inbox()).notices.length, 1);
    const [left] = await owner<{ number: number }[]>`
      select (select count(*) from budget_told where user_id = ${user.id})
        + (select count(*) from sign_in_place where user_id = ${user.id})::integer as number`;
    assert.equal(Number(left?.number), 0);
  });

  test('every kind can be chosen in every way', async () => {
    const { user, inbox } = await someone();
    for (const way of ['none', 'bell', 'mail'] as const) {
      const ways = { ...ALL_BY_MAIL, ...Object.fromEntries(NOTICE_KINDS.map((one) => [one, way])) };
      await noticeInboxes.setWays(user.id, ways);
      assert.deepEqual((await inbox()).ways, ways);
    }
  });
});
