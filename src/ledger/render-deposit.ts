import { type Sat, satToNumber } from '../base/amount.ts';
import { isoTime } from '../base/wire-time.ts';

/** Bitcoin that arrived on the chain, with what its record shows to the user. */
export interface ArrivedOnChain {
  readonly identifier: string;
  readonly address: string;
  /**
   * The transaction id. Null, like the number of the output, for a deposit that another user of
   * this service sent, as such a deposit has no transaction.
   */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly amountSat: Sat;
  readonly seenAt: Date;
}

/**
 * Writes the settled record of a deposit, which webhooks send and pages show. Its fields are not
 * those of the Wallet API's records, so lists of that API leave it out.
 *
 * @param block The block of the transaction; null for a deposit from another user of this service.
 */
export const renderDeposit = (
  deposit: ArrivedOnChain,
  block: { readonly height: number; readonly hash: string } | null,
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
