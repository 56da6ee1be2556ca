import type { AlarmKind } from '../../../src/wallet/alarm-store.ts';
import type { Checker } from './checker.ts';

/** What the world of the simulation may cause; all others mean that the service erred. */
const EXPECTED: readonly AlarmKind[] = ['fee_above_reserve', 'foreign_payment_for_hash'];
const EXPECTED_OF_ANOTHER_NODE: readonly AlarmKind[] = [
  ...EXPECTED,
  'node_changed',
  'acknowledged_payment_not_found',
];

export const noAlarm: Checker = ({ books, model }) => {
  const expected: readonly string[] = model.wasReplaced ? EXPECTED_OF_ANOTHER_NODE : EXPECTED;
  const others = books.alarmKinds.filter((kind) => !expected.includes(kind));
  return others.map((kind) => `there is an alarm: ${kind}`);
};
