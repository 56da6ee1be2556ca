import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { ServerAccount } from './server-account.ts';

export interface ProgramRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly account: ServerAccount | null;
  readonly input: string;
}

/** Runs a program to its end. An error contains what the program has printed. */
export async function runProgram(run: ProgramRun): Promise<void> {
  const child = spawn(run.file, run.args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    ...run.account,
  });
  const ended = Promise.withResolvers<number | null>();
  child.on('error', ended.reject);
  child.on('close', ended.resolve);
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input);
  const [status, output, complaints] = await Promise.all([
    ended.promise,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (status !== 0) {
    throw new Error(`${run.file} ended with status ${status}: ${complaints || output}`.trim());
  }
}
