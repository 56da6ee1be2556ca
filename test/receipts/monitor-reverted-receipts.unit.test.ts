import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import {
  type NodeChannel,
  NodeFault,
  type ReceivedHtlc,
  type ReceivedHtlcs,
} from '../../src/lightning/node-port.ts';
import { monitorRevertedReceipts } from '../../src/receipts/watch/monitor-reverted-receipts.ts';
import { newWatch } from '../../src/receipts/watch/watch.ts';
import { watchIncoming } from '../../src/receipts/watch/watch-incoming.ts';
import { CHANNEL_POINT } from '../support/quiet-chain.ts';
import { account, type ReceiveBench, startReceiveBench } from '../support/receive-bench.ts';
import { startService, type WalletService } from '../support/wallet-service.ts';

interface Bench extends ReceiveBench {
  /** Someone pays Bob; answers the payment hash. */
  getPaid(): Promise<string>;
  /** What the channel did with it, and how often we have asked. */
  end(hash: string, ...ends: readonly ReceivedHtlc['end'][]): void;
  readonly asked: string[];
  restartNode(): Promise<void>;
  /** The connections die with it, but no one is told. */
  restartNodeInSilence(): Promise<void>;
}

async function startBench(): Promise<Bench> {
  const bench = await startReceiveBench();
  const { world } = bench;
  const { clock, node } = world;
  const asked: string[] = [];
  let startedAtMs = clock.now().getTime() - DAY_MS;
  const received = node.received.get.bind(node.received);
  node.received.get = (hash) => {
    asked.push(hash);
    return received(hash);
  };
  Object.defineProperty(node.says, 'channels', {
    get: () => [0, 50].map((younger) => channelOf(clock.now().getTime() - startedAtMs, younger)),
  });
  bench.service.run(watchIncoming);
  await clock.advance(MINUTE_MS);
  return {
    ...bench,
    asked,
    getPaid: async () => {
      const { paymentHash } = await bench.invoice();
      node.receive(paymentHash);
      await clock.advance(1000);
      return paymentHash;
    },
    end: (hash, ...ends) => void node.received.set(hash, told(ends)),
    restartNode: async () => {
      node.books.isAway = true;
      node.cutStreams();
      await clock.advance(10_000);
      node.books.isAway = false;
      startedAtMs = clock.now().getTime();
      await clock.advance(MINUTE_MS);
      asked.length = 0;
    },
    restartNodeInSilence: async () => {
      node.arrivals.listeners.clear();
      await clock.advance(5000);
      startedAtMs = clock.now().getTime();
      await clock.advance(MINUTE_MS);
    },
  };
}

const told = (ends: readonly ReceivedHtlc['end'][]): ReceivedHtlcs => ({
  kind: 'told',
  htlcs: ends.map((end, index) => ({
    channelId: '101',
    index: String(index),
    amountMsat: msat(500_000n),
    end,
  })),
});

function channelOf(upMs: number, youngerSec: number): NodeChannel {
  const watchedSec = BigInt(Math.max(Math.floor(upMs / 1000) - youngerSec, 0));
  return {
    channelPoint: CHANNEL_POINT,
    peerPubkey: `02${'cd'.repeat(32)}`,
    isActive: true,
    isAnnounced: true,
    ids: ['101'],
    htlcHashes: [],
    capacitySat: sat(1000n),
    localSat: sat(500n),
    remoteSat: sat(500n),
    watchedSec,
    onlineSec: watchedSec,
  };
}

test('a receipt that the node took back raises an alarm, and the wallet keeps it', async () => {
  const bench = await startBench();
  const { world } = bench;
  const [good, bad] = [await bench.getPaid(), await bench.getPaid()];
  bench.end(good, 'settled');
  bench.end(bad, 'settled', 'given_back');
  await bench.restartNode();
  assert.deepEqual(world.alarmKinds(), ['receipt_taken_back']);
  const [alarm] = world.memory.alarms;
  assert.equal(alarm?.subject, bad);
  assert.match(alarm?.detail ?? '', /of 1000 sat settled, and has given 500 sat of it back/);
  assert.match(alarm?.detail ?? '', /HTLC 1 of channel 101.*the books keep it/);
  assert.equal(world.walletSat(bench.bob), 2000n);
  world.checkBooks();
});

test('a start is noticed though the connection died without a sign', async () => {
  const bench = await startBench();
  bench.end(await bench.getPaid(), 'given_back');
  await bench.restartNodeInSilence();
  assert.deepEqual(bench.world.alarmKinds(), ['receipt_taken_back']);
  bench.world.checkBooks();
});

