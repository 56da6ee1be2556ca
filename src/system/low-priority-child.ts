import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Memory limits of the child process: little memory for what it soon drops, and an end to it above
 * what a huge tree of a checkpoint needs.
 */
export const LOW_PRIORITY_ARGUMENTS = ['--max-semi-space-size=2', '--max-old-space-size=384'];

/**
 * Runs a program of ours to its end, at the lowest priority so that it takes only what others
 * leave. The program is ended when the signal aborts. An error contains what the program complained
 * of.
 */
export async function runAtLowPriority(program: URL, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...LOW_PRIORITY_ARGUMENTS, fileURLToPath(program)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  });
  const ended = Promise.withResolvers<number | null>();
  child.on('error', ended.reject);
  child.on('close', ended.resolve);
  if (child.pid !== undefined) lowerPriority(child.pid);
  const [status, complaints] = await Promise.all([ended.promise, text(child.stderr)]);
  if (status !== 0) throw new Error(`it ended with status ${status}: ${complaints.trim()}`);
}

export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The child has ended already, or the system does not let us end it: there is nothing to do.
  }
}
