import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { Checker } from './checker.ts';

/** In the end no payment is open, and nothing is held. */
export const everythingEnded: Checker = ({ books }) => [
  ...books.payments
    .filter(({ state }) => isOpen(state))
    .map(({ id, state, paymentHash }) => `payment ${id} of ${paymentHash} stays ${state}`),
  ...[...books.wallets]
    .filter(([, { heldMsat }]) => heldMsat !== 0n)
    .map(([userId, { heldMsat }]) => `${heldMsat} msat of ${userId} stay held`),
];
