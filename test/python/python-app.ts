import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { HeldInvoice, OutsidePeer } from '../contract/outside-peer.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import type { RunningService } from '../support/running-service.ts';
import { untilPasses } from '../support/wallet-user.ts';

/** A client from PyPI in a process of its own, whose functions a test calls. */
export interface PythonApp {
  call(name: string, ...args: readonly unknown[]): Promise<unknown>;
  /** The end of all that it printed. */
  printed(): string;
  end(): Promise<void>;
}

/** What the client threw. */
export class PythonError extends Error {
  readonly type: string;
  readonly code: string | null;

  constructor(error: unknown) {
    super(textField(error, 'words'));
    this.type = textField(error, 'type');
    const code = field(error, 'code');
    this.code = typeof code === 'string' ? code : null;
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** @param program A file of this folder that serves its functions by `calls.py`. */
export async function startPythonApp(program: string, uri: string): Promise<PythonApp> {
  const python = await installedPython();
  const env = { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(python, [join(import.meta.dirname, program), uri], { env });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-200_000);
  });
  const waiting = new Map<unknown, Waiting>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: unknown = JSON.parse(line);
    const asked = waiting.get(field(answer, 'id'));
    waiting.delete(field(answer, 'id'));
    const error = field(answer, 'error');
    if (error === undefined) asked?.resolve(field(answer, 'result'));
    else asked?.reject(new PythonError(error));
  });
  child.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${program} ended:\n${printed}`));
  });
  const answerTo = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  await answerTo(0);
  let calls = 0;
  return {
    call: (name, ...args) => {
      calls += 1;
      const answer = answerTo(calls);
      child.stdin.write(`${JSON.stringify({ id: calls, name, args })}\n`);
      return answer;
    },
    printed: () => printed,
    end: () => endChild(child),
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

const run = promisify(execFile);
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const installations: Promise<string>[] = [];

/** A Python that has the packages; they are installed once for a machine. */
async function installedPython(): Promise<string> {
  installations[0] ??= install();
  return await installations[0];
}

/** Outside the tree, under a name of what it holds; a half-made folder never has that name. */
async function install(): Promise<string> {
  const { stdout } = await run('python3', ['--version']);
  const holds = hash('sha256', stdout + (await readFile(REQUIREMENTS, 'utf8'))).slice(0, 12);
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'satchel');
  const folder = join(cache, `python-${holds}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(python)) return python;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'making-python-'));
  try {
    await run('python3', ['-m', 'venv', made]);
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--ignore-requires-python'];
    await run(join(made, 'bin', 'python'), [
      '-m',
      'pip',
      'install',
      ...options,
      '-r',
      REQUIREMENTS,
    ]);
    await rename(made, folder).catch((error: unknown) => {
      // Another run was faster.
      if (!existsSync(python)) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return python;
}

/** A node of the world whose invoices can keep a payment for as long as a test wants. */
export async function openHolder(service: RunningService): Promise<OutsidePeer> {
  const nodes = await (await service.outside()).nodes();
  assert(nodes.ok);
  const node = nodes.value.find(({ name }) => name === 'alice');
  assert(node !== undefined, 'the simulated network has a node named alice');
  return await openLndPeer({ ...node, tlsCaPem: null });
}

export const untilHeld = (invoice: HeldInvoice): Promise<void> =>
  untilPasses(async () => assert.ok(await invoice.isHeld()));

/** Of a list of objects. */
export const column = (value: unknown, name: string): readonly unknown[] =>
  listOf(value).map((one) => field(one, name));

export function assertLink(link: unknown, uri: string): void {
  const { host, searchParams } = new URL(uri);
  assert.equal(textField(link, 'wallet'), host);
  const relays = listOf(field(link, 'relays')).map((relay) => String(relay).replace(/\/$/, ''));
  assert.deepEqual(relays, searchParams.getAll('relay'));
}
