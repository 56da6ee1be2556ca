import { msat, sat } from '../../base/amount.ts';
import type { Network } from '../bolt11.ts';
import { type NodeChannel, NodeFault, type NodeInfo } from '../node-port.ts';
import type { ChannelBalances } from '../node-wallet.ts';
import type { LndClient } from './client.ts';
import { isNotFound, refusalFault } from './lnd-answer.ts';
import { channelPointField } from './wire.ts';
import {
  bytesAsHexField,
  flagField,
  hexField,
  int64Field,
  listField,
  objectField,
  textField,
  textList,
  timeField,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

export async function nodeInfo(lnd: LndClient): Promise<NodeInfo> {
  const answer = await lnd.get('/v1/getinfo');
  if (!answer.ok) throw refusalFault('GetInfo', answer.refusal);
  const info = answer.value;
  return {
    pubkey: hexField(info, 'identity_pubkey', 33),
    alias: textField(info, 'alias'),
    network: networkOf(info),
    synced: flagField(info, 'synced_to_chain'),
    blockHeight: uint32Field(info, 'block_height'),
    newestBlockAt: timeField(info, 'best_header_timestamp'),
    peersCount: uint32Field(info, 'num_peers'),
    channelsCount:
      uint32Field(info, 'num_active_channels') + uint32Field(info, 'num_inactive_channels'),
    // LND appends to its version the commit from which it was built.
    version: textField(info, 'version').split(' commit=', 1).join(''),
  };
}

/** Reads the balances of open channels. */
export async function channelBalances(lnd: LndClient): Promise<ChannelBalances> {
  const answer = await lnd.get('/v1/balance/channels');
  if (!answer.ok) throw refusalFault('ChannelBalance', answer.refusal);
  const amountMsat = (name: string) => msat(int64Field(objectField(answer.value, name), 'msat'));
  return {
    localMsat: amountMsat('local_balance'),
    remoteMsat: amountMsat('remote_balance'),
    unsettledLocalMsat: amountMsat('unsettled_local_balance'),
    openingLocalMsat: amountMsat('pending_open_local_balance'),
  };
}

export async function openChannels(lnd: LndClient): Promise<readonly NodeChannel[]> {
  const answer = await lnd.get('/v1/channels');
  if (!answer.ok) throw refusalFault('ListChannels', answer.refusal);
  return listField(answer.value, 'channels').map((channel) => ({
    channelPoint: channelPointField(channel, 'channel_point'),
    peerPubkey: hexField(channel, 'remote_pubkey', 33),
    isActive: flagField(channel, 'active'),
    isAnnounced: !flagField(channel, 'private'),
    capacitySat: sat(int64Field(channel, 'capacity')),
    localSat: sat(int64Field(channel, 'local_balance')),
    remoteSat: sat(int64Field(channel, 'remote_balance')),
    ids: [textField(channel, 'chan_id'), ...textList(channel, 'alias_scids')],
    htlcHashes: listField(channel, 'pending_htlcs').map((htlc) =>
      bytesAsHexField(htlc, 'hash_lock'),
    ),
    watchedSec: int64Field(channel, 'lifetime'),
    onlineSec: int64Field(channel, 'uptime'),
  }));
}

/**
 * Asks for the alias of a node. The alias is empty for a node that LND knows from a channel, but
 * that never announced itself.
 */
export async function nodeAlias(
  lnd: LndClient,
  pubkey: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const answer = await lnd.lookUp(`/v1/graph/node/${encodeURIComponent(pubkey)}`, signal);
  if (!answer.ok) {
    if (isNotFound(answer.refusal)) return null;
    throw refusalFault('GetNodeInfo', answer.refusal);
  }
  const alias = textField(objectField(answer.value, 'node'), 'alias');
  return alias === '' ? null : alias;
}

const NETWORKS: ReadonlyMap<string, Network> = new Map([
  ['mainnet', 'bitcoin'],
  ['testnet', 'testnet'],
  ['testnet4', 'testnet'],
  ['signet', 'signet'],
  ['regtest', 'regtest'],
]);

function networkOf(info: WireObject): Network {
  const [chain] = listField(info, 'chains');
  const name = chain === undefined ? '' : textField(chain, 'network');
  const network = NETWORKS.get(name);
  if (network === undefined)
    throw new NodeFault(`LND runs on network "${name}", which is not supported`);
  return network;
}
