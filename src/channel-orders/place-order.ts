import { type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import { type OutboundRules, readOutboundUrl, type UrlProblem } from '../base/outbound-url.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { removeSuffix } from '../base/text.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { NodeManagement } from '../lightning/node-management.ts';
import { type PeerAddress, parsePeerAddress } from '../lightning/peer-address.ts';
import type { ChannelOrderStore, NewOrder } from './channel-order-store.ts';
import { checkOffer, type OfferProblem } from './check-offer.ts';
import { MAX_BOUGHT_SAT } from './limits.ts';
import type { OrderRequest, ProviderClient, ProviderInfo, ProviderRefusal } from './provider.ts';

export interface PlaceOrderDeps {
  readonly provider: ProviderClient;
  readonly channelOrders: Pick<ChannelOrderStore, 'insert' | 'isUserAddress'>;
  readonly management: Pick<NodeManagement, 'newAddress' | 'connectPeer'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
}

export interface WantedChannel {
  readonly providerUrl: string;
  readonly sizeSat: Sat;
  readonly expiryBlocks: number;
}

export type PlaceRefusal =
  | ProviderRefusal
  /** The provider names no node of its own to which ours could connect, or names ours. */
  | { readonly kind: 'no_node' }
  | { readonly kind: 'not_connected'; readonly detail: string }
  | { readonly kind: 'size'; readonly leastSat: Sat; readonly mostSat: Sat }
  | { readonly kind: 'duration'; readonly mostBlocks: number }
  /** The provider sells only channels into which our node puts money too. */
  | { readonly kind: 'needs_money' }
  | { readonly kind: 'bad_offer'; readonly why: OfferProblem };

/**
 * Reads the URL of a provider, to which the paths of the LSPS1 methods are appended. It must have
 * no query, as that would come before those paths.
 */
export function readProviderUrl(text: string, rules: OutboundRules): Result<string, UrlProblem> {
  const read = readOutboundUrl(text.trim(), rules);
  if (!read.ok) return read;
  if (read.value.search !== '') return refuse('bad_link');
  return accept(removeSuffix(read.value.href, '/'));
}

/**
 * Orders a channel and stores the offer. Nothing is paid here. Our node connects to the provider's
 * node first, which could otherwise open no channel.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  { providerUrl, sizeSat, expiryBlocks }: WantedChannel,
  signal: AbortSignal,
): Promise<Result<NewOrder, PlaceRefusal>> {
  const { provider, management, node, clock, random } = deps;
  const info = await provider.getInfo(providerUrl, signal);
  if (!info.ok) return info;
  const peer = findNode(info.value, node.pubkey);
  if (peer === null) return refuse({ kind: 'no_node' });
  const misfit = findMisfit(info.value, sizeSat, expiryBlocks);
  if (misfit !== null) return refuse(misfit);
  const connected = await management.connectPeer(peer);
  if (connected.kind === 'refused') {
    return refuse({ kind: 'not_connected', detail: connected.detail });
  }
  const request: OrderRequest = {
    pubkey: node.pubkey,
    sizeSat,
    expiryBlocks,
    confirmations: Math.max(info.value.minConfirmations, LEAST_CONFIRMATIONS),
    fundingBlocks: Math.max(info.value.minFundingBlocks, USUAL_FUNDING_BLOCKS),
    refundAddress: await management.newAddress(),
  };
  const made = await provider.createOrder(providerUrl, request, signal);
  if (!made.ok) return made;
  const offer = checkOffer(deps, request, made.value);
  if (!offer.ok) return refuse({ kind: 'bad_offer', why: offer.refusal });
  const { chain } = offer.value;
  if (chain !== null && (await deps.channelOrders.isUserAddress(chain.address))) {
    return refuse({ kind: 'bad_offer', why: 'address_of_ours' });
  }
  const order: NewOrder = {
    id: newUuid(clock, random),
    providerUrl,
    providerNode: `${peer.pubkey}@${peer.host}`,
    name: made.value.name,
    sizeSat,
    expiryBlocks,
    refundAddress: request.refundAddress,
    createdAt: clock.now(),
    offer: offer.value,
  };
  if (await deps.channelOrders.insert(order)) return accept(order);
  return refuse({ kind: 'bad_offer', why: 'repeated' });
}

/**
 * The fewest confirmations that are ordered: LND uses no channel before its transaction is in a
 * block.
 */
const LEAST_CONFIRMATIONS = 1;
/** The number of blocks (about an hour) within which the channel should open; sooner costs more. */
const USUAL_FUNDING_BLOCKS = 6;

/**
 * Finds the node of the provider that our node can best reach. Tor addresses come last, as not
 * every node reaches them.
 */
function findNode({ nodes }: ProviderInfo, ownPubkey: string): PeerAddress | null {
  const peers = nodes.flatMap((text) => {
    const peer = parsePeerAddress(text);
    return peer === null || peer.host === null || peer.pubkey === ownPubkey ? [] : [peer];
  });
  return peers.find(({ host }) => host?.includes('.onion') === false) ?? peers[0] ?? null;
}

function findMisfit(info: ProviderInfo, sizeSat: Sat, expiryBlocks: number): PlaceRefusal | null {
  if (info.minOwnSat > 0n) return { kind: 'needs_money' };
  const least = larger(info.minProviderSat, info.minChannelSat);
  const leastSat = sat(least > 0n ? least : 1n);
  const most = smaller(info.maxProviderSat, info.maxChannelSat);
  const mostSat = sat(smaller(most, MAX_BOUGHT_SAT));
  if (sizeSat < leastSat || sizeSat > mostSat) return { kind: 'size', leastSat, mostSat };
  const { maxExpiryBlocks: mostBlocks } = info;
  return expiryBlocks > mostBlocks ? { kind: 'duration', mostBlocks } : null;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
