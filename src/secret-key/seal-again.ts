import { deriveKey } from '../authorization/derived-key.ts';
import { seal, unseal } from '../authorization/sealed-box.ts';
import type { Random } from '../base/random.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

export interface SealedRow {
  /** The values of the row's primary key, as text. */
  readonly key: readonly string[];
  readonly sealed: Uint8Array;
}

/** Port: the sealed columns of the database. */
export interface SealedRowStore {
  /** Lists rows in the order of their primary key, after that of `after`; null for the first. */
  listRows(
    column: SealedColumn,
    after: readonly string[] | null,
    limit: number,
  ): Promise<readonly SealedRow[]>;
  /** Replaces a sealed value; false if the row has another one by now, or is gone. */
  replace(column: SealedColumn, row: SealedRow, sealed: Uint8Array): Promise<boolean>;
}

export interface SealAgainDeps {
  readonly sealedRows: SealedRowStore;
  readonly random: Random;
}

export interface KeyChange {
  readonly current: Uint8Array;
  readonly old: Uint8Array;
}

export interface SealedAgain {
  /** The number of rows that were sealed under the old key, and are now under the new one. */
  readonly sealedAgain: number;
  /** The number of rows that were under the new one already. */
  readonly asTheyWere: number;
  /** The number of rows that neither key opens. They are left as they are. */
  readonly unreadable: number;
}

/**
 * Seals under the new key what is sealed under the old one, in batches, each row in a statement of
 * its own. It may die at any point and be done again, and two may do it at once: what is under the
 * new key already stays, and a row that has changed since it was read is not overwritten.
 */
export async function sealAgain(
  deps: SealAgainDeps,
  change: KeyChange,
  signal: AbortSignal,
  tell: (line: string) => void = () => undefined,
): Promise<SealedAgain> {
  const sum = { sealedAgain: 0, asTheyWere: 0, unreadable: 0 };
  for (const column of SEALED_COLUMNS) {
    let seen = 0;
    let after: readonly string[] | null = null;
    do {
      signal.throwIfAborted();
      const rows: readonly SealedRow[] = await deps.sealedRows.listRows(column, after, BATCH);
      for (const row of rows) sum[await sealRow(deps, change, column, row)] += 1;
      seen += rows.length;
      after = rows.length < BATCH ? null : (rows.at(-1)?.key ?? null);
      if (rows.length > 0) tell(`${column.table}: ${seen} rows looked at`);
    } while (after !== null);
  }
  return sum;
}

const BATCH = 200;

async function sealRow(
  { sealedRows, random }: SealAgainDeps,
  change: KeyChange,
  column: SealedColumn,
  row: SealedRow,
): Promise<keyof SealedAgain> {
  const label = column.label(row.key);
  const current = deriveKey(change.current, column.purpose);
  if (unseal(current, row.sealed, label) !== null) return 'asTheyWere';
  const secret = unseal(deriveKey(change.old, column.purpose), row.sealed, label);
  if (secret === null) return 'unreadable';
  const isReplaced = await sealedRows.replace(column, row, seal(current, secret, label, random));
  return isReplaced ? 'sealedAgain' : 'asTheyWere';
}
