import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';
import type { Log, LogFields } from '../base/log.ts';
import type { Random } from '../base/random.ts';

/**
 * The clock of the simulator. The simulator is a separate program, so it does not use the adapters
 * of the service.
 */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    const leftMs = Math.max(0, ms);
    if (signal === undefined) await wait(leftMs);
    else await wait(leftMs, undefined, { signal }).catch(() => undefined);
  },
};

export const systemRandom: Random = { bytes: (length) => new Uint8Array(randomBytes(length)) };

/**
 * Writes a line of JSON per message to standard error, which the program that starts the simulator
 * keeps in a file.
 */
export const consoleLog: Log = {
  debug: () => undefined,
  info: (fields, message) => writeLine('info', fields, message),
  warn: (fields, message) => writeLine('warn', fields, message),
  error: (fields, message) => writeLine('error', fields, message),
};

function writeLine(level: string, fields: LogFields, message: string): void {
  const time = systemClock.now().toISOString();
  process.stderr.write(`${JSON.stringify({ time, level, message, ...fields })}\n`);
}
