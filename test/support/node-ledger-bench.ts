import assert from 'node:assert/strict';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { openLndManagement } from '../../src/lightning/lnd/management.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { openLndNodeLedger } from '../../src/lightning/lnd/node-ledger.ts';
import type { NodeLedger } from '../../src/lightning/node-ledger.ts';
import { comparePayments } from '../../src/node/compare-payments.ts';
import { createNodeLedgerStore } from '../../src/node/sql/node-ledger-store.ts';
import { createOperatorStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { watchNodeLedger } from '../../src/node/watch-node-ledger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { createListeningLog } from './listening-log.ts';
import { base64, clockBetweenBlocks, objectIn, startSimulatorHere } from './simulator-here.ts';
import { createTestStores } from './test-stores.ts';
import { createVirtualClock } from './virtual-clock.ts';

/**
 * A node of the simulated network, the database of a service, and processes that watch what leaves
 * the node. Their time is virtual; node and database answer in real time.
 */
export async function startNodeLedger(cleanup: Cleanup) {
  const here = await startSimulatorHere({ clock: clockBetweenBlocks() });
  cleanup.after(() => here.close());
  const { database, statements } = await testDatabase(cleanup);
  const access = {
    restUrl: here.url('satchel'),
    macaroonHex: here.macaroon('satchel'),
    tlsCaPem: null,
    clock: systemClock,
  };
  const lightning = openLndNode(access);
  const nodeLedger = openLndNodeLedger(access);
  const management = openLndManagement(access);
  const { pubkey, alias, network } = await lightning.info();
  const stores = createTestStores(database);
  await stores.nodes.bindNode(network, pubkey);
  await stores.comparisons.recogniseDatabase();

  const underWay = new Set<Promise<unknown>>();
  const idle = async (): Promise<void> => {
    while (underWay.size > 0) {
      await Promise.allSettled(underWay);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const clock = createVirtualClock('2030-01-01T00:00:00.000Z', idle);
  /** Lets the clock wait for what these functions ask. */
  const waited = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...asked: readonly unknown[]) => {
          const answer: unknown = Reflect.apply(value, target, asked);
          if (!(answer instanceof Promise)) return answer;
          underWay.add(answer);
          const done = () => void underWay.delete(answer);
          answer.then(done, done);
          return answer;
        };
      },
    });
  const alarms: Alarm[] = [];
  const cold: { coldAddress: string | null } = { coldAddress: null };
  const deps = (changes: Partial<NodeLedger>, isNodeShared: boolean, processId: string) => ({
    clock,
    random,
    log: createListeningLog(),
    processes: waited(leases),
    processId,
    lightning: waited(lightning),
    nodeLedger: waited({ ...nodeLedger, ...changes }),
    ledgerEntries: waited(createNodeLedgerStore(database)),
    comparisons: waited(stores.comparisons),
    node: { pubkey, alias, network },
    alarms: {
      raiseAlarm: async (alarm: Alarm) => void alarms.push(alarm),
      endAlarm: async ({ kind }: Pick<Alarm, 'kind'>) => {
        const open = alarms.filter((one) => one.kind !== kind);
        alarms.splice(0, alarms.length, ...open);
      },
    },
    storedStops: { refresh: async () => undefined },
    hasStandbys: false,
    hasAddresses: false,
    config: { isNodeShared },
    ceiling: cold,
  });
  const leases = createLeases(clock);
  const stopped: AbortController[] = [];
  const call = async (path: string, body?: object) => {
    const { status, json } = await here.call('satchel', path, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const listOf = async (path: string, name: string): Promise<readonly Record<string, string>[]> => {
    const list = (await call(path))[name];
    assert(Array.isArray(list));
    return list;
  };
  cleanup.after(async () => {
    for (const stop of stopped) stop.abort();
    await clock.advance(1);
    await Promise.all([lightning.close(), nodeLedger.close(), management.close()]);
  });
  const bench = {
    here,
    database,
    statements,
    stores,
    management,
    nodeLedger,
    clock,
    alarms,
    cold,
    pubkey,
    /** Starts a process that watches the node. The answer kills it. */
    watch(changes: Partial<NodeLedger> = {}, isNodeShared = false): () => void {
      const stop = new AbortController();
      stopped.push(stop);
      const own = deps(changes, isNodeShared, `process ${stopped.length}`);
      void watchNodeLedger(own, stop.signal);
      void comparePayments(own, stop.signal);
      return () => {
        leases.forget(own.processId);
        stop.abort();
      };
    },
    alarmKinds: () => [...new Set(alarms.map(({ kind }) => kind))].sort(),
    stops: async () => (await stores.stops.listStops()).map(({ reason }) => reason),
    /** Allows payments again, as an operator does on the overview. */
    allow: () =>
      createOperatorStopStore(database).lift(
        null,
        newAction({ clock: systemClock, random }, THE_COMMAND_LINE, {
          kind: 'outside_allow',
          subject: '',
        }),
      ),
    /** The seconds until there is an alarm of this kind, and a stop. */
    async secondsUntil(kind: Alarm['kind']): Promise<number> {
      for (let seconds = 0; seconds <= 120; seconds += 1) {
        const isTold = alarms.some((alarm) => alarm.kind === kind);
        if (isTold && (await bench.stops()).length > 0) return seconds;
        await clock.advance(1000);
      }
      throw new Error(`no alarm of kind ${kind}: ${JSON.stringify(alarms)}`);
    },
    mine: (blocks: number) => here.control('/mine', { blocks }),
    async strangeAddress(): Promise<string> {
      return String((await here.call('bob', '/v1/newaddress?type=4')).json['address']);
    },
    async sign(address: string, amountSat: string): Promise<string> {
      const order = { raw: { outputs: { [address]: amountSat } }, sat_per_vbyte: '3' };
      const { funded_psbt: psbt } = await call('/v2/wallet/psbt/fund', order);
      const { raw_final_tx: raw } = await call('/v2/wallet/psbt/finalize', { funded_psbt: psbt });
      return Buffer.from(String(raw), 'base64').toString('hex');
    },
    async publish(raw: string, label = ''): Promise<void> {
      await call('/v2/wallet/tx', { tx_hex: Buffer.from(raw, 'hex').toString('base64'), label });
    },
    /** Sends bitcoin with the macaroon alone, as a thief does. */
    async steal(label = '', amountSat = '70000'): Promise<void> {
      await bench.publish(await bench.sign(await bench.strangeAddress(), amountSat), label);
    },
    channels: () => listOf('/v1/channels', 'channels'),
    /** Lets a node begin to close a channel, and waits until that is seen. */
    async close(node: string, channelPoint: string): Promise<void> {
      const [txid, index] = channelPoint.split(':');
      const stream = here.openDelete(node, `/v1/channels/${txid}/${index}`);
      while (stream.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      objectIn(stream.lines[0] ?? {}, 'result');
      stream.close();
    },
    pubkeyOf: (name: string): string =>
      here.simulator.description.nodes.find((node) => node.name === name)?.pubkey ?? '',
    /** Opens a channel with the macaroon alone. */
    openStolen: (peer: string) =>
      call('/v1/channels', {
        node_pubkey: base64(bench.pubkeyOf(peer)),
        local_funding_amount: '100000',
        sat_per_vbyte: '3',
      }),
  };
  return bench;
}

export type NodeLedgerBench = Awaited<ReturnType<typeof startNodeLedger>>;

/** Leases in virtual time. */
function createLeases(clock: { monotonicMs(): number }) {
  const held = new Map<string, { processId: string; untilMs: number; fence: bigint }>();
  const dead = new Set<string>();
  return {
    forget: (processId: string) => void dead.add(processId),
    acquireLease: async (name: string, processId: string, ttlMs: number) => {
      const lease = held.get(name);
      const nowMs = clock.monotonicMs();
      if (lease !== undefined && lease.processId !== processId && lease.untilMs > nowMs) {
        return null;
      }
      const fence = (lease?.fence ?? 0n) + (lease?.processId === processId ? 0n : 1n);
      held.set(name, { processId, untilMs: nowMs + ttlMs, fence });
      return { fence };
    },
    // A process that is killed releases nothing.
    releaseLease: async (name: string, processId: string) => {
      if (!dead.has(processId)) held.delete(name);
    },
  };
}
