import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNotifier } from '../../src/base/notifier.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

function waiting() {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const notifier = createNotifier();
  let wokenAtMs: number | null = null;
  const wait = (): void => {
    wokenAtMs = null;
    void notifier.wait(clock, 250, stop.signal).then(() => {
      wokenAtMs = clock.monotonicMs();
    });
  };
  return { clock, stop, notifier, wait, wokenAtMs: () => wokenAtMs };
}

describe('a wake-up', () => {
  test('ends a wait at once', async () => {
    const { clock, notifier, wait, wokenAtMs } = waiting();
    wait();
    await clock.advance(100);
    assert.equal(wokenAtMs(), null);
    notifier.notify();
    await clock.flush();
    assert.equal(wokenAtMs(), 100);
  });

  test('without a notification the wait ends by itself', async () => {
    const { clock, wait, wokenAtMs } = waiting();
    wait();
    await clock.advance(1000);
    assert.equal(wokenAtMs(), 250);
  });

  test('remembers notifications that come while no one waits, as one', async () => {
    const { clock, notifier, wait, wokenAtMs } = waiting();
    notifier.notify();
    notifier.notify();
    wait();
    await clock.flush();
    assert.equal(wokenAtMs(), 0);
    wait();
    await clock.advance(249);
    assert.equal(wokenAtMs(), null);
  });

  test('ends with its signal', async () => {
    const { clock, stop, wait, wokenAtMs } = waiting();
    wait();
    stop.abort();
    await clock.flush();
    assert.equal(wokenAtMs(), 0);
    wait();
    await clock.flush();
    assert.equal(wokenAtMs(), 0);
  });
});
