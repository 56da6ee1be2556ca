import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { restoreBackup } from '../../src/app/backup/backup.ts';
import { makeScheduledBackup } from '../../src/app/backup/scheduled-backup.ts';
import { openStorage } from '../../src/app/context/open-storage.ts';
import { readBackupFile } from '../../src/backups/io/backup-file.ts';
import { createBackupRunStore } from '../../src/backups/sql/backup-run-store.ts';
import { pruneScratches, SCRATCH_PREFIX, withBackupTurn } from '../../src/backups/sql/scratch.ts';
import { readConfig } from '../../src/config/config.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import { openChannelBackupFile } from '../../src/node/io/channel-backup-file.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { live } from '../support/backup-bench.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';

let dataDir = '';
let keyFile = '';
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  keyFile = join(dataDir, 'backup-key');
  await writeFile(keyFile, `${'5e'.repeat(32)}\n`);
});
after(() => rm(dataDir, { recursive: true, force: true }));

let folders = 0;

const TIMEOUT_MS = 100;

/** A database that has lived, and backups of it in a folder of their own. */
async function bench(variables: Readonly<Record<string, string>> = {}, shared?: string) {
  const source = await testDatabase({ after });
  await live(source);
  folders += 1;
  const folder = shared ?? join(dataDir, `backups-${folders}`);
  const environment = {
    SATCHEL_DATABASE_URL: source.serviceUrl,
    SATCHEL_MIGRATE_DATABASE_URL: source.ownerUrl,
    SATCHEL_UNSAFE_DATABASE: 'on',
    SATCHEL_SECRET_KEY: 'ab'.repeat(32),
    SATCHEL_BACKUP_FOLDER: folder,
    ...variables,
  };
  const config = readConfig(environment);
  const context = {
    config,
    dataFolder: await openDataFolder(dataDir, systemRandom),
    accessWatch: createAccessWatch(),
    clock: systemClock,
    random: systemRandom,
    log: createListeningLog(),
  };
  const storage = await openStorage({
    ...context,
    database: config.database,
    applicationName: 'satchel test',
  });
  after(() => storage.close());
  return {
    source,
    context,
    /** As a role that may create databases, or as the owner, who may not. */
    make: async (makerUrl: string, database = storage.database) => {
      const own = { ...storage, makerUrl, database };
      const made = await makeScheduledBackup({ ...context, storage: own });
      assert(made !== null, 'no other program has its turn');
      return made;
    },
    tryToMake: () => makeScheduledBackup({ ...context, storage }, TIMEOUT_MS),
    files: async () => (await readdir(folder)).sort(),
    runs: createBackupRunStore(storage.database),
    folder,
  };
}

async function scratchesOf({ superuserUrl }: TestDatabase): Promise<readonly string[]> {
  const sql = postgres(superuserUrl, { max: 1 });
  const rows = await sql<{ name: string }[]>`
    select s.datname as name from pg_database s, pg_database d
    where d.datname = current_database()
      and starts_with(s.datname, ${SCRATCH_PREFIX} || d.oid || '_')`;
  await sql.end();
  return rows.map(({ name }) => name);
}

/** A service with the same secret key, whose database is empty. */
async function emptyPlace(variables: Readonly<Record<string, string>> = {}) {
  const { serviceUrl, ownerUrl } = await testDatabase({ after });
  const path = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  after(() => rm(path, { recursive: true, force: true }));
  return {
    config: readConfig({
      SATCHEL_DATABASE_URL: serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
      SATCHEL_UNSAFE_DATABASE: 'on',
      SATCHEL_SECRET_KEY: 'ab'.repeat(32),
      ...variables,
    }),
    dataFolder: await openDataFolder(path, systemRandom),
    accessWatch: createAccessWatch(),
    clock: systemClock,
    random: systemRandom,
    log: createListeningLog(),
  };
}

async function breakBooks({ superuserUrl }: TestDatabase): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1 });
  await sql`set session_replication_role = replica`;
  await sql`update wallet set wallet_msat = wallet_msat + 1000`;
  await sql.end();
}

