import { satToNumber } from '../base/amount.ts';
import { isoTime } from '../base/wire-time.ts';
import type { BlockPlace, Deposit } from './deposit.ts';

/**
 * The settled record of a deposit, which webhooks send and pages show. It has a form of its own, so
 * lists of the Wallet API never show it. One that another user here has paid has no transaction.
 */
export const renderDeposit = (
  deposit: Pick<
    Deposit,
    'address' | 'amountSat' | 'identifier' | 'outputIndex' | 'seenAt' | 'txid'
  >,
  block: BlockPlace | null,
  at: Date,
): string =>
  JSON.stringify({
    address: deposit.address,
    amount: satToNumber(deposit.amountSat),
    block_hash: block?.hash ?? null,
    block_height: block?.height ?? null,
    created_at: isoTime(deposit.seenAt),
    fee: 0,
    identifier: deposit.identifier,
    output_index: deposit.outputIndex,
    settled_at: isoTime(at),
    txid: deposit.txid,
    type: 'incoming',
  });

/** What is known of a deposit before it is credited, in the fields of the record that follows. */
export const renderOpenDeposit = (deposit: Deposit): string =>
  JSON.stringify({
    address: deposit.address,
    amount: satToNumber(deposit.amountSat),
    block_height: deposit.block?.height ?? null,
    created_at: isoTime(deposit.seenAt),
    fee: 0,
    identifier: deposit.identifier,
    output_index: deposit.outputIndex,
    txid: deposit.txid,
    type: 'incoming',
  });
