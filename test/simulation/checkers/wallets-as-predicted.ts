import { creditSat, debitSat, msat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import { ACCOUNT_RECORD } from '../../../src/lightning/custom-records.ts';
import { feeOf, type Withdrawal } from '../../../src/onchain/withdrawal.ts';
import { heldForPayment } from '../../../src/payments/fee-reserve.ts';
import type { Model } from '../model.ts';
import { CONFIG } from '../service-process.ts';
import type { Checker, Scene } from './checker.ts';

/** In the end each wallet holds what follows from what arrived, and from what was paid. */
export const walletsAsPredicted: Checker = (scene) => {
  const predicted = predict(scene);
  return scene.model.people.flatMap(({ user }) => {
    const expectedMsat = (predicted.get(user.id) ?? 0n) * 1000n;
    const actualMsat = scene.books.wallets.get(user.id)?.walletMsat;
    if (actualMsat === expectedMsat) return [];
    return [`${user.name} should have ${expectedMsat} msat, and has ${actualMsat}`];
  });
};

function predict({ books, model, node }: Scene): ReadonlyMap<string, bigint> {
  const sats = new Map<string, bigint>();
  const add = (userId: string, amountSat: bigint): void => {
    sats.set(userId, (sats.get(userId) ?? 0n) + amountSat);
  };
  for (const { payment, for: target } of model.arrivals) {
    if (target.kind === 'user') add(target.userId, creditSat(payment.amountMsat));
  }
  for (const payment of books.payments) {
    if (payment.state !== 'settled') continue;
    if (payment.path === 'internal') {
      add(payment.userId, -debitSat(payment.amountMsat));
      add(payeeOf(model, payment), creditSat(payment.amountMsat));
      continue;
    }
    const said = node.look(payment.paymentHash);
    if (said.kind !== 'succeeded') continue;
    const costSat = debitSat(msat(said.amountMsat + said.feeMsat));
    const heldSat = heldForPayment(payment.amountMsat, CONFIG.payments);
    add(payment.userId, -(costSat < heldSat ? costSat : heldSat));
  }
  for (const { userId, amountSat, endedAt } of books.deposits) {
    if (endedAt !== null) add(userId, amountSat);
  }
  for (const withdrawal of books.withdrawals) add(withdrawal.userId, -takenSat(withdrawal));
  return sats;
}

/** What the wallet lacks for a withdrawal: its cost, or what is held until it ends. */
export function takenSat(withdrawal: Withdrawal): bigint {
  const { state, amountSat, heldSat } = withdrawal;
  if (state === 'failed') return 0n;
  return state === 'settled' ? amountSat + (feeOf(withdrawal) ?? 0n) : heldSat;
}

/** Whom an internal payment was for, by what was ordered. */
function payeeOf({ people, invoices, asked }: Model, payment: Payment): string {
  const account = payment.records.get(ACCOUNT_RECORD);
  if (account !== undefined) {
    const identifier = Buffer.from(account).toString();
    return people.find(({ user }) => user.identifier === identifier)?.user.id ?? '';
  }
  return (
    [...invoices, ...asked].find(({ paymentHash }) => paymentHash === payment.paymentHash)
      ?.userId ?? ''
  );
}
