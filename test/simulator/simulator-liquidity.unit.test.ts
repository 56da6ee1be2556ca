import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { bytesToHex } from '../../src/base/hex.ts';
import { refuse } from '../../src/base/result.ts';
import { payFromExternalNode } from '../../src/simulator/external-payer.ts';
import type { Payment } from '../../src/simulator/network-state.ts';
import { channelBalances } from '../../src/simulator/node-balances.ts';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { cancelInvoice, settleHoldInvoice } from '../../src/simulator/resolve-invoice.ts';
import { type NetworkInMemory, openNetworkInMemory } from '../support/network-in-memory.ts';
import { createSeededRandom } from '../support/seeded-random.ts';

const PREIMAGE = new Uint8Array(32).fill(9);

describe('liquidity of the simulated network', () => {
  it('moves the amount to the payee, the fee to the hub, and nothing else', () => {
    const world = openNetworkInMemory();
    const before = balances(world);
    world.pay('satchel', world.invoice('bob', 5_000_000n).paymentRequest);
    const feeMsat = 1005n;
    assert.deepEqual(balances(world), {
      ...before,
      satchel: (before['satchel'] ?? 0n) - 5_000_000n - feeMsat,
      'hub-two': (before['hub-two'] ?? 0n) + feeMsat,
      bob: (before['bob'] ?? 0n) + 5_000_000n,
    });
  });

  it('locks what is held, and gives it to the payee when he settles', () => {
    const { world, payment, before } = holding();
    assert.equal(paymentStatus(payment), 'IN_FLIGHT');
    const held = channelBalances(world.network.state, 'satchel');
    assert.equal(held.unsettledRemoteMsat, 5_001_005n);
    assert.equal(world.balanceMsat('satchel'), (before['satchel'] ?? 0n) - 5_001_005n);
    assert.equal(world.balanceMsat('bob'), before['bob']);
    const toBob = channelBalances(world.network.state, 'bob');
    assert.equal(toBob.unsettledLocalMsat, 5_000_000n);
    assert(settleHoldInvoice(world.network, world.node('bob'), PREIMAGE).ok);
    assert.equal(paymentStatus(payment), 'SUCCEEDED');
    assert.equal(payment.attempts[0]?.preimage, bytesToHex(PREIMAGE));
    assert.equal(world.balanceMsat('bob'), (before['bob'] ?? 0n) + 5_000_000n);
    assert.equal(channelBalances(world.network.state, 'satchel').unsettledRemoteMsat, 0n);
  });

  it('gives back what was held when the payee cancels', () => {
    const { world, payment, before, paymentHash } = holding();
    assert(cancelInvoice(world.network, world.node('bob'), paymentHash).ok);
    assert.equal(paymentStatus(payment), 'FAILED');
    assert.equal(payment.failureReason, 'FAILURE_REASON_INCORRECT_PAYMENT_DETAILS');
    assert.deepEqual(balances(world), before);
  });

  it('lets no outside payment leave from the node of the service', async () => {
    const { network, invoice, balanceMsat } = openNetworkInMemory();
    const before = balanceMsat('satchel');
    const bolt11 = invoice('bob', 5_000_000n).paymentRequest;
    const paid = await payFromExternalNode(network, { bolt11, amountMsat: 0n, from: 'satchel' });
    assert.deepEqual(paid, refuse('there is no such payer'));
    assert.equal(balanceMsat('satchel'), before);
  });

  it('counts what is held against the next payment', () => {
    const world = openNetworkInMemory();
    const hold = holdInvoice(world, 480_000_000_000n);
    world.pay('satchel', hold, { maxParts: 1 });
    const next = world.invoice('bob', 480_000_000_000n).paymentRequest;
    const payment = world.pay('satchel', next, { maxParts: 1 });
    assert(typeof payment !== 'string');
    assert.equal(payment.failureReason, 'FAILURE_REASON_NO_ROUTE');
  });

  it('keeps the reserve of a channel out of reach', () => {
    const world = openNetworkInMemory();
    // Half of 1,000,000,000 sat, less the reserve of one hundredth and what opening cost.
    const mostMsat = 500_000_000_000n - 10_000_000_000n - 1_222_000n;
    const over = world.pay('satchel', world.invoice('hub-one', mostMsat + 1n).paymentRequest, {
      maxParts: 1,
      feeLimitMsat: 0n,
    });
    assert(typeof over !== 'string');
    assert.equal(paymentStatus(over), 'FAILED');
    const most = world.pay('satchel', world.invoice('hub-one', mostMsat).paymentRequest, {
      maxParts: 1,
      feeLimitMsat: 0n,
    });
    assert(typeof most !== 'string');
    assert.equal(paymentStatus(most), 'SUCCEEDED');
  });

  it('gives back parts whose rest does not come in time', async () => {
    const world = openNetworkInMemory();
    const before = balances(world);
    world.network.faults.set({ kind: 'missing_part', node: 'satchel', ms: 5000 });
    const payment = world.pay('satchel', world.invoice('bob', 50_000_000n).paymentRequest);
    assert(typeof payment !== 'string');
    await world.clock.advance(4999);
    assert.equal(paymentStatus(payment), 'IN_FLIGHT');
    await world.clock.advance(2);
    assert.equal(payment.attempts[0]?.failure?.code, 'MPP_TIMEOUT');
    assert.equal(payment.failureReason, 'FAILURE_REASON_TIMEOUT');
    assert.deepEqual(balances(world), before);
  });

  it('makes and loses nothing in a thousand payments at random', () => {
    const world = openNetworkInMemory();
    const total = sum(balances(world));
    const random = createSeededRandom(42);
    const names = [...world.network.state.nodes.keys()];
    for (let round = 0; round < 1000; round += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
      const from = names[a % names.length] ?? '';
      const to = names[b % names.length] ?? '';
      const amountMsat = BigInt(c + 1) * 10n ** BigInt(d % 10);
      if (d % 3 === 0) world.keysend(from, to, { amtMsat: amountMsat });
      else world.pay(from, world.invoice(to, amountMsat, HINTED).paymentRequest);
      for (const channel of world.network.state.channels.values()) {
        assert(channel.balancesMsat[0] >= 0n && channel.balancesMsat[1] >= 0n);
      }
    }
    const { state } = world.network;
    const underWay = [...state.channels.values()].flatMap((channel) => [...channel.htlcs.values()]);
    const lockedMsat = underWay.reduce((all, htlc) => all + htlc.amountMsat, 0n);
    assert.equal(sum(balances(world)) + lockedMsat, total);
  });
});

const HINTED = { withPrivateHints: true };

function holding() {
  const world = openNetworkInMemory();
  const before = balances(world);
  const paymentRequest = holdInvoice(world, 5_000_000n);
  const payment: Payment | string = world.pay('satchel', paymentRequest);
  assert(typeof payment !== 'string');
  return { world, payment, before, paymentHash: payment.paymentHash };
}

function holdInvoice(world: NetworkInMemory, amountMsat: bigint): string {
  const paymentHash = createHash('sha256').update(PREIMAGE).digest();
  const lock = { kind: 'hash', paymentHash } as const;
  return world.invoice('bob', amountMsat, { lock }).paymentRequest;
}

function balances(world: NetworkInMemory): Record<string, bigint> {
  const names = [...world.network.state.nodes.keys()];
  return Object.fromEntries(names.map((name) => [name, world.balanceMsat(name)]));
}

const sum = (amounts: Record<string, bigint>): bigint =>
  Object.values(amounts).reduce((all, amount) => all + amount, 0n);
