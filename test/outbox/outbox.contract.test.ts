import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { makeLink } from '../../src/accounts/make-link.ts';
import { createLinkStore } from '../../src/accounts/sql/link-store.ts';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { type Mail, type Mailer, MailFault } from '../../src/base/mailer.ts';
import {
  ANSWER_WITHIN_MS,
  KEEP_OVERDUE_MS,
  MAIL_LIFE_MS,
  MAX_TRIES_AT_ONCE,
  TAKEN_OVER_AFTER_MS,
} from '../../src/outbox/limits.ts';
import { outboxJobs } from '../../src/outbox/outbox.ts';
import type { OutboxDeps, Posting } from '../../src/outbox/outbox-deps.ts';
import { SEND_MAIL_JOB } from '../../src/outbox/outbox-store.ts';
import { createOutbox } from '../../src/outbox/post-mail.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { testOutboxDeps } from '../support/test-outbox.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const users = createUserStore(database);
const links = createLinkStore(database);
const jobs = createJobStore(database);

const SECRET = 'https://wallet.example/reset-password?token=of-a-link';
const MAIL: Mail = { to: 'ada@example.com', subject: 'A new password', text: SECRET };
const NOTICE: Posting = { matter: 'notice', link: null };
const LATER = new MailFault('later', '451 4.7.1 come back in a minute');

beforeEach(async () => {
  await owner`truncate outbox, job, mail_health, alarm`;
});

/** An outbox over a mail server that fails as it is told, once for each of these. */
function openOutbox(faults: readonly (Error | null)[] = []) {
  const sent: Mail[] = [];
  const tried: Mail[] = [];
  const left = [...faults];
  const clock = createMovableClock();
  const log = createListeningLog();
  const mailer: Mailer = {
    send: async (mail) => {
      tried.push(mail);
      const fault = left.shift() ?? null;
      if (fault !== null) throw fault;
      sent.push(mail);
    },
  };
  const deps = testOutboxDeps({ database, clock, log, mailer });
  return { sent, tried, clock, log, deps, outbox: createOutbox(deps) };
}

/** Runs the waiting job as a worker does, whether it is due or not; false when there is none. */
async function work(deps: OutboxDeps, signal = new AbortController().signal): Promise<boolean> {
  await owner`update job set run_at = clock_timestamp() where lease_until is null`;
  const [job] = await jobs.takeJobs([SEND_MAIL_JOB], 1, 60_000);
  if (job === undefined) return false;
  try {
    await outboxJobs(deps)[SEND_MAIL_JOB]?.work(job.payload, signal, job.id);
  } catch (error) {
    await jobs.retryJob(job, 60_000, 'x');
    throw error;
  }
  await jobs.finishJob(job);
  return true;
}

async function counts(): Promise<{ readonly kept: number; readonly jobs: number }> {
  const [row] = await owner<{ kept: number; jobs: number }[]>`
    select (select count(*)::integer from outbox) as kept,
      (select count(*)::integer from job where kind = ${SEND_MAIL_JOB}) as jobs`;
  return row ?? assert.fail('an aggregate has one row');
}

const openAlarms = async (): Promise<readonly string[]> => {
  const rows = await owner<{ detail: string }[]>`
    select detail from alarm where kind = 'mail_not_leaving' and acknowledged_at is null`;
  return rows.map(({ detail }) => detail);
};

const makeReset = async (clock: ReturnType<typeof createMovableClock>, lifeMs = HOUR_MS) => {
  const user = await insertPerson(users);
  const deps = { links, authUrl: () => 'https://wallet.example', clock, random };
  const link = await makeLink(deps, { kind: 'password_reset', userId: user.id, lifeMs });
  const about = { matter: 'password_reset', link: { ...link, userId: user.id } } as const;
  return { user, link, about };
};

