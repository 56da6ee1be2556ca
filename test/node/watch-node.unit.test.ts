import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNode, type NodeAbsence } from '../../src/node/check-node.ts';
import { watchNode } from '../../src/node/watch-node.ts';
import { startPayBench } from '../support/pay-bench.ts';

test('a node that is away for a minute raises one alarm, and the next absence another', async () => {
  const { world, service } = await startPayBench();
  service.run(watchNode);
  world.node.books.isAway = true;
  await world.clock.advance(50_000);
  assert.deepEqual(world.alarmKinds(), []);
  await world.clock.advance(30_000);
  assert.deepEqual(world.alarmKinds(), ['node_away']);
  await world.clock.advance(3_600_000);
  const [alarm] = world.memory.alarms;
  assert.deepEqual([alarm?.count, alarm?.subject], [1, world.node.identity.pubkey]);
  assert.match(alarm?.detail ?? '', /the node does not answer for \d+ s: the node is away/);
  world.node.books.isAway = false;
  await world.clock.advance(30_000);
  world.node.books.isAway = true;
  await world.clock.advance(120_000);
  assert.equal(world.memory.alarms[0]?.count, 2);
});

test('a node that restarts within a minute raises none', async () => {
  const { world, service } = await startPayBench();
  service.run(watchNode);
  for (let restarts = 0; restarts < 5; restarts += 1) {
    world.node.books.isAway = true;
    await world.clock.advance(40_000);
    world.node.books.isAway = false;
    await world.clock.advance(40_000);
  }
  assert.deepEqual(world.alarmKinds(), []);
});

test('an alarm that cannot be stored, as the database is away too, is raised later', async () => {
  const { world, service } = await startPayBench();
  const { deps } = service;
  const raiseAlarm = () => Promise.reject(new Error('the database is away'));
  world.node.books.isAway = true;
  let absence: NodeAbsence | null = await checkNode(deps, null);
  await world.clock.advance(45_000);
  absence = await checkNode(deps, absence);
  await world.clock.advance(45_000);
  absence = await checkNode({ ...deps, alarms: { raiseAlarm } }, absence);
  assert.deepEqual(world.alarmKinds(), []);
  absence = await checkNode(deps, absence);
  assert.deepEqual(world.alarmKinds(), ['node_away']);
  await checkNode(deps, absence);
  assert.equal(world.memory.alarms[0]?.count, 1);
});

test('a process that slept does not take its sleep for an absence of the node', async () => {
  const { world, service } = await startPayBench();
  const { deps } = service;
  world.node.books.isAway = true;
  const before = await checkNode(deps, null);
  await world.clock.advance(80_000);
  const absence = await checkNode(deps, before);
  assert.deepEqual(world.alarmKinds(), []);
  await world.clock.advance(50_000);
  const later = await checkNode(deps, absence);
  await world.clock.advance(15_000);
  await checkNode(deps, later);
  assert.deepEqual(world.alarmKinds(), ['node_away']);
});
