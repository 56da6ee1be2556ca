import { sat } from '../../base/amount.ts';
import type { Deposit, DepositState } from '../deposit.ts';

/**
 * An SQL expression for a row of `deposit` as one JSON value, like PAYMENT_JSON for a row of
 * `payment`.
 */
export const DEPOSIT_JSON = `json_build_object(
  'id', deposit.id, 'identifier', deposit.identifier, 'user_id', deposit.user_id,
  'address', deposit.address, 'txid', encode(deposit.txid, 'hex'),
  'output_index', deposit.output_index, 'amount_msat', deposit.amount_msat::text,
  'seen_at', deposit.seen_at, 'state', deposit.state, 'block_height', deposit.block_height,
  'block_hash', encode(deposit.block_hash, 'hex'), 'ended_at', deposit.ended_at,
  'replaced_by', encode(deposit.replaced_by, 'hex'))`;

interface DepositJson {
  readonly id: string;
  readonly identifier: string;
  readonly user_id: string;
  readonly address: string;
  readonly txid: string | null;
  readonly output_index: number | null;
  readonly amount_msat: string;
  readonly seen_at: string;
  readonly state: DepositState;
  readonly block_height: number | null;
  readonly block_hash: string | null;
  readonly ended_at: string | null;
  readonly replaced_by: string | null;
}

export function parseDeposit(json: string): Deposit {
  const row: DepositJson = JSON.parse(json);
  const { block_height: height, block_hash: hash } = row;
  return {
    id: row.id,
    identifier: row.identifier,
    userId: row.user_id,
    address: row.address,
    txid: row.txid,
    outputIndex: row.output_index,
    amountSat: sat(BigInt(row.amount_msat) / 1000n),
    seenAt: new Date(row.seen_at),
    state: row.state,
    block: height === null || hash === null ? null : { height, hash },
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    replacedBy: row.replaced_by,
  };
}
