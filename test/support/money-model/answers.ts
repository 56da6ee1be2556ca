import type {
  CreditOutcome,
  InternalPaymentOutcome,
  MoneyStore,
  ReserveOutcome,
  ResolveOutcome,
} from '../../../src/ledger/money-store.ts';

/** The calls of the money store, each of which takes a list of events. */
export type ListCall = keyof MoneyStore;

type Outcome = ReserveOutcome | InternalPaymentOutcome | ResolveOutcome | CreditOutcome;

/**
 * The answer of a store to a list: an outcome for each event, or that the whole list was rejected.
 */
export type Said = readonly Outcome[] | 'rejected';

/** All possible answers to each call, so that a test can find out which of them never occurred. */
const ANSWERS: Readonly<Record<ListCall, readonly string[]>> = {
  reserve: [
    'reserved',
    'joined',
    'repeated payment',
    'repeated invoice',
    'present reserved',
    'present dispatching',
    'present settled',
    'present failed',
    'refused hash_in_use',
    'refused batch_item_cancelled',
    'refused idempotency_mismatch',
    'refused too_many_open_payments',
    'refused insufficient_balance',
    'refused budget_exceeded',
    'refused budget_expired',
    'refused send_limit_exceeded',
    'refused approval_needed',
  ],
  settleInternal: [
    'settled',
    'present settled',
    'joined',
    'rejected',
    'repeated payment',
    'repeated invoice',
    'refused invoice_settled',
    'refused invoice_expired',
    'refused insufficient_balance',
    'refused batch_item_cancelled',
    'refused idempotency_mismatch',
    'refused budget_exceeded',
    'refused budget_expired',
    'refused send_limit_exceeded',
    'refused approval_needed',
  ],
  resolve: [
    'resolved',
    'present',
    'absent',
    'conflict reserved',
    'conflict dispatching',
    'conflict settled',
    'conflict failed',
  ],
  credit: ['credited', 'present', 'stale', 'below_baseline', 'fenced', 'rejected'],
};

export const ALL_ANSWERS: readonly string[] = Object.entries(ANSWERS).flatMap(([call, answers]) =>
  answers.map((answer) => `${call}: ${answer}`),
);

/** Translates answers into the words of `ALL_ANSWERS`. */
export const wordsOf = (call: ListCall, said: Said): readonly string[] =>
  (said === 'rejected' ? [said] : said.map(wordOf)).map((answer) => `${call}: ${answer}`);

function wordOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'refused':
      return `refused ${outcome.refusal.kind}`;
    case 'repeated':
      return `repeated ${outcome.target.kind}`;
    case 'present':
      return 'state' in outcome ? `present ${outcome.state}` : 'present';
    case 'conflict':
      return `conflict ${outcome.state}`;
    default:
      return outcome.kind;
  }
}
