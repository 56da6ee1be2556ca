import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { type StatementBench, startStatementBench } from '../support/statement-bench.ts';

/** The operator's command, beside a database that others use too. */

const cleanups: (() => Promise<void>)[] = [];
let bench: StatementBench;
let session: CommandSession;

before(async () => {
  const cleanup = { after: (end: () => Promise<void>) => void cleanups.push(end) };
  bench = await startStatementBench(cleanup);
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  session = openCommandSession({
    PATH: process.env['PATH'],
    SATCHEL_DATA_DIR: folder,
    SATCHEL_DATABASE_URL: bench.serviceUrl,
    SATCHEL_MIGRATE_DATABASE_URL: bench.ownerUrl,
    SATCHEL_UNSAFE_DATABASE: 'on',
  });
  cleanups.push(() => session.end());
});
after(async () => {
  for (const end of cleanups.reverse()) await end();
});

test('statement writes a month as CSV or JSON, and closes it before if it is over', async () => {
  const user = await bench.addUser();
  await bench.credit(user, 500, new Date('2021-01-05T00:00:00Z'));
  await bench.credit(user, 20, new Date('2021-01-06T00:00:00Z'));
  const command = (...options: readonly string[]) =>
    session.run('statement', '--user', `${user}@example.com`, ...options);
  const csv = await command('--month', '2021-01');
  assert.equal(csv.status, 0, csv.err);
  assert.match(csv.out, /^\uFEFFtime_utc,/);
  assert.match(csv.out, /\r\n2021-01-06T00:00:00\.000Z,[^\r]*,20,0,520,settled,,,\r\n$/);
  const json = await command('--month', '2021-02', '--format', 'json');
  const { closed, opening_sat, closing_sat, records } = JSON.parse(json.out);
  assert.deepEqual([closed, opening_sat, closing_sat, records], [true, 520, 520, []]);
  assert.equal(JSON.parse((await command('--month', '2021-01', '--json')).out).records.length, 2);
  // In the first hour of a month, the month before is still open.
  const [open] = await bench.statements.listMonths(user, 1);
  assert(open !== undefined && open.closedAt === null);
  assert.match((await command('--month', open.month)).err, /is not closed yet/);
  const refused = await command('--month', '2020-12');
  assert.equal(refused.status, 1);
  assert.match(refused.err, /has no statement of 2020-12/);
  assert.match((await command('--month', '2021-13')).err, /a month, such as 2026-11/);
  const format = await command('--month', '2021-01', '--format', 'pdf');
  assert.match(format.err, /csv or json/);
});
