import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pace } from './contest.ts';

export const USAGE = `usage: npm run bench -- [NAME …] [options]

  NAME              only what is named so; without any, everything
  --quick           short windows, few rounds, small wallets: to see that it works
  --callers N,N     only with so many callers at once
  --rounds N        pairs of windows that are counted
  --entries N       size of the grown wallet
  --payments N,N,N  with growth: a whole database of so many payments, instead of a wallet; it takes
                    about 7.5 kB of disk for each, in the folder of temporary files
  --only TEXT,TEXT  of the attacks of abuse, or of the contests on LND, those whose name holds one
                    of them
  --soak SECONDS    length of the soak
  --profile FOLDER  writes CPU profiles of service and node there
  --json            the report as JSON
  --record          appends the report to bench/results.md
`;

export interface Options {
  readonly names: readonly string[];
  readonly pace: Pace;
  /** The numbers of callers to measure; null for all numbers of the contest. */
  readonly callers: readonly number[] | null;
  readonly entries: number;
  /** The sizes of a whole database to measure instead of a wallet; empty for none. */
  readonly payments: readonly number[];
  readonly idleSec: number;
  readonly isQuick: boolean;
  /** Parts of the names of attacks to measure; empty for all. */
  readonly only: readonly string[];
  readonly soakSec: number;
  readonly profileFolder: string | null;
  readonly asJson: boolean;
  readonly isRecorded: boolean;
}

const FULL = { windowMs: 2500, rounds: 7, entries: 1_000_000, idleSec: 30, soakSec: 60 };
const QUICK = { windowMs: 500, rounds: 3, entries: 20_000, idleSec: 5, soakSec: 5 };

/**
 * Reads the arguments; null when they are wrong or ask for help. Contests in `apart` run only when
 * they are named.
 */
export function readOptions(
  args: readonly string[],
  known: readonly string[],
  apart: readonly string[] = [],
): Options | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      callers: { type: 'string' },
      rounds: { type: 'string' },
      entries: { type: 'string' },
      payments: { type: 'string' },
      only: { type: 'string' },
      soak: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const names = [...known, ...apart];
  if (values.help || !positionals.every((name) => names.includes(name))) return null;
  const size = values.quick ? QUICK : FULL;
  return {
    names: positionals.length === 0 ? known : positionals,
    pace: { windowMs: size.windowMs, rounds: Number(values.rounds ?? size.rounds) },
    callers: values.callers?.split(',').map(Number) ?? null,
    entries: Number(values.entries ?? size.entries),
    payments: values.payments?.split(',').map(Number) ?? [],
    idleSec: size.idleSec,
    isQuick: values.quick,
    only: values.only?.split(',') ?? [],
    soakSec: Number(values.soak ?? size.soakSec),
    profileFolder: values.profile === undefined ? null : resolve(values.profile),
    asJson: values.json,
    isRecorded: values.record,
  };
}
