import { createHash } from 'node:crypto';
import { pointFromScalar } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { bytesToHex } from '../base/hex.ts';
import { SERVICE_NODE } from '../lightning/simulator-protocol/network-protocol.ts';
import type { JournalEntry, NewChannel, NewNode } from './journal-entry.ts';
import type { Policy } from './network-state.ts';

interface NodePlan {
  readonly name: string;
  readonly alias: string;
  readonly color: string;
}

interface ChannelPlan {
  readonly from: string;
  readonly to: string;
  /** The balance that each of the two sides has when the channel is made. */
  readonly balanceSat: number;
  readonly isAnnounced: boolean;
}

export interface NetworkPlan {
  readonly nodes: readonly NodePlan[];
  readonly channels: readonly ChannelPlan[];
}

/**
 * The nodes and channels of a new network: the service's node, two hubs that charge for forwarding,
 * and three destinations. Carol has only one, unannounced channel, so that payments to her need the
 * route hints of her invoices.
 */
export const DEFAULT_PLAN: NetworkPlan = {
  nodes: [
    { name: SERVICE_NODE, alias: 'satchel', color: '#3399ff' },
    { name: 'hub-one', alias: 'hub one', color: '#f2a900' },
    { name: 'hub-two', alias: 'hub two', color: '#f26a00' },
    { name: 'alice', alias: 'alice', color: '#68c244' },
    { name: 'bob', alias: 'bob', color: '#44c2b1' },
    { name: 'carol', alias: 'carol', color: '#c24493' },
  ],
  channels: [
    { from: SERVICE_NODE, to: 'hub-one', balanceSat: 500_000_000, isAnnounced: true },
    { from: SERVICE_NODE, to: 'hub-two', balanceSat: 500_000_000, isAnnounced: true },
    { from: 'hub-one', to: 'hub-two', balanceSat: 1_000_000_000, isAnnounced: true },
    { from: 'hub-one', to: 'alice', balanceSat: 500_000_000, isAnnounced: true },
    { from: 'hub-two', to: 'alice', balanceSat: 500_000_000, isAnnounced: true },
    { from: 'hub-two', to: 'bob', balanceSat: 500_000_000, isAnnounced: true },
    { from: 'hub-one', to: 'carol', balanceSat: 500_000_000, isAnnounced: false },
  ],
};

/**
 * Makes the first entry of a journal. Keys, channel ids and funding transactions are derived from
 * the seed, so the same seed makes the same network.
 */
export function createdNetwork(
  seed: Uint8Array,
  plan: NetworkPlan,
): Extract<JournalEntry, { kind: 'network_created' }> {
  return {
    kind: 'network_created',
    seedHex: bytesToHex(seed),
    nodes: plan.nodes.map((node) => ({
      ...node,
      ...keyPair(seed, node.name),
      acceptsKeysend: true,
    })),
    channels: plan.channels.map((channel, index) => newChannel(seed, channel, index)),
  };
}

/**
 * Derives the key of a node. `label` is the name of the node, or a new label for a node that has
 * lost its key.
 */
export function keyPair(
  seed: Uint8Array,
  label: string,
): Pick<NewNode, 'privateKeyHex' | 'pubkey'> {
  const privateKey = createHash('sha256').update(seed).update(`node/${label}`).digest();
  const pubkey = pointFromScalar(privateKey, true);
  assert(pubkey !== null, 'a hash is a valid private key but for one chance in 2^128');
  return { privateKeyHex: bytesToHex(privateKey), pubkey: bytesToHex(pubkey) };
}

/** The height of the block that is said to have funded all channels, each by one transaction. */
const FUNDING_HEIGHT = 144n;

/**
 * The fee of a commitment transaction. Together with its two anchors it is paid by the side that
 * opened the channel.
 */
export const COMMIT_FEE_SAT = 562;
const ANCHORS_SAT = 660;
export const OPENER_COST_MSAT = BigInt(COMMIT_FEE_SAT + ANCHORS_SAT) * 1000n;

function newChannel(seed: Uint8Array, plan: ChannelPlan, index: number): NewChannel {
  const balanceMsat = BigInt(plan.balanceSat) * 1000n;
  const policy = policyOf(2 * plan.balanceSat);
  return {
    chanId: ((FUNDING_HEIGHT << 40n) | (BigInt(index + 1) << 16n)).toString(),
    fundingTxid: createHash('sha256').update(seed).update(`channel/${index}`).digest('hex'),
    ends: [plan.from, plan.to],
    capacitySat: 2 * plan.balanceSat,
    isAnnounced: plan.isAnnounced,
    policies: [policy, policy],
    balancesMsat: [balanceMsat - OPENER_COST_MSAT, balanceMsat],
  };
}

/**
 * The fee policy of a channel with LND's defaults: a base fee of 1 sat and a rate of one millionth,
 * a time lock of 80 blocks, and HTLCs of up to the capacity minus the reserve.
 */
export const policyOf = (capacitySat: number): Policy => ({
  feeBaseMsat: 1000n,
  feeProportionalMillionths: 1,
  cltvDelta: 80,
  minHtlcMsat: 1n,
  maxHtlcMsat: BigInt(capacitySat) * 990n,
});
