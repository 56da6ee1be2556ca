import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { field, listOf, textField } from '../support/fields.ts';
import { installedPython } from './install-python.ts';

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

/** One field of each object in a list. */
export const column = (value: unknown, name: string): readonly unknown[] =>
  listOf(value).map((one) => field(one, name));

export function assertLink(link: unknown, uri: string): void {
  const { host, searchParams } = new URL(uri);
  assert.equal(textField(link, 'wallet'), host);
  const relays = listOf(field(link, 'relays')).map((relay) => String(relay).replace(/\/$/, ''));
  assert.deepEqual(relays, searchParams.getAll('relay'));
  const address = field(link, 'lud16');
  if (address !== undefined) assert.equal(address, searchParams.get('lud16'));
}
