import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isFields } from '../../src/channel-orders/provider-fields.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Cleanup } from './database.ts';
import { type Reply, startScriptedServer } from './scripted-server.ts';
import { base64, type SimulatorHere } from './simulator-here.ts';

type Json = Record<string, unknown>;

/** A provider of channels (LSPS1) that is a node of the simulated network. */
export interface ChannelProvider {
  readonly url: string;
  readonly pubkey: string;
  readonly orders: readonly ProvidedOrder[];
  /** Changes answers before they leave; a test sets it. A text is sent as it stands. */
  spoil: (path: string, answer: Json) => Json | string;
  /** Sends other answers altogether; null for the usual ones. */
  reply: ((path: string, reply: Reply) => Promise<void>) | null;
  /** Whether it opens channels; otherwise it gives the money back. */
  delivers: boolean;
  /** The number of requests to a path that begins so. */
  count(path: string): number;
}

export interface ProvidedOrder {
  readonly id: string;
  readonly request: Json;
  readonly preimage: Uint8Array;
  readonly bolt11: string;
  readonly address: string;
  state: 'CREATED' | 'COMPLETED' | 'FAILED';
  payment: { bolt11: string; onchain: string };
  funding: string | null;
}

const PRICE_SAT = 2500;
const NODE = 'bob';

export async function startChannelProvider(
  cleanup: Cleanup,
  here: SimulatorHere,
  now: () => Date,
): Promise<ChannelProvider> {
  const node = here.simulator.description.nodes.find(({ name }) => name === NODE);
  assert(node !== undefined);
  const orders: ProvidedOrder[] = [];
  const provider = {
    url: '',
    pubkey: node.pubkey,
    orders,
    spoil: (_: string, answer: Json): Json | string => answer,
    reply: null as ChannelProvider['reply'],
    delivers: true,
    count: (path: string) => server.requests.filter((one) => one.path.startsWith(path)).length,
  };
  const server = await startScriptedServer(async ({ path, body }, reply) => {
    if (provider.reply !== null) return await provider.reply(path, reply);
    const answer = await answerTo(path, body);
    if (answer === null)
      return await reply.json(404, { code: 101, message: 'Not found', data: {} });
    const said = provider.spoil(path, answer);
    await (typeof said === 'string' ? reply.answer(200, said) : reply.json(200, said));
  });
  provider.url = server.url;
  cleanup.after(() => server.close());

  const answerTo = async (path: string, body: string): Promise<Json | null> => {
    if (path === '/get_info') return infoOf(node.pubkey);
    if (path === '/create_order')
      return present(await create(here, orders, JSON.parse(body)), now());
    const order = orders.find(({ id }) => path === `/get_order?order_id=${id}`);
    if (order === undefined) return null;
    await proceed(here, order, provider.delivers);
    return present(order, now());
  };
  return provider;
}

const infoOf = (pubkey: string): Json => ({
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

async function create(
  here: SimulatorHere,
  orders: ProvidedOrder[],
  request: Json,
): Promise<ProvidedOrder> {
  const preimage = systemRandom.bytes(32);
  const hash = createHash('sha256').update(preimage).digest('hex');
  const invoice = await here.call(NODE, '/v2/invoices/hodl', {
    hash: base64(hash),
    value: String(PRICE_SAT),
    expiry: '3600',
  });
  const address = await here.call(NODE, '/v1/newaddress');
  const order: ProvidedOrder = {
    id: `order-${orders.length + 1}`,
    request,
    preimage,
    bolt11: String(invoice.json['payment_request']),
    address: String(address.json['address']),
    state: 'CREATED',
    payment: { bolt11: 'EXPECT_PAYMENT', onchain: 'EXPECT_PAYMENT' },
    funding: null,
  };
  orders.push(order);
  return order;
}

/** What a provider does by itself, here when it is asked. */
async function proceed(here: SimulatorHere, order: ProvidedOrder, delivers: boolean) {
  if (order.state !== 'CREATED') return;
  const hash = createHash('sha256').update(order.preimage).digest('hex');
  const isHeld = (await here.call(NODE, `/v1/invoice/${hash}`)).json['state'] === 'ACCEPTED';
  const isPaid = await hasArrived(here, order.address);
  if (isHeld) order.payment.bolt11 = 'HOLD';
  if (isPaid) order.payment.onchain = 'PAID';
  if (!isHeld && !isPaid) return;
  if (!delivers) {
    order.state = 'FAILED';
    if (isHeld) await here.call(NODE, '/v2/invoices/cancel', { payment_hash: base64(hash) });
    if (isHeld) order.payment.bolt11 = 'REFUNDED';
    else order.payment.onchain = 'REFUNDED';
    return;
  }
  const opened = await here.call(NODE, '/v1/channels', {
    node_pubkey_string: order.request['public_key'],
    local_funding_amount: order.request['lsp_balance_sat'],
    sat_per_vbyte: '2',
  });
  assert.equal(opened.status, 200, opened.text);
  const txid = Buffer.from(String(opened.json['funding_txid_bytes']), 'base64').reverse();
  order.funding = `${txid.toString('hex')}:${opened.json['output_index']}`;
  order.state = 'COMPLETED';
  if (!isHeld) return;
  await here.call(NODE, '/v2/invoices/settle', {
    preimage: Buffer.from(order.preimage).toString('base64'),
  });
  order.payment.bolt11 = 'PAID';
}

async function hasArrived(here: SimulatorHere, address: string): Promise<boolean> {
  const { json } = await here.call(NODE, '/v1/transactions?start_height=0&end_height=-1');
  const list = json['transactions'];
  assert(Array.isArray(list));
  return list.filter(isFields).some((transaction) => {
    const outputs = transaction['output_details'];
    const isInBlock = Number(transaction['num_confirmations']) > 0;
    const isTo = (one: unknown) => isFields(one) && one['address'] === address;
    return isInBlock && Array.isArray(outputs) && outputs.some(isTo);
  });
}

function present(order: ProvidedOrder, now: Date): Json {
  const { request } = order;
  const expires = new Date(now.getTime() + 3_600_000).toISOString();
  const price = { fee_total_sat: String(PRICE_SAT), order_total_sat: String(PRICE_SAT) };
  return {
    order_id: order.id,
    ...request,
    created_at: now.toISOString(),
    order_state: order.state,
    payment: {
      bolt11: {
        state: order.payment.bolt11,
        expires_at: expires,
        ...price,
        invoice: order.bolt11,
      },
      onchain: {
        state: order.payment.onchain,
        expires_at: expires,
        ...price,
        address: order.address,
        min_onchain_payment_confirmations: 1,
        min_fee_for_0conf: null,
        refund_onchain_address: request['refund_onchain_address'],
      },
    },
    channel:
      order.funding === null
        ? null
        : { funded_at: now.toISOString(), funding_outpoint: order.funding, expires_at: expires },
  };
}
