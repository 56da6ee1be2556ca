import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { readBackupFile } from '../../src/backups/io/backup-file.ts';
import { createBackupRunStore } from '../../src/backups/sql/backup-run-store.ts';
import { SCRATCH_PREFIX } from '../../src/backups/sql/scratch.ts';
import { live } from '../support/backup-bench.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { numberField } from '../support/fields.ts';
import { programVariables } from '../support/program-variables.ts';

/**
 * Machines that run workers of one database and share a backup folder. The program that makes a
 * backup is killed on one of them; the other one makes the next backup.
 */

const PROGRAM = fileURLToPath(new URL('../../src/backup-main.ts', import.meta.url));
const DYING = fileURLToPath(new URL('../support/dying-backup.ts', import.meta.url));
const KEY = Buffer.alloc(32, 0x5e);

let home = '';
let folder = '';
let source: TestDatabase;
let sql: postgres.Sql;
const cleanups: (() => Promise<void>)[] = [];
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  folder = join(home, 'backups');
  await writeFile(join(home, 'backup-key'), KEY.toString('hex'));
  source = await testDatabase({ after: (drop) => void cleanups.push(drop) });
  await live(source);
  sql = postgres(source.superuserUrl, { max: 2 });
});
after(async () => {
  await sql.end();
  for (const cleanup of cleanups) await cleanup();
  await rm(home, { recursive: true, force: true });
});

/** Each machine has a data folder of its own. The owner of the tables may create databases here. */
const machine = (name: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...programVariables(),
  SATCHEL_DATA_DIR: join(home, name),
  SATCHEL_DATABASE_URL: source.serviceUrl,
  SATCHEL_MIGRATE_DATABASE_URL: source.superuserUrl,
  SATCHEL_UNSAFE_DATABASE: 'on',
  SATCHEL_SECRET_KEY: 'ab'.repeat(32),
  SATCHEL_BACKUP_FOLDER: folder,
  SATCHEL_BACKUP_KEY_FILE: join(home, 'backup-key'),
});

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly signal: string | null }>;
  readonly printed: Promise<string>;
}

function run(name: string, program: string, ...args: readonly string[]): Run {
  const env = machine(name);
  const child = spawn(process.execPath, [program, ...args], { env, cwd: home });
  const ended = once(child, 'exit').then(([status, signal]) => ({ status, signal }));
  const printed = Promise.all([text(child.stdout), text(child.stderr)]).then((all) => all.join(''));
  return { child, ended, printed };
}

async function succeed({ ended, printed }: Run): Promise<string> {
  const said = await printed;
  assert.deepEqual(await ended, { status: 0, signal: null }, said);
  return said;
}

const dies = async ({ ended, printed }: Run): Promise<void> =>
  assert.deepEqual(await ended, { status: null, signal: 'SIGKILL' }, await printed);

async function look() {
  const names = (await readdir(folder)).sort();
  const rows = await sql<{ name: string }[]>`
    select s.datname as name from pg_database s, pg_database d
    where d.datname = current_database()
      and starts_with(s.datname, ${SCRATCH_PREFIX} || d.oid || '_')`;
  return {
    good: names.filter((name) => name.startsWith('scheduled-')),
    unfinished: names.filter((name) => !name.startsWith('scheduled-')),
    copies: rows.length,
  };
}

async function noted(): Promise<readonly string[]> {
  const runs = await createBackupRunStore(source.database).listRuns(100);
  return runs.map((each) => (each.kind === 'verified' ? each.backup.file : each.error)).sort();
}

/** The other machine prunes what was left, and its backup is one more. */
async function makeNext(): Promise<void> {
  const { good } = await look();
  await succeed(run('second', PROGRAM));
  const seen = await look();
  assert.deepEqual([seen.unfinished, seen.copies], [[], 0]);
  assert.equal(seen.good.length, good.length + 1);
  for (const name of good) assert(seen.good.includes(name), name);
}

describe('a program that makes a backup', () => {
  let parts = 0;

  test('comes past the points where it is killed below', async () => {
    const passes: unknown = JSON.parse(await succeed(run('first', DYING)));
    assert.equal(numberField(passes, 'random-32'), 1, 'the salt of the file');
    assert.equal(numberField(passes, 'random-6'), 1, 'the name of the copy');
    parts = numberField(passes, 'sleep');
    assert(parts > 40, `${parts} parts of the file are loaded`);
  });

  test('killed while it writes the file', async () => {
    await dies(run('first', DYING, 'random-32', '1'));
    const { unfinished, copies } = await look();
    assert.equal(copies, 0);
    assert.deepEqual([unfinished.length, unfinished[0]?.endsWith('.partial')], [1, true]);
    await makeNext();
  });

  test('killed when the file is complete, and no copy is made', async () => {
    await dies(run('first', DYING, 'random-6', '1'));
    const { unfinished, copies } = await look();
    assert.equal(copies, 0);
    assert.match(unfinished.join(), /^unverified-[^,]+\.backup\.sealed$/);
    await makeNext();
  });

  for (const share of [0, 0.5, 1]) {
    test(`killed while it loads the copy, ${share * 100} % done`, async () => {
      const nth = Math.max(1, Math.round(parts * share));
      await dies(run('first', DYING, 'sleep', String(nth)));
      const { unfinished, copies } = await look();
      assert.deepEqual([unfinished.length, copies], [1, 1]);
      await makeNext();
    });
  }

  test('killed when the backup is verified and has its name, but is not noted', async () => {
    const [had, notedBefore] = [await look(), await noted()];
    await sql.begin(async (transaction) => {
      await transaction`lock table backup_run in share row exclusive mode`;
      const first = run('first', PROGRAM);
      await eventually('it has its name', async () =>
        (await look()).good.length > had.good.length ? true : null,
      );
      first.child.kill('SIGKILL');
      await dies(first);
      // The dead process's last question is with the server already, which would answer it all the
      // same.
      await sql`
        select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
    });
    const { good, unfinished, copies } = await look();
    assert.deepEqual([good.length, unfinished, copies], [had.good.length + 1, [], 0]);
    assert.deepEqual(await noted(), notedBefore);
    await makeNext();
  });

  test('on two machines at once: each waits for its turn, and both have their backup', async () => {
    const [had, notedBefore] = [await look(), await noted()];
    await Promise.all(['first', 'second'].map((name) => succeed(run(name, PROGRAM))));
    const { good, unfinished, copies } = await look();
    assert.deepEqual([good.length, unfinished, copies], [had.good.length + 2, [], 0]);
    const added = good.filter((name) => !had.good.includes(name));
    assert.deepEqual((await noted()).length, notedBefore.length + 2);
    for (const name of added) assert((await noted()).includes(name), name);
  });

  test('leaves files that can be read to their end, however the one beside them died', async () => {
    const { good } = await look();
    assert(good.length >= 8, good.join());
    for (const name of good) {
      const kinds = new Set<string>();
      for await (const { kind } of readBackupFile(join(folder, name), KEY)) kinds.add(kind);
      assert(kinds.has('manifest') && kinds.has('rows'), name);
    }
  });
});
