import { satToNumber } from '../base/amount.ts';
import { isoTime } from '../base/wire-time.ts';
import type { BlockPlace } from './deposit.ts';
import { feeOf, type SignedTransaction, type Withdrawal } from './withdrawal.ts';

type Ordered = Pick<Withdrawal, 'address' | 'amountSat' | 'createdAt' | 'identifier' | 'purpose'>;

/** Renders the settled record of a withdrawal, with the fields of a deposit's record. */
export const renderWithdrawal = (
  withdrawal: Ordered,
  { txid, feeSat }: Pick<SignedTransaction, 'txid' | 'feeSat'>,
  block: BlockPlace,
  at: Date,
): string =>
  JSON.stringify({
    ...fieldsOf(withdrawal),
    block_hash: block.hash,
    block_height: block.height,
    fee: satToNumber(feeSat),
    settled_at: isoTime(at),
    txid,
  });

/**
 * Renders the settled record of a withdrawal to a user of this service, which has no transaction
 * and no fee.
 */
export const renderInternalWithdrawal = (withdrawal: Ordered): string =>
  JSON.stringify({
    ...fieldsOf(withdrawal),
    block_hash: null,
    block_height: null,
    fee: 0,
    settled_at: isoTime(withdrawal.createdAt),
    txid: null,
  });

/** Renders a withdrawal before it has settled. Its fee is null until it is signed. */
export function renderOpenWithdrawal(withdrawal: Withdrawal): string {
  const feeSat = feeOf(withdrawal);
  return JSON.stringify({
    ...fieldsOf(withdrawal),
    block_height: withdrawal.block?.height ?? null,
    fee: feeSat === null ? null : satToNumber(feeSat),
    txid: withdrawal.transaction?.txid ?? null,
  });
}

const fieldsOf = ({ address, amountSat, createdAt, identifier, purpose }: Ordered) => ({
  address,
  amount: satToNumber(amountSat),
  created_at: isoTime(createdAt),
  identifier,
  ...(purpose === undefined ? {} : { memo: purpose }),
  type: 'outgoing',
});
