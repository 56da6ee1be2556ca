import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { AppRequest, NewAppInput } from './app-model.ts';
import { ask, pickApp, sendTo } from './app-requests.ts';
import { connectApps } from './apps.ts';
import { checkersOf } from './checkers/checkers.ts';
import { operatorReleases } from './going-back.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { newBill, newItem } from './orders.ts';
import { accountRecord, createSimulation, type Simulation, settleIn } from './simulation.ts';

/** One request of an app over Nostr Wallet Connect at a time, and a death at each step of it. */

async function open(seed: number): Promise<Simulation> {
  const openStorage = createMemoryStorage;
  const simulation = await createSimulation({ seed, fault: null, isTraced: false, openStorage });
  await settleIn(simulation);
  await connectApps(simulation);
  return simulation;
}

const end = (simulation: Simulation): void => {
  for (const { life } of simulation.processes) life.kill();
};

/** Sends the event to any process that lives; each answer that it hears is noted. */
async function send(simulation: Simulation, request: AppRequest, ms = 1000): Promise<void> {
  sendTo(simulation, request, () => undefined);
  await simulation.clock.advance(ms);
}

/** An app may miss an answer, and asks again. */
async function untilHeard(simulation: Simulation, request: AppRequest): Promise<void> {
  for (let count = 0; count < 20 && request.heard.length < 2; count += 1) {
    await send(simulation, request);
  }
  assert(request.heard.length >= 2, 'it is answered');
}

async function paymentsOf({ storage }: Simulation, { app }: AppRequest) {
  const { payments } = await storage.takeSnapshot();
  return payments.filter(({ grantId }) => grantId === app.caller.grantId);
}

/** Everything that the simulation checks when all is quiet. */
async function check(simulation: Simulation): Promise<void> {
  const { clock, model, node, chain, storage } = simulation;
  const scene = { books: await storage.takeSnapshot(), model, node, chain, now: clock.now() };
  assert.deepEqual(
    checkersOf(model, 'in the end').flatMap((checker) => checker(scene)),
    [],
  );
}

const WISHES: readonly (readonly [string, (simulation: Simulation) => NewAppInput])[] = [
  ['a keysend', (simulation) => ({ kind: 'keysend', item: newItem(simulation) })],
  [
    'a bill',
    (simulation) => {
      const { bolt11, paymentHash, amountMsat } = newBill(simulation);
      return { kind: 'bill', bolt11, paymentHash, amountMsat: amountMsat === null ? 9000n : null };
    },
  ],
];

/** More than the calls of one request; a process also does other things meanwhile. */
const STEPS = 24;

for (const [name, idempotentInput] of WISHES) {
  test(`M96 the process dies at each step of ${name}: another ends it, once`, async () => {
    const ends = new Map<string, number>();
    for (let steps = 1; steps <= STEPS; steps += 1) {
      const simulation = await open(steps);
      const { clock } = simulation;
      const [app, wire] = pickApp(simulation);
      const request = ask(simulation, app, wire, idempotentInput(simulation), 0);
      sendTo(simulation, request, (life) => life.dieIn(steps));
      await clock.advance(500);
      simulation.start();
      // The lease of the dead one ends, payments too, and the relay has the event once more.
      await clock.advance(150_000);
      // On a shared node a person has to look first.
      operatorReleases(simulation);
      await clock.advance(70_000);
      await untilHeard(simulation, request);
      const payments = await paymentsOf(simulation, request);
      assert(payments.length <= 1, `one payment at most, after ${steps} steps`);
      const state = payments[0]?.state ?? 'none';
      ends.set(state, (ends.get(state) ?? 0) + 1);
      const isPaid = request.heard.every(({ body }) => body.errorCode === null);
      assert.equal(isPaid, state === 'settled', `the truth after ${steps} steps`);
      await check(simulation);
      end(simulation);
    }
    assert((ends.get('settled') ?? 0) > 0, 'some are paid');
  });
}

test('M97 refused for the balance, then a top-up: the same event is not paid', async () => {
  const simulation = await open(1);
  const { clock, model, node } = simulation;
  const input: NewAppInput = { kind: 'keysend', item: { amountSat: 90_000n, to: null } };
  const [app, wire] = pickApp(simulation);
  const request = ask(simulation, app, wire, input, 0);
  await untilHeard(simulation, request);
  const payment = node.scripted.receiveKeysend(accountRecord(app.person), {
    amountMsat: msat(500_000_000n),
  });
  model.arrivals.push({ payment, for: { kind: 'user', userId: app.person.user.id } });
  await clock.advance(5000);
  await untilHeard(simulation, request);
  await send(simulation, request);
  assert(request.heard.every(({ body }) => body.errorCode !== null));
  assert.deepEqual(await paymentsOf(simulation, request), []);
  await check(simulation);
  end(simulation);
});

test('two processes at once: one payment and one answer', async () => {
  const simulation = await open(2);
  simulation.start();
  await simulation.clock.advance(1000);
  const [app, wire] = pickApp(simulation);
  const input: NewAppInput = { kind: 'keysend', item: newItem(simulation) };
  const request = ask(simulation, app, wire, input, 0);
  for (let count = 0; count < 30; count += 1) sendTo(simulation, request, () => undefined);
  await simulation.clock.advance(60_000);
  await untilHeard(simulation, request);
  const payments: readonly Payment[] = await paymentsOf(simulation, request);
  assert.equal(payments.length, 1);
  assert.equal(new Set(request.heard.map(({ id }) => id)).size, 1);
  await check(simulation);
  end(simulation);
});
