import { sat } from '../../base/amount.ts';
import type { Clock } from '../../base/clock.ts';
import { decodeTransactionHex, type Outpoint, reversedHex } from '../bitcoin/transaction.ts';
import type {
  BlockRange,
  ChainTip,
  ChainWallet,
  Coin,
  Spender,
  TransactionOutput,
  WalletTransaction,
} from '../chain-wallet.ts';
import { NodeFault } from '../node-port.ts';
import { type LndClient, type LndStreamCall, openLndClient } from './client.ts';
import { LndAnswerTooLong } from './exchange.ts';
import { refusalFault } from './lnd-answer.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { hashField, readOutpoint } from './wire.ts';
import {
  flagField,
  hexField,
  int64Field,
  isWireObject,
  listField,
  objectField,
  textField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

/** The LND calls that bitcoin addresses need, by their gRPC names. They cannot spend anything. */
export const CHAIN_CALLS: readonly string[] = [
  '/lnrpc.Lightning/CheckMacaroonPermissions',
  '/lnrpc.Lightning/GetInfo',
  '/lnrpc.Lightning/GetTransactions',
  '/lnrpc.Lightning/SubscribeTransactions',
  '/walletrpc.WalletKit/NextAddr',
  '/walletrpc.WalletKit/ListUnspent',
  '/chainrpc.ChainKit/GetBlockHash',
  '/chainrpc.ChainNotifier/RegisterSpendNtfn',
];

/** Opens the bitcoin wallet of an LND. Nothing is sent to LND before the first call. */
export function openLndChainWallet(options: LndNodeOptions): ChainWallet {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  return {
    newAddress: () => newAddress(lnd),
    tip: () => readTip(lnd),
    blockHash: (height) => blockHash(lnd, height),
    transactions: (blocks) => listTransactions(lnd, blocks),
    spender: (outpoint, fromHeight) => findSpender(lnd, options.clock, { outpoint, fromHeight }),
    coins: () => listCoins(lnd),
    changes: (signal) => followTransactions(lnd, signal),
    close: () => lnd.close(),
  };
}

/** Asks for a new address; users get taproot addresses. */
async function newAddress(lnd: LndClient): Promise<string> {
  const answer = await lnd.post('/v2/wallet/address/next', { account: '', type: 'TAPROOT_PUBKEY' });
  if (!answer.ok) throw refusalFault('NextAddr', answer.refusal);
  return textField(answer.value, 'addr');
}

async function readTip(lnd: LndClient): Promise<ChainTip> {
  const answer = await lnd.get('/v1/getinfo');
  if (!answer.ok) throw refusalFault('GetInfo', answer.refusal);
  return {
    height: uint32Field(answer.value, 'block_height'),
    hash: hexField(answer.value, 'block_hash', 32),
    isSynced: flagField(answer.value, 'synced_to_chain'),
  };
}

async function blockHash(lnd: LndClient, height: number): Promise<string> {
  const answer = await lnd.get(`/v2/chainkit/blockhash?block_height=${height}`);
  if (!answer.ok) throw refusalFault('GetBlockHash', answer.refusal);
  return hashField(answer.value, 'block_hash');
}

export async function listTransactions(
  lnd: LndClient,
  range: BlockRange,
): Promise<readonly WalletTransaction[]> {
  return (await listMessages(lnd, range)).map(toTransaction);
}

/**
 * Lists transactions of the wallet as LND's messages (lnrpc.Transaction). When strangers have sent
 * so many or so large ones that the answer would be too long, the range of blocks is halved until
 * each answer fits.
 */
export async function listMessages(
  lnd: LndClient,
  range: BlockRange,
): Promise<readonly WireObject[]> {
  try {
    return await listAtOnce(lnd, range);
  } catch (error) {
    if (!(error instanceof LndAnswerTooLong)) throw error;
    const { from, to } = range;
    const last = to ?? (await readTip(lnd)).height;
    if (last <= from) throw tooLong(range, error);
    const middle = Math.floor((from + last) / 2);
    const earlier = await listMessages(lnd, { from, to: middle });
    return [...earlier, ...(await listMessages(lnd, { from: middle + 1, to }))];
  }
}

const tooLong = ({ from, to }: BlockRange, cause: LndAnswerTooLong): NodeFault => {
  const what = to === null ? `block ${from} and of what waits for a block` : `block ${from}`;
  const said = `the node's list of transactions of ${what} is too long to be read`;
  return new NodeFault(said, { cause });
};

/**
 * Lists the transactions of a range of blocks in one call. LND would swap bounds in the wrong
 * order, so callers keep them in order.
 */
async function listAtOnce(
  lnd: LndClient,
  { from, to }: BlockRange,
): Promise<readonly WireObject[]> {
  const answer = await lnd.get(`/v1/transactions?start_height=${from}&end_height=${to ?? -1}`);
  if (!answer.ok) throw refusalFault('GetTransactions', answer.refusal);
  return listField(answer.value, 'transactions');
}

function toTransaction(message: WireObject): WalletTransaction {
  // While no block has the transaction, LND sends an empty hash and the height 0.
  const hash = textField(message, 'block_hash');
  const raw = textField(message, 'raw_tx_hex');
  return {
    txid: hexField(message, 'tx_hash', 32),
    block:
      hash === ''
        ? null
        : {
            height: uint32Field(message, 'block_height'),
            hash: hexField(message, 'block_hash', 32),
          },
    inputs: inputsOf(raw),
    outputs: listField(message, 'output_details').map(toOutput),
    feeSat: sat(int64Field(message, 'total_fees')),
    raw,
    label: textField(message, 'label'),
  };
}

function inputsOf(raw: string): readonly Outpoint[] {
  const transaction = decodeTransactionHex(raw);
  if (transaction === null) throw new NodeFault('LND listed a transaction that cannot be read');
  return transaction.inputs.map(({ txid, index }) => ({ txid, index }));
}

function toOutput(message: WireObject): TransactionOutput {
  const address = textField(message, 'address');
  return {
    index: Number(int64Field(message, 'output_index')),
    address: address === '' ? null : address,
    amountSat: sat(int64Field(message, 'amount')),
    isOurs: flagField(message, 'is_our_address'),
  };
}

interface Spending {
  readonly outpoint: Outpoint;
  readonly fromHeight: number;
}

/**
 * Finds the transaction that spends an output, with RegisterSpendNtfn. LND's stream stays silent as
 * long as nothing spends the output. The call also wants the script of the output, which is not
 * known, because inputs of transactions do not contain it. Given any taproot script, a node with
 * whole blocks ignores the script and goes by the outpoint. A light client finds nothing in this
 * way, and mostly knows no unconfirmed transactions.
 */
async function findSpender(
  lnd: LndClient,
  clock: Clock,
  { outpoint: { txid, index }, fromHeight }: Spending,
): Promise<Spender | null> {
  const call: LndStreamCall = {
    path: '/v2/chainnotifier/register/spends',
    body: {
      outpoint: { hash: Buffer.from(reversedHex(txid), 'hex').toString('base64'), index },
      script: ANY_TAPROOT_SCRIPT,
      height_hint: Math.max(fromHeight, 1),
    },
  };
  const hangUp = new AbortController();
  void clock.sleep(SPENDER_MS, hangUp.signal).then(() => hangUp.abort());
  try {
    for await (const answer of lnd.stream(call, hangUp.signal)) {
      if (!answer.ok) throw refusalFault('RegisterSpendNtfn', answer.refusal);
      const spend = answer.value['spend'];
      if (!isWireObject(spend)) continue;
      return {
        txid: hashField(spend, 'spending_tx_hash'),
        height: uint32Field(spend, 'spending_height'),
      };
    }
  } catch (error) {
    if (!hangUp.signal.aborted) throw error;
  } finally {
    hangUp.abort();
  }
  return null;
}

/** The taproot script of an all-zero key, for when the real script is not known. */
const ANY_TAPROOT_SCRIPT = Buffer.from(`5120${'00'.repeat(32)}`, 'hex').toString('base64');
/**
 * How long to wait for the spending transaction. LND answers within a few milliseconds, unless it
 * has to search many blocks.
 */
const SPENDER_MS = 2000;

/** Lists the confirmed coins of the wallet. LND leaves out those that are leased. */
async function listCoins(lnd: LndClient): Promise<readonly Coin[]> {
  const answer = await lnd.post('/v2/wallet/utxos', { min_confs: 1, max_confs: MAX_CONFIRMATIONS });
  if (!answer.ok) throw refusalFault('ListUnspent', answer.refusal);
  return listField(answer.value, 'utxos').map((coin) => ({
    ...readOutpoint(objectField(coin, 'outpoint')),
    amountSat: sat(int64Field(coin, 'amount_sat')),
  }));
}

/**
 * The largest number of confirmations that LND's field can hold, so that in practice there is no
 * upper limit.
 */
const MAX_CONFIRMATIONS = 2 ** 31 - 1;

/**
 * Yields when LND's stream of wallet transactions begins and at each of its events. Each is only a
 * hint to read the wallet again: when the stream begins, LND does not repeat what came before.
 */
async function* followTransactions(lnd: LndClient, signal: AbortSignal): AsyncGenerator<void> {
  const subscription = lnd.subscribe('/v1/transactions/subscribe', signal);
  try {
    await subscription.sent;
    yield;
    for await (const answer of subscription.answers) {
      if (!answer.ok) throw refusalFault('SubscribeTransactions', answer.refusal);
      yield;
    }
    throw new NodeFault('LND ended the stream of transactions');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await subscription.close();
  }
}
