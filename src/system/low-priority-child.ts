import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * Memory limits of the child process. Short-lived objects get little memory, and the process ends
 * if it needs more memory than the hash tree of the largest checkpoint takes.
 */
export const LOW_PRIORITY_ARGUMENTS = ['--max-semi-space-size=2', '--max-old-space-size=384'];

/**
 * Runs a program of this service to its end, at the lowest priority so that it uses only processor
 * time that others leave. The program is ended when the signal aborts. The error of a failed
 * program contains what it wrote to standard error.
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
    // The child has ended already, or the system does not let us signal it: nothing is left to do.
  }
}
