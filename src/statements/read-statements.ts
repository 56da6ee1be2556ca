/** What pages read of the months of a wallet. Opening one brings it up to date first. */

import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { SHOWN_STATEMENT_LINES, SHOWN_STATEMENTS, STATEMENT_STEPS_AT_ONCE } from './limits.ts';
import {
  type BalancedLine,
  changeOf,
  type StatementLine,
  type StatementMonth,
  type StatementStore,
  type StatementTotals,
} from './statement.ts';

export interface ReadStatementsDeps {
  readonly statements: StatementStore;
  readonly clock: Clock;
}

export interface StatementList {
  /** Newest first; the first one is open. None without records. */
  readonly months: readonly StatementMonth[];
  /** Whether records are left that the open month does not hold yet. */
  readonly isBehind: boolean;
}

export async function listStatements(
  deps: ReadStatementsDeps,
  userId: string,
): Promise<StatementList> {
  const isBehind = (await bringUpToDate(deps, userId)) === 'more';
  return { isBehind, months: await deps.statements.listMonths(userId, SHOWN_STATEMENTS) };
}

export interface FoundStatement {
  readonly month: StatementMonth;
  readonly isBehind: boolean;
  /** The first of them, oldest first. */
  readonly lines: readonly BalancedLine[];
}

/** Null for a month before the first record, or after the open month. */
export async function readStatement(
  deps: ReadStatementsDeps,
  userId: string,
  name: string,
): Promise<FoundStatement | null> {
  const isBehind = (await bringUpToDate(deps, userId)) === 'more';
  const month = await deps.statements.findMonth(userId, name);
  if (month === null) return null;
  const { afterSeq, lastSeq: upToSeq } = month;
  const range = { userId, afterSeq, upToSeq, limit: SHOWN_STATEMENT_LINES };
  const lines = withBalances(await deps.statements.listLines(range), month.openingSat);
  return { month, isBehind: isBehind && month.closedAt === null, lines };
}

/** So that a person who opens a statement waits for no job; a long history takes a few looks. */
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

export function withBalances(
  lines: readonly StatementLine[],
  openingSat: Sat,
): readonly BalancedLine[] {
  let balanceSat = openingSat;
  return lines.map((line) => {
    balanceSat = sat(balanceSat + changeOf(line));
    return { ...line, balanceSat };
  });
}
