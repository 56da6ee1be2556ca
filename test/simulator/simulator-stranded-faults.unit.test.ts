import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { resumePayments } from '../../src/simulator/payments.ts';
import { openNetworkInMemory } from '../support/network-in-memory.ts';

test('a stranded payment is in no channel and has no end, whatever starts again', async () => {
  const world = openNetworkInMemory();
  const before = world.balanceMsat('satchel');
  world.network.faults.set({ kind: 'stranded', node: 'satchel' });
  const invoice = world.invoice('bob', 5_000_000n);
  const payment = world.pay('satchel', invoice.paymentRequest);
  assert(typeof payment === 'object');
  await world.clock.advance(3_600_000);
  assert.equal(paymentStatus(payment), 'IN_FLIGHT');
  assert.equal(world.balanceMsat('satchel'), before);
  assert.equal(world.pay('satchel', invoice.paymentRequest), 'payment is in transition');

  const again = openNetworkInMemory({ entries: world.entries });
  resumePayments(again.network, again.node('satchel'));
  await again.clock.advance(3_600_000);
  const resumed = again.node('satchel').payments.byHash.get(payment.paymentHash);
  assert(resumed !== undefined);
  assert.equal(paymentStatus(resumed), 'IN_FLIGHT');
  assert.equal(resumed.attempts.length, 1);
  const held = [...again.network.state.channels.values()].flatMap(({ htlcs }) => [...htlcs]);
  assert.deepEqual(held, []);
  assert.equal(again.balanceMsat('satchel'), before);
});

test('the fault strikes one payment, and the next goes through', () => {
  const world = openNetworkInMemory();
  world.network.faults.set({ kind: 'stranded', node: 'satchel' });
  world.pay('satchel', world.invoice('bob', 1000n).paymentRequest);
  const next = world.pay('satchel', world.invoice('bob', 1000n).paymentRequest);
  assert(typeof next === 'object');
  assert.equal(paymentStatus(next), 'SUCCEEDED');
});
