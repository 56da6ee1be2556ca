import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { listenForStop } from '../../src/app/commands/stop-signals.ts';
import { STOP_SIGNAL_COPIES_MS } from '../../src/app/limits.ts';

/** What was asked after signals at these times. */
async function after(...times: readonly number[]): Promise<{ asked: boolean; insisted: boolean }> {
  const source = new EventEmitter();
  let nowMs = 0;
  const clock = { now: () => new Date(0), monotonicMs: () => nowMs, sleep: async () => undefined };
  const signals = listenForStop(clock, source);
  const state = { asked: false, insisted: false };
  void signals.asked.then(() => {
    state.asked = true;
  });
  void signals.insisted.then(() => {
    state.insisted = true;
  });
  times.forEach((time, index) => {
    nowMs = time;
    source.emit(index % 2 === 0 ? 'SIGINT' : 'SIGTERM');
  });
  await turn();
  return state;
}

describe('signals that end the service', () => {
  it('ask once, however many copies arrive within two seconds', async () => {
    assert.equal(STOP_SIGNAL_COPIES_MS, 2000);
    assert.deepEqual(await after(), { asked: false, insisted: false });
    assert.deepEqual(await after(5), { asked: true, insisted: false });
    assert.deepEqual(await after(5, 5, 6, 900, 2004), { asked: true, insisted: false });
  });

  it('insist when one comes later', async () => {
    assert.deepEqual(await after(5, 6, 2005), { asked: true, insisted: true });
    assert.deepEqual(await after(5, 60_000), { asked: true, insisted: true });
  });
});
