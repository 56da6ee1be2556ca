/**
 * Plays a node of the network that sells channels by LSPS1 (bLIP 51): what the node answers,
 * without the HTTP server. A channel is opened once its order was paid and the buyer asks about the
 * order.
 */

import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { scriptOfAddress } from '../../lightning/bitcoin/address.ts';
import { addInvoice } from '../add-invoice.ts';
import { deriveAddress } from '../chain/addresses.ts';
import { openChannel } from '../chain/channels.ts';
import { DEFAULT_SAT_PER_KW } from '../chain/fee-rates.ts';
import { isConnected } from '../chain/peers.ts';
import { textOf } from '../chain/wallet-address.ts';
import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import { nodeOf } from '../node-of.ts';
import { cancelInvoice, settleHoldInvoice } from '../resolve-invoice.ts';
import { nameOf } from '../routing.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ChannelDeskOptions {
  readonly network: Network;
  readonly nodeName: string;
  /** The orders that earlier processes stored, to which new ones are added. */
  readonly orders: SoldChannel[];
  readonly now: () => Date;
  /**
   * Stores the orders; called after each change of an order, before the answer with the change is
   * sent.
   */
  readonly keep: () => void;
  /** Whether a channel is opened for a paid order; if not, the money goes back. */
  readonly delivers: () => boolean;
}

/** An order for a channel, as it is stored. */
export interface SoldChannel {
  readonly id: string;
  readonly request: Json;
  readonly preimage: string;
  readonly bolt11: string;
  readonly address: string;
  state: 'CREATED' | 'COMPLETED' | 'FAILED';
  payment: { bolt11: string; onchain: string };
  funding: string | null;
}

export interface ChannelDesk {
  /** Answers a call by its path; null for an unknown path or order. */
  answer(path: string, body: string): Json | null;
}

const PRICE_SAT = 2500n;
const LIFE_SEC = 3600;
const SHA256_HEX_LENGTH = 64;

export function createChannelDesk(options: ChannelDeskOptions): ChannelDesk {
  const { network, nodeName, orders, now, keep } = options;
  const node = (): SimNode => nodeOf(network.state, nodeName);
  return {
    answer(path, body) {
      if (path === '/get_info') return infoOf(node());
      if (path === '/create_order') {
        const order = newOrder(network, node(), readRequest(body), orders.length + 1);
        if (order === null) return null;
        orders.push(order);
        keep();
        return present(order, now());
      }
      const order = orders.find(({ id }) => path === `/get_order?order_id=${id}`);
      if (order === undefined) return null;
      if (order.state === 'CREATED' && proceed(options, node(), order)) keep();
      return present(order, now());
    },
  };
}

const infoOf = ({ pubkey }: SimNode): Json => ({
  uris: [`${pubkey}@127.0.0.1:9735`],
  min_required_channel_confirmations: 0,
  min_funding_confirms_within_blocks: 6,
  supports_zero_channel_reserve: true,
  max_channel_expiry_blocks: 20_160,
  min_initial_client_balance_sat: '0',
  max_initial_client_balance_sat: '1000000',
  min_initial_lsp_balance_sat: '50000',
  max_initial_lsp_balance_sat: '10000000',
  min_channel_balance_sat: '50000',
  max_channel_balance_sat: '16000000',
});

