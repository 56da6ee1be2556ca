import {
  creditSat,
  debitSat,
  type Msat,
  maxMsat,
  msat,
  type Sat,
  sat,
  satToMsat,
  ZERO_MSAT,
} from '../../../../src/base/amount.ts';
import { CHAIN, heldOf, LOSSES, NODE, ROUNDING, UNCLAIMED, walletOf } from './account.ts';
import { makeTransfer, type Transfer } from './transfer.ts';

/*
 * Every transfer that there is. The money functions (sql/functions/) write the same postings;
 * tests hold the two against each other. Examples with figures are in docs/ledger.md.
 */

/** Money arrived for a user, who gets its whole sats. `rounding` gets the rest. */
export function receive(receiptId: string, userId: string, amountMsat: Msat): Transfer {
  const creditMsat = satToMsat(creditSat(amountMsat));
  return makeTransfer('receive', receiptId, [
    { from: NODE, to: walletOf(userId), amountMsat: creditMsat },
    { from: NODE, to: ROUNDING, amountMsat: amountMsat - creditMsat },
  ]);
}

/** Money arrived for no known user. */
export function receiveUnclaimed(receiptId: string, amountMsat: Msat): Transfer {
  return makeTransfer('receive', receiptId, [{ from: NODE, to: UNCLAIMED, amountMsat }]);
}

/** Unclaimed money is assigned to a user, who gets its whole sats. */
export function assign(receiptId: string, userId: string, amountMsat: Msat): Transfer {
  const creditMsat = satToMsat(creditSat(amountMsat));
  return makeTransfer('assign', receiptId, [
    { from: UNCLAIMED, to: walletOf(userId), amountMsat: creditMsat },
    { from: UNCLAIMED, to: ROUNDING, amountMsat: amountMsat - creditMsat },
  ]);
}

/** Bitcoin was confirmed on the chain. It goes to unclaimed if its owner has closed the account. */
export function deposit(depositId: string, userId: string | null, amountSat: Sat): Transfer {
  return makeTransfer('deposit', depositId, [
    {
      from: CHAIN,
      to: userId === null ? UNCLAIMED : walletOf(userId),
      amountMsat: satToMsat(amountSat),
    },
  ]);
}

/** The amount and the fee reserve of a payment leave the wallet before anything is sent. */
export function reserve(paymentId: string, userId: string, heldSat: Sat): Transfer {
  return makeTransfer('reserve', paymentId, [
    { from: walletOf(userId), to: heldOf(userId), amountMsat: satToMsat(heldSat) },
  ]);
}

export interface PostedPayment {
  readonly paymentId: string;
  readonly userId: string;
  readonly heldSat: Sat;
  /** Amount and fee as the node reports them. */
  readonly amountMsat: Msat;
  readonly feeMsat: Msat;
}

/**
 * The node has paid. The user pays every started sat and gets the rest of the reserve back. What
 * the node took above the reserve is a loss of the operator, never of the user.
 */
export function post({ paymentId, userId, ...payment }: PostedPayment): Transfer {
  const heldMsat = satToMsat(payment.heldSat);
  const spentMsat = msat(payment.amountMsat + payment.feeMsat);
  const lossMsat = maxMsat(msat(spentMsat - heldMsat), ZERO_MSAT);
  const paidFromHeldMsat = msat(spentMsat - lossMsat);
  const chargedMsat = satToMsat(debitSat(paidFromHeldMsat));
  return makeTransfer('post', paymentId, [
    { from: heldOf(userId), to: NODE, amountMsat: paidFromHeldMsat },
    { from: heldOf(userId), to: ROUNDING, amountMsat: chargedMsat - paidFromHeldMsat },
    { from: LOSSES, to: NODE, amountMsat: lossMsat },
    { from: heldOf(userId), to: walletOf(userId), amountMsat: heldMsat - chargedMsat },
  ]);
}

export interface PostedWithdrawal {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly heldSat: Sat;
  /** The amount and the fee of the transaction, which never exceed the held money. */
  readonly spentSat: Sat;
}

/** A block has the transaction of a withdrawal, so the rest of the held money is returned. */
export function postWithdrawal(withdrawal: PostedWithdrawal): Transfer {
  const { withdrawalId, userId, heldSat, spentSat } = withdrawal;
  return makeTransfer('post', withdrawalId, [
    { from: heldOf(userId), to: CHAIN, amountMsat: satToMsat(spentSat) },
    { from: heldOf(userId), to: walletOf(userId), amountMsat: satToMsat(sat(heldSat - spentSat)) },
  ]);
}

/** A block has the transaction by which an operator raised the fee of a withdrawal. */
export function feeRaised(bumpId: string, feeSat: Sat): Transfer {
  return makeTransfer('bump', bumpId, [{ from: LOSSES, to: CHAIN, amountMsat: satToMsat(feeSat) }]);
}

/** A payment failed, so everything that was reserved is returned. */
export function voidReserve(paymentId: string, userId: string, heldSat: Sat): Transfer {
  return makeTransfer('void', paymentId, [
    { from: heldOf(userId), to: walletOf(userId), amountMsat: satToMsat(heldSat) },
  ]);
}

export interface InternalPayment {
  readonly paymentId: string;
  readonly payerUserId: string;
  /**
   * The payee, who may be the payer: the transfer then takes from and gives to the same account.
   */
  readonly payeeUserId: string;
  readonly amountMsat: Msat;
}

/**
 * A payment from one wallet of this service to another. The payer's debit is rounded up, the
 * payee's credit down.
 */
export function internal(payment: InternalPayment): Transfer {
  const payer = walletOf(payment.payerUserId);
  const debitMsat = satToMsat(debitSat(payment.amountMsat));
  const creditMsat = satToMsat(creditSat(payment.amountMsat));
  return makeTransfer('internal', payment.paymentId, [
    { from: payer, to: walletOf(payment.payeeUserId), amountMsat: creditMsat },
    { from: payer, to: ROUNDING, amountMsat: debitMsat - creditMsat },
  ]);
}
