/**
 * `node tools/try-image.ts`: runs the steps of the Dockerfile without a container, as an ordinary
 * user in folders that are removed afterwards. The files that .dockerignore does not exclude are
 * copied and compiled (with the packages of this clone), `npm ci --omit=dev` installs, and the
 * service starts on a database of its own, answers, and stops. This shows that the content of the
 * image is enough to run. Building the image itself takes a container builder.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { eventually } from '../test/support/eventually.ts';
import { freePort, isHealthy } from '../test/support/running-service.ts';
import { databaseUrl, startThrowAwayServer } from '../test/support/throw-away-server.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const DATABASE = 'try_image';
const INSTALL_LIMIT_MS = 300_000;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
/**
 * The account that runs the service. In the image it is `node`, here an account that owns nothing.
 */
const NOBODY = { uid: 65_534, gid: 65_534 };

const isRoot = process.getuid?.() === 0;
const account = isRoot ? NOBODY : {};
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const folder = await mkdtemp(join(tmpdir(), 'satchel-image-'));
const server = await startThrowAwayServer();
try {
  const [build, app, data, home] = await makeFolders();
  say('copying what .dockerignore leaves');
  for (const name of await readKept()) {
    await cp(join(ROOT, name), join(build, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(build, 'node_modules'));
  say('npm run build');
  await finish(
    spawn('npm', ['run', 'build'], { cwd: build, stdio: 'inherit' }),
    'npm run build',
    INSTALL_LIMIT_MS,
  );
  for (const name of await readCopied()) {
    await cp(join(build, name), join(app, name), { recursive: true });
  }
  const cache = await lendCache(home);
  if (isRoot) await giveTo(folder);
  say('npm ci --omit=dev');
  const basics = { PATH: process.env['PATH'], HOME: home, NODE_ENV: 'production' };
  // The environment is kept, because it may have what the machine needs to reach its registry, such
  // as a proxy or a certificate authority.
  const reach = { ...process.env, ...basics, npm_config_cache: cache };
  const install = ['ci', '--omit=dev', '--prefer-offline'];
  await finish(start('npm', install, app, reach), 'npm ci', INSTALL_LIMIT_MS);
  assert(!existsSync(join(app, 'node_modules', 'typescript')), 'no tool of development is in it');
  assert(!existsSync(join(app, 'src')), 'it runs what was compiled');

  say('node bin/satchel.js start');
  const port = await freePort();
  const child = start(join(app, 'node_modules/.bin/node'), ['bin/satchel.js', 'start'], app, {
    ...basics,
    ...(await databaseSettings()),
    SATCHEL_HOST: '127.0.0.1',
    SATCHEL_PORT: String(port),
    SATCHEL_DATA_DIR: data,
  });
  const ask = async (): Promise<true | null> => {
    assert.equal(child.exitCode, null, 'the service runs');
    return (await isHealthy(`http://127.0.0.1:${port}`)) ? true : null;
  };
  await eventually('the service is healthy', ask, START_LIMIT_MS);
  say('it answers; stopping it');
  child.kill('SIGTERM');
  await finish(child, 'the service', STOP_LIMIT_MS);
  await finish(
    start(join(app, 'node_modules/.bin/node'), ['bin/satchel.js', 'sim', 'stop'], app, {
      ...basics,
      SATCHEL_DATA_DIR: data,
    }),
    'the simulated network',
    STOP_LIMIT_MS,
  );
  say('all steps of the image work');
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function makeFolders(): Promise<[build: string, app: string, data: string, home: string]> {
  const paths: [string, string, string, string] = [
    join(folder, 'build'),
    join(folder, 'app'),
    join(folder, 'data'),
    join(folder, 'home'),
  ];
  for (const path of paths) await mkdir(path);
  await chmod(folder, 0o755);
  return paths;
}

/**
 * Reads which files .dockerignore keeps. The file excludes everything first, and then lists
 * exceptions.
 */
async function readKept(): Promise<readonly string[]> {
  const lines = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
  assert(lines.includes('*'), 'all is ignored but what is named');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

/**
 * Reads what the last stage of the Dockerfile copies, from the repository and from the stage that
 * compiles.
 */
async function readCopied(): Promise<readonly string[]> {
  const [, last = ''] = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split(
    /^FROM .*$(?![\s\S]*^FROM )/m,
  );
  return [...last.matchAll(/^COPY (?:--from=build \/build\/)?(.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
}

/**
 * Lets the installation use npm's cache, so that nothing is fetched twice; the lock file ensures
 * that the contents are the same. When this runs as root, a copy is used, because the other account
 * can neither read nor change files of root.
 */
async function lendCache(home: string): Promise<string> {
  const ours = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  if (!isRoot) return ours;
  const lent = join(home, '.npm');
  const content = '_cacache';
  if (existsSync(join(ours, content))) {
    await cp(join(ours, content), join(lent, content), { recursive: true });
  }
  return lent;
}

async function giveTo(path: string): Promise<void> {
  await chown(path, NOBODY.uid, NOBODY.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await giveTo(inside);
    else await lchown(inside, NOBODY.uid, NOBODY.gid);
  }
}

async function databaseSettings(): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl(server.address, 'superuser', 'postgres'), { max: 1 });
  await sql`create database ${sql(DATABASE)} owner satchel_owner`;
  await sql.end();
  return {
    SATCHEL_DATABASE_URL: databaseUrl(server.address, 'service', DATABASE),
    SATCHEL_MIGRATE_DATABASE_URL: databaseUrl(server.address, 'owner', DATABASE),
    // The throw-away database server loses data in a crash, which the service otherwise refuses.
    SATCHEL_UNSAFE_DATABASE: 'on',
  };
}

function start(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(program, args, { cwd, env, stdio: 'inherit', ...account });
}

async function finish(child: ChildProcess, name: string, limitMs: number): Promise<void> {
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const [status, signal] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  clearTimeout(late);
  assert.equal(status, 0, `${name} ended with ${signal ?? status}`);
}
