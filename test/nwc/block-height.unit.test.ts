import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeInfo } from '../../src/lightning/node-port.ts';
import { createBlockHeight } from '../../src/nwc/block-height.ts';
import {
  NWC_HEIGHT_FRESH_MS,
  NWC_HEIGHT_KEPT_MS,
  NWC_HEIGHT_WAIT_MS,
} from '../../src/nwc/limits.ts';
import { QUIET_CHAIN } from '../support/quiet-chain.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function openBench() {
  const clock = createVirtualClock();
  const state = { calls: 0, height: 100, answers: true, fails: false };
  const info = async (): Promise<NodeInfo> => {
    state.calls += 1;
    if (state.fails) throw new Error('the node is away');
    if (!state.answers) await new Promise<never>(() => undefined);
    const identity = { pubkey: '02', alias: 'node', network: 'regtest' } as const;
    return { ...identity, ...QUIET_CHAIN, synced: true, blockHeight: state.height, version: '1' };
  };
  return { clock, state, blockHeight: createBlockHeight({ clock, lightning: { info } }) };
}

test('the node is asked once, however many apps ask, and again a while later', async () => {
  const { clock, state, blockHeight } = openBench();
  const asked = Promise.all([blockHeight(), blockHeight(), blockHeight()]);
  assert.deepEqual(await clock.until(asked), [100, 100, 100]);
  assert.equal(state.calls, 1);
  state.height = 101;
  await clock.advance(NWC_HEIGHT_FRESH_MS);
  assert.equal(await blockHeight(), 100, 'the older one, without a wait');
  await clock.flush();
  assert.equal(await blockHeight(), 101);
  assert.equal(state.calls, 2);
});

test('a node that is silent keeps the first app waiting for a moment only', async () => {
  const { clock, state, blockHeight } = openBench();
  state.answers = false;
  const asked = blockHeight();
  await clock.advance(NWC_HEIGHT_WAIT_MS);
  assert.equal(await asked, null);
  assert.equal(state.calls, 1);
});

test('what it said long ago is not told any more', async () => {
  const { clock, state, blockHeight } = openBench();
  assert.equal(await clock.until(blockHeight()), 100);
  state.fails = true;
  await clock.advance(NWC_HEIGHT_KEPT_MS - 1);
  assert.equal(await blockHeight(), 100);
  await clock.advance(1);
  assert.equal(await blockHeight(), null);
});
