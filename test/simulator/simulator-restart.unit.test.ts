import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { JournalEntry } from '../../src/simulator/journal-entry.ts';
import type { Payment } from '../../src/simulator/network-state.ts';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { resumePayments } from '../../src/simulator/payments.ts';
import { resumeInvoices } from '../../src/simulator/receive-htlc.ts';
import { settleHoldInvoice } from '../../src/simulator/resolve-invoice.ts';
import { type NetworkInMemory, openNetworkInMemory } from '../support/network-in-memory.ts';

const PREIMAGE = new Uint8Array(32).fill(5);

describe('the simulated network after a crash', () => {
  it('brings a payment to its end, wherever the crash cut it off', async () => {
    const written = entriesOf((world) => {
      world.pay('satchel', world.invoice('bob', 5_000_000n).paymentRequest);
    });
    await eachCut(written, 'payment_started', (world, payment) => {
      assert.equal(paymentStatus(payment), 'SUCCEEDED');
      assert.equal(world.node('bob').invoices.settled.length, 1);
    });
  });

  it('brings a payment in parts to its end', async () => {
    const written = entriesOf((world) => {
      world.pay('satchel', world.invoice('alice', 700_000_000_000n).paymentRequest);
    });
    await eachCut(written, 'payment_started', (world, payment) => {
      assert.equal(paymentStatus(payment), 'SUCCEEDED');
      assert.equal(world.node('alice').invoices.settled[0]?.invoice.amtPaidMsat, 700_000_000_000n);
    });
  });

  it('brings a keysend to its end, and does not receive it twice', async () => {
    const written = entriesOf((world) => {
      world.keysend('alice', 'satchel', { amtMsat: 4321n });
    });
    await eachCut(
      written,
      'payment_started',
      (world, payment) => {
        assert.equal(paymentStatus(payment), 'SUCCEEDED');
        const { settled } = world.node('satchel').invoices;
        assert.deepEqual(
          settled.map(({ invoice }) => invoice.amtPaidMsat),
          [4321n],
        );
      },
      'alice',
    );
  });

  it('still holds what was held, and settles it when told', async () => {
    const lock = {
      kind: 'hash',
      paymentHash: createHash('sha256').update(PREIMAGE).digest(),
    } as const;
    const written = entriesOf((world) => {
      world.pay('satchel', world.invoice('bob', 5_000_000n, { lock }).paymentRequest);
    });
    await eachCut(written, 'payment_started', (world, payment) => {
      assert.equal(paymentStatus(payment), 'IN_FLIGHT');
      assert(settleHoldInvoice(world.network, world.node('bob'), PREIMAGE).ok);
      assert.equal(paymentStatus(payment), 'SUCCEEDED');
    });
  });

  it('remembers that a payment is to fail late', async () => {
    const written = entriesOf((world) => {
      world.network.faults.set({ kind: 'hold_fail', node: 'satchel', ms: 60_000 });
      world.pay('satchel', world.invoice('bob', 5_000_000n).paymentRequest);
    });
    await eachCut(written, 'payment_started', async (world, payment) => {
      assert.equal(paymentStatus(payment), 'IN_FLIGHT');
      await world.clock.advance(60_001);
      assert.equal(payment.failureReason, 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS');
      assert.equal(paymentStatus(payment), 'FAILED');
    });
  });
});

function entriesOf(work: (world: NetworkInMemory) => void): readonly JournalEntry[] {
  const world = openNetworkInMemory();
  work(world);
  return world.entries;
}

/** Restarts from every beginning of the journal that holds the entry of the given kind. */
async function eachCut(
  entries: readonly JournalEntry[],
  first: JournalEntry['kind'],
  check: (world: NetworkInMemory, payment: Payment) => void | Promise<void>,
  payer = 'satchel',
): Promise<void> {
  const start = entries.findIndex((entry) => entry.kind === first) + 1;
  assert(start > 0 && start < entries.length);
  for (let length = start; length <= entries.length; length += 1) {
    const world = openNetworkInMemory({ entries: entries.slice(0, length) });
    const nodes = [...world.network.state.nodes.values()];
    for (const node of nodes) resumeInvoices(world.network, node);
    for (const node of nodes) resumePayments(world.network, node);
    const [payment] = world.node(payer).payments.byIndex;
    assert(payment !== undefined);
    await check(world, payment);
  }
}
