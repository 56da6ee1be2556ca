import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts';
import { findPostmaster } from '../../src/database/embedded/postmaster-file.ts';
import { requireName } from '../../src/database/embedded/server-account.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type EmbeddedProcess, launchEmbedded } from '../support/embedded-process.ts';
import { eventually } from '../support/eventually.ts';

/** One data folder, used by the tests in their order: they are the days of one installation. */
let dataFolder: string;
let directory: string;
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'satchel-embedded-'));
  await chmod(dataFolder, 0o755);
  directory = join(dataFolder, 'postgres');
});
after(() => rm(dataFolder, { recursive: true, force: true }));

const SILENT_LOG = createLogger({
  level: 'silent',
  format: 'text',
  clock: systemClock,
  write: () => undefined,
});

const launch = (role: 'service' | 'command') => launchEmbedded(role, dataFolder);

const serverPid = async (): Promise<number | null> =>
  (await findPostmaster(directory))?.pid ?? null;

async function killServer(): Promise<void> {
  const pid = await serverPid();
  assert(pid !== null, 'a server runs');
  process.kill(pid, 'SIGKILL');
}

async function withSql<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const readNote = (url: string): Promise<string | undefined> =>
  withSql(url, async (sql) => (await sql<{ text: string }[]>`select text from note`)[0]?.text);

async function endService(service: EmbeddedProcess): Promise<void> {
  await service.end('SIGTERM');
  assert.match(service.output(), /^closed$/m);
}

test('two first starts at once make one database, and one of them is its service', async () => {
  const both = [launch('service'), launch('service')];
  const isRefused = (one: EmbeddedProcess): boolean => /^refused$/m.test(one.output());
  const loser = await eventually('one is refused', () => both.find(isRefused) ?? null);
  await loser.untilEnd();
  const winner = both.find((one) => one !== loser);
  assert(winner !== undefined);
  const { ownerUrl, serviceUrl } = await winner.untilReady();
  await withSql(ownerUrl, async (sql) => {
    await sql`create table note (text text)`;
    await sql`insert into note values ('kept')`;
    await sql`grant select on note to satchel`;
  });
  assert.equal(await readNote(serviceUrl), 'kept');
  await endService(winner);
  assert.equal(await serverPid(), null);
});

test('the service owns nothing, and the server forgets nothing', async () => {
  const service = launch('service');
  const { serviceUrl } = await service.untilReady();
  await withSql(serviceUrl, async (sql) => {
    await assert.rejects(sql`create table mine (id int)`.execute(), { code: '42501' });
    await assert.rejects(sql`drop table note`.execute(), { code: '42501' });
    const [durability] = await sql`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit,
        current_setting('satchel.data_dir') as data_dir`;
    assert.deepEqual(durability, { fsync: 'on', pages: 'on', commit: 'on', data_dir: dataFolder });
    const [database] = await sql`
      select rolname, rolsuper, pg_encoding_to_char(encoding) as encoding, datlocprovider
      from pg_database join pg_roles on pg_roles.oid = datdba where datname = current_database()`;
    assert.deepEqual(database, {
      rolname: 'satchel_owner',
      rolsuper: false,
      encoding: 'UTF8',
      datlocprovider: 'b',
    });
  });
  const withoutPassword = serviceUrl.replace(/:[0-9a-f]{32}@/, ':wrong@');
  await assert.rejects(readNote(withoutPassword), { code: '28P01' });
  assert.equal((await stat(join(dataFolder, 'postgres.env'))).mode & 0o777, 0o600);
  await endService(service);
});

test('a second service is refused and leaves the first one alone', async () => {
  const first = launch('service');
  const { serviceUrl } = await first.untilReady();
  const second = launch('service');
  await second.untilEnd();
  assert.match(second.output(), /^refused\nclosed$/m);
  assert.equal(await readNote(serviceUrl), 'kept');
  await endService(first);
});

test('a command beside a service uses its server and leaves it running', async () => {
  const service = launch('service');
  const { serviceUrl } = await service.untilReady();
  const command = launch('command');
  assert.equal((await command.untilReady()).serviceUrl, serviceUrl);
  await endService(command);
  assert.equal(await readNote(serviceUrl), 'kept');
  await endService(service);
});