describe('a mail', () => {
  test('that leaves at once leaves nothing behind', async () => {
    const { outbox, sent } = openOutbox();
    assert.deepEqual(await outbox.post(MAIL, NOTICE), { kind: 'sent' });
    assert.equal(sent.length, 1);
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
  });

  test('is a row before it is tried, and no one can read it there', async () => {
    const { deps } = openOutbox();
    let kept = '';
    const send = async (): Promise<void> => {
      assert.deepEqual(await counts(), { kept: 1, jobs: 1 });
      const rows = await owner`
        select o.*, encode(o.sealed, 'escape') as text, j.payload::text as order
        from outbox o, job j`;
      kept = JSON.stringify(rows);
    };
    await createOutbox({ ...deps, mailer: { send } }).post(MAIL, NOTICE);
    assert.notEqual(kept, '');
    for (const secret of ['of-a-link', 'ada@example.com', 'password']) {
      assert(!kept.includes(secret), secret);
    }
  });

  test('that the server wants later is sent by a worker, as the same mail', async () => {
    const { outbox, sent, tried, deps, log } = openOutbox([LATER, LATER]);
    const outcome = await outbox.post(MAIL, NOTICE);
    assert.equal(outcome.kind, 'delayed');
    await assert.rejects(work(deps), MailFault);
    assert(await work(deps));
    assert.deepEqual([tried.length, sent.length], [3, 1]);
    assert.equal(new Set(tried.map(({ id }) => id)).size, 1);
    assert.equal(sent[0]?.text, SECRET);
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
    assert(!log.text().includes('of-a-link'));
  });

  test('is taken over by a worker only after the first try has ended', async () => {
    await openOutbox([LATER]).outbox.post(MAIL, NOTICE);
    const [job] = await owner<{ pause_ms: number }[]>`
      select extract(epoch from run_at - created_at)::float8 * 1000 as pause_ms from job`;
    assert(Math.abs((job?.pause_ms ?? 0) - TAKEN_OVER_AFTER_MS) < 1000);
    assert.deepEqual(await jobs.takeJobs([SEND_MAIL_JOB], 9, 60_000), []);
  });

  test('whose process dies after sending is sent again, and never not at all', async () => {
    const { deps, sent } = openOutbox();
    const remove = () => Promise.reject(new Error('the process died'));
    const dying = { ...deps, outboxRows: { ...deps.outboxRows, remove } };
    assert.deepEqual(await createOutbox(dying).post(MAIL, NOTICE), { kind: 'sent' });
    assert(await work(deps));
    assert.equal(sent.length, 2);
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
  });

  test('that is refused for good is over, and the answer says why', async () => {
    const refusal = new MailFault('recipient', '550 5.1.1 no such mailbox');
    const { outbox } = openOutbox([refusal]);
    const outcome = await outbox.post(MAIL, NOTICE);
    assert.deepEqual(outcome, { kind: 'refused', answer: '550 5.1.1 no such mailbox' });
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
    assert.deepEqual(await openAlarms(), [], 'it says nothing about the mail server');
  });

  test('is given up when its time is over', async () => {
    const { outbox, deps, tried, clock } = openOutbox([LATER]);
    await outbox.post(MAIL, NOTICE);
    clock.move(MAIL_LIFE_MS);
    assert(await work(deps));
    assert.equal(tried.length, 1);
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
  });

  test('of a server that hangs is answered within seconds, and sent all the same', async () => {
    const { deps } = openOutbox();
    let release = (): void => undefined;
    const send = () => new Promise<void>((resolve) => (release = resolve));
    const slept: number[] = [];
    const sleep = async (ms: number): Promise<void> => void slept.push(ms);
    const hanging = { ...deps, clock: { ...deps.clock, sleep }, mailer: { send } };
    assert.equal((await createOutbox(hanging).post(MAIL, NOTICE)).kind, 'delayed');
    assert.deepEqual(slept, [ANSWER_WITHIN_MS]);
    assert.deepEqual(await counts(), { kept: 1, jobs: 1 });
    release();
  });

  test('beyond the tries that one process makes at once waits for a worker', async () => {
    const { deps, sent } = openOutbox();
    let tries = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const send = async (mail: Mail): Promise<void> => {
      tries += 1;
      await gate;
      await deps.mailer.send(mail);
    };
    const outbox = createOutbox({ ...deps, mailer: { send } });
    const posts = Array.from({ length: MAX_TRIES_AT_ONCE + 3 }, () => outbox.post(MAIL, NOTICE));
    const late = await Promise.race(posts);
    assert.equal(late.kind, 'delayed');
    release();
    const kinds = (await Promise.all(posts)).map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'sent').length, MAX_TRIES_AT_ONCE);
    assert.equal(tries, MAX_TRIES_AT_ONCE);
    while (await work(deps));
    assert.equal(sent.length, MAX_TRIES_AT_ONCE + 3);
  });

  test('goes to no one after its link was used, ended, or its user was switched off', async () => {
    for (const end of ['used', 'epoch', 'off'] as const) {
      const { outbox, deps, tried, clock } = openOutbox([LATER]);
      const { user, link, about } = await makeReset(clock);
      assert.equal((await outbox.post(MAIL, about)).kind, 'delayed');
      if (end === 'used') await links.resetPasswordByLink(link.tokenHash, 'x', clock.now());
      else if (end === 'off') await users.updateUser(user.id, { disabledAt: clock.now() });
      else {
        await owner`
          update wallet_user set session_epoch = session_epoch + 1 where id = ${user.id}`;
      }
      assert(await work(deps));
      assert.equal(tried.length, 1, end);
      assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
    }
  });

  test('with a link lives no longer than the link', async () => {
    const { outbox, clock } = openOutbox([LATER]);
    const { link, about } = await makeReset(clock);
    const outcome = await outbox.post(MAIL, about);
    assert.deepEqual(outcome, { kind: 'delayed', until: link.expiresAt });
  });

  test('to a new password that was not delivered is told to the operator', async () => {
    const { outbox, deps, clock } = openOutbox([LATER]);
    const { user, about } = await makeReset(clock);
    await outbox.post(MAIL, about);
    const [before] = await owner`select reset_asked_at from wallet_user where id = ${user.id}`;
    assert.equal(before?.['reset_asked_at'], null, 'a mail that waits is no matter for them');
    clock.move(HOUR_MS);
    assert(await work(deps));
    const [told] = await owner`select reset_asked_at from wallet_user where id = ${user.id}`;
    assert.notEqual(told?.['reset_asked_at'], null);
  });

  test('with an invitation that is refused later raises an alarm, a sign-up does not', async () => {
    const refusal = new MailFault('recipient', '550 5.1.1 no such mailbox');
    for (const matter of ['sign_up', 'invitation'] as const) {
      const { outbox, deps } = openOutbox([LATER, refusal]);
      await outbox.post(MAIL, { matter, link: null });
      assert(await work(deps));
      const expected = 'the mail with an invitation was not delivered: 550 5.1.1 no such mailbox';
      assert.deepEqual(await openAlarms(), matter === 'sign_up' ? [] : [expected]);
    }
  });

  test('that no job comes for is removed a day after its time', async () => {
    const { outbox, deps, clock } = openOutbox([LATER]);
    await outbox.post(MAIL, NOTICE);
    await owner`truncate job`;
    clock.move(MAIL_LIFE_MS);
    const sweep = outboxJobs(deps)['sweep-outbox'];
    const run = () => sweep?.work({}, new AbortController().signal, 1n);
    await run();
    assert.deepEqual(await counts(), { kept: 1, jobs: 0 });
    clock.move(KEEP_OVERDUE_MS);
    await run();
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
  });

  test('is dropped where there is no mail server any more', async () => {
    const { outbox, deps } = openOutbox([LATER]);
    await outbox.post(MAIL, NOTICE);
    assert(await work({ ...deps, mailer: null }));
    assert.deepEqual(await counts(), { kept: 0, jobs: 0 });
  });

  test('that a stop interrupts counts as no failure', async () => {
    const { outbox, deps } = openOutbox([LATER, LATER]);
    await outbox.post(MAIL, NOTICE);
    await owner`truncate mail_health`;
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(work(deps, stop.signal), MailFault);
    assert.deepEqual([...(await owner`select from mail_health`)], []);
  });
});

