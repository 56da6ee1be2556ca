import type {
  CreditOutcome,
  InternalPaymentOutcome,
  MoneyStore,
  ReserveOutcome,
  ResolveOutcome,
} from '../../../src/ledger/money-store.ts';

/** The calls that take a list of money events. */
export type ListCall = keyof MoneyStore;

type Outcome = ReserveOutcome | InternalPaymentOutcome | ResolveOutcome | CreditOutcome;

/** What a store said to a list: an outcome for each event, or that it takes none of them. */
export type Said = readonly Outcome[] | 'rejected';

/** Every answer that there is to a call, so that a test can tell which of them it never heard. */
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

/** The answers in the words of `ALL_ANSWERS`. */
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
