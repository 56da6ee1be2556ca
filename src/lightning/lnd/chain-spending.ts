import { type Sat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { hexToBytes } from '../../base/hex.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { decodePsbt, type Psbt } from '../bitcoin/psbt.ts';
import { type Outpoint, outpointText } from '../bitcoin/transaction.ts';
import type {
  ChainSpending,
  EstimateOrder,
  FundedTransaction,
  FundOrder,
  FundRefusal,
  Lease,
  LeasedCoin,
  PublishOutcome,
} from '../chain-spending.ts';
import { NodeFault } from '../node-port.ts';
import { type LndClient, openLndClient } from './client.ts';
import {
  GRPC_CODE,
  isPermissionDenied,
  type LndAnswer,
  type LndRefusal,
  refusalFault,
} from './lnd-answer.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { readOutpoint } from './wire.ts';
import {
  bytesAsHexField,
  bytesToBase64,
  int64Field,
  listField,
  objectField,
  textField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

/**
 * The LND calls that withdrawals to bitcoin addresses need besides those for receiving, by their
 * gRPC names. These calls can spend everything in the wallet.
 */
export const SPEND_CALLS: readonly string[] = [
  '/lnrpc.Lightning/EstimateFee',
  '/walletrpc.WalletKit/EstimateFee',
  '/walletrpc.WalletKit/RequiredReserve',
  '/walletrpc.WalletKit/ListLeases',
  '/walletrpc.WalletKit/LeaseOutput',
  '/walletrpc.WalletKit/ReleaseOutput',
  '/walletrpc.WalletKit/FundPsbt',
  '/walletrpc.WalletKit/FinalizePsbt',
  '/walletrpc.WalletKit/PublishTransaction',
];

/**
 * Opens the bitcoin wallet of an LND for spending. Nothing is sent to LND before the first call.
 */
export function openLndChainSpending(options: LndNodeOptions): ChainSpending {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  return {
    feeRate: (targetBlocks) => feeRate(lnd, targetBlocks),
    estimateFee: (order) => estimateFee(lnd, order),
    fund: (order) => fund(lnd, order),
    sign: (psbt) => sign(lnd, psbt),
    publish: (rawTransaction, label) => publish(lnd, rawTransaction, label),
    listLeases: () => listLeases(lnd),
    lease: (lockId, outpoint) => lease(lnd, lockId, outpoint),
    release: (lockId, outpoint) => release(lnd, lockId, outpoint),
    requiredReserve: async () =>
      sat(
        int64Field(
          messageOf('RequiredReserve', await lnd.get('/v2/wallet/reserve')),
          'required_reserve',
        ),
      ),
    close: () => lnd.close(),
  };
}

async function feeRate(lnd: LndClient, targetBlocks: number): Promise<bigint> {
  const answer = await lnd.get(`/v2/wallet/estimatefee/${targetBlocks}`);
  return int64Field(messageOf('EstimateFee', answer), 'sat_per_kw');
}

/** Asks LND's EstimateFee, which makes a transaction and discards it. */
async function estimateFee(
  lnd: LndClient,
  { address, amountSat, targetBlocks }: EstimateOrder,
): Promise<Sat | null> {
  const query = new URLSearchParams({
    [`AddrToAmount[${address}]`]: String(amountSat),
    target_conf: String(targetBlocks),
    min_confs: '1',
  });
  const answer = await lnd.get(`/v1/transactions/fee?${query}`);
  if (!answer.ok && isTooLittle(answer.refusal)) return null;
  return sat(int64Field(messageOf('EstimateFee', answer), 'fee_sat'));
}

/**
 * The length of a lease, a day. The service renews its leases long before. A lease ends by itself
 * when the service no longer renews it.
 */
const LEASE_SECONDS = '86400';

/**
 * Lets FundPsbt make a transaction at exactly the given fee rate, from confirmed coins, with a
 * taproot address for the change.
 */
async function fund(
  lnd: LndClient,
  { address, amountSat, satPerKw, lockId }: FundOrder,
): Promise<Result<FundedTransaction, FundRefusal>> {
  const answer = await lnd.post('/v2/wallet/psbt/fund', {
    raw: { outputs: { [address]: String(amountSat) } },
    sat_per_kw: String(satPerKw),
    min_confs: 1,
    spend_unconfirmed: false,
    change_type: 'CHANGE_ADDRESS_TYPE_P2TR',
    custom_lock_id: base64OfHex(lockId),
    lock_expiration_seconds: LEASE_SECONDS,
  });
  if (answer.ok) return accept(readFunded(answer.value));
  const { refusal } = answer;
  if (isTooLittle(refusal)) return refuse({ kind: 'insufficient_coins' });
  if (isOrderRefused(refusal)) return refuse({ kind: 'refused', detail: refusal.detail });
  throw refusalFault('FundPsbt', refusal);
}

/**
 * Whether LND refused because too few coins can be spent. LND says this only in words, as one gRPC
 * code stands for many errors.
 */
const isTooLittle = ({ code, detail }: LndRefusal): boolean =>
  code === GRPC_CODE.unknown &&
  /(^|: )insufficient funds available to construct transaction$/.test(detail);

const isOrderRefused = ({ code, detail }: LndRefusal): boolean =>
  code === GRPC_CODE.unknown &&
  /(^|: )transaction output is dust$|^address is not for |^error parsing address /.test(detail);

/**
 * Reads an answer of FundPsbt. Inputs and fee are computed from the transaction itself, and must
 * agree with the coins that LND says it has leased.
 */
export function readFunded(message: WireObject): FundedTransaction {
  const psbt = textField(message, 'funded_psbt');
  const decoded = decodePsbt(Buffer.from(psbt, 'base64'));
  if (decoded === null) throw new NodeFault('LND funded a transaction that cannot be read');
  const inputs = inputsOf(decoded);
  const leased = new Set(listField(message, 'locked_utxos').map(leaseText));
  if (leased.size !== inputs.length || !inputs.every((coin) => leased.has(coinText(coin)))) {
    throw new NodeFault('LND leased other coins than those that it chose');
  }
  const { outputs } = decoded.transaction;
  const spentSat = inputs.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  const sentSat = outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const changeIndex =
    message['change_output_index'] === -1 ? null : uint32Field(message, 'change_output_index');
  if (spentSat < sentSat || (changeIndex !== null && changeIndex >= outputs.length)) {
    throw new NodeFault('LND funded a transaction that does not add up');
  }
  return { psbt, inputs, changeIndex, feeSat: sat(spentSat - sentSat) };
}

function inputsOf({ transaction, spentOutputs }: Psbt): readonly LeasedCoin[] {
  return transaction.inputs.map(({ txid, index }, n) => {
    const spent = spentOutputs[n] ?? null;
    if (spent === null) throw new NodeFault('LND funded a transaction with coins of no amount');
    return { txid, index, amountSat: sat(spent.valueSat) };
  });
}

const coinText = (coin: LeasedCoin): string => `${outpointText(coin)} ${coin.amountSat}`;
const leaseText = (message: WireObject): string => coinText(readLease(message));

export async function sign(lnd: LndClient, psbt: string): Promise<string> {
  const answer = await lnd.post('/v2/wallet/psbt/finalize', { funded_psbt: psbt });
  return bytesAsHexField(messageOf('FinalizePsbt', answer), 'raw_final_tx');
}

export async function publish(
  lnd: LndClient,
  rawTransaction: string,
  label: string,
): Promise<PublishOutcome> {
  const answer = await lnd.post('/v2/wallet/tx', { tx_hex: base64OfHex(rawTransaction), label });
  if (!answer.ok && isRefused(answer.refusal)) {
    return { kind: 'refused', detail: answer.refusal.detail };
  }
  const detail = textField(messageOf('PublishTransaction', answer), 'publish_error');
  return detail === '' ? { kind: 'handed_over' } : { kind: 'refused', detail };
}

/**
 * Whether LND itself refused a transaction. LND gives the code `unknown` to every error that has no
 * code of its own. That includes a missing permission, which says nothing about the transaction.
 */
const isRefused = (refusal: LndRefusal): boolean =>
  refusal.code === GRPC_CODE.unknown && !isPermissionDenied(refusal);

async function listLeases(lnd: LndClient): Promise<readonly Lease[]> {
  const answer = await lnd.post('/v2/wallet/utxos/leases', {});
  return listField(messageOf('ListLeases', answer), 'locked_utxos').map(readLease);
}

const readLease = (message: WireObject): Lease => ({
  ...readOutpoint(objectField(message, 'outpoint')),
  lockId: bytesAsHexField(message, 'id'),
  amountSat: sat(int64Field(message, 'value')),
});

/**
 * Leases a coin; false when LND refuses. Once a block contains a transaction that spends the coin,
 * LND does not know the coin any more.
 */
async function lease(lnd: LndClient, lockId: string, outpoint: Outpoint): Promise<boolean> {
  const answer = await lnd.post('/v2/wallet/utxos/lease', {
    ...leaseFields(lockId, outpoint),
    expiration_seconds: LEASE_SECONDS,
  });
  if (!answer.ok && isOfNoLease(answer.refusal)) return false;
  messageOf('LeaseOutput', answer);
  return true;
}

async function release(lnd: LndClient, lockId: string, outpoint: Outpoint): Promise<void> {
  const answer = await lnd.post('/v2/wallet/utxos/release', leaseFields(lockId, outpoint));
  if (!answer.ok && isOfNoLease(answer.refusal)) return;
  messageOf('ReleaseOutput', answer);
}

const leaseFields = (lockId: string, { txid, index }: Outpoint) => ({
  id: base64OfHex(lockId),
  outpoint: { txid_str: txid, output_index: index },
});

/**
 * Whether LND left a lease as it was, because it does not know the coin or another lock holds it.
 * The misspelling `alowed` is LND's own.
 */
const isOfNoLease = ({ code, detail }: LndRefusal): boolean =>
  code === GRPC_CODE.unknown &&
  /^(unknown output|output already locked|output unlock not alowed)$/.test(detail);

function messageOf(call: string, answer: LndAnswer): WireObject {
  if (!answer.ok) throw refusalFault(call, answer.refusal);
  return answer.value;
}

function base64OfHex(hex: string): string {
  const bytes = hexToBytes(hex);
  assert(bytes !== null, 'lock ids and transactions are bytes in hex');
  return bytesToBase64(bytes);
}
