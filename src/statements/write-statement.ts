import type { ActivityStore } from '../activity/activity-store.ts';
import { type Sat, satToNumber } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { Rate } from '../fiat/rate.ts';
import type { PastRates } from '../fiat/rates.ts';
import { STATEMENT_BATCH } from './limits.ts';
import { readLineRates } from './line-rates.ts';
import { nameApps } from './name-apps.ts';
import { withBalances } from './read-statements.ts';
import {
  type BalancedLine,
  changeOf,
  type StatementMonth,
  type StatementStore,
} from './statement.ts';
import { nextChainHash } from './statement-chain.ts';
import { csvHead, csvLine, lineValue } from './statement-csv.ts';

export interface WriteStatementDeps {
  readonly statements: Pick<StatementStore, 'listLines'>;
  readonly activity: Pick<ActivityStore, 'nameSpenders'>;
  readonly rates: PastRates;
}

/** The user whom the file is for. */
export interface FileOwner {
  readonly userId: string;
  /** The currency of values in the file; null for a file without values. */
  readonly currency: string | null;
}

export type StatementFormat = 'csv' | 'json';

/**
 * Yields the file piece by piece. Memory holds a few records at a time, and no transaction is open.
 */
export async function* writeStatement(
  deps: WriteStatementDeps,
  owner: FileOwner,
  month: StatementMonth,
  format: StatementFormat,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield* writeCsv(deps, owner, month);
  else yield* writeJson(deps, owner, month);
}

async function* writeCsv(
  deps: WriteStatementDeps,
  owner: FileOwner,
  month: StatementMonth,
): AsyncGenerator<string, void> {
  yield csvHead(owner.currency);
  for await (const lines of monthBatches(deps, owner.userId, month)) {
    yield await csvLines(deps, owner, lines, month.timeZone);
  }
}

export async function csvLines(
  deps: WriteStatementDeps,
  { userId, currency }: FileOwner,
  lines: readonly BalancedLine[],
  timeZone: string,
): Promise<string> {
  const apps = await nameApps(deps.activity, userId, lines);
  const rates = await readLineRates(deps.rates, currency, lines);
  return lines
    .map((line) => csvLine(line, { app: apps(line), timeZone, currency, rate: rates(line) }))
    .join('');
}

/** Writes a statement in JSON, see docs/statements.md. */
async function* writeJson(
  deps: WriteStatementDeps,
  { userId, currency }: FileOwner,
  month: StatementMonth,
): AsyncGenerator<string, void> {
  const head = JSON.stringify(headOf(month), null, 2).slice(0, -2);
  yield `${head},\n  "records": [`;
  let link = month.previousLink;
  let isFirst = true;
  for await (const lines of monthBatches(deps, userId, month)) {
    const apps = await nameApps(deps.activity, userId, lines);
    const rates = await readLineRates(deps.rates, currency, lines);
    let part = '';
    for (const line of lines) {
      link = nextChainHash(link, line);
      part += `${isFirst ? '' : ','}\n    ${jsonLine(line, link, apps(line), rates(line))}`;
      isFirst = false;
    }
    yield part;
  }
  assert(link === month.head, 'the records of a month lead to the end of its chain');
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n';
}

export const headOf = (month: StatementMonth) => ({
  format: 'satchel-statement-v1',
  month: month.month,
  time_zone: month.timeZone,
  begins_at: month.beginsAt.toISOString(),
  ends_at: month.endsAt.toISOString(),
  closed: month.closedAt !== null,
  closed_at: month.closedAt?.toISOString() ?? null,
  opening_sat: satToNumber(month.openingSat),
  received_sat: satToNumber(month.incomingSat),
  sent_sat: satToNumber(month.outgoingSat),
  fees_sat: satToNumber(month.feesSat),
  closing_sat: satToNumber(month.closingSat),
  held_sat: satToNumber(month.heldSat),
  chain: { rule: 'satchel-record-v1', previous: month.previousLink, head: month.head },
});

/**
 * Writes a line in JSON. The record is written exactly as it is stored, as the statement chain
 * contains the hash of this text.
 */
export function jsonLine(
  line: BalancedLine,
  link: string,
  app: string | null,
  rate: Rate | null,
): string {
  const fields = JSON.stringify({
    seq: Number(line.seq),
    booked_at: line.bookedAt.toISOString(),
    app,
    change_sat: Number(changeOf(line)),
    fee_sat: satToNumber(line.feeSat),
    balance_sat: satToNumber(line.balanceSat),
    link,
    ...(rate === null ? {} : lineValue(line, rate)),
  });
  return `${fields.slice(0, -1)},"record":${line.body}}`;
}

async function* monthBatches(
  deps: WriteStatementDeps,
  userId: string,
  { afterSeq, lastSeq: upToSeq, openingSat, closingSat }: StatementMonth,
): AsyncGenerator<readonly BalancedLine[], void> {
  let balanceSat = openingSat;
  for await (const lines of readBatches(deps, { userId, afterSeq, upToSeq, openingSat })) {
    balanceSat = lines.at(-1)?.balanceSat ?? balanceSat;
    yield lines;
  }
  assert(balanceSat === closingSat, 'the records of a month lead to its closing balance');
}

export interface BatchRange {
  readonly userId: string;
  readonly afterSeq: bigint;
  readonly upToSeq: bigint;
  /** The balance before the first line. */
  readonly openingSat: Sat;
}

/** Reads a few records at a time, each with the balance after it. */
export async function* readBatches(
  { statements }: Pick<WriteStatementDeps, 'statements'>,
  { userId, afterSeq, upToSeq, openingSat }: BatchRange,
): AsyncGenerator<readonly BalancedLine[], void> {
  let [seq, balanceSat] = [afterSeq, openingSat];
  while (seq < upToSeq) {
    const range = { userId, afterSeq: seq, upToSeq, limit: STATEMENT_BATCH };
    const lines = withBalances(await statements.listLines(range), balanceSat);
    const last = lines.at(-1);
    assert(last !== undefined, 'the numbers of records have no gaps');
    [seq, balanceSat] = [last.seq, last.balanceSat];
    yield lines;
  }
}
