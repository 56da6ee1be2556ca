import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULTS } from './faults.ts';
import { playSeed, playSeeds, type SeedRange } from './play-seeds.ts';
import type { SeedReport } from './run-seed.ts';

/** A few of what `npm run sim` plays by the thousand. */
const RANGE: SeedRange = {
  ...{ from: 1, to: 200, every: 1, steps: 100, fault: null, isSql: false },
};

test('no seed finds anything wrong', async () => {
  assertGreen(await playSeeds(RANGE));
});

test('the same seeds find nothing wrong over PostgreSQL', async () => {
  assertGreen(await playSeeds({ ...RANGE, to: 5, isSql: true }));
});

for (const [name, fault] of Object.entries(FAULTS)) {
  test(`a service with ${name} is found out`, async () => {
    const failed = await playSeeds({ ...RANGE, to: 1000, steps: 200, fault });
    assert(failed !== null, 'all seeds are green, though the service errs');
    assert.notDeepEqual(failed.findings, []);
  });
}

test('a seed plays the same again', async () => {
  const play = () => playSeed(RANGE, 7, 1, true);
  const [first, second] = [await play(), await play()];
  assert(first.trace.length > 0);
  assert.deepEqual(second, first);
});

test('how often the books are looked at changes nothing', async () => {
  const [often, seldom] = [await playSeed(RANGE, 8, 1, true), await playSeed(RANGE, 8, 50, true)];
  assert.deepEqual(seldom, often);
});

function assertGreen(failed: SeedReport | null): void {
  if (failed === null) return;
  const { seed, failedAtStep, findings } = failed;
  assert.fail(`seed ${seed} failed at step ${failedAtStep}: ${findings.join('; ')}`);
}
