import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { createGaugeStore } from '../../src/admin/gauges/sql/gauge-store.ts';
import { createAlarmListStore, createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { createOpenAlarmStore } from '../../src/alarms/sql/open-alarm-store.ts';
import { testDatabase } from '../support/database.ts';

const { database, superuserUrl } = await testDatabase({ after });
const superuser = postgres(superuserUrl, { max: 1 });
after(() => superuser.end());
const alarms = createAlarmStore(database);
const open = createOpenAlarmStore(database);

const counts = async (limit = 100) => Object.fromEntries(await open.countOpenByKind(limit));
const raise = (kind: 'job_parked' | 'backup_failed', subject: string): Promise<void> =>
  alarms.raiseAlarm({ kind, subject, detail: 'test' });

test('an alarm counts from when it is raised until someone acknowledges it', async () => {
  assert.deepEqual(await counts(), {});
  await raise('job_parked', '1');
  await raise('job_parked', '1');
  await raise('job_parked', '2');
  await raise('backup_failed', '1');
  assert.deepEqual(await counts(), { backup_failed: 1, job_parked: 2 });
  const [newest] = await open.listNewestOpen(1);
  assert.equal(newest?.kind, 'backup_failed');
  await superuser`update alarm set acknowledged_at = clock_timestamp()
    where kind = 'backup_failed' or subject = '2'`;
  assert.deepEqual(await counts(), { job_parked: 1 });
  await raise('job_parked', '2');
  assert.deepEqual(await counts(), { job_parked: 2 }, 'raised again, it is open again');
});

test('one that has no time to show is listed with all others', async () => {
  const setTimes = (time: string) =>
    superuser.unsafe(`update alarm set first_at = ${time}, last_at = ${time},
        acknowledged_at = case when acknowledged_at is not null then ${time} end
      where kind = 'backup_failed'`);
  const list = createAlarmListStore(database);
  const page = { kind: null, after: null, limit: 9 };
  for (const time of ['infinity', '-infinity', '294276-01-01', '0044-03-15 BC']) {
    await setTimes(`timestamptz '${time}'`);
    const all = await alarms.listAlarms(9);
    assert.equal(all.length, 3, time);
    const pages = [true, false].map((isOpen) => list.listAlarmPage({ ...page, isOpen }));
    for (const { firstAt, lastAt } of [...all, ...(await Promise.all(pages)).flat()]) {
      assert.match(`${firstAt.toISOString()} ${lastAt.toISOString()}`, /^\d{4}-.* \d{4}-/);
    }
  }
  await setTimes('now()');
});

test('its age does not matter, and there is a bound on counting', async () => {
  await superuser`update alarm set first_at = first_at - interval '90 days',
    last_at = last_at - interval '90 days'`;
  assert.deepEqual(await counts(), { job_parked: 2 });
  assert.deepEqual(await counts(1), { job_parked: 1 });
});

test('open ones are counted by their index, however many were acknowledged', async () => {
  await superuser`
    insert into alarm (kind, subject, detail, day, first_at, last_at, acknowledged_at)
    select 'job_parked', 'old ' || i, '', current_date, now(), now(), now()
    from generate_series(1, 20000) i`;
  await superuser`analyze alarm`;
  const plan = await superuser`
    explain select kind, count(*)::integer from (select kind from alarm
      where acknowledged_at is null order by last_at desc, id desc limit 10000) newest
    group by kind`;
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(text, /Index (Only )?Scan (using )?alarm_open|Bitmap Index Scan on alarm_open/);
  assert.doesNotMatch(text, /Seq Scan/);
});

test('the overview knows the revision of the schema', async () => {
  const { schema } = await createGaugeStore(database).readInstallation();
  const [row] = await superuser<{ version: number; revision: number }[]>`
    select (select max(version)::integer from schema_migration) as version,
      (select max(revision)::integer from schema_function) as revision`;
  assert.deepEqual(schema, { migration: row?.version, functions: row?.revision });
});
