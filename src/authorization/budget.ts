import { type Sat, sat } from '../base/amount.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import {
  BUDGET_INTERVALS,
  type BudgetInterval,
  budgetWindowEnd,
  budgetWindowStart,
} from './budget-window.ts';

/** The most that an app or token may spend: per day, week, month or year, or in total. */
export interface Budget {
  readonly limitSat: Sat;
  readonly interval: BudgetInterval;
  /** The time after which nothing may be spent at all; null for no end. */
  readonly expiresAt: Date | null;
}

/**
 * A budget as it is at a moment, with the amount that is used in its present window. Money that is
 * held for payments under way counts as spent.
 */
export interface BudgetView extends Budget {
  /**
   * The amount that is used up in the present window. It may exceed the limit if the user has
   * lowered the limit since.
   */
  readonly usedSat: Sat;
  readonly windowStart: Date;
  /** When the used amount becomes zero again; null for a budget for all time. */
  readonly resetsAt: Date | null;
}

/** A budget as it was last written, when its newest payment or its owner changed it. */
export type StoredBudget = Omit<BudgetView, 'resetsAt'>;

/**
 * Calculates how a stored budget stands at a given time. As soon as a new window has begun, nothing
 * of the budget is used, although that is not stored yet. If the clock shows a time before the
 * stored window, the stored window still counts.
 */
export function viewBudget(stored: StoredBudget, at: Date): BudgetView {
  const { interval } = stored;
  const start = budgetWindowStart(interval, at);
  const current = start > stored.windowStart ? { windowStart: start, usedSat: sat(0n) } : stored;
  const { windowStart, usedSat } = current;
  return { ...stored, windowStart, usedSat, resetsAt: budgetWindowEnd(interval, windowStart) };
}

/**
 * Whether a budget allows more than the present one; null means no limit. A budget that starts
 * again sooner, or ends later, also allows more.
 */
export function allowsMore(wanted: Budget | null, present: Budget | null): boolean {
  if (present === null) return false;
  if (wanted === null || wanted.limitSat > present.limitSat) return true;
  const [oftener, longer] = [
    BUDGET_INTERVALS.indexOf(wanted.interval) < BUDGET_INTERVALS.indexOf(present.interval),
    present.expiresAt !== null &&
      (wanted.expiresAt === null || wanted.expiresAt > present.expiresAt),
  ];
  return oftener || longer;
}

/** Reasons why a budget refuses a payment. */
export type BudgetRefusal =
  | {
      readonly kind: 'budget_exceeded';
      readonly limitSat: Sat;
      readonly interval: BudgetInterval;
      readonly leftSat: Sat;
      /**
       * How much the payment needs of the budget: its amount, and its fee reserve if there is one.
       */
      readonly neededSat: Sat;
      readonly resetsAt: Date | null;
    }
  | { readonly kind: 'budget_expired'; readonly expiresAt: Date };

export function refuseByBudget(budget: BudgetView, neededSat: Sat, at: Date): BudgetRefusal | null {
  const { limitSat, interval, expiresAt, resetsAt } = budget;
  if (expiresAt !== null && expiresAt <= at) return { kind: 'budget_expired', expiresAt };
  const leftSat = leftInBudget(budget);
  if (neededSat <= leftSat) return null;
  return { kind: 'budget_exceeded', limitSat, interval, leftSat, neededSat, resetsAt };
}

export const leftInBudget = ({ limitSat, usedSat }: BudgetView): Sat =>
  sat(limitSat > usedSat ? limitSat - usedSat : 0n);

/** A budget as people type it, in texts that are still to be checked. */
export interface BudgetInput {
  readonly limitSat: string;
  readonly interval: string;
  readonly expiresAt: Date | null;
}

export interface BadBudget {
  readonly kind: 'bad_budget';
  readonly reason: 'bad_amount' | 'bad_interval' | 'past_end';
  readonly message: string;
}

export function checkBudget(input: BudgetInput, now: Date): Result<Budget, BadBudget> {
  const limitSat = readLimit(input.limitSat);
  if (limitSat === null) {
    return no('bad_amount', `a budget is whole sats from 1 to ${MAX_BUDGET_SAT}`);
  }
  const interval = BUDGET_INTERVALS.find((known) => known === input.interval);
  if (interval === undefined) {
    return no('bad_interval', `a budget is per ${BUDGET_INTERVALS.join(', ')}`);
  }
  const { expiresAt } = input;
  const isLater = expiresAt === null || expiresAt > now;
  return isLater
    ? accept({ limitSat, interval, expiresAt })
    : no('past_end', 'a budget ends in the future');
}

function readLimit(text: string): Sat | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const limitSat = BigInt(text);
  return limitSat <= MAX_BUDGET_SAT ? sat(limitSat) : null;
}

const no = (reason: BadBudget['reason'], message: string): Result<never, BadBudget> =>
  refuse({ kind: 'bad_budget', reason, message });