function readRequest(body: string): Json {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Makes an order; null where the request names no node or no amount. */
function newOrder(
  network: Network,
  node: SimNode,
  request: Json,
  number: number,
): SoldChannel | null {
  if (amountOf(request) === null || typeof request['public_key'] !== 'string') return null;
  const preimage = network.random.bytes(32);
  const added = addInvoice(network, node, {
    memo: '',
    valueMsat: PRICE_SAT * 1000n,
    descriptionHash: new Uint8Array(),
    expirySec: BigInt(LIFE_SEC),
    cltvExpiry: 0n,
    withPrivateHints: false,
    lock: { kind: 'hash', paymentHash: createHash('sha256').update(preimage).digest() },
  });
  if (!added.ok) return null;
  return {
    id: `order-${number}`,
    request,
    preimage: bytesToHex(preimage),
    bolt11: added.value.paymentRequest,
    address: textOf(deriveAddress(network, node, 'p2tr', false)),
    state: 'CREATED',
    payment: { bolt11: 'EXPECT_PAYMENT', onchain: 'EXPECT_PAYMENT' },
    funding: null,
  };
}

const amountOf = (request: Json): bigint | null => {
  const text = String(request['lsp_balance_sat']);
  return /^[1-9]\d{0,15}$/.test(text) ? BigInt(text) : null;
};

/**
 * Does what a real provider does by itself after a payment: opens the channel, or gives the money
 * back. Returns whether the order has changed.
 */
function proceed(
  { network, delivers }: ChannelDeskOptions,
  node: SimNode,
  order: SoldChannel,
): boolean {
  const preimage = hexToBytes(order.preimage) ?? new Uint8Array();
  const hash = createHash('sha256').update(preimage).digest('hex');
  const isHeld = node.invoices.byHash.get(hash)?.state === 'ACCEPTED';
  const isPaid = hasArrived(network, order.address);
  if (!isHeld && !isPaid) return false;
  if (isHeld) order.payment.bolt11 = 'HOLD';
  if (isPaid) order.payment.onchain = 'PAID';
  const funding = delivers() ? open(network, node, order) : null;
  if (funding === null) {
    order.state = 'FAILED';
    if (isHeld) {
      cancelInvoice(network, node, hash);
      order.payment.bolt11 = 'REFUNDED';
    } else order.payment.onchain = 'REFUNDED';
    return true;
  }
  order.funding = funding;
  order.state = 'COMPLETED';
  if (isHeld && settleHoldInvoice(network, node, preimage).ok) order.payment.bolt11 = 'PAID';
  return true;
}

/** Opens the ordered channel, and returns its outpoint; null where the channel cannot be opened. */
function open(network: Network, node: SimNode, { request }: SoldChannel): string | null {
  const amountSat = amountOf(request);
  const peer = network.state.nodes.get(nameOf(network.state, String(request['public_key'])) ?? '');
  if (amountSat === null || peer === undefined) return null;
  if (!isConnected(network.state, node, peer)) return null;
  const opened = openChannel(network, node, {
    ...{ peer, amountSat, pushSat: 0n, isPrivate: false },
    ...{ satPerKw: DEFAULT_SAT_PER_KW, minDepth: 1 },
  });
  return opened.ok && opened.value.length === SHA256_HEX_LENGTH ? `${opened.value}:0` : null;
}

function hasArrived({ state }: Network, address: string): boolean {
  const script = scriptOfAddress(address, 'regtest');
  return [...state.chain.transactions.values()].some(
    ({ place, content }) =>
      place !== null &&
      content.outputs.some((output) => output.script === script && output.valueSat >= PRICE_SAT),
  );
}

function present(order: SoldChannel, now: Date): Json {
  const { request } = order;
  const expires_at = new Date(now.getTime() + LIFE_SEC * 1000).toISOString();
  const price = { fee_total_sat: String(PRICE_SAT), order_total_sat: String(PRICE_SAT) };
  return {
    order_id: order.id,
    ...request,
    created_at: now.toISOString(),
    order_state: order.state,
    payment: {
      bolt11: { state: order.payment.bolt11, expires_at, ...price, invoice: order.bolt11 },
      onchain: {
        ...{ state: order.payment.onchain, expires_at, ...price, address: order.address },
        min_onchain_payment_confirmations: 1,
        min_fee_for_0conf: null,
        refund_onchain_address: request['refund_onchain_address'],
      },
    },
    channel:
      order.funding === null
        ? null
        : { funded_at: now.toISOString(), funding_outpoint: order.funding, expires_at },
  };
}
