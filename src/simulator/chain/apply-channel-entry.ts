import { assert } from '../../base/assert.ts';
import { outpointText } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState, OpeningChannel } from '../network-state.ts';
import { newChannel } from '../new-channel.ts';
import { nodeOf } from '../node-of.ts';
import type { ChainEntry, SentTransaction } from './chain-entry.ts';

type ChannelEntry = Extract<ChainEntry, { kind: `channel_${string}` }>;

/**
 * Applies entries of the journal that concern a channel, which moves from `opening` to the open
 * channels, from there to `closing`, and from there to `closed`.
 */
export function applyChannelEntry(state: NetworkState, entry: ChannelEntry): void {
  switch (entry.kind) {
    case 'channel_opening':
      state.opening.set(entry.channel.fundingTxid, entry.channel);
      lockInputs(state, entry.channel, entry.transaction);
      label(state, entry.channel.ends[0], entry.channel.fundingTxid, '0:openchannel');
      return;
    case 'channel_opened': {
      const opening = state.opening.get(entry.fundingTxid);
      assert(opening !== undefined, 'an opened channel was opening');
      state.opening.delete(entry.fundingTxid);
      state.channels.set(entry.chanId, newChannel({ ...opening, chanId: entry.chanId }));
      label(state, opening.ends[0], entry.fundingTxid, `0:openchannel:shortchanid-${entry.chanId}`);
      return;
    }
    case 'channel_closing':
      state.channels.delete(entry.channel.chanId);
      state.closing.set(entry.channel.fundingTxid, entry.channel);
      for (const end of entry.channel.ends) {
        const { chanId, closingTxid } = entry.channel;
        label(state, end, closingTxid, `0:closechannel:shortchanid-${chanId}`);
      }
      return;
    case 'channel_closed': {
      const closing = state.closing.get(entry.fundingTxid);
      assert(closing !== undefined, 'a closed channel was closing');
      state.closing.delete(entry.fundingTxid);
      const { place } = state.chain.transactions.get(closing.closingTxid) ?? {};
      state.closed.set(entry.fundingTxid, { ...closing, closeHeight: place?.height ?? 0 });
    }
  }
}

/**
 * Locks the coins that a funding transaction spends. LND keeps these coins from other uses, so for
 * a while they count as locked in the balance.
 */
function lockInputs(
  state: NetworkState,
  { ends, fundingTxid }: OpeningChannel,
  { atSec }: SentTransaction,
): void {
  const { leases } = nodeOf(state, ends[0]).wallet;
  for (const { txid, index } of state.chain.transactions.get(fundingTxid)?.content.inputs ?? []) {
    const outpoint = { txid, index };
    const untilSec = atSec + FUNDING_LOCK_SEC;
    leases.set(outpointText(outpoint), { id: LND_LOCK_ID, outpoint, untilSec });
  }
}

const FUNDING_LOCK_SEC = 600;
/** The id under which LND leases coins for itself. */
export const LND_LOCK_ID = 'ede19a92ed321a4705f8a1cccc1d4f6182545d4bb4fae08bd5937831b7e38f98';

/** Labels a transaction in the way in which LND labels those that it makes itself. */
function label(state: NetworkState, node: string, txid: string, text: string): void {
  const { wallet } = nodeOf(state, node);
  if (wallet.txids.has(txid)) wallet.labels.set(txid, text);
}
