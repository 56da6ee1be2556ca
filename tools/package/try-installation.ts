import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { eventually } from '../../test/support/eventually.ts';
import { field, listField, numberField, textField } from '../../test/support/fields.ts';
import { freePort, isHealthy } from '../../test/support/running-service.ts';
import { processesWith, untilGone } from '../../test/support/terminal-program.ts';
import { postJson, readJson } from './ask.ts';
import type { Toolchain } from './toolchains.ts';

const INSTALL_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 30_000;

export interface PackageInstallation {
  readonly toolchain: Toolchain;
  /** Whether the install scripts of packages run. */
  readonly scripts: 'run' | 'refused' | 'not approved';
  /**
   * The shell command that prepares the program in the empty folder; null if `program` needs no
   * preparation.
   */
  readonly prepare: string | null;
  /** The words before a command of the program. */
  readonly program: string;
}

/** The account of the service, which owns nothing that root has installed. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/**
 * Tries an installation from an empty folder: starts the service, signs up, is paid and pays, stops
 * it by Ctrl-C, and proves the books by another command.
 */
export async function tryInstallation(
  { toolchain, scripts, prepare, program }: PackageInstallation,
  { scratch, cache }: { readonly scratch: string; readonly cache: string },
): Promise<void> {
  const folder = await mkdtemp(join(scratch, 'empty-'));
  const ownCache = join(scratch, `cache-${folder.slice(-6)}`);
  await mkdir(ownCache);
  await symlink(cache, join(ownCache, '_cacache'));
  // When this runs as root, the account of the database must be able to pass through this folder.
  // Otherwise the database would be in another place, and would not be removed.
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'data'), { mode: 0o711 });
  const port = await freePort();
  const mark = `SATCHEL_PORT=${port}`;
  const env = {
    ...toolchain.env,
    npm_config_cache: ownCache,
    npm_config_prefer_offline: 'true',
    npm_config_yes: 'true',
    ...(scripts === 'refused' && { npm_config_ignore_scripts: 'true' }),
    SATCHEL_PORT: String(port),
    SATCHEL_SIGNUP: 'open',
  };
  const user = isRoot && prepare !== null ? NOBODY : {};
  const shell = { cwd: folder, env, ...user };
  if (prepare !== null) {
    await run(prepare, { cwd: folder, env });
    if (isRoot) await chown(join(folder, 'data'), NOBODY.uid, NOBODY.gid);
  }
  const started = start(`${program} start --json`, shell);
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    await eventually('the service is healthy', () => isReady(started, baseUrl), INSTALL_LIMIT_MS);
    await useService(started, baseUrl, shell);
  } finally {
    await stop(started, `${mark}\0`);
  }
  assert.match(started.output(), /"stopping"/);
  assert.doesNotMatch(started.output(), /stopping immediately/);
  const books: unknown = JSON.parse(await run(`${program} books check --json`, shell));
  assert.equal(field(books, 'ok'), true);
  await untilGone(processesWith(`${mark}\0`), STOP_LIMIT_MS);
  refuseWarnings(started.output());
  await rm(folder, { recursive: true, maxRetries: 10 });
  await rm(ownCache, { recursive: true });
}

interface Shell {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

interface Started {
  readonly child: ChildProcess;
  output(): string;
}

/**
 * Starts a command in a process group of its own, as a shell does with a command that someone
 * types.
 */
function start(command: string, shell: Shell): Started {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn('sh', ['-c', command], { ...shell, stdio: [...stdio], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

async function run(command: string, shell: Shell): Promise<string> {
  const child = spawn('sh', ['-c', command], { ...shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode === null ? once(child, 'close') : [],
  ]);
  assert.equal(child.exitCode, 0, `${command}\n${out}${complaints}`);
  refuseWarnings(complaints);
  return out;
}

/** Fails when our own program prints a warning. Warnings of npm are ignored. */
function refuseWarnings(output: string): void {
  const ours = output.split('\n').filter((line) => !/^npm /.test(line));
  for (const line of ours) assert.doesNotMatch(line, /warn|deprecat|"level":(4|5|6)0/i);
}

async function isReady({ child, output }: Started, baseUrl: string): Promise<true | null> {
  assert.equal(child.exitCode, null, `the service ended:\n${output()}`);
  return (await isHealthy(baseUrl)) && output().includes('"demo_users"') ? true : null;
}

/**
 * Uses the service: opens the page for signing up, lets an outsider pay an invoice, and pays
 * another user.
 */
async function useService({ output }: Started, baseUrl: string, shell: Shell): Promise<void> {
  const page = await request(`${baseUrl}/sign-up`);
  assert.equal(page.statusCode, 200);
  assert.match(await page.body.text(), /<form[^>]+method="post"/);
  const line = output()
    .split('\n')
    .find((each) => each.includes('"demo_users"'));
  const demo: unknown = JSON.parse(line ?? '');
  const [ann, bob] = listField(demo, 'demo_users').map((user) => textField(user, 'token'));
  assert(ann !== undefined && bob !== undefined);
  const balance = async (token: string): Promise<number> =>
    numberField(await readJson(`${baseUrl}/balance`, token), 'balance');
  const before = await balance(bob);
  const invoice = await postJson(`${baseUrl}/invoices`, bob, { amount: 1200 });
  await postJson(`${baseUrl}/payments/bolt11`, ann, {
    invoice: textField(invoice, 'payment_request'),
  });
  assert.equal(await balance(bob), before + 1200);
  // The line is the one that the first start prints for people to paste.
  const had = await balance(ann);
  const paste = listField(demo, 'try').find((each) => String(each).startsWith('node '));
  await run(String(paste), shell);
  await eventually('it is paid from outside', async () =>
    (await balance(ann)) > had ? true : null,
  );
}

/** Stops the service by Ctrl-C, which a terminal sends to all processes of the group. */
async function stop({ child }: Started, mark: string): Promise<void> {
  const all = processesWith(mark);
  const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
  const group = -(child.pid ?? 0);
  const late = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_LIMIT_MS);
  if (child.exitCode === null) process.kill(group, 'SIGINT');
  await ended;
  clearTimeout(late);
  await untilGone(all, STOP_LIMIT_MS);
}
