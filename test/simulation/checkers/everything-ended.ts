import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { Snapshot } from '../storage.ts';
import type { Checker } from './checker.ts';

/** In the end no payment is open, and nothing is held. */
export const everythingEnded: Checker = ({ books }) => [
  ...books.payments
    .filter(({ state }) => isOpen(state))
    .map(({ id, state, paymentHash }) => `payment ${id} of ${paymentHash} stays ${state}`),
  ...[...books.wallets]
    .map(([userId, { heldMsat }]) => [userId, heldMsat - heldToSend(books, userId)] as const)
    .filter(([, heldMsat]) => heldMsat !== 0n)
    .map(([userId, heldMsat]) => `${heldMsat} msat of ${userId} stay held`),
];

/** Withdrawals may stay open for good reasons, which withdrawals-as-mined.ts judges. */
const heldToSend = ({ withdrawals }: Snapshot, userId: string): bigint =>
  withdrawals
    .filter((one) => one.userId === userId && one.endedAt === null)
    .reduce((sum, { heldSat }) => sum + heldSat * 1000n, 0n);
