import type { Log } from '../../src/base/log.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';

/** A log that keeps everything, down to the lowest level, as the service would write it. */
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
