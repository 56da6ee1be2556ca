import { sat } from '../../base/amount.ts';
import type { NodeManagement, WalletBalance } from '../node-management.ts';
import { publish } from './chain-spending.ts';
import { closeChannel, connectPeer, openChannel } from './change-channels.ts';
import { channelBackup, channelBackups } from './channel-backup.ts';
import { type LndClient, openLndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { hasPaid, signPayment } from './pay-on-chain.ts';
import { pendingChannels } from './pending-channels.ts';
import { int64Field, textField } from './wire-fields.ts';

/**
 * The LND calls that the operators' macaroon must allow, by their gRPC names: those that
 * NodeManagement needs, and those that make and end macaroons. A macaroon that may bake others can
 * do everything with the node.
 */
export const MANAGEMENT_CALLS: readonly string[] = [
  '/lnrpc.Lightning/GetInfo',
  '/lnrpc.Lightning/WalletBalance',
  '/lnrpc.Lightning/NewAddress',
  '/lnrpc.Lightning/PendingChannels',
  '/lnrpc.Lightning/ConnectPeer',
  '/lnrpc.Lightning/OpenChannelSync',
  '/lnrpc.Lightning/CloseChannel',
  '/lnrpc.Lightning/GetTransactions',
  '/walletrpc.WalletKit/FundPsbt',
  '/walletrpc.WalletKit/FinalizePsbt',
  '/walletrpc.WalletKit/PublishTransaction',
  '/lnrpc.Lightning/ExportAllChannelBackups',
  '/lnrpc.Lightning/SubscribeChannelBackups',
  '/lnrpc.Lightning/BakeMacaroon',
  '/lnrpc.Lightning/DeleteMacaroonID',
  '/lnrpc.Lightning/ListMacaroonIDs',
];

/**
 * The longest wait for an answer. LND talks with the peer, perhaps over Tor, before it answers an
 * order to open or close a channel.
 */
const ANSWER_MS = 30_000;

/** Opens an LND 0.20 or newer for operators. Nothing is sent to LND before the first call. */
export function openLndManagement(options: LndNodeOptions): NodeManagement {
  const limits = { ...DEFAULT_LIMITS, answerMs: ANSWER_MS, ...options.limits };
  const lnd = openLndClient({ ...options, limits });
  const { clock } = options;
  return {
    walletBalance: () => walletBalance(lnd),
    newAddress: () => newAddress(lnd),
    pendingChannels: () => pendingChannels(lnd),
    openChannel: (order) => openChannel({ lnd, clock }, order),
    closeChannel: (order) => closeChannel(lnd, order),
    connectPeer: (peer) => connectPeer(lnd, peer),
    signPayment: (order) => signPayment(lnd, order),
    publish: (raw) => publish(lnd, raw, 'bought channel'),
    hasPaid: (address, since) => hasPaid({ lnd, clock }, address, since),
    channelBackup: () => channelBackup(lnd),
    channelBackups: (signal) => channelBackups(lnd, signal),
    close: () => lnd.close(),
  };
}

async function walletBalance(lnd: LndClient): Promise<WalletBalance> {
  const answer = await lnd.get('/v1/balance/blockchain');
  if (!answer.ok) throw refusalFault('WalletBalance', answer.refusal);
  const amountSat = (name: string) => sat(int64Field(answer.value, name));
  return {
    confirmedSat: amountSat('confirmed_balance'),
    unconfirmedSat: amountSat('unconfirmed_balance'),
    lockedSat: amountSat('locked_balance'),
    reservedSat: amountSat('reserved_balance_anchor_chan'),
  };
}

/** Makes an address of the kind that every wallet and exchange can send to (P2WPKH). */
async function newAddress(lnd: LndClient): Promise<string> {
  const answer = await lnd.get('/v1/newaddress?type=WITNESS_PUBKEY_HASH');
  if (!answer.ok) throw refusalFault('NewAddress', answer.refusal);
  return textField(answer.value, 'address');
}
