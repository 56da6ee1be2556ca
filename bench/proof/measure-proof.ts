import assert from 'node:assert/strict';
import { createSolvencyStore } from '../../src/adapters/postgres/operations/solvency-store.ts';
import { createCheckpointStore } from '../../src/adapters/postgres/proof/checkpoint-store.ts';
import { totalMsat } from '../../src/proof/checkpoint.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import { inTurn } from '../people.ts';
import type { Stage } from '../stage.ts';
import { median, quantile } from '../window.ts';
import { addManyUsers } from './add-many-users.ts';
import { type CheckpointCost, watchCheckpoint } from './watch-checkpoint.ts';

export interface ProofSize {
  readonly users: number;
  readonly minuteMs: number;
  readonly rounds: number;
}

export const PROOF_SIZES = {
  full: { users: 100_000, minuteMs: 60_000, rounds: 2 },
  quick: { users: 10_000, minuteMs: 10_000, rounds: 1 },
};

const CALLERS = 16;
const CPU_AT_MOST_SEC = 20;
const PEAK_AT_MOST_MB = 200;
const FEWER_AT_MOST_PERCENT = 10;
const SLOWER_AT_MOST = 2;

/** What a checkpoint costs, and what payments notice of it. */
export async function measureProof(stage: Stage, size: ProofSize): Promise<readonly Gauge[]> {
  await addManyUsers(stage, size.users);
  // All of them have a record that stands in no chain yet.
  const first = await watchCheckpoint(stage);
  await payFor(stage, size.minuteMs / 4);
  const pairs: { readonly beside: Minute; readonly before: Minute }[] = [];
  const costs: CheckpointCost[] = [];
  for (let round = 0; round < size.rounds; round += 1) {
    const before = await payFor(stage, size.minuteMs);
    const [beside, cost] = await Promise.all([
      payFor(stage, size.minuteMs),
      watchCheckpoint(stage),
    ]);
    pairs.push({ before, beside });
    costs.push(cost);
  }
  await compareWithBooks(stage);
  const fewer = median(pairs.map(({ beside, before }) => (1 - beside.paid / before.paid) * 100));
  const slower = median(pairs.map(({ beside, before }) => beside.p99Ms / before.p99Ms));
  const most = (of: (cost: CheckpointCost) => number): number =>
    Math.max(of(first), ...costs.map(of));
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

interface Minute {
  readonly paid: number;
  readonly perSec: number;
  readonly p99Ms: number;
}

/** Users pay each other for so long. */
async function payFor({ http, payers, payees, beside }: Stage, ms: number): Promise<Minute> {
  const headers = payers.map(({ token }) => bearer(token));
  const identifiers = await Promise.all(
    payees.map(async ({ caller }) => {
      const user = await beside.parts.users.findUser(caller.userId);
      assert(user !== null);
      return user.identifier;
    }),
  );
  const destination = beside.parts.node.pubkey;
  const latenciesMs: number[] = [];
  const endMs = performance.now() + ms;
  let n = 0;
  const call = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const turn = n;
      n += 1;
      const begunMs = performance.now();
      const custom_records = { 696969: inTurn(identifiers, turn) };
      const order = { amount: 1, destination, custom_records };
      await http.post('/payments/keysend', order, inTurn(headers, turn));
      latenciesMs.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const paid = latenciesMs.length;
  return { paid, perSec: (paid / ms) * 1000, p99Ms: quantile(latenciesMs, 0.99) };
}

/** While nothing moves, a checkpoint is what the books say. */
async function compareWithBooks(stage: Stage): Promise<void> {
  const { database } = stage.beside;
  await watchCheckpoint(stage);
  const newest = await createCheckpointStore(database).findNewest();
  assert(newest !== null);
  const owed = await createSolvencyStore(database).readObligations();
  assert.equal(newest.checkpoint.inFlightMsat, 0n);
  assert.equal(
    totalMsat(newest.checkpoint),
    owed.walletsMsat + owed.heldNotInFlightMsat + owed.unclaimedMsat,
  );
}
