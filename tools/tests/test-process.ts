import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Failure, TestOrder, WorkerMessage } from './test-worker.ts';

export interface FileReport {
  readonly path: string;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly tookSec: number;
  /** Processor time that the process used, including programs that it started and waited for. */
  readonly usedSec: number;
}

const WORKER = new URL('./test-worker.ts', import.meta.url).pathname;
/** The module that is loaded before the worker, because the worker loads the test runner. */
const FIRST = new URL('./cheap-attribution.ts', import.meta.url).href;
/** The longest time for one file: many times what the longest one takes on a busy machine. */
const FILE_TIMEOUT_MS = 1_800_000;
/** The number of characters of a file's output that are shown when it fails. */
const KEPT_OUTPUT = 10_000;

/** A process that runs test files. When a file has ended the process, a new one replaces it. */
export class TestProcess {
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #output = '';

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /**
   * Runs a file. Resolves with the results of its tests when the file has closed everything that it
   * opened.
   */
  async run(order: TestOrder): Promise<FileReport> {
    const beganAtMs = performance.now();
    const child = this.#child ?? this.#start();
    this.#output = '';
    const counts = { passed: 0, skipped: 0 };
    const failures: Failure[] = [];
    let newest = 'its first test';
    let usedSec = 0;
    const ended = Promise.withResolvers<string | null>();
    const hear = (message: WorkerMessage): void => {
      if (message.kind === 'began') newest = message.name;
      else if (message.kind === 'failed') failures.push(message.failure);
      else if (message.kind === 'ended') {
        usedSec = message.usedSec;
        ended.resolve(null);
      } else counts[message.kind] += 1;
    };
    const fail = (status: number | null, signal: string | null): void =>
      ended.resolve(`the process ended with ${signal ?? status}`);
    child.on('message', hear);
    child.on('close', fail);
    const impatience = setTimeout(() => child.kill('SIGKILL'), FILE_TIMEOUT_MS);
    child.send(order);
    const end = await ended.promise;
    clearTimeout(impatience);
    child.off('message', hear);
    child.off('close', fail);
    if (end !== null) {
      this.#child = null;
      if (failures.length === 0) {
        failures.push({ name: `during or after "${newest}"`, line: null, error: end });
      }
    }
    const tookSec = (performance.now() - beganAtMs) / 1000;
    return { path: order.path, ...counts, failures, tookSec, usedSec };
  }

  /** The output since the newest file began. */
  output(): string {
    return this.#output;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, ['--import', FIRST, WORKER], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: this.#env,
    });
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-KEPT_OUTPUT);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    this.#child = child;
    return child;
  }
}
