import { type Sat, sat } from '../../base/amount.ts';
import type { LeasedCoin } from '../../lightning/chain-spending.ts';
import type { SignedTransaction, Withdrawal, WithdrawalSpeed } from '../withdrawal.ts';
import type { WithdrawalState } from '../withdrawal-state.ts';

/**
 * An SQL expression for a row of `withdrawal` with its inputs as one JSON value, like PAYMENT_JSON
 * for a row of `payment`.
 */
export const WITHDRAWAL_JSON = `json_build_object(
  'id', withdrawal.id, 'identifier', withdrawal.identifier, 'user_id', withdrawal.user_id,
  'grant_id', withdrawal.grant_id, 'address', withdrawal.address,
  'amount_msat', withdrawal.amount_msat::text, 'speed', withdrawal.speed,
  'held_msat', withdrawal.held_msat::text, 'from_height', withdrawal.from_height,
  'is_internal', withdrawal.is_internal, 'state', withdrawal.state,
  'created_at', withdrawal.created_at, 'txid', encode(withdrawal.txid, 'hex'),
  'raw', encode(withdrawal.raw, 'hex'), 'fee_msat', withdrawal.fee_msat::text,
  'change_index', withdrawal.change_index,
  'inputs', (
    select json_agg(json_build_object(
      'txid', encode(coin.txid, 'hex'), 'output_index', coin.output_index,
      'amount_msat', coin.amount_msat::text) order by coin.place)
    from withdrawal_input coin where coin.withdrawal_id = withdrawal.id),
  'block_height', withdrawal.block_height, 'block_hash', encode(withdrawal.block_hash, 'hex'),
  'purpose', withdrawal.purpose,
  'ended_at', withdrawal.ended_at, 'failure_reason', withdrawal.failure_reason,
  'failure_message', withdrawal.failure_message)`;

interface WithdrawalJson {
  readonly id: string;
  readonly identifier: string;
  readonly user_id: string;
  readonly grant_id: string;
  readonly address: string;
  readonly amount_msat: string;
  readonly speed: WithdrawalSpeed;
  readonly held_msat: string;
  readonly from_height: number;
  readonly is_internal: boolean;
  readonly state: WithdrawalState;
  readonly created_at: string;
  readonly txid: string | null;
  readonly raw: string | null;
  readonly fee_msat: string | null;
  readonly change_index: number | null;
  readonly inputs: readonly InputJson[] | null;
  readonly block_height: number | null;
  readonly block_hash: string | null;
  readonly purpose: string | null;
  readonly ended_at: string | null;
  readonly failure_reason: string | null;
  readonly failure_message: string | null;
}

interface InputJson {
  readonly txid: string;
  readonly output_index: number;
  readonly amount_msat: string;
}

export function parseWithdrawal(json: string): Withdrawal {
  const row: WithdrawalJson = JSON.parse(json);
  const { block_height: height, block_hash: hash } = row;
  const { failure_reason: reason, failure_message: message, purpose } = row;
  return {
    id: row.id,
    identifier: row.identifier,
    userId: row.user_id,
    grantId: row.grant_id,
    address: row.address,
    amountSat: wholeSat(row.amount_msat),
    speed: row.speed,
    ...(purpose === null ? {} : { purpose }),
    heldSat: wholeSat(row.held_msat),
    fromHeight: row.from_height,
    isInternal: row.is_internal,
    state: row.state,
    createdAt: new Date(row.created_at),
    transaction: parseTransaction(row),
    block: height === null || hash === null ? null : { height, hash },
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    failure: reason === null || message === null ? null : { reason, message },
  };
}

function parseTransaction(row: WithdrawalJson): SignedTransaction | null {
  const { txid, raw, fee_msat: feeMsat, inputs } = row;
  if (txid === null || raw === null || feeMsat === null || inputs === null) return null;
  return {
    txid,
    raw,
    feeSat: wholeSat(feeMsat),
    changeIndex: row.change_index,
    inputs: inputs.map(parseInput),
  };
}

const parseInput = (input: InputJson): LeasedCoin => ({
  txid: input.txid,
  index: input.output_index,
  amountSat: wholeSat(input.amount_msat),
});

const wholeSat = (msat: string): Sat => sat(BigInt(msat) / 1000n);
