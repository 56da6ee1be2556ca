import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Role } from '../../src/app/context/app-context.ts';
import { type CrashOrder, DISARM } from './crash-points.ts';
import { DISARMED, REACHED } from './fail-points.ts';
import { within } from './within.ts';

/** `real` is what a user starts; `crashing` can be told to die at a point of its work. */
export type Program = 'real' | 'crashing';

/** One process of the service, for as long as it lives. */
export interface ServiceProcess {
  readonly program: Program;
  readonly isRunning: boolean;
  /** How long its start took; null as long as it does not serve. */
  readonly startMs: number | null;
  /** Everything that it printed so far. */
  output(): string;
  /** Tells a crashing one what to die of. */
  arm(order: CrashOrder): void;
  /** Returns once a crashing one has heard that it is to live on, or is dead. */
  disarm(): Promise<void>;
  /** Whether it came by at what it was told to die of last. */
  hasReachedPoint(): boolean;
  /** True once it serves, false when it ended before that. */
  untilServing(): Promise<boolean>;
  untilEnd(): Promise<void>;
  /** For what does not end it: SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const REAL = new URL('../../bin/satchel.js', import.meta.url).pathname;
const CRASHING = new URL('./crashing-main.ts', import.meta.url).pathname;
/** What takes longer hangs, however busy the machine is. */
const END_LIMIT_MS = 240_000;
const START_LIMIT_MS = 240_000;

export interface LaunchOptions {
  readonly program: Program;
  readonly role: Role;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** The process ends with this one, whatever happens: its channel closes then. */
export function launchService({ program, role, env, cwd }: LaunchOptions): ServiceProcess {
  const args = program === 'real' ? [REAL, 'start', '--role', role] : [CRASHING, role];
  const child = spawn(process.execPath, args, {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close').then(() => undefined);
  let output = '';
  // Where what it says of the present order begins: with the database alone dying it hears several.
  let armedAt = 0;
  const hasSaid = (word: string): boolean => output.includes(word, armedAt);
  const serving = Promise.withResolvers<boolean>();
  const begunMs = performance.now();
  let startMs: number | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // Beside the database's own, for the person who has to find out what went wrong.
      appendFileSync(join(cwd, `${role}.log`), chunk);
      if (startMs !== null || !/satchel serves/i.test(output)) return;
      startMs = performance.now() - begunMs;
      serving.resolve(true);
    });
  }
  void ended.then(() => serving.resolve(false));
  return {
    program,
    get isRunning() {
      return isRunning(child);
    },
    get startMs() {
      return startMs;
    },
    output: () => output,
    arm: (order) => {
      armedAt = output.length;
      // The process may die of something else at this moment.
      child.send(order, () => undefined);
    },
    disarm: async () => {
      child.send(DISARM, () => undefined);
      while (isRunning(child) && !hasSaid(DISARMED)) await wait(5);
    },
    hasReachedPoint: () => hasSaid(REACHED),
    untilServing: () => within(START_LIMIT_MS, 'a start of the service', serving.promise),
    untilEnd: () => ended,
    signal: (signal) => void child.kill(signal),
    kill: async (signal) => {
      if (isRunning(child)) child.kill(signal);
      await within(END_LIMIT_MS, 'the end of the service', ended);
    },
  };
}

/** Throws when it ends before it serves. */
export async function serve(launched: ServiceProcess): Promise<void> {
  if (await launched.untilServing()) return;
  throw new Error(`the service does not start:\n${launched.output()}`);
}

const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;
