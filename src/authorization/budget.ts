import { type Sat, sat } from '../base/amount.ts';
import { MAX_BUDGET_SAT } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import {
  BUDGET_INTERVALS,
  type BudgetInterval,
  budgetWindowEnd,
  budgetWindowStart,
} from './budget-window.ts';

/**
 * What an app or token may spend: a limit per day, week, month or year, or in total, or an amount
 * above which it has to ask, or both. At least one of them is set.
 */
export interface Budget {
  /** The most that may be spent in each interval; null for no limit. */
  readonly limitSat: Sat | null;
  /**
   * A single payment above this amount waits for the approval of its user: 0 for every payment,
   * null for none.
   */
  readonly askAboveSat: Sat | null;
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
 * Whether a budget allows more than the present one; null means that everything is allowed. A
 * budget that starts again sooner, ends later, or asks for fewer payments also allows more.
 */
export function allowsMore(wanted: Budget | null, present: Budget | null): boolean {
  if (present === null) return false;
  if (wanted === null) return true;
  const oftener =
    BUDGET_INTERVALS.indexOf(wanted.interval) < BUDGET_INTERVALS.indexOf(present.interval);
  return (
    isRaised(wanted.limitSat, present.limitSat) ||
    (present.limitSat !== null && oftener) ||
    isRaised(wanted.askAboveSat, present.askAboveSat) ||
    isRaised(wanted.expiresAt, present.expiresAt)
  );
}

/** Whether a bound is higher than the present one; null is no bound. */
const isRaised = <Bound extends Sat | Date>(wanted: Bound | null, present: Bound | null): boolean =>
  present !== null && (wanted === null || wanted > present);

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
  if (limitSat === null || leftSat === null || neededSat <= leftSat) return null;
  return { kind: 'budget_exceeded', limitSat, interval, leftSat, neededSat, resetsAt };
}

/** What may still be spent in the present window; null if there is no limit. */
export function leftInBudget({ limitSat, usedSat }: BudgetView): Sat | null {
  if (limitSat === null) return null;
  return sat(limitSat > usedSat ? limitSat - usedSat : 0n);
}

/** A budget as people type it, in texts that are still to be checked. */
export interface BudgetInput {
  /** Null for no limit. */
  readonly limitSat: string | null;
  /** Null if no payment waits for approval. */
  readonly askAboveSat: string | null;
  readonly interval: string;
  readonly expiresAt: Date | null;
}

export interface BadBudget {
  readonly kind: 'bad_budget';
  readonly reason: 'bad_amount' | 'bad_ask' | 'bad_interval' | 'past_end';
  readonly message: string;
}

export function checkBudget(input: BudgetInput, now: Date): Result<Budget, BadBudget> {
  const limitSat = input.limitSat === null ? null : readSat(input.limitSat);
  const askAboveSat = input.askAboveSat === null ? null : readSat(input.askAboveSat);
  if (limitSat === undefined || limitSat === 0n || (limitSat === null && askAboveSat === null)) {
    return no('bad_amount', `a budget is whole sats from 1 to ${MAX_BUDGET_SAT}`);
  }
  if (askAboveSat === undefined) {
    return no('bad_ask', `payments ask above whole sats from 0 to ${MAX_BUDGET_SAT}`);
  }
  const interval = BUDGET_INTERVALS.find((known) => known === input.interval);
  if (interval === undefined) {
    return no('bad_interval', `a budget is per ${BUDGET_INTERVALS.join(', ')}`);
  }
  const { expiresAt } = input;
  const isLater = expiresAt === null || expiresAt > now;
  return isLater
    ? accept({ limitSat, askAboveSat, interval, expiresAt })
    : no('past_end', 'a budget ends in the future');
}

function readSat(text: string): Sat | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const amountSat = BigInt(text);
  return amountSat <= MAX_BUDGET_SAT ? sat(amountSat) : undefined;
}

const no = (reason: BadBudget['reason'], message: string): Result<never, BadBudget> =>
  refuse({ kind: 'bad_budget', reason, message });
