import { createHash } from 'node:crypto';
import { msat, sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import { accept, refuse } from '../../src/base/result.ts';
import type {
  OrderRequest,
  ProviderClient,
  ProviderInfo,
  ProviderOrder,
} from '../../src/channel-orders/provider.ts';
import { addressOfScript } from '../../src/lightning/bitcoin/address.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { sampleText } from './sample-bolt11.ts';

const INFO: ProviderInfo = {
  nodes: [`03${'ef'.repeat(32)}@203.0.113.9:9735`],
  minConfirmations: 0,
  minFundingBlocks: 6,
  maxExpiryBlocks: 30_000,
  minOwnSat: sat(0n),
  minProviderSat: sat(100_000n),
  maxProviderSat: sat(10_000_000n),
  minChannelSat: sat(100_000n),
  maxChannelSat: sat(10_000_000n),
};

/**
 * The refusals of providers, by the beginning of their hosts, as in `https://silent.example.com`.
 */
const NOS = {
  silent: { kind: 'unanswered', why: 'timeout' },
  odd: { kind: 'bad_answer', field: 'uris' },
  full: { kind: 'refused', why: 'client_rejected', message: '' },
  choosy: { kind: 'refused', why: 'option_mismatch', message: '№' },
} as const;
const INFOS: Readonly<Record<string, Partial<ProviderInfo>>> = {
  nodeless: { nodes: [] },
  dear: { minOwnSat: sat(1n) },
};

const noOf = (url: string) => Object.entries(NOS).find(([name]) => isOf(url, name))?.[1] ?? null;
const isOf = (url: string, name: string): boolean => url.startsWith(`https://${name}.`);

/** Creates a provider without a server and a node. Prices and states are the same for everyone. */
export function createScriptedProvider(clock: Pick<Clock, 'now'>): ProviderClient {
  const orders = new Map<string, ProviderOrder>();
  return {
    getInfo: async (url) => {
      const no = noOf(url);
      if (no !== null) return refuse(no);
      const [, changes = {}] = Object.entries(INFOS).find(([name]) => isOf(url, name)) ?? [];
      return accept({ ...INFO, ...changes });
    },
    createOrder: async (url, request) => {
      const order = newOrder(request, clock.now(), `order-${orders.size + 1}`);
      orders.set(order.name, order);
      return accept(isOf(url, 'false') ? { ...order, isAnnounced: false } : order);
    },
    getOrder: async (_, name) => {
      const order = orders.get(name);
      return order === undefined ? refuse(NOS.silent) : accept(order);
    },
  };
}

function newOrder(request: OrderRequest, now: Date, name: string): ProviderOrder {
  const secret = systemRandom.bytes(32);
  const hash = (text: string) => createHash('sha256').update(secret).update(text).digest('hex');
  const totalSat = sat(2500n);
  const way = {
    payment: 'expected',
    feeSat: totalSat,
    totalSat,
    until: new Date(now.getTime() + 3_600_000),
  } as const;
  const bolt11 = sampleText({
    amountMsat: msat(totalSat * 1000n),
    timestampSec: Math.floor(now.getTime() / 1000),
    paymentHash: hash('payment'),
    description: 'A channel',
  });
  const address = addressOfScript(`5120${hash('address')}`, 'regtest') ?? '';
  return {
    name,
    sizeSat: request.sizeSat,
    ownSat: sat(0n),
    expiryBlocks: request.expiryBlocks,
    isAnnounced: true,
    state: 'created',
    lightning: { ...way, bolt11 },
    chain: { ...way, address, refundAddress: request.refundAddress },
    channel: null,
  };
}
