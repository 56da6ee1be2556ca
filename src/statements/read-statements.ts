/** Reads months of a wallet for pages. Opening a month first adds the newest records to it. */

import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { SHOWN_STATEMENTS, STATEMENT_STEPS_AT_ONCE } from './limits.ts';
import {
  type Balanced,
  changeOf,
  type StatementFigures,
  type StatementMonth,
  type StatementStore,
  type StatementTotals,
} from './statement.ts';

export interface ReadStatementsDeps {
  readonly statements: StatementStore;
  readonly clock: Clock;
}

export interface StatementList {
  /**
   * The months, newest first; the first one is open. The list is empty where the user has no
   * records.
   */
  readonly months: readonly StatementMonth[];
  /** Whether there are records that are not added to the open month yet. */
  readonly isBehind: boolean;
}

export async function listStatements(
  deps: ReadStatementsDeps,
  userId: string,
): Promise<StatementList> {
  const isBehind = (await bringUpToDate(deps, userId)) === 'more';
  return { isBehind, months: await deps.statements.listMonths(userId, SHOWN_STATEMENTS) };
}

export interface FoundMonth {
  readonly month: StatementMonth;
  readonly isBehind: boolean;
}

/** Finds a month; null for one before the first record, or after the open month. */
export async function findMonth(
  deps: ReadStatementsDeps,
  userId: string,
  name: string,
): Promise<FoundMonth | null> {
  const isBehind = (await bringUpToDate(deps, userId)) === 'more';
  const month = await deps.statements.findMonth(userId, name);
  return month && { month, isBehind: isBehind && month.closedAt === null };
}

/** A part of a month's records, by their numbers. */
export interface MonthPart {
  /** The number of the part, counted from 1. */
  readonly number: number;
  readonly count: number;
  /** The part contains the records with numbers above `afterSeq`, up to and including `upToSeq`. */
  readonly afterSeq: bigint;
  readonly upToSeq: bigint;
}

/**
 * Computes the part of a month with the given number, if the month is split into parts of the given
 * size; the last part if there are fewer.
 */
export function monthPart(
  { afterSeq, lastSeq }: StatementMonth,
  size: number,
  asked: number,
): MonthPart {
  const count = Math.max(1, Math.ceil(Number(lastSeq - afterSeq) / size));
  const number = Math.min(Math.max(1, asked), count);
  const first = afterSeq + BigInt(number - 1) * BigInt(size);
  const end = first + BigInt(size);
  return { number, count, afterSeq: first, upToSeq: end < lastSeq ? end : lastSeq };
}

/**
 * Computes the balance before a part of a month. The balances at the beginning and the end of the
 * month are known, so the sum begins at the nearer of the two. Null when too many such calculations
 * of this user are waiting.
 */
export async function balanceBefore(
  { statements }: Pick<ReadStatementsDeps, 'statements'>,
  userId: string,
  month: StatementMonth,
  seq: bigint,
): Promise<Sat | null> {
  const { afterSeq, lastSeq, openingSat, closingSat } = month;
  if (seq === afterSeq) return openingSat;
  const isNearStart = seq - afterSeq <= lastSeq - seq;
  const range = isNearStart
    ? { userId, afterSeq, upToSeq: seq }
    : { userId, afterSeq: seq, upToSeq: lastSeq };
  const changeSat = await statements.sumLines(range);
  if (changeSat === null) return null;
  return sat(isNearStart ? openingSat + changeSat : closingSat - changeSat);
}

/**
 * Closes months that have ended, so that a person who opens a statement need not wait for the job.
 * A long history takes several visits.
 */
export async function bringUpToDate(
  { statements, clock }: ReadStatementsDeps,
  userId: string,
): Promise<StatementTotals> {
  let reckoning: StatementTotals = 'more';
  for (let step = 0; step < STATEMENT_STEPS_AT_ONCE && reckoning === 'more'; step += 1) {
    reckoning = await statements.reckon(userId, clock.now());
  }
  return reckoning;
}

export function withBalances<Line extends StatementFigures>(
  lines: readonly Line[],
  openingSat: Sat,
): readonly Balanced<Line>[] {
  let balanceSat = openingSat;
  return lines.map((line) => {
    balanceSat = sat(balanceSat + changeOf(line));
    return { ...line, balanceSat };
  });
}
