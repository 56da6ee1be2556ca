/** Writes the log, as lines of JSON for machines or as lines of text for people. */

import pino from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Log, LogFields } from '../base/log.ts';
import { redactFields, redactText } from './redact.ts';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** The form of the log: lines of JSON for machines, or lines of text for people. */
  readonly format: 'json' | 'text';
  readonly clock: Clock;
  readonly write: (line: string) => void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

type Emit = (level: keyof Log, fields: LogFields, message: string) => void;

/** Creates the log, which keeps secrets out even where a caller passes one by mistake. */
export function createLogger(options: LoggerOptions): Log {
  const emit = options.format === 'json' ? jsonEmit(options) : textEmit(options);
  const at = (level: keyof Log): Log[typeof level] =>
    WEIGHT[level] < WEIGHT[options.level]
      ? () => undefined
      : (fields, message) => emit(level, redactFields(fields), redactText(message));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const WEIGHT: Readonly<Record<LogLevel, number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};

function jsonEmit({ level, clock, write }: LoggerOptions): Emit {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${clock.now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  return (label, fields, message) => logger[label](fields, message);
}

function textEmit({ clock, write }: LoggerOptions): Emit {
  return (level, fields, message) => {
    const time = clock.now().toISOString().slice(11, 19);
    const details = Object.entries(fields).map(([name, value]) => ` ${name}=${showValue(value)}`);
    write(`${time} ${level.padEnd(5)} ${message}${details.join('')}\n`);
  };
}

const showValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
