import type { Clock } from '../base/clock.ts';
import { DatabaseFault } from './database-fault.ts';
import type { RefusedWrites } from './database-safety.ts';

/** The time without another refused write after which the database counts as mended. */
const REMEMBERED_MS = 60_000;

/** Reasons by the codes of PostgreSQL, and of this layer. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['53100', 'its disk is full'],
  ['25006', 'it may only be read'],
  ['NOT_PRIMARY', 'it may only be read'],
]);

export interface RefusalNotes {
  /** Notes that a statement has failed. */
  note(error: unknown): void;
  last(): RefusedWrites | null;
}

/** Remembers that the database answers and yet refuses what is to be written. */
export function createRefusalNotes(clock: Clock): RefusalNotes {
  let last: (RefusedWrites & { readonly atMs: number }) | null = null;
  return {
    note: (error) => {
      if (!(error instanceof DatabaseFault)) return;
      const why = REASONS.get(error.code ?? '');
      if (why !== undefined) last = { why, atMs: clock.monotonicMs() };
    },
    last: () =>
      last === null || clock.monotonicMs() - last.atMs > REMEMBERED_MS ? null : { why: last.why },
  };
}
