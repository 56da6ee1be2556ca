import { debitSat, sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { MovementKind } from '../../ledger/movement-kind.ts';
import type { SentTo } from '../../ledger/sent-to.ts';
import {
  type PreparedInvoice,
  type PreparedPayment,
  type PreparedWithdrawal,
  preparedKeysend,
} from '../prepare-payment.ts';

/** A prepared payment as drafts and orders store it. All columns are null until it is prepared. */
export interface PreparedColumns {
  readonly bolt11: string | null;
  /** The amount in whole sats, as the payer chose it; null when the invoice states it. */
  readonly pay_sat: bigint | null;
  /**
   * The payee as the payer named them, in JSON. For a withdrawal this is the whole order except for
   * its amount.
   */
  readonly sent_to: string | null;
  readonly is_hash_confirmed: boolean | null;
}

export function columnsOf(prepared: PreparedPayment | null): PreparedColumns {
  if (prepared === null) {
    return { bolt11: null, pay_sat: null, sent_to: null, is_hash_confirmed: null };
  }
  if (prepared.kind === 'onchain') {
    const { amountSat, fee, ...order } = prepared;
    const kept = {
      ...order,
      fee: fee && { aboutSat: String(fee.aboutSat), mostSat: String(fee.mostSat) },
    };
    const sent_to = JSON.stringify(kept);
    return { bolt11: null, pay_sat: amountSat, sent_to, is_hash_confirmed: null };
  }
  const { amountMsat, sentTo } = prepared;
  const pay_sat = amountMsat === null ? null : debitSat(amountMsat);
  const sent_to = sentTo === null ? null : JSON.stringify(sentTo);
  switch (prepared.kind) {
    case 'bolt11': {
      const { bolt11, isHashConfirmed } = prepared;
      return { bolt11, pay_sat, sent_to, is_hash_confirmed: isHashConfirmed };
    }
    case 'keysend':
      return { bolt11: null, pay_sat, sent_to, is_hash_confirmed: null };
  }
}

export function toPrepared(row: PreparedColumns): PreparedPayment | null {
  const withdrawal = toWithdrawal(row);
  if (withdrawal !== null) return withdrawal;
  const kind = kindOf(row);
  switch (kind) {
    case null:
      return null;
    case 'bolt11':
      return toInvoice(row);
    case 'keysend': {
      const sentTo = sentToOf(row);
      assert(sentTo !== null && row.pay_sat !== null, 'a keysend has an amount and a node');
      return preparedKeysend(sentTo, sat(row.pay_sat));
    }
  }
}

/** Reads a withdrawal from JSON that this service wrote; null for a payment of another kind. */
function toWithdrawal({ sent_to, pay_sat }: PreparedColumns): PreparedWithdrawal | null {
  const kept: KeptWithdrawal | SentTo | null = sent_to === null ? null : JSON.parse(sent_to);
  if (kept === null || !('kind' in kept) || pay_sat === null) return null;
  const { fee, ...order } = kept;
  return {
    ...order,
    amountSat: sat(pay_sat),
    fee: fee && { aboutSat: sat(BigInt(fee.aboutSat)), mostSat: sat(BigInt(fee.mostSat)) },
  };
}

interface KeptWithdrawal extends Omit<PreparedWithdrawal, 'amountSat' | 'fee'> {
  readonly fee: { readonly aboutSat: string; readonly mostSat: string } | null;
}

/** The kind of a prepared payment. A keysend has an amount, but no invoice. */
function kindOf({ bolt11, pay_sat }: PreparedColumns): MovementKind | null {
  if (bolt11 !== null) return 'bolt11';
  return pay_sat === null ? null : 'keysend';
}

export const toInvoice = (row: PreparedColumns): PreparedInvoice | null =>
  row.bolt11 === null
    ? null
    : {
        kind: 'bolt11',
        bolt11: row.bolt11,
        amountMsat: row.pay_sat === null ? null : satToMsat(sat(row.pay_sat)),
        sentTo: sentToOf(row),
        isHashConfirmed: row.is_hash_confirmed ?? true,
      };

/** Reads the payee from JSON that this service wrote. */
const sentToOf = ({ sent_to }: PreparedColumns): SentTo | null =>
  sent_to === null ? null : JSON.parse(sent_to);
