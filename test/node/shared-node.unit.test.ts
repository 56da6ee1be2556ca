import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { comparePayments } from '../../src/node/compare-payments.ts';
import { settledOf, startPayBench } from '../support/pay-bench.ts';

const PAID = { kind: 'succeed', feeMsat: 0n } as const;

describe('a node that others use too', () => {
  test('M93 a payment of others is told with its hash and amount, and stops nothing', async () => {
    const bench = await startPayBench({ isNodeShared: true });
    const { world, service, pay } = bench;
    service.run(comparePayments);
    const rebalance = world.node.bill();
    world.node.takeForOthers(rebalance.paymentHash);
    world.node.end(rebalance.paymentHash, PAID);
    await world.clock.advance(61_000);
    const [alarm] = world.memory.alarms;
    assert.deepEqual([alarm?.kind, alarm?.subject], ['payment_of_others', rebalance.paymentHash]);
    assert.match(alarm?.detail ?? '', /a payment of \d+ msat \(succeeded\)/);
    assert.equal(world.memory.safety.paymentIndex, 1n);
    settledOf(await pay(world.node.bill().bolt11));
    world.checkBooks();
  });
});
