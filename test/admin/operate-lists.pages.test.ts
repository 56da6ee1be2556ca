import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { READING_PAGES } from '../../src/admin/admin.ts';
import { OPERATE_ROWS } from '../../src/admin/limits.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { createJobStore } from '../../src/background/sql/job-store.ts';
import { msat } from '../../src/base/amount.ts';
import { LANGUAGE_TEXTS } from '../../src/i18n/io/catalogues.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { en } from '../support/english-texts.ts';
import { createFakeManagement } from '../support/fake-management.ts';
import { readText } from '../support/page-visitor.ts';
import { createTestOperator } from '../support/test-operator.ts';

const operator = { ...createTestOperator(), management: createFakeManagement() };
const world = await startAccounts({ after }, { operator });
const alarms = createAlarmStore(world.database);
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));
const person = await world.signedIn(await world.addPerson());

async function read(path: string): Promise<string> {
  const answer = await admin.get(path);
  assert.equal(answer.statusCode, 200, path);
  return readText(answer);
}

for (const { path } of READING_PAGES) {
  test(`${path} does not exist for others, also with a query`, async () => {
    assert.equal((await person.get(path)).statusCode, 404);
    assert.equal((await person.get(`${path}?after=x&q=%00`)).statusCode, 404);
    assert.equal((await admin.get(path)).statusCode, 200);
  });

  test(`${path} takes any input`, async () => {
    const inputs = `after=${'9'.repeat(40)}&q=%22%3E%3Cscript%3E&show=stranded&kind=__proto__`;
    const answer = await admin.get(`${path}?${inputs}`);
    assert.equal(answer.statusCode, 200);
    assert.doesNotMatch(answer.body, /"><script>/);
  });
}

describe('alarms', () => {
  test('every kind has an advice of its own in every language', () => {
    const kinds = Object.keys(en.node.alarms.kinds).sort();
    for (const { language, alarmAdvice } of Object.values(LANGUAGE_TEXTS)) {
      assert.deepEqual(Object.keys(alarmAdvice).sort(), kinds, language);
      const advice = Object.values(alarmAdvice);
      assert.equal(new Set(advice).size, kinds.length, language);
      for (const text of advice) assert.match(text, /^\p{Lu}.{30,}\.$/su);
    }
  });

  test('open ones come in pages, newest first, each with what to do', async () => {
    assert.match(await read('/operate/alarms'), /No open alarms/);
    for (let index = 0; index < OPERATE_ROWS + 2; index += 1) {
      const subject = `job-${String(index).padStart(3, '0')}.`;
      await alarms.raiseAlarm({ kind: 'job_parked', subject, detail: '<b>it failed</b>' });
    }
    const first = await admin.get('/operate/alarms');
    assert(readText(first).includes(`What to do: ${en.alarmAdvice.job_parked}`));
    assert.match(readText(first), /job-051\..*job-002\./);
    assert.doesNotMatch(readText(first), /job-001\./);
    assert.doesNotMatch(first.body, /<b>it failed/);
    const next = /href="\/operate\/alarms\?after[^"]*?([\da-f-]{36})"/.exec(first.body)?.[1] ?? '';
    assert.match(await read(`/operate/alarms?after=${next}`), /job-001\..*job-000\./);
  });

  test('one kind alone; acknowledged ones until they are raised again', async () => {
    const subject = 'a-node';
    const alarm = { kind: 'node_changed', subject, detail: 'another key' } as const;
    await alarms.raiseAlarm(alarm);
    const open = await read('/operate/alarms?kind=node_changed');
    assert.match(open, /another key/);
    assert.doesNotMatch(open, /job-0/);
    await world.database.query(
      (sql) => sql`update alarm set acknowledged_at = now() where subject = ${subject}`,
    );
    assert.doesNotMatch(await read('/operate/alarms?kind=node_changed'), /another key/);
    assert.match(await read('/operate/alarms?show=earlier'), /another key/);
    await alarms.raiseAlarm(alarm);
    assert.match(await read('/operate/alarms?kind=node_changed'), /2 times.*another key/);
  });
});

test('jobs: those that wait, and those that failed too often, with the error', async () => {
  const jobs = createJobStore(world.database);
  assert.match(await read('/operate/jobs'), /No job is parked/);
  // Alarms of other tests wait to be sent.
  await world.database.query((sql) => sql`delete from job where kind = 'post-alarm'`);
  const job = { kind: 'test-kind', payload: { secret: 'x-ray' }, dedupeKey: null, runAt: null };
  await jobs.enqueueJob(job);
  const waiting = await read('/operate/jobs?show=waiting');
  assert.match(waiting, /test-kind/);
  assert.doesNotMatch(waiting, /x-ray/);
  const [taken] = await jobs.takeJobs(['test-kind'], 1, 60_000);
  assert(taken !== undefined);
  assert.match(await read('/operate/jobs?show=waiting'), /test-kind Running/);
  await jobs.parkJob(taken, 'no route to host');
  assert.match(await read('/operate/jobs'), /Parked \(1\).*test-kind Parked .* no route to host/);
});

test('books: never checked, balanced, and what was found', async () => {
  const stops = createPaymentStopStore(world.database);
  assert.match(await read('/operate/books'), /have not been checked yet.*wallet_user/);
  const report = {
    place: '',
    transfersCount: 4321n,
    liabilitiesMsat: msat(0n),
    nodeMsat: msat(0n),
  };
  await stops.noteBooks({ ...report, findings: [] });
  assert.match(await read('/operate/books'), /The books balance.*4,321/);
  const findings = [{ rule: 'postings sum to zero', subject: 'transfer-7', detail: '<i>off</i>' }];
  await stops.noteBooks({ ...report, findings });
  const text = await read('/operate/books');
  assert.match(text, /do not balance: 1 finding\b.*postings sum to zero transfer-7 <i>off<\/i>/);
  await stops.noteBooks({ ...report, findings: [] });
  assert.doesNotMatch(await read('/operate/books'), /transfer-7/);
});

test('with nothing to show, lists say what they are for', async () => {
  assert.match(await read('/operate/payments?show=unknown'), /No such payment is on its way/);
  assert.match(await read('/operate/payments?q=x'), /No open payment matches/);
  assert.match(await read('/operate/unclaimed'), /Nothing is unclaimed/);
  assert.match(await read('/operate/webhooks'), /Deliveries waiting 0.*No receiver is failing/);
  assert.match(await read('/operate/settings?q=no+such'), /No setting matches/);
});