test('keysends are looked at, AMP sets are not', async () => {
  const bench = await startBench();
  const { node, clock } = bench.world;
  const keysend = node.receiveKeysend(account(bench.bob));
  node.receiveKeysend(new Map(), { setId: 'ab'.repeat(32), paymentHash: 'ab'.repeat(32) });
  bench.end(keysend.paymentHash, 'given_back');
  bench.end('ab'.repeat(32), 'given_back');
  await clock.advance(1000);
  await bench.restartNode();
  assert.deepEqual(
    bench.world.memory.alarms.map(({ subject }) => subject),
    [keysend.paymentHash],
  );
});

test('the alarm comes once, though each leader and each start looks again', async () => {
  const bench = await startBench();
  bench.end(await bench.getPaid(), 'given_back');
  await bench.restartNode();
  await bench.service.stop();
  const next = await startService(bench.world, 'two');
  next.run(watchIncoming);
  await bench.world.clock.advance(MINUTE_MS);
  assert.equal(bench.asked.length, 1, 'looked at again');
  await bench.restartNode();
  assert.equal(bench.world.memory.alarms[0]?.count, 1);
  await next.stop();
});

test('what has no end yet is asked about again, ever more seldom, for a day', async () => {
  const bench = await startBench();
  const hash = await bench.getPaid();
  bench.end(hash, 'unknown');
  await bench.restartNode();
  await bench.world.clock.advance(10 * MINUTE_MS);
  const inMinutes = bench.asked.length;
  assert(inMinutes >= 2 && inMinutes <= 6, `${inMinutes} times`);
  bench.end(hash, 'given_back');
  await bench.world.clock.advance(20 * MINUTE_MS);
  assert.deepEqual(bench.world.alarmKinds(), ['receipt_taken_back']);
  const count = bench.asked.length;
  await bench.world.clock.advance(120 * MINUTE_MS);
  assert.equal(bench.asked.length, count, 'judged once');
});

test('what never has an end is let go after a day, with one line', async () => {
  const bench = await startBench();
  bench.end(await bench.getPaid(), 'unknown');
  await bench.restartNode();
  await bench.service.stop();
  // A day is long for all that a whole service does in it.
  const { deps } = bench.service;
  const stop = new AbortController();
  const watch = { ...newWatch(2n, deps.clock), isVerified: true };
  const watching = monitorRevertedReceipts(deps, watch, stop.signal);
  await bench.world.clock.advance(1.5 * DAY_MS);
  stop.abort();
  await watching;
  assert(bench.asked.length < 40, `${bench.asked.length} times`);
  assert.deepEqual(bench.world.alarmKinds(), []);
  assert.equal(lines(bench.service, /does not tell whether it took receipts back/), 1);
});

test('a node that tells no ends is asked once in each of its lives, with one line', async () => {
  const bench = await startBench();
  await bench.getPaid();
  await bench.getPaid();
  await bench.restartNode();
  assert.equal(lines(bench.service, /cannot be seen/), 1);
  await bench.world.clock.advance(120 * MINUTE_MS);
  assert.deepEqual(bench.asked, []);
  // Another connection to the same node changes nothing.
  bench.world.node.cutStreams();
  await bench.world.clock.advance(MINUTE_MS);
  assert.deepEqual(bench.asked, []);
  await bench.restartNode();
  assert.equal(lines(bench.service, /cannot be seen/), 2);
});

test('what settles after the start is no matter, and what is credited late is', async () => {
  const bench = await startBench();
  const { world } = bench;
  const { paymentHash: late } = await bench.invoice();
  bench.end(late, 'given_back');
  const settledAt = world.clock.now();
  await bench.restartNode();
  const after = await bench.getPaid();
  bench.end(after, 'given_back');
  world.node.receive(late, { settledAt });
  await world.clock.advance(5 * MINUTE_MS);
  assert.deepEqual(
    world.memory.alarms.map(({ subject }) => subject),
    [late],
  );
  assert(!bench.asked.includes(after));
  assert.equal(world.walletSat(bench.bob), 2000n);
});

test('a node that fails in between is asked again, and receipts are credited meanwhile', async () => {
  const bench = await startBench();
  const { world } = bench;
  const hash = await bench.getPaid();
  bench.end(hash, 'given_back');
  const { receivedHtlcs } = world.node;
  let faults = 0;
  world.node.receivedHtlcs = async (asked) => {
    faults += 1;
    if (faults <= 3) throw new NodeFault('no answer');
    return await receivedHtlcs(asked);
  };
  await bench.restartNode();
  await bench.getPaid();
  assert.equal(world.walletSat(bench.bob), 2000n);
  await world.clock.advance(5 * MINUTE_MS);
  assert.deepEqual(world.alarmKinds(), ['receipt_taken_back']);
});

const lines = ({ logged }: WalletService, text: RegExp): number =>
  logged.filter((line) => text.test(line)).length;
