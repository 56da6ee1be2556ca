import type { AlarmKind } from '../../../src/alarms/alarm-store.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import { isLongInFlight } from '../../../src/payments/payment-config.ts';
import type { Checker } from './checker.ts';

/** What the world of the simulation may cause; all others mean that the service erred. */
const EXPECTED: readonly AlarmKind[] = ['fee_above_reserve', 'foreign_payment_for_hash'];
/** Who pays what one of our users is just about to pay makes the database look as if it had lost. */
const EXPECTED_OF_A_SHARED_NODE: readonly AlarmKind[] = [
  'payment_of_others',
  'database_gone_back',
  'payment_not_in_books',
  'invoice_not_in_books',
  'withdrawal_unknown',
];
const EXPECTED_OF_ANOTHER_NODE: readonly AlarmKind[] = [
  ...EXPECTED,
  'node_changed',
  'acknowledged_payment_not_found',
];

/** Judged one by one in deposits-as-mined.ts and withdrawals-as-mined.ts. */
const EXPECTED_OF_A_CHAIN: readonly AlarmKind[] = [
  'chain_blocks_unread',
  'deposit_orphaned',
  'withdrawal_not_confirmed',
  'withdrawal_replaced',
];

export const noAlarm: Checker = ({ books, model, chain, now }) => {
  const expected: readonly string[] = [
    ...(model.wasReplaced ? EXPECTED_OF_ANOTHER_NODE : EXPECTED),
    ...(model.isNodeShared ? EXPECTED_OF_A_SHARED_NODE : []),
    ...(chain === null ? [] : EXPECTED_OF_A_CHAIN),
    ...(books.payments.some((payment) => tookLong(payment, now)) ? ['payment_takes_long'] : []),
  ];
  const others = books.alarmKinds.filter((kind) => !expected.includes(kind));
  return others.map((kind) => `there is an alarm: ${kind}`);
};

/** Few runs last that long. */
const tookLong = ({ path, createdAt, endedAt }: Payment, now: Date): boolean =>
  path === 'node' && isLongInFlight(createdAt, endedAt ?? now);