describe('the operator', () => {
  const failFor = async (minutes: number): Promise<void> => {
    await owner`
      update mail_health set failing_since = failing_since - ${minutes} * interval '1 minute'`;
  };

  test('hears when no mail has left for a quarter of an hour, until one leaves', async () => {
    const { outbox, deps, tried } = openOutbox([LATER, LATER, LATER, LATER]);
    await outbox.post(MAIL, NOTICE);
    await failFor(14);
    await assert.rejects(work(deps), MailFault);
    assert.deepEqual(await openAlarms(), []);
    await failFor(1);
    await assert.rejects(work(deps), MailFault);
    assert.deepEqual(await openAlarms(), ['mail does not leave: 451 4.7.1 come back in a minute']);
    await assert.rejects(work(deps), MailFault);
    const [alarm] = await owner`select count, mail_wanted_at from alarm`;
    assert.deepEqual({ ...alarm }, { count: '1', mail_wanted_at: null }, 'once, and not by mail');
    assert(await work(deps));
    assert.equal(tried.length, 5);
    assert.deepEqual(await openAlarms(), []);
  });

  test('hears at once what only they can mend, and the mail stays', async () => {
    const wrongLogin = new MailFault('setup', '535 5.7.8 wrong password');
    const { outbox, deps, sent } = openOutbox([wrongLogin]);
    assert.equal((await outbox.post(MAIL, NOTICE)).kind, 'delayed');
    assert.deepEqual(await openAlarms(), ['mail does not leave: 535 5.7.8 wrong password']);
    assert(await work(deps));
    assert.equal(sent.length, 1);
    assert.deepEqual(await openAlarms(), []);
  });

  test('hears nothing of one mail that is refused, which says nothing of the server', async () => {
    const refused = new MailFault('mail', '550 5.7.1 refused by policy');
    const { outbox } = openOutbox([refused, refused]);
    await outbox.post(MAIL, NOTICE);
    await failFor(15);
    await outbox.post(MAIL, NOTICE);
    assert.deepEqual(await openAlarms(), []);
  });

  test('hears of it again after a day', async () => {
    const { outbox, deps } = openOutbox([LATER, LATER, LATER]);
    await outbox.post(MAIL, NOTICE);
    await failFor(15);
    await assert.rejects(work(deps), MailFault);
    await owner`update mail_health set told_at = told_at - interval '1 day'`;
    await owner`update alarm set acknowledged_at = clock_timestamp()`;
    await assert.rejects(work(deps), MailFault);
    assert.equal((await openAlarms()).length, 1);
  });
});
