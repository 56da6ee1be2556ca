/** Writes the archive of a user piece by piece, as JSON or CSV. */

import { sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { readLineRates } from '../statements/line-rates.ts';
import { nameApps } from '../statements/name-apps.ts';
import type { StatementMonth } from '../statements/statement.ts';
import { FIRST_LINK, nextChainHash } from '../statements/statement-chain.ts';
import { csvHead } from '../statements/statement-csv.ts';
import {
  csvLines,
  type FileOwner,
  headOf,
  jsonLine,
  readBatches,
  type StatementFormat,
  type WriteStatementDeps,
} from '../statements/write-statement.ts';
import type {
  ArchivedPerson,
  ArchiveKey,
  ArchivePart,
  ArchiveRow,
  ArchiveStore,
} from './archive-store.ts';
import { ARCHIVE_BATCH } from './limits.ts';

export type WriteArchiveDeps = WriteStatementDeps & {
  readonly archives: ArchiveStore;
  readonly clock: Clock;
};

export interface ArchiveOwner extends FileOwner {
  readonly timeZone: string;
  /**
   * The closed months, each with a statement. They are read before `person`, so that no statement
   * contains a record that is newer than the newest one in the archive.
   */
  readonly months: readonly StatementMonth[];
  readonly person: ArchivedPerson;
}

/**
 * Yields the file piece by piece, so that memory holds only a few rows at a time. No transaction is
 * open meanwhile.
 */
export async function* writeArchive(
  deps: WriteArchiveDeps,
  owner: ArchiveOwner,
  format: StatementFormat,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield* writeCsv(deps, owner);
  else yield* writeJson(deps, owner);
}

/** Writes an archive in CSV: every record, in the columns of statements. */
async function* writeCsv(
  deps: WriteArchiveDeps,
  owner: ArchiveOwner,
): AsyncGenerator<string, void> {
  yield csvHead(owner.currency);
  for await (const lines of readBatches(deps, allOf(owner))) {
    yield await csvLines(deps, owner, lines, owner.timeZone);
  }
}

/** Writes an archive in JSON, see docs/leaving.md. */
async function* writeJson(
  deps: WriteArchiveDeps,
  owner: ArchiveOwner,
): AsyncGenerator<string, void> {
  const { userId, person, months } = owner;
  const head = { format: 'satchel-archive-v1', made_at: deps.clock.now().toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},\n${person.body.slice(1, -1)}`;
  yield `,\n"statements": ${JSON.stringify(months.map(headOf))}`;
  for (const part of deps.archives.parts) {
    yield `,\n"${part.name}": [`;
    yield* writePart(part, userId);
    yield ']';
  }
  yield ',\n"records": [';
  yield* writeRecords(deps, owner);
  yield ']\n}\n';
}

async function* writePart(part: ArchivePart, userId: string): AsyncGenerator<string, void> {
  let after: ArchiveKey | null = null;
  for (;;) {
    const range = { userId, after, limit: ARCHIVE_BATCH };
    const rows: readonly ArchiveRow[] = await part.listRows(range);
    const text = rows.map(({ body }) => `\n${body}`).join(',');
    if (text !== '') yield after === null ? text : `,${text}`;
    after = rows.at(-1)?.key ?? after;
    if (rows.length < ARCHIVE_BATCH) return;
  }
}

/**
 * Writes the user's records, each with a hash that also covers all records before it, as statements
 * have it. By these hashes the file can be checked against any statement of the user.
 */
async function* writeRecords(
  deps: WriteArchiveDeps,
  owner: ArchiveOwner,
): AsyncGenerator<string, void> {
  const { userId, currency } = owner;
  let link = FIRST_LINK;
  let separator = '\n';
  for await (const lines of readBatches(deps, allOf(owner))) {
    const apps = await nameApps(deps.activity, userId, lines);
    const rates = await readLineRates(deps.rates, currency, lines);
    let part = '';
    for (const line of lines) {
      link = nextChainHash(link, line);
      part += separator + jsonLine(line, link, apps(line), rates(line));
      separator = ',\n';
    }
    yield part;
  }
}

const allOf = ({ userId, person: { lastSeq: upToSeq } }: ArchiveOwner) => ({
  userId,
  afterSeq: 0n,
  upToSeq,
  openingSat: sat(0n),
});
