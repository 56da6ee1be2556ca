import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { watchInvoiceExpiry } from '../../src/simulator/invoice-expiry.ts';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { openNetworkInMemory } from '../support/network-in-memory.ts';

describe('expiry of simulated invoices', () => {
  it('cancels an open invoice when its time is over, and not before', async () => {
    const world = openNetworkInMemory();
    watchInvoiceExpiry(world.network);
    await world.clock.advance(300);
    const brief = world.invoice('bob', 1000n, { expirySec: 2n });
    const long = world.invoice('bob', 1000n);
    await world.clock.advance(1999);
    assert.equal(brief.state, 'OPEN');
    await world.clock.advance(1251);
    assert.equal(brief.state, 'CANCELED');
    assert.equal(long.state, 'OPEN');
    world.network.stop();
  });

  it('leaves settled ones alone, and those that hold a payment', async () => {
    const world = openNetworkInMemory();
    watchInvoiceExpiry(world.network);
    const settled = world.invoice('bob', 1000n, { expirySec: 2n });
    world.pay('satchel', settled.paymentRequest);
    const paymentHash = createHash('sha256').update('held').digest();
    const held = world.invoice('bob', 1000n, {
      expirySec: 2n,
      lock: { kind: 'hash', paymentHash },
    });
    const payment = world.pay('satchel', held.paymentRequest);
    await world.clock.advance(10_000);
    assert.deepEqual([settled.state, held.state], ['SETTLED', 'ACCEPTED']);
    assert(typeof payment !== 'string' && paymentStatus(payment) === 'IN_FLIGHT');
    world.network.stop();
  });

  it('cancels after a restart what expired meanwhile', async () => {
    const before = openNetworkInMemory();
    before.invoice('bob', 1000n, { expirySec: 60n });
    const world = openNetworkInMemory({ entries: before.entries });
    await world.clock.advance(3_600_000);
    watchInvoiceExpiry(world.network);
    assert.equal(world.node('bob').invoices.added[0]?.state, 'CANCELED');
    world.network.stop();
  });
});
