import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lifeOfMoney } from '../support/life-of-money.ts';
import { runsOf, testSeed } from '../support/seeds.ts';

const SEEDS = runsOf(12);
const STEPS = 60;

test(`M29 ${SEEDS} lives of ${STEPS} steps each: no sat is lost, doubled or stuck`, async () => {
  for (let seed = testSeed(); seed < testSeed() + SEEDS; seed += 1) {
    const complaints = await lifeOfMoney(seed, STEPS);
    assert.deepEqual(complaints, [], `TEST_SEED=${seed} plays it first`);
  }
});