test('a command without a service starts the server and stops it', async () => {
  const command = launch('command');
  assert.equal(await readNote((await command.untilReady()).serviceUrl), 'kept');
  await endService(command);
  assert.equal(await serverPid(), null);
});

test('a service that ends leaves the server to a command that still uses it', async () => {
  const service = launch('service');
  await service.untilReady();
  const command = launch('command');
  const { serviceUrl } = await command.untilReady();
  await endService(service);
  assert.equal(await readNote(serviceUrl), 'kept');
  await endService(command);
  assert.equal(await serverPid(), null);
});

test('the server outlives a killed service, and the next one takes it over', async () => {
  const killed = launch('service');
  await killed.untilReady();
  const pid = await serverPid();
  await killed.end('SIGKILL');
  assert.equal(await serverPid(), pid);
  const next = launch('service');
  assert.equal(await readNote((await next.untilReady()).serviceUrl), 'kept');
  assert.equal(await serverPid(), pid);
  await endService(next);
});

test('a killed server is started again for the service, at the same place', async () => {
  const service = launch('service');
  const { serviceUrl } = await service.untilReady();
  await killServer();
  const isBack = () =>
    readNote(serviceUrl).then(
      (text) => text ?? null,
      () => null,
    );
  assert.equal(await eventually('the database is back', isBack), 'kept');
  await eventually('the service has its lock again', () =>
    service.output().includes('serves again') ? true : null,
  );
  const second = launch('service');
  await second.untilEnd();
  assert.match(second.output(), /^refused$/m);
  await endService(service);
  assert.equal(await serverPid(), null);
});

test('after both were killed a start recovers', async () => {
  const killed = launch('service');
  await killed.untilReady();
  await Promise.all([killServer(), killed.end('SIGKILL')]);
  const next = launch('service');
  assert.equal(await readNote((await next.untilReady()).serviceUrl), 'kept');
  await endService(next);
});

test('a number left by a killed server does not matter when it is someone else’s', async () => {
  const other = spawn('sleep', ['100']);
  const file = join(directory, 'postmaster.pid');
  await writeFile(file, `${other.pid}\n${directory}\n1700000000\n20000\n\n127.0.0.1\n\nready\n`);
  const { uid, gid } = await stat(directory);
  if (process.getuid?.() === 0) await chown(file, uid, gid);
  const service = launch('service');
  assert.equal(await readNote((await service.untilReady()).serviceUrl), 'kept');
  await endService(service);
  other.kill();
});

test('a start that cannot join the server stops it if it started it, and only then', async () => {
  const open = async () =>
    EmbeddedPostgres.open({
      dataFolder: await openDataFolder(dataFolder, systemRandom),
      openLockSession: async () => {
        throw new Error('no session opens');
      },
      clock: systemClock,
      random: systemRandom,
      log: SILENT_LOG,
    });
  await assert.rejects(open, /no session opens/);
  assert.equal(await serverPid(), null);
  const service = launch('service');
  const { serviceUrl } = await service.untilReady();
  await assert.rejects(open, /no session opens/);
  assert.equal(await readNote(serviceUrl), 'kept');
  await endService(service);
});

test('a user without a name is told what to do before the database is made', () => {
  const withoutName = () => {
    throw new Error('no such user');
  };
  assert.throws(
    () => requireName(null, withoutName),
    /user id \d+ has no name.*SATCHEL_DATABASE_URL.*\/etc\/passwd.*nss_wrapper/,
  );
  requireName({ uid: 65_534, gid: 65_534 }, withoutName);
  requireName(null, () => 'someone');
});

test('the process of the server shows the data folder', async () => {
  const service = launch('service');
  await service.untilReady();
  const { stdout } = await promisify(execFile)('ps', [
    '-ww',
    '-o',
    'args=',
    '-p',
    `${await serverPid()}`,
  ]);
  assert(stdout.includes(`satchel.data_dir=${dataFolder}`), stdout);
  await endService(service);
});
