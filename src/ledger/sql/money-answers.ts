import type { BudgetRefusal } from '../../authorization/budget.ts';
import { type BudgetInterval, budgetWindowEnd } from '../../authorization/budget-window.ts';
import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { IdempotencyTarget } from '../../base/idempotency.ts';
import type {
  CreditOutcome,
  InternalPaymentOutcome,
  MoneyRefusal,
  PlainMoneyRefusal,
  ReserveOutcome,
  ResolveOutcome,
  SendLimitRefusal,
} from '../money-store.ts';
import { OPEN_PAYMENT_STATES, type PaymentState } from '../payment-state.ts';

/**
 * A row of the SQL type `money_answer`. Whether `detail` and `target_id` are set depends on the
 * outcome.
 */
export interface MoneyAnswer {
  readonly outcome: string;
  readonly detail: string | null;
  readonly target_id: string | null;
}

export function toReserveOutcome(answer: MoneyAnswer): ReserveOutcome {
  return answer.outcome === 'reserved' ? { kind: 'reserved' } : toOtherOutcome(answer);
}

export function toInternalPaymentOutcome(answer: MoneyAnswer): InternalPaymentOutcome {
  const { outcome } = answer;
  return outcome === 'settled' || outcome === 'stale' ? { kind: outcome } : toOtherOutcome(answer);
}

/**
 * Turns the database's answer to an order into its outcome, where this call has neither reserved
 * nor moved the money of the order.
 */
function toOtherOutcome(
  answer: MoneyAnswer,
): Exclude<ReserveOutcome | InternalPaymentOutcome, { kind: 'reserved' | 'settled' | 'stale' }> {
  switch (answer.outcome) {
    case 'present':
      return { kind: 'present', state: toPaymentState(answer.detail) };
    case 'repeated':
      return { kind: 'repeated', target: toTarget(answer.detail, answer.target_id) };
    case 'joined':
      return { kind: 'joined', paymentId: text(answer.target_id) };
    default:
      return { kind: 'refused', refusal: toMoneyRefusal(answer) };
  }
}

export function toMoneyRefusal({ outcome, detail }: MoneyAnswer): MoneyRefusal {
  switch (outcome) {
    case 'budget_exceeded':
      return toBudgetExceeded(text(detail));
    case 'send_limit_exceeded':
      return toSendLimitExceeded(text(detail));
    case 'budget_expired':
      return toBudgetExpired(text(detail));
    case 'approval_needed':
      return toApprovalNeeded(text(detail));
    default:
      assert(outcome === 'refused', `an answer to an order: ${outcome}`);
      return { kind: toRefusalKind(detail) };
  }
}

export function toResolveOutcome(answer: MoneyAnswer): ResolveOutcome {
  switch (answer.outcome) {
    case 'resolved':
    case 'present':
    case 'absent':
      return { kind: answer.outcome };
    default:
      assert(answer.outcome === 'conflict', `an answer to an end: ${answer.outcome}`);
      return { kind: 'conflict', state: toPaymentState(answer.detail) };
  }
}

export function toCreditOutcome({ outcome }: MoneyAnswer): CreditOutcome {
  switch (outcome) {
    case 'credited':
    case 'present':
    case 'stale':
    case 'payee_closed':
    case 'below_baseline':
      return { kind: outcome };
    default:
      assert(outcome === 'fenced', `an answer to a credit: ${outcome}`);
      return { kind: 'fenced' };
  }
}

const REFUSALS: Readonly<Record<PlainMoneyRefusal['kind'], true>> = {
  insufficient_balance: true,
  too_many_open_payments: true,
  hash_in_use: true,
  invoice_settled: true,
  invoice_expired: true,
  batch_item_cancelled: true,
  outside_payments_stopped: true,
  approval_over: true,
  owner_gone: true,
  idempotency_mismatch: true,
};

function toRefusalKind(detail: string | null): PlainMoneyRefusal['kind'] {
  assert(isRefusalKind(detail), `a refusal of the money functions: ${detail}`);
  return detail;
}

const isRefusalKind = (detail: string | null): detail is PlainMoneyRefusal['kind'] =>
  detail !== null && Object.hasOwn(REFUSALS, detail);

interface ExceededJson {
  readonly limit_msat: string;
  readonly interval: BudgetInterval;
  readonly left_msat: string;
  readonly needed_msat: string;
  readonly window_start: string;
}

function toBudgetExceeded(json: string): BudgetRefusal {
  const detail: ExceededJson = JSON.parse(json);
  const { interval } = detail;
  return {
    kind: 'budget_exceeded',
    limitSat: sat(BigInt(detail.limit_msat) / 1000n),
    interval,
    leftSat: sat(BigInt(detail.left_msat) / 1000n),
    neededSat: sat(BigInt(detail.needed_msat) / 1000n),
    resetsAt: budgetWindowEnd(interval, new Date(detail.window_start)),
  };
}

function toBudgetExpired(json: string): BudgetRefusal {
  const detail: { readonly expires_at: string } = JSON.parse(json);
  return { kind: 'budget_expired', expiresAt: new Date(detail.expires_at) };
}

function toApprovalNeeded(json: string): MoneyRefusal {
  const detail: { readonly max_fee_msat: string } = JSON.parse(json);
  return { kind: 'approval_needed', maxFeeSat: sat(BigInt(detail.max_fee_msat) / 1000n) };
}

function toSendLimitExceeded(json: string): SendLimitRefusal {
  const detail: { readonly window_start: string } = JSON.parse(json);
  const resetsAt = budgetWindowEnd('day', new Date(detail.window_start));
  assert(resetsAt !== null, 'a day ends');
  return { kind: 'send_limit_exceeded', resetsAt };
}

const PAYMENT_STATES: readonly PaymentState[] = [...OPEN_PAYMENT_STATES, 'settled', 'failed'];

function toPaymentState(detail: string | null): PaymentState {
  const state = PAYMENT_STATES.find((known) => known === detail);
  assert(state !== undefined, `a state of payments: ${detail}`);
  return state;
}

export function toTarget(kind: string | null, id: string | null): IdempotencyTarget {
  assert(
    kind === 'invoice' || kind === 'payment' || kind === 'batch' || kind === 'withdrawal',
    `a target of an idempotency key: ${kind}`,
  );
  return { kind, id: text(id) };
}

function text(value: string | null): string {
  assert(value !== null, 'the answer names its target');
  return value;
}
