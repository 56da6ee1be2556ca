import type { Log } from '../../src/base/log.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';

/** The log as the service writes it, down to the least line. */
export interface ListeningLog extends Log {
  text(): string;
}

export function createListeningLog(): ListeningLog {
  const lines: string[] = [];
  const log = createLogger({
    level: 'debug',
    format: 'json',
    clock: systemClock,
    write: (line) => lines.push(line),
  });
  return { ...log, text: () => lines.join('') };
}
