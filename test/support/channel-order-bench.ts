import postgres from 'postgres';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { ChannelOrder, PaymentWay } from '../../src/channel-orders/channel-order.ts';
import { type FollowOrdersDeps, followOrders } from '../../src/channel-orders/follow-orders.ts';
import { openProviderClient } from '../../src/channel-orders/http/provider-client.ts';
import { FAILURE_WAIT_MS } from '../../src/channel-orders/limits.ts';
import { payOrder } from '../../src/channel-orders/pay-order.ts';
import {
  type PlaceOrderDeps,
  placeOrder,
  type WantedChannel,
} from '../../src/channel-orders/place-order.ts';
import { openLndManagement } from '../../src/lightning/lnd/management.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { ownedMsat } from '../../src/lightning/node-wallet.ts';
import { createNodeLedgerStore } from '../../src/node/sql/node-ledger-store.ts';
import { createOutflowStore } from '../../src/outflow/sql/outflow-store.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { startChannelProvider } from './channel-provider.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { createListeningLog } from './listening-log.ts';
import { createPostgresWorld } from './money-model/postgres-world.ts';
import { createMovableClock } from './movable-clock.ts';
import { clockBetweenBlocks, startSimulatorHere } from './simulator-here.ts';
import { createTestStores } from './test-stores.ts';

export type ChannelOrderDeps = FollowOrdersDeps & PlaceOrderDeps;

const NEVER = new AbortController().signal;

/**
 * Opens orders of channels in a database, a node of the simulated network, and a provider on that
 * network.
 */
export async function startChannelOrders(cleanup: Cleanup) {
  const here = await startSimulatorHere({ clock: clockBetweenBlocks() });
  cleanup.after(() => here.close());
  const { database, superuserUrl } = await testDatabase(cleanup);
  const moving = createMovableClock();
  // The wait for a failure ends at once, and other waits never end, because all of them are only
  // upper limits.
  const clock: Clock = {
    ...moving,
    sleep: async (ms, signal) => {
      if (ms === FAILURE_WAIT_MS || signal === undefined) return;
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
  const access = {
    restUrl: here.url('satchel'),
    macaroonHex: here.macaroon('satchel'),
    tlsCaPem: null,
    clock: moving,
  };
  const channels = openLndNode(access);
  cleanup.after(() => channels.close());
  const management = openLndManagement(access);
  cleanup.after(() => management.close());
  const client = openProviderClient({ addresses: addressRules(['127.0.0.1']), clock: moving });
  cleanup.after(() => client.close());
  const provider = await startChannelProvider(cleanup, here, () => moving.now());
  const { pubkey, alias, network } = await channels.info();
  const alarms: Alarm[] = [];
  const stores = createTestStores(database);
  const outflow = createOutflowStore(database);
  const lightning = countCoins(channels, { onchain: null }, stores);
  const owner = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
  cleanup.after(() => owner.end());
  const says = { stop: null as string | null };
  const deps: ChannelOrderDeps = {
    channelOrders: stores.channelOrders,
    solvency: stores.solvency,
    outflow,
    lightning,
    management,
    provider: client,
    node: { pubkey, alias, network },
    paymentStop: { stopReason: () => says.stop },
    alarms: {
      raiseAlarm: async (alarm) => void alarms.push(alarm),
      endAlarm: async () => undefined,
    },
    clock,
    random,
    log: createListeningLog(),
  };
  const wanted: WantedChannel = {
    providerUrl: provider.url,
    sizeSat: sat(1_000_000n),
    expiryBlocks: 12_960,
  };
  const find = async (id: string): Promise<ChannelOrder> => {
    const order = await stores.channelOrders.find(id);
    if (order === null) throw new Error('the order is there');
    return order;
  };
  return {
    here,
    world: createPostgresWorld(database, false),
    outflow,
    ledgerEntries: createNodeLedgerStore(database),
    lightning,
    stores,
    provider,
    alarms,
    says,
    deps,
    wanted,
    find,
    move: moving.move,
    place: (changes: Partial<WantedChannel> = {}) =>
      placeOrder(deps, { ...wanted, ...changes }, NEVER),
    /** Places an order whose offer is accepted. */
    async order(): Promise<ChannelOrder> {
      const placed = await placeOrder(deps, wanted, NEVER);
      if (!placed.ok) throw new Error(JSON.stringify(placed.refusal));
      return await find(placed.value.id);
    },
    pay: (id: string, way: PaymentWay, changes: Partial<ChannelOrderDeps> = {}) =>
      payOrder({ ...deps, ...changes }, { orderId: id, way, satPerVbyte: 2n }, NEVER),
    /** Looks at all open orders, after a time that is long enough for another look. */
    follow: async (): Promise<void> => {
      moving.move(3_600_000);
      await followOrders(deps, NEVER);
    },
    /** Looks again at an order that was made just now. */
    followSoon: async (): Promise<void> => {
      moving.move(60_000);
      await followOrders(deps, NEVER);
    },
    owner,
    owned: async () => ({ totalMsat: ownedMsat(await lightning.balances()) }),
    bind: () => stores.nodes.bindNode(network, pubkey),
    mine: (blocks: number) => here.control('/mine', { blocks }),
    /** The amounts that the provider has received at an address. */
    async receivedAt(address: string): Promise<readonly bigint[]> {
      const { json } = await here.call('bob', '/v1/transactions?start_height=0&end_height=-1');
      const list = Array.isArray(json['transactions']) ? json['transactions'] : [];
      return list.flatMap((one: { output_details: { address: string; amount: string }[] }) =>
        one.output_details
          .filter((output) => output.address === address)
          .map((o) => BigInt(o.amount)),
      );
    },
    /** The amounts of payments over Lightning that the node has made or is making. */
    async paid(): Promise<readonly bigint[]> {
      const list: bigint[] = [];
      for await (const one of lightning.recordedPayments(0n, NEVER)) {
        if (one.state !== 'failed') list.push(one.amountMsat);
      }
      return list;
    },
  };
}

export type ChannelOrderBench = Awaited<ReturnType<typeof startChannelOrders>>;
