import type { Clock } from '../base/clock.ts';
import { DatabaseFault } from './database-fault.ts';
import type { RefusedWrites } from './database-safety.ts';

/**
 * The time after the last refused write from which the database counts as accepting writes again.
 */
const REMEMBERED_MS = 60_000;

/**
 * Why the database refuses to write, in words, by error codes of PostgreSQL and of this program.
 */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['53100', 'its disk is full'],
  ['25006', 'it may only be read'],
  ['NOT_PRIMARY', 'it may only be read'],
]);

export interface RefusalNotes {
  /** Notes a failed statement if the database answered, but refused to write. */
  note(error: unknown): void;
  last(): RefusedWrites | null;
}

/** Remembers whether the database answers and yet refuses to write. */
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
