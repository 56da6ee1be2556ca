import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock as simulatorClock } from '../../src/simulator/system.ts';
import { systemClock } from '../../src/system/system-clock.ts';

test('a sleep until a time that has passed ends at once, and Node warns of nothing', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => {
    warnings.push(name);
  };
  process.on('warning', note);
  for (const clock of [systemClock, simulatorClock]) {
    await clock.sleep(-7183);
    await clock.sleep(Number.NEGATIVE_INFINITY, new AbortController().signal);
  }
  // Warnings are told a turn of the event loop later.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  assert.deepEqual(warnings, []);
});
