import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import {
  ALARM_MAILS_PER_HOUR,
  ALARMS_IN_MAIL,
  MAIL_ALARM_JOB,
  MAIL_ALARMS_JOB,
  MAILED_ADMINS,
} from '../../src/alarms/alarm-mail-store.ts';
import { alarmJobs } from '../../src/alarms/alarms.ts';
import { newAction } from '../../src/alarms/audited-action.ts';
import { createAlarmMailStore } from '../../src/alarms/sql/alarm-mail-store.ts';
import { createAlarmListStore, createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { insertPerson } from '../support/account-people.ts';
import { testDatabase } from '../support/database.ts';
import { emailOf } from '../support/email-of.ts';
import { eventually } from '../support/eventually.ts';
import { createListeningLog } from '../support/listening-log.ts';

const { database, ownerUrl } = await testDatabase({ after });
const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
const users = createUserStore(database);
const alarms = createAlarmStore(database);
const alarmList = createAlarmListStore(database);
const admin = await insertPerson(users, { isAdmin: true });
await insertPerson(users, { isAdmin: true, disabledAt: clock.now() });
await insertPerson(users);

const mails: Mail[] = [];
const kindsWith = (mailer: Parameters<typeof alarmJobs>[0]['mailer']) =>
  alarmJobs({
    alarmMails: createAlarmMailStore(database),
    mailer,
    alarms,
    alarmReceiver: null,
    clock,
    log: createListeningLog(),
    authUrl: () => 'https://wallet.example',
    textsOf,
  });
const working = kindsWith({ send: async (mail) => void mails.push(mail) });

const raise = (subject: string): Promise<void> =>
  alarms.raiseAlarm({ kind: 'node_changed', subject, detail: 'x' });

const NEVER = new AbortController().signal;

/** Jobs about mail, as the table has them; each is worked off whether it is due or not. */
async function work(kinds = working): Promise<readonly string[]> {
  const done: string[] = [];
  for (let round = 0; round < 100; round += 1) {
    const [job] = await owner<{ id: string; kind: string; payload: unknown }[]>`
      delete from job where id = (
        select min(id) from job where kind in (${MAIL_ALARMS_JOB}, ${MAIL_ALARM_JOB})
          and run_at <= clock_timestamp() + interval '5 minutes')
      returning id, kind, payload::jsonb as payload`;
    if (job === undefined) return done;
    done.push(job.kind);
    await kinds[job.kind]?.work(job.payload, NEVER, BigInt(job.id));
  }
  return assert.fail('there is no end of jobs');
}

const newMails = async (): Promise<readonly Mail[]> => {
  mails.length = 0;
  await work();
  return [...mails];
};

before(async () => {
  await owner`delete from alarm_mail`;
});

test('the first alarm is mailed to each admin, and not again while it is open', async () => {
  await raise('one');
  const [mail, ...others] = await newMails();
  assert.deepEqual([mail?.to, others], [admin.email, []]);
  const { node, alarmAdvice } = textsOf('en');
  const words = `Alarm: ${node.alarms.kinds.node_changed}. What to do: ${alarmAdvice.node_changed}`;
  assert(mail?.text.replaceAll(/\s+/g, ' ').includes(words));
  assert.match(mail?.text ?? '', /https:\/\/wallet\.example\/operate\/alarms/);
  await raise('one');
  assert.deepEqual(await newMails(), []);
});

/** The alarm that was raised last. */
async function acknowledgeNewest(): Promise<void> {
  const page = { isOpen: true, kind: null, after: null, limit: 1 } as const;
  const [seen] = await alarmList.listAlarmPage(page);
  assert(seen !== undefined);
  const order = { kind: 'alarm_acknowledge', subject: seen.id } as const;
  const action = newAction({ clock, random }, { adminId: admin.id }, order);
  const outcome = await alarmList.acknowledge(seen.id, { count: seen.count, note: '' }, action);
  assert.equal(outcome, 'acknowledged');
}

test('raised again after someone has acknowledged it, it is mailed again', async () => {
  await acknowledgeNewest();
  await raise('one');
  assert.equal((await newMails()).length, 1);
});

test('raised again while someone acknowledges it, it is mailed again', async () => {
  await owner`delete from alarm_mail`;
  await raise('at once');
  assert.equal((await newMails()).length, 1);
  let raised = Promise.resolve();
  await owner.begin(async (sql) => {
    await sql`update alarm set acknowledged_at = now() where subject = 'at once'`;
    raised = raise('at once');
    await eventually('raising it waits', async () => {
      const [waiting] = await sql`
        select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`;
      return waiting ?? null;
    });
  });
  await raised;
  assert.equal((await newMails()).length, 1);
});

test('one that was acknowledged before its mail went out is not mailed', async () => {
  await owner`delete from alarm_mail`;
  await raise('seen before');
  await createAlarmMailStore(database).orderMails();
  await acknowledgeNewest();
  assert.deepEqual(await newMails(), []);
});

test('that mails cannot be sent or ordered is not mailed: it would go on for ever', async () => {
  await owner`delete from alarm_mail`;
  for (const kind of [MAIL_ALARM_JOB, MAIL_ALARMS_JOB]) {
    await alarms.raiseAlarm({ kind: 'job_parked', subject: `${kind} 7`, detail: 'x' });
  }
  assert.deepEqual(await newMails(), []);
});

test('a storm sends a few mails in an hour, and the next one counts the rest', async () => {
  await owner`delete from alarm_mail`;
  for (let index = 0; index < ALARM_MAILS_PER_HOUR + 3; index += 1) {
    await raise(`storm ${index}`);
    await work();
  }
  const rows = await owner`select from alarm_mail`;
  assert.equal(rows.length, ALARM_MAILS_PER_HOUR);
  for (let index = 0; index < ALARMS_IN_MAIL; index += 1) await raise(`more ${index}`);
  assert.deepEqual(await newMails(), []);
  // An hour later.
  await owner`update alarm_mail set sent_at = sent_at - interval '1 hour'`;
  await owner`update job set run_at = clock_timestamp()`;
  const [mail, ...others] = await newMails();
  assert.deepEqual(others, []);
  assert.match(mail?.text ?? '', /There are 3 more alarms/);
});

test('a mail that fails is tried again; the alarm is not lost, and not mailed twice', async () => {
  await owner`delete from alarm_mail`;
  await raise('failing');
  const failing = kindsWith({ send: () => Promise.reject(new Error('away')) });
  await assert.rejects(work(failing), /away/);
  await raise('failing');
  assert.deepEqual(await newMails(), [], 'its job is tried again, and nothing else mails it');
});

test('an admin who is switched off meanwhile gets none', async () => {
  const late = await insertPerson(users, { isAdmin: true });
  await owner`delete from alarm_mail`;
  await raise('late');
  await createAlarmMailStore(database).orderMails();
  await users.updateUser(late.id, { disabledAt: clock.now() });
  const sent = await newMails();
  assert.deepEqual(
    sent.map(({ to }) => to),
    [admin.email],
  );
});

test('without mail nothing is sent, now or later', async () => {
  await raise('unsaid');
  await work(kindsWith(null));
  assert.deepEqual(await newMails(), []);
  const [row] =
    await owner`select count(*)::integer as n from alarm where mail_wanted_at is not null`;
  assert.equal(row?.['n'], 0);
});

test('an admin without an e-mail address is mailed none, and takes no place of another', async () => {
  await owner`delete from alarm_mail`;
  const ids = await Promise.all(
    Array.from({ length: MAILED_ADMINS }, async () => {
      const without = { isAdmin: true, email: null, id: `00000000${randomUUID().slice(8)}` };
      return (await insertPerson(users, without)).id;
    }),
  );
  await raise('to those with an address');
  const mailed = await newMails();
  assert.deepEqual(
    mailed.map(({ to }) => to),
    [admin.email],
  );
  const store = createAlarmMailStore(database);
  assert.equal(await store.findAdmin(ids[0] ?? ''), null, 'ordered before the address was gone');
});

test('each admin reads it in their own language', async () => {
  await owner`delete from alarm_mail`;
  const german = await insertPerson(users, { isAdmin: true });
  const chosen = await insertPerson(users, { isAdmin: true });
  await owner`update wallet_user set browser_language = 'de' where id = ${german.id}`;
  await owner`
    update wallet_user set browser_language = 'de', language = 'pt' where id = ${chosen.id}`;
  await raise('to several');
  const subjects = new Map((await newMails()).map(({ to, subject }) => [to, subject]));
  assert.deepEqual(
    [admin, german, chosen].map((one) => subjects.get(emailOf(one))),
    ['An alarm at wallet.example', 'Ein Alarm bei wallet.example', 'Um alarme em wallet.example'],
  );
});