describe('a backup on schedule', () => {
  test('is restored into a scratch database where the role may make one', async () => {
    const { source, make, files, runs, folder } = await bench();
    const made = await make(source.superuserUrl);
    assert.equal(made.verified, 'restored');
    assert.equal(made.isSealed, false);
    assert.deepEqual(await files(), [made.file]);
    assert.match(made.file, /^scheduled-\d{8}T\d{9}Z-[0-9a-f]{8}-[0-9a-f]{6}\.backup\.gz$/);
    assert.deepEqual(await scratchesOf(source), []);
    const { newest, ageSec, failure } = await runs.readStatus();
    assert.deepEqual(newest, made);
    assert.deepEqual([ageSec !== null && ageSec >= 0, failure], [true, null]);
    for await (const part of readBackupFile(join(folder, made.file))) assert(part.kind);
  });

  for (const isSealed of [false, true]) {
    const how = isSealed ? 'with a key ' : '';
    test(`${how}brings the channel backup, which a restore puts beside what is kept`, async () => {
      const variables = isSealed ? { SATCHEL_BACKUP_KEY_FILE: keyFile } : {};
      const { source, context, make, folder } = await bench(variables);
      const channels = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const kept = openChannelBackupFile(context.dataFolder);
      await kept.replace(channels);
      const made = await make(source.ownerUrl);
      assert.equal(made.isSealed, isSealed);
      await rm(kept.path);

      const place = await emptyPlace(variables);
      const newer = openChannelBackupFile(place.dataFolder);
      await newer.replace(Buffer.from('newer'));
      const { channelBackup } = await restoreBackup(place, join(folder, made.file));
      assert(channelBackup !== null);
      assert.deepEqual([...(await readFile(channelBackup))], [...channels]);
      assert.equal((await stat(channelBackup)).mode & 0o777, 0o600);
      assert.equal(String((await newer.read())?.bytes), 'newer');

      const { file: later } = await make(source.ownerUrl);
      const without = await restoreBackup(await emptyPlace(variables), join(folder, later));
      assert.equal(without.channelBackup, null, 'where none was kept, none is made up');
    });
  }

  test('is read with its checksums where it may not, and says so', async () => {
    const { source, make, runs } = await bench();
    assert.equal((await make(source.ownerUrl)).verified, 'checksums');
    const [run] = await runs.listRuns(10);
    assert(run?.kind === 'verified');
    assert.equal(run.backup.verified, 'checksums');
  });

  test('with a key can be read with that key only', async () => {
    const { source, make, folder, files } = await bench({ SATCHEL_BACKUP_KEY_FILE: keyFile });
    const made = await make(source.superuserUrl);
    assert.deepEqual([made.isSealed, made.verified], [true, 'restored']);
    assert.deepEqual(await files(), [made.file]);
    assert(made.file.endsWith('.backup.sealed'));
    const read = async (key: Uint8Array | null): Promise<void> => {
      for await (const _ of readBackupFile(join(folder, made.file), key));
    };
    await read(Buffer.alloc(32, 0x5e));
    await assert.rejects(read(Buffer.alloc(32, 0x5f)), /sealed with another key/);
    await assert.rejects(read(null), /SATCHEL_BACKUP_KEY_FILE must name its key/);
  });

  test('the newest are kept, and other files are left alone', async () => {
    const { source, make, files, folder } = await bench({ SATCHEL_BACKUP_KEEP: '2' });
    const made: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      made.push((await make(source.ownerUrl)).file);
      if (round === 0) await writeFile(join(folder, 'notes.txt'), 'mine');
    }
    assert.deepEqual(await files(), ['notes.txt', ...made.slice(2)]);
  });

  test('of broken books it is a backup, and says that they are broken', async () => {
    const { source, make, files, runs } = await bench({ SATCHEL_BACKUP_KEEP: '1' });
    await breakBooks(source);
    const made = await make(source.superuserUrl);
    assert.equal(made.verified, 'restored_with_findings');
    assert.deepEqual(await files(), [made.file]);
    const { newest, failure } = await runs.readStatus();
    assert.deepEqual([newest, failure], [made, null]);
  });

  test('one that cannot be verified is no backup, and pushes none out', async () => {
    const { source, make, files } = await bench({ SATCHEL_BACKUP_KEEP: '1' });
    const good = await make(source.superuserUrl);
    await breakBooks(source);
    const sound = await testDatabase({ after });
    for (let round = 0; round < 2; round += 1) {
      await assert.rejects(
        make(source.superuserUrl, sound.database),
        /books of the copy do not balance: \d+ findings that the live ones lack/,
      );
      const [first, second, ...more] = await files();
      assert.deepEqual([first, more], [good.file, []]);
      assert.match(second ?? '', /^unverified-/);
    }
    assert.deepEqual(await scratchesOf(source), []);
  });

  test('what broke off before is pruned: files half written, copies of a killed process', async () => {
    const { source, make, files, folder } = await bench();
    const other = await testDatabase({ after });
    const kept = await make(source.ownerUrl);
    const old = kept.file.replace('scheduled-2', 'unverified-1');
    await writeFile(join(folder, `${old}.partial`), 'half');
    await writeFile(join(folder, old), 'not looked at');
    for (const { superuserUrl } of [source, other]) await leaveScratch(superuserUrl);
    assert.deepEqual(
      [(await scratchesOf(source)).length, (await scratchesOf(other)).length],
      [1, 1],
    );
    const made = await make(source.superuserUrl);
    assert.deepEqual(await files(), [kept.file, made.file].sort());
    assert.deepEqual(await scratchesOf(source), []);
    assert.equal((await scratchesOf(other)).length, 1, 'that of another database is not ours');
    await withBackupTurn({ ownerUrl: other.ownerUrl, makerUrl: other.superuserUrl }, async () => 0);
    assert.deepEqual(await scratchesOf(other), []);
  });

  test('where none is made any more, a start drops what was left', async () => {
    const { source } = await bench();
    const urls = { ownerUrl: source.ownerUrl, makerUrl: source.superuserUrl };
    await leaveScratch(source.superuserUrl);
    await withBackupTurn(urls, async () => {
      await leaveScratch(source.superuserUrl, 'used');
      await pruneScratches(urls);
      assert.equal((await scratchesOf(source)).length, 1, 'that of a backup on its way stays');
    });
    await pruneScratches(urls);
    assert.deepEqual(await scratchesOf(source), []);
  });

  test('two at once: the second one leaves it to the first, and nothing has failed', async () => {
    const { source, make, tryToMake, files, runs } = await bench();
    const urls = { ownerUrl: source.ownerUrl, makerUrl: source.ownerUrl };
    assert.equal(await withBackupTurn(urls, tryToMake), null);
    assert.deepEqual(await runs.listRuns(10), []);
    const made = await make(source.ownerUrl);
    assert.deepEqual(await files(), [made.file]);
  });

  test('two databases that share a folder leave the files of the other alone', async () => {
    const first = await bench({ SATCHEL_BACKUP_KEEP: '1' });
    const second = await bench({ SATCHEL_BACKUP_KEEP: '1' }, first.folder);
    await first.make(first.source.ownerUrl);
    const others = await second.make(second.source.ownerUrl);
    const unfinished = `${others.file.replace('scheduled-', 'unverified-')}.partial`;
    await writeFile(join(first.folder, unfinished), 'on its way');
    const made = await first.make(first.source.ownerUrl);
    assert.deepEqual(await first.files(), [others.file, made.file, unfinished]);
  });

  test('names without a mark count among its own if they are listed', async () => {
    const { source, make, files, folder, runs } = await bench({ SATCHEL_BACKUP_KEEP: '2' });
    const old = ['1', '2'].map((day) => `scheduled-2026010${day}T000000000Z-abcdef.backup.gz`);
    await mkdir(folder);
    for (const name of old) await writeFile(join(folder, name), 'old');
    const [own = '', foreign = ''] = old;
    const sha256 = 'ab'.repeat(32);
    const said = { takenAt: new Date(0), bytes: 3, sha256, isSealed: false } as const;
    await runs.noteVerified({ ...said, file: own, verified: 'checksums' });
    const first = await make(source.ownerUrl);
    assert.deepEqual(await files(), [own, foreign, first.file]);
    const second = await make(source.ownerUrl);
    assert.deepEqual(await files(), [foreign, first.file, second.file]);
  });

  test('before any run has ended, the age is that of the job that waits for one', async () => {
    const { source, runs } = await bench();
    assert.equal((await runs.readStatus()).ageSec, null);
    const sql = postgres(source.superuserUrl, { max: 1 });
    await sql`insert into job (kind, payload, run_at, max_attempts, created_at)
      values ('make-backup', '{}', now(), 9, now() - interval '1 hour')`;
    await sql.end();
    const { newest, ageSec } = await runs.readStatus();
    assert.deepEqual([newest, await runs.hasOldMoney()], [null, true], 'money of last spring');
    assert(ageSec !== null && ageSec >= 3600, `${ageSec}`);
  });

  test('no program opens a scratch copy, and no other role connects to it', async () => {
    const { source, context } = await bench();
    const urls = { ownerUrl: source.ownerUrl, makerUrl: source.superuserUrl };
    await withBackupTurn(urls, async (turn) => {
      await turn.withScratch('aa', async (url) => {
        const open = (address: string) =>
          openStorage({
            ...context,
            database: { ...context.config.database, url: address, migrateUrl: address },
            applicationName: 'satchel test',
          });
        await assert.rejects(open(url), /the copy by which a backup is verified/);
        const asService = new URL(source.serviceUrl);
        asService.pathname = new URL(url).pathname;
        await assert.rejects(open(asService.href), (error: unknown) =>
          /permission denied/.test(causesOf(error)),
        );
      });
    });
  });

  test('a run that failed is told until one succeeds; old runs go, the newest backup stays', async () => {
    const { source, make, runs } = await bench();
    await runs.noteFailed({ error: 'first' });
    const before = await runs.readStatus();
    assert.equal(before.newest, null);
    assert.equal(before.failure?.error, 'first');
    assert.notEqual(before.ageSec, null);
    const made = await make(source.ownerUrl);
    assert.equal((await runs.readStatus()).failure, null);
    for (const error of ['second', 'third', 'fourth']) await runs.noteFailed({ error });
    await runs.pruneRuns(2);
    const status = await runs.readStatus();
    assert.deepEqual([status.newest?.file, status.failure?.error], [made.file, 'fourth']);
    assert.equal((await runs.listRuns(10)).length, 3);
  });
});

async function leaveScratch(superuserUrl: string, suffix = 'dead'): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1 });
  const [row] =
    await sql`select oid::text as oid from pg_database where datname = current_database()`;
  await sql.unsafe(`create database ${SCRATCH_PREFIX}${row?.['oid']}_${suffix} template template0`);
  await sql.end();
}

const causesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${causesOf(error.cause)}` : '';
