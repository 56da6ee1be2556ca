import { satToNumber } from '../base/amount.ts';
import { isoTime } from '../base/wire-time.ts';
import type { Deposit } from './deposit.ts';

/** Renders a deposit before it is credited, with the fields of the settled record that follows. */
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
