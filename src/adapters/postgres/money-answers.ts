import { assert } from '../../base/assert.ts';
import type { IdempotencyTarget } from '../../wallet/idempotency.ts';
import type {
  CreditOutcome,
  InternalPaymentOutcome,
  MoneyRefusal,
  ReserveOutcome,
  ResolveOutcome,
} from '../../wallet/money-store.ts';
import { OPEN_PAYMENT_STATES, type PaymentState } from '../../wallet/payment-state.ts';

/** A row of type `money_answer`; which of the last two are set depends on the outcome. */
export interface MoneyAnswer {
  readonly outcome: string;
  readonly detail: string | null;
  readonly target_id: string | null;
}

export function toReserveOutcome(answer: MoneyAnswer): ReserveOutcome {
  return answer.outcome === 'reserved' ? { kind: 'reserved' } : toOtherOutcome(answer);
}

export function toInternalPaymentOutcome(answer: MoneyAnswer): InternalPaymentOutcome {
  return answer.outcome === 'settled' ? { kind: 'settled' } : toOtherOutcome(answer);
}

/** What an order to pay is answered when it is not carried out now. */
function toOtherOutcome(
  answer: MoneyAnswer,
): Exclude<ReserveOutcome | InternalPaymentOutcome, { kind: 'reserved' } | { kind: 'settled' }> {
  switch (answer.outcome) {
    case 'present':
      return { kind: 'present', state: toPaymentState(answer.detail) };
    case 'repeated':
      return { kind: 'repeated', target: toTarget(answer.detail, answer.target_id) };
    case 'joined':
      return { kind: 'joined', paymentId: text(answer.target_id) };
    default:
      assert(answer.outcome === 'refused', `an answer to an order: ${answer.outcome}`);
      return { kind: 'refused', refusal: { kind: toRefusalKind(answer.detail) } };
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
    case 'below_baseline':
      return { kind: outcome };
    default:
      assert(outcome === 'fenced', `an answer to a credit: ${outcome}`);
      return { kind: 'fenced' };
  }
}

const REFUSALS: Readonly<Record<MoneyRefusal['kind'], true>> = {
  insufficient_balance: true,
  too_many_open_payments: true,
  hash_in_use: true,
  invoice_settled: true,
  invoice_expired: true,
  batch_item_cancelled: true,
  idempotency_mismatch: true,
};

function toRefusalKind(detail: string | null): MoneyRefusal['kind'] {
  assert(isRefusalKind(detail), `a refusal of the money functions: ${detail}`);
  return detail;
}

const isRefusalKind = (detail: string | null): detail is MoneyRefusal['kind'] =>
  detail !== null && Object.hasOwn(REFUSALS, detail);

const PAYMENT_STATES: readonly PaymentState[] = [...OPEN_PAYMENT_STATES, 'settled', 'failed'];

function toPaymentState(detail: string | null): PaymentState {
  const state = PAYMENT_STATES.find((known) => known === detail);
  assert(state !== undefined, `a state of payments: ${detail}`);
  return state;
}

export function toTarget(kind: string | null, id: string | null): IdempotencyTarget {
  assert(
    kind === 'invoice' || kind === 'payment' || kind === 'batch',
    `a target of an idempotency key: ${kind}`,
  );
  return { kind, id: text(id) };
}

function text(value: string | null): string {
  assert(value !== null, 'the answer names its target');
  return value;
}
