import { createHash } from 'node:crypto';
import { bytesToHex } from '../../base/hex.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import {
  FINAL_SEQUENCE,
  type Transaction,
  type TransactionOutput,
  txidOf,
  virtualSize,
} from '../../lightning/bitcoin/transaction.ts';
import { OPENER_COST_MSAT, policyOf } from '../default-network.ts';
import type { Network } from '../network.ts';
import type { Channel, ClosingChannel, OpeningChannel, SimNode } from '../network-state.ts';
import { nodeOf } from '../node-of.ts';
import { deriveAddress } from './addresses.ts';
import { depthOf } from './blocks.ts';
import { sentNow } from './broadcast.ts';
import { DUST_SAT, fundTransaction } from './fund.ts';
import { signTransaction } from './sign.ts';

export interface ChannelOrder {
  readonly peer: SimNode;
  readonly amountSat: bigint;
  readonly pushSat: bigint;
  readonly isPrivate: boolean;
  readonly satPerKw: bigint;
  readonly minDepth: number;
}

/**
 * Begins to open a channel, and returns the id of the funding transaction. A refusal is the
 * sentence that LND would send.
 */
export function openChannel(
  network: Network,
  node: SimNode,
  order: ChannelOrder,
): Result<string, string> {
  const { peer, amountSat, satPerKw, minDepth } = order;
  const script = `0020${sha256Hex(bytesToHex(network.random.bytes(32)))}`;
  const funded = fundTransaction(network, node, {
    outputs: [{ valueSat: amountSat, script }],
    satPerKw,
    minDepth,
    changeKind: 'p2tr',
    isChangeLast: true,
  });
  if (!funded.ok) {
    const { neededSat, availableSat } = funded.refusal;
    return refuse(
      'not enough witness outputs to create funding transaction, ' +
        `need ${bitcoin(neededSat)} only have ${bitcoin(availableSat)} available`,
    );
  }
  const transaction = signTransaction(network.state, funded.value.transaction);
  const fundingTxid = txidOf(transaction);
  const policy = policyOf(Number(amountSat));
  const channel: OpeningChannel = {
    fundingTxid,
    ends: [node.name, peer.name],
    capacitySat: Number(amountSat),
    isAnnounced: !order.isPrivate,
    policies: [policy, policy],
    balancesMsat: [(amountSat - order.pushSat) * 1000n - OPENER_COST_MSAT, order.pushSat * 1000n],
  };
  const sent = sentNow(network, transaction);
  network.commit({ kind: 'channel_opening', channel, transaction: sent });
  return accept(fundingTxid);
}

/** Writes an amount of bitcoin like Go, without trailing zeros. */
const bitcoin = (amountSat: bigint): string => `${Number(amountSat) / 1e8} BTC`;

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Begins to close a channel. Each side gets its balance at a new address of its own, and the side
 * that opened the channel pays the fee.
 */
export function closeChannel(
  network: Network,
  node: SimNode,
  channel: Channel,
  satPerKw: bigint,
): ClosingChannel {
  const { chanId, fundingTxid, ends, capacitySat, isAnnounced, policies } = channel;
  const [openerMsat, peerMsat] = channel.balancesMsat;
  const restSat = (openerMsat + OPENER_COST_MSAT) / 1000n;
  const feeSat = closingFeeSat(satPerKw);
  const shares: readonly (readonly [string, bigint])[] = [
    [ends[0], restSat > feeSat ? restSat - feeSat : 0n],
    [ends[1], peerMsat / 1000n],
  ];
  const outputs = shares
    .filter(([, valueSat]) => valueSat >= DUST_SAT)
    .map(([name, valueSat]) => ({
      valueSat,
      script: deriveAddress(network, nodeOf(network.state, name), 'p2tr', false).script,
    }));
  const transaction = closingTransaction(fundingTxid, outputs);
  const closing: ClosingChannel = {
    chanId,
    fundingTxid,
    ends,
    capacitySat,
    isAnnounced,
    policies,
    balancesMsat: [openerMsat, peerMsat],
    closingTxid: txidOf(transaction),
    closedBy: node.name,
  };
  const sent = sentNow(network, transaction);
  network.commit({ kind: 'channel_closing', channel: closing, transaction: sent });
  return closing;
}

/** The fee of a closing transaction, whose size does not depend on its amounts. */
function closingFeeSat(satPerKw: bigint): bigint {
  const output = { valueSat: 0n, script: `5120${'00'.repeat(32)}` };
  const size = virtualSize(closingTransaction('00'.repeat(32), [output, output]));
  return (BigInt(4 * size) * satPerKw) / 1000n;
}

const closingTransaction = (
  fundingTxid: string,
  outputs: readonly TransactionOutput[],
): Transaction => ({
  version: 2,
  inputs: [
    {
      txid: fundingTxid,
      index: 0,
      scriptSig: '',
      sequence: FINAL_SEQUENCE,
      // The witness of a closing transaction: zeros in place of the signatures of both sides and of
      // the script of the funding output.
      witness: ['', '00'.repeat(72), '00'.repeat(72), '00'.repeat(71)],
    },
  ],
  outputs,
  lockTime: 0,
});

/**
 * The number of confirmations after which a channel is open or closed: the lowest that LND allows.
 */
export const CHANNEL_DEPTH = 3;

/** Opens and removes the channels whose transactions have enough confirmations by now. */
export function advanceChannels(network: Network): void {
  const { state } = network;
  const placeOf = (txid: string) => {
    const place = state.chain.transactions.get(txid)?.place ?? null;
    return place !== null && depthOf(network, place) >= CHANNEL_DEPTH ? place : null;
  };
  for (const { fundingTxid, ends } of state.opening.values()) {
    const place = placeOf(fundingTxid);
    if (place === null) continue;
    const chanId = ((BigInt(place.height) << 40n) | (BigInt(place.index) << 16n)).toString();
    network.commit({ kind: 'channel_opened', fundingTxid, ends, chanId });
  }
  for (const { fundingTxid, closingTxid, ends } of state.closing.values()) {
    if (placeOf(closingTxid) === null) continue;
    network.commit({ kind: 'channel_closed', fundingTxid, ends });
  }
}

export const farEnd = ({ ends }: Pick<OpeningChannel, 'ends'>, name: string): string =>
  ends[0] === name ? ends[1] : ends[0];

/** The balance that one side has in a channel that is opening or closing. */
export const shareSat = (channel: OpeningChannel, name: string): bigint =>
  channel.balancesMsat[channel.ends[0] === name ? 0 : 1] / 1000n;
