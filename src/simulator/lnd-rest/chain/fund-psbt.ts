import { bytesToHex } from '../../../base/hex.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { scriptOfAddress } from '../../../lightning/bitcoin/address.ts';
import { encodePsbt } from '../../../lightning/bitcoin/psbt.ts';
import type { TransactionOutput } from '../../../lightning/bitcoin/transaction.ts';
import { LND_LOCK_ID } from '../../chain/apply-channel-entry.ts';
import type { Lease } from '../../chain/chain-state.ts';
import { orderedSatPerKw } from '../../chain/fee-rates.ts';
import { fundTransaction } from '../../chain/fund.ts';
import { DEFAULT_LEASE_SEC, leaseCoin } from '../../chain/leases.ts';
import { type GrpcRefusal, unknownError } from '../../grpc-refusal.ts';
import { nowSec } from '../../network.ts';
import type { UnaryEndpoint } from '../endpoint.ts';
import type { MessageReader } from '../message-reader.ts';
import { addressProblem, dustProblem, TOO_LITTLE, UNKNOWN_FORMAT } from './funding-refusals.ts';
import { presentLease } from './leases.ts';

/**
 * Chooses coins for the given outputs and leases them. As in LND, no reserve for the fees of
 * channels is left in the wallet.
 */
export const fundPsbtEndpoint: UnaryEndpoint = {
  name: 'FundPsbt',
  kind: 'unary',
  method: 'POST',
  path: '/v2/wallet/psbt/fund',
  answer({ network, node, fields }) {
    const outputs = readOutputs(fields);
    const satPerKw = readRate(fields);
    const minDepth = fields.bool('spend_unconfirmed') ? 0 : Math.max(fields.int32('min_confs'), 1);
    const isTaproot = fields.enumeration('change_type', CHANGE_TYPES) === 1;
    const lockId = fields.bytes('custom_lock_id');
    const seconds = Number(fields.uint64('lock_expiration_seconds'));
    fields.ignore('account', 'min_confs', 'coin_selection_strategy', 'max_fee_ratio');
    if (fields.refusal !== null) return refuse(fields.refusal);
    if (!outputs.ok) return outputs;
    if (satPerKw === null) return refuse(unknownError(NO_RATE));
    if (lockId.length !== 0 && lockId.length !== 32) {
      return refuse(unknownError('custom lock ID must be exactly 32 bytes'));
    }
    const problem = outputsProblem(outputs.value);
    if (problem !== null) return refuse(couldNot(problem));
    const order = {
      outputs: outputs.value,
      satPerKw,
      minDepth,
      changeKind: isTaproot ? ('p2tr' as const) : ('p2wkh' as const),
      isChangeLast: false,
    };
    const funded = fundTransaction(network, node, order);
    if (!funded.ok) return refuse(couldNot(`error creating funding TX: ${TOO_LITTLE}`));
    const { transaction, coins, changeIndex } = funded.value;
    const untilSec = nowSec(network) + (seconds > 0 ? seconds : DEFAULT_LEASE_SEC);
    const id = lockId.length === 0 ? LND_LOCK_ID : bytesToHex(lockId);
    const leases: Lease[] = coins.map(({ txid, index }) => ({
      id,
      outpoint: { txid, index },
      untilSec,
    }));
    for (const lease of leases) leaseCoin(network, node, lease);
    const psbt = encodePsbt({
      transaction,
      spentOutputs: coins.map(({ valueSat, owner }) => ({ valueSat, script: owner.script })),
      witnesses: [],
    });
    return accept({
      funded_psbt: Buffer.from(psbt).toString('base64'),
      change_output_index: changeIndex,
      locked_utxos: leases.map((lease) => presentLease(network, lease)),
    });
  },
};

const CHANGE_TYPES = ['CHANGE_ADDRESS_TYPE_UNSPECIFIED', 'CHANGE_ADDRESS_TYPE_P2TR'];
const NO_RATE =
  'fee definition missing, need to specify either target_conf, sat_per_vbyte or sat_per_kw';

const couldNot = (problem: string): GrpcRefusal =>
  unknownError(`wallet couldn't fund PSBT: ${problem}`);

function readRate(fields: MessageReader): bigint | null {
  const satPerKw = fields.uint64('sat_per_kw');
  const satPerVbyte = fields.uint64('sat_per_vbyte');
  const targetBlocks = fields.uint32('target_conf');
  return satPerKw > 0n ? satPerKw : orderedSatPerKw({ satPerVbyte, targetBlocks });
}

function readOutputs(fields: MessageReader): Result<TransactionOutput[], GrpcRefusal> {
  if (!fields.has('raw')) {
    return refuse(
      unknownError('transaction template missing, need to specify either PSBT or raw TX template'),
    );
  }
  const raw = fields.message('raw');
  raw.ignore('inputs');
  const outputs: TransactionOutput[] = [];
  for (const [address, valueSat] of raw.amounts('outputs')) {
    const script = scriptOfAddress(address, 'regtest');
    if (script === null) return refuse(unknownError(inWords(address)));
    outputs.push({ valueSat, script });
  }
  return accept(outputs);
}

function inWords(address: string): string {
  const problem = addressProblem(address);
  if (problem !== UNKNOWN_FORMAT) return problem;
  return `error parsing address ${address} for network regtest: ${problem}`;
}

function outputsProblem(outputs: readonly TransactionOutput[]): string | null {
  if (outputs.length === 0) return 'PSBT packet must contain at least one input or output';
  return dustProblem(outputs);
}
