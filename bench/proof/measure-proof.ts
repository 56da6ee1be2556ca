import assert from 'node:assert/strict';
import { createSolvencyStore } from '../../src/node/sql/solvency-store.ts';
import { totalMsat } from '../../src/proof/checkpoint.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import type { Gauge } from '../footprint.ts';
import { type Paid, payFor } from '../pay-while.ts';
import type { Stage } from '../stage.ts';
import { type ProgramCost, watchProgram } from '../watch-program.ts';
import { median } from '../window.ts';
import { addManyUsers } from './add-many-users.ts';

export interface ProofSize {
  readonly users: number;
  readonly minuteMs: number;
  readonly rounds: number;
}

export const PROOF_SIZES = {
  full: { users: 100_000, minuteMs: 60_000, rounds: 2 },
  quick: { users: 10_000, minuteMs: 10_000, rounds: 1 },
};

const CHECKPOINT = new URL('../../src/checkpoint-main.ts', import.meta.url);
const CPU_AT_MOST_SEC = 20;
const PEAK_AT_MOST_MB = 200;
const FEWER_AT_MOST_PERCENT = 10;
const SLOWER_AT_MOST = 2;

/** Measures what a checkpoint costs, and what payments notice of it. */
export async function measureProof(stage: Stage, size: ProofSize): Promise<readonly Gauge[]> {
  await addManyUsers(stage, size.users);
  // All users have a record that is in no chain yet.
  const first = await watchProgram(stage, CHECKPOINT);
  await payFor(stage, size.minuteMs / 4);
  const pairs: { readonly beside: Paid; readonly before: Paid }[] = [];
  const costs: ProgramCost[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const before = await payFor(stage, size.minuteMs);
    const [beside, cost] = await Promise.all([
      payFor(stage, size.minuteMs),
      watchProgram(stage, CHECKPOINT),
    ]);
    pairs.push({ before, beside });
    costs.push(cost);
  }
  await compareWithBooks(stage);
  const fewer = median(pairs.map(({ beside, before }) => (1 - beside.count / before.count) * 100));
  const slower = median(pairs.map(({ beside, before }) => beside.p99Ms / before.p99Ms));
  const most = (of: (cost: ProgramCost) => number): number => Math.max(of(first), ...costs.map(of));
  const all = `a checkpoint of ${size.users.toLocaleString('en')} users`;
  return [
    gauge(
      `CPU of ${all}`,
      most(({ cpuSec }) => cpuSec),
      's',
      CPU_AT_MOST_SEC,
    ),
    gauge('the same, all chains up to date', median(costs.map(({ cpuSec }) => cpuSec)), 's', null),
    gauge(
      'its memory',
      most(({ peakMb }) => peakMb),
      'MB',
      PEAK_AT_MOST_MB,
    ),
    gauge('its time beside payments', median(costs.map(({ sec }) => sec)), 's', null),
    gauge(
      'payments a second before it',
      median(pairs.map(({ before }) => before.perSec)),
      '',
      null,
    ),
    gauge('fewer payments in its minute', fewer, '%', FEWER_AT_MOST_PERCENT),
    gauge('p99 of payments in its minute', slower, 'times', SLOWER_AT_MOST),
  ];
}

const gauge = (name: string, value: number, unit: string, atMost: number | null): Gauge => ({
  name,
  value,
  unit,
  atMost,
});

/** Checks that a checkpoint equals the books while no money moves. */
async function compareWithBooks(stage: Stage): Promise<void> {
  const { database } = stage.beside;
  await watchProgram(stage, CHECKPOINT);
  const newest = await createCheckpointStore(database).findNewest();
  assert(newest !== null);
  const owed = await createSolvencyStore(database).readObligations();
  assert.equal(newest.checkpoint.inFlightMsat, 0n);
  assert.equal(
    totalMsat(newest.checkpoint),
    owed.walletsMsat + owed.heldNotInFlightMsat + owed.unclaimedMsat,
  );
}
