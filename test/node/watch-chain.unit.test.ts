import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alarm } from '../../src/alarms/alarm-store.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { Network } from '../../src/lightning/bolt11.ts';
import { NodeFault, type NodeInfo } from '../../src/lightning/node-port.ts';
import { watchChain } from '../../src/node/watch-chain.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { QUIET_CHAIN } from '../support/quiet-chain.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function watch(network: Network = 'bitcoin') {
  const clock = createVirtualClock('2026-03-01T12:00:00.000Z');
  const node = { pubkey: '02aa', alias: 'ours', network };
  const chain = { ...QUIET_CHAIN, newestBlockAt: clock.now(), blockHeight: 900_000 };
  const says: { -readonly [name in keyof NodeInfo]: NodeInfo[name] } & { isAway: boolean } = {
    ...node,
    ...chain,
    synced: true,
    version: '1',
    isAway: false,
  };
  const open = new Map<string, Alarm>();
  const told: string[] = [];
  const stop = new AbortController();
  const alarms = {
    raiseAlarm: async (alarm: Alarm) => {
      told.push(`raised ${alarm.kind}`);
      open.set(alarm.kind, alarm);
    },
    endAlarm: async ({ kind }: Pick<Alarm, 'kind'>) => {
      if (open.delete(kind)) told.push(`ended ${kind}`);
    },
  };
  const info = async (): Promise<NodeInfo> => {
    if (says.isAway) throw new NodeFault('away');
    return says;
  };
  const begin = () =>
    void watchChain(
      {
        lightning: { info },
        node,
        alarms,
        clock,
        random: createSeededRandom(1),
        log: createListeningLog(),
      },
      stop.signal,
    );
  begin();
  const mine = () => {
    says.newestBlockAt = clock.now();
    says.blockHeight += 1;
  };
  return { clock, says, told, open, begin, mine, end: () => stop.abort() };
}

test('a block that is three hours old raises one alarm, which the next block ends', async () => {
  const { clock, told, open, mine, end } = watch();
  await clock.advance(3 * HOUR_MS - MINUTE_MS);
  assert.deepEqual(told, []);
  await clock.advance(10 * HOUR_MS);
  assert.deepEqual(told, ['raised node_chain_stands_still']);
  const said = open.get('node_chain_stands_still')?.detail ?? '';
  assert.match(said, /^the newest block of the node is 900000 of 2026-03-01T12:00:00.000Z/);
  mine();
  await clock.advance(MINUTE_MS);
  assert.deepEqual(told.slice(1), ['ended node_chain_stands_still']);
  await clock.advance(4 * HOUR_MS);
  assert.equal(told.length, 3, 'the next time is told again');
  end();
});

test('a node that catches up with old blocks raises none, one that stops doing so does', async () => {
  const { clock, says, told, end } = watch();
  says.newestBlockAt = new Date('2009-01-09T00:00:00Z');
  for (let looks = 0; looks < 100; looks += 1) {
    says.blockHeight += 2000;
    await clock.advance(5 * MINUTE_MS);
  }
  for (let looks = 0; looks < 100; looks += 1) {
    // The wallet of the node looks through blocks that the node has.
    says.newestBlockAt = new Date(says.newestBlockAt.getTime() + HOUR_MS);
    await clock.advance(5 * MINUTE_MS);
  }
  assert.deepEqual(told, []);
  await clock.advance(31 * MINUTE_MS);
  assert.deepEqual(told, ['raised node_chain_stands_still']);
  end();
});

test('a node that reads the chain for the first time is not said to be behind', async () => {
  const { clock, says, told, end } = watch();
  Object.assign(says, { synced: false, newestBlockAt: new Date('2009-01-09T00:00:00Z') });
  for (let looks = 0; looks < 100; looks += 1) {
    says.blockHeight += 100;
    says.newestBlockAt = new Date(says.newestBlockAt.getTime() + 12 * HOUR_MS);
    await clock.advance(20 * MINUTE_MS);
  }
  assert.deepEqual(told, []);
  end();
});

test('a node that hears blocks but works on none raises one alarm, until it does', async () => {
  const { clock, says, told, open, mine, end } = watch();
  says.synced = false;
  for (let blocks = 0; blocks < 5; blocks += 1) {
    await clock.advance(10 * MINUTE_MS);
    mine();
  }
  assert.deepEqual(told, [], 'it may take a while');
  await clock.advance(30 * MINUTE_MS);
  assert.deepEqual(told, ['raised node_not_synced']);
  assert.match(open.get('node_not_synced')?.detail ?? '', /at block 900005 of /);
  says.synced = true;
  await clock.advance(MINUTE_MS);
  assert.deepEqual(told, ['raised node_not_synced', 'ended node_not_synced']);
  end();
});

test('no block is old where people make them', async () => {
  const { clock, told, end } = watch('regtest');
  await clock.advance(24 * HOUR_MS);
  assert.deepEqual(told, []);
  end();
});

test('no peer for a quarter of an hour raises one alarm, which a peer ends', async () => {
  const { clock, says, told, mine, end } = watch();
  says.peersCount = 0;
  await clock.advance(10 * MINUTE_MS);
  says.peersCount = 1;
  await clock.advance(MINUTE_MS);
  says.peersCount = 0;
  await clock.advance(14 * MINUTE_MS);
  assert.deepEqual(told, []);
  await clock.advance(60 * MINUTE_MS);
  assert.deepEqual(told, ['raised node_without_peers']);
  mine();
  says.peersCount = 1;
  await clock.advance(MINUTE_MS);
  assert.deepEqual(told, ['raised node_without_peers', 'ended node_without_peers']);
  says.peersCount = 0;
  says.channelsCount = 0;
  await clock.advance(60 * MINUTE_MS);
  assert.equal(told.length, 2, 'a node without channels needs none');
  end();
});

test('a process that starts later ends what an earlier one has raised', async () => {
  const { clock, open, told, end } = watch();
  open.set('node_without_peers', { kind: 'node_without_peers', subject: '', detail: '' });
  await clock.advance(MINUTE_MS);
  assert.deepEqual(told, ['ended node_without_peers']);
  end();
});

test('while the node is away, nothing is said of its chain', async () => {
  const { clock, says, told, end } = watch();
  says.isAway = true;
  await clock.advance(12 * HOUR_MS);
  assert.deepEqual(told, []);
  end();
});
