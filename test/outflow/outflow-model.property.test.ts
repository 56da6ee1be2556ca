import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { msat, type Sat, sat } from '../../src/base/amount.ts';
import { assert as ensure } from '../../src/base/assert.ts';
import type { PaymentOrder } from '../../src/ledger/payment.ts';
import type { OutflowLimits } from '../../src/outflow/outflow-limits.ts';
import { checkProperty } from '../support/check-property.ts';
import { testDatabase } from '../support/database.ts';
import {
  addUser,
  BASELINE,
  creditKeysend,
  failedEnd,
  NODE_PUBKEY,
  OWNER,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { OutflowModel } from '../support/money-model/outflow.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { setOutflowClock } from '../support/outflow-clock.ts';

const START = new Date('2026-06-01T12:03:00.000Z');
const { database, ownerUrl } = await testDatabase({ after });
const world = createPostgresWorld(database, false);
await world.setBaseline(NODE_PUBKEY, BASELINE);
const outflow = createOutflowBench(database);
const clock = await setOutflowClock({ after }, ownerUrl, START);
const owner = postgres(ownerUrl, { max: 1 });
after(() => owner.end());

type Step =
  | { readonly kind: 'limit'; readonly of: 'settings' | 'chosen'; readonly limits: OutflowLimits }
  | { readonly kind: 'mode'; readonly mode: 'enforce' | 'observe' }
  | { readonly kind: 'move'; readonly ms: number }
  | { readonly kind: 'pay'; readonly sats: readonly number[] }
  | { readonly kind: 'end'; readonly place: number; readonly feeSat: number | null }
  | { readonly kind: 'receive'; readonly sats: number }
  | { readonly kind: 'release'; readonly beyondSat: Sat };

const limit = (max: number) =>
  fc
    .option(fc.integer({ min: 1, max }), { freq: 2 })
    .map((one) => (one === null ? null : sat(BigInt(one))));
const limits: fc.Arbitrary<OutflowLimits> = fc.record({
  // The settings always limit something, so that all is counted from the beginning.
  hourSat: fc.integer({ min: 100, max: 3000 }).map((one) => sat(BigInt(one))),
  daySat: limit(6000),
  netDaySat: limit(4000),
  singleSat: limit(900),
  countHour: fc.option(fc.integer({ min: 1, max: 12 })),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mode'),
      mode: fc.constantFrom('enforce', 'observe'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit'),
      of: fc.constantFrom('settings', 'chosen'),
      limits,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      ms: fc.integer({ min: -600_000, max: 5_000_000 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      sats: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('end'),
      place: fc.nat(20),
      feeSat: fc.option(fc.integer({ min: 0, max: 15 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('receive'), sats: fc.integer({ min: 1, max: 2000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('release'),
      beyondSat: fc.integer({ min: 0, max: 2000 }).map((one) => sat(BigInt(one))),
    }),
  },
);

/** One life of the gate, in SQL and in the model. */
class Life {
  readonly model = new OutflowModel(() => this.#nowMs);
  readonly #userId: string;
  #nowMs = START.getTime();
  #open: PaymentOrder[] = [];

  constructor(userId: string) {
    this.#userId = userId;
  }

  async take(step: Step): Promise<void> {
    const { model } = this;
    switch (step.kind) {
      case 'limit':
        model.limit(step.of, step.limits, model.mode);
        if (step.of === 'chosen') return await outflow.chooseOnly(step.limits);
        return await outflow.limit(step.limits, model.mode);
      case 'mode':
        model.limit('settings', model.limits.settings, step.mode);
        return await outflow.limit(model.limits.settings, step.mode);
      case 'move':
        this.#nowMs += step.ms;
        return await clock.move(step.ms);
      case 'pay':
        return await this.#pay(step.sats);
      case 'end':
        return await this.#end(step.place, step.feeSat);
      case 'receive':
        await world.store.credit([creditKeysend(this.#userId, { amountSat: step.sats })]);
        return model.receive(BigInt(step.sats) * 1000n);
      case 'release':
        await outflow.lift(step.beyondSat);
        model.release(step.beyondSat * 1000n);
        return;
    }
  }

  async #pay(sats: readonly number[]): Promise<void> {
    const events = sats.map((amount) =>
      reserveEvent(this.#userId, {
        amountMsat: msat(BigInt(amount) * 1000n),
        openPaymentsMax: 1000,
      }),
    );
    const outcomes = await world.store.reserve(events);
    const expected = events.map(({ order, heldSat }) =>
      this.model.reserve(order.id, order.amountMsat, heldSat * 1000n),
    );
    assert.deepEqual(
      outcomes.map(({ kind }) => kind === 'reserved'),
      expected,
    );
    this.#open.push(...events.flatMap(({ order }, place) => (expected[place] ? [order] : [])));
  }

  async #end(place: number, feeSat: number | null): Promise<void> {
    const order = this.#open[place % Math.max(this.#open.length, 1)];
    if (order === undefined) return;
    this.#open = this.#open.filter((one) => one !== order);
    const hasBegun = await world.beginDispatch(order.id, OWNER);
    assert.equal(hasBegun, !this.model.isLatched, 'what was not sent yet waits for the latch');
    const isSettled = hasBegun && feeSat !== null;
    const feeMsat = msat(BigInt(feeSat ?? 0) * 1000n);
    const end = isSettled
      ? settledEnd(order, { feeMsat })
      : failedEnd(order.id, hasBegun ? 'dispatched' : 'reserved');
    const [outcome] = await world.store.resolve([end]);
    ensure(outcome?.kind === 'resolved', 'it ends once');
    this.model.resolve(order.id, isSettled ? order.amountMsat + feeMsat : 0n);
  }

  async compare(): Promise<void> {
    const view = await outflow.read();
    const seen = {
      hour: view.sentHourMsat,
      day: view.sentDayMsat,
      received: view.receivedDayMsat,
      count: view.countHour,
      isLatched: view.latch !== null,
      extra: view.extra?.leftMsat ?? 0n,
    };
    assert.deepEqual(seen, this.model.figures());
  }
}

test('the gate lets through, counts, latches and gives back as the model does', async () => {
  await checkProperty(
    fc.asyncProperty(
      limits,
      fc.array(steps, { minLength: 5, maxLength: 40 }),
      async (first, list) => {
        const userId = await addUser(world, 1_000_000);
        await owner`truncate outflow_slice`;
        await owner`update outflow_gate set newest_slice = '-infinity', extra_msat = 0`;
        await owner`delete from outside_stop`;
        await outflow.chooseOnly({});
        await owner`update test_time set at = ${START}`;
        const life = new Life(userId);
        await life.take({ kind: 'limit', of: 'settings', limits: first });
        await life.compare();
        for (const step of list) {
          await life.take(step);
          await life.compare();
        }
      },
    ),
    { numRuns: 60 },
  );
});
