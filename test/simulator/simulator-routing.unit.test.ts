import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NetworkPlan } from '../../src/simulator/default-network.ts';
import type { Payment } from '../../src/simulator/network-state.ts';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { openNetworkInMemory } from '../support/network-in-memory.ts';

/** 1 sat and one millionth for each node that forwards. */
const hubFeeMsat = (amountMsat: bigint): bigint => 1000n + amountMsat / 1_000_000n;

describe('routes of the simulated network', () => {
  it('costs nothing to a direct peer, and the fee of the hub beyond it', () => {
    const world = openNetworkInMemory();
    const direct = paid(world.pay('satchel', world.invoice('hub-one', 5_000_000n).paymentRequest));
    assert.equal(direct.attempts[0]?.route.totalFeesMsat, 0n);
    const beyond = paid(world.pay('satchel', world.invoice('bob', 5_000_000n).paymentRequest));
    assert.equal(beyond.attempts[0]?.route.totalFeesMsat, hubFeeMsat(5_000_000n));
  });

  it('charges each hub for what it forwards, fees of later hubs included', () => {
    const world = openNetworkInMemory({ plan: line('payer', 'a', 'b', 'payee') });
    const amountMsat = 3_000_000_000n;
    const payment = paid(world.pay('payer', world.invoice('payee', amountMsat).paymentRequest));
    const [route] = payment.attempts.map((attempt) => attempt.route);
    assert(route);
    const feeOfB = hubFeeMsat(amountMsat);
    const feeOfA = hubFeeMsat(amountMsat + feeOfB);
    assert.deepEqual(
      route.hops.map((hop) => [hop.toName, hop.amtToForwardMsat, hop.feeMsat]),
      [
        ['a', amountMsat + feeOfB, feeOfA],
        ['b', amountMsat, feeOfB],
        ['payee', amountMsat, 0n],
      ],
    );
    assert.equal(route.totalAmtMsat, amountMsat + feeOfA + feeOfB);
    assert.equal(route.totalFeesMsat, feeOfA + feeOfB);
  });

  it('adds the time locks of all hubs and three blocks for the payee', () => {
    const world = openNetworkInMemory({ plan: line('payer', 'a', 'b', 'payee') });
    const payment = paid(world.pay('payer', world.invoice('payee', 1000n).paymentRequest));
    const route = payment.attempts[0]?.route;
    const [first, , last] = route?.hops ?? [];
    assert(route && first && last);
    assert.equal(route.totalTimeLock - first.expiryHeight, 80);
    assert.equal(route.totalTimeLock - last.expiryHeight, 160);
  });

  it('takes no route above the fee limit', () => {
    const world = openNetworkInMemory();
    const { paymentRequest } = world.invoice('alice', 5_000_000n);
    const feeMsat = hubFeeMsat(5_000_000n);
    const dear = world.pay('satchel', paymentRequest, { feeLimitMsat: feeMsat - 1n });
    assert.equal(failureOf(dear), 'FAILURE_REASON_NO_ROUTE');
    paid(world.pay('satchel', paymentRequest, { feeLimitMsat: feeMsat }));
  });

  it('finds an unannounced node over the hints of its invoice only', () => {
    const world = openNetworkInMemory();
    const hidden = world.invoice('carol', 1_000_000n);
    assert.equal(failureOf(world.pay('satchel', hidden.paymentRequest)), 'FAILURE_REASON_NO_ROUTE');
    assert.equal(failureOf(world.keysend('satchel', 'carol')), 'FAILURE_REASON_NO_ROUTE');
    const hinted = world.invoice('carol', 1_000_000n, { withPrivateHints: true });
    assert.equal(hinted.routeHints.length, 1);
    const payment = paid(world.pay('satchel', hinted.paymentRequest));
    assert.deepEqual(
      payment.attempts[0]?.route.hops.map((hop) => hop.toName),
      ['hub-one', 'carol'],
    );
  });

  it('splits what no channel carries alone, within the number of parts', () => {
    const world = openNetworkInMemory();
    const { paymentRequest } = world.invoice('alice', 700_000_000_000n);
    const whole = world.pay('satchel', paymentRequest, { maxParts: 1 });
    assert.equal(failureOf(whole), 'FAILURE_REASON_NO_ROUTE');
    const parts = paid(world.pay('satchel', paymentRequest, { maxParts: 4 }));
    const sentMsat = parts.attempts
      .filter((attempt) => attempt.status === 'SUCCEEDED')
      .reduce((sum, { route }) => sum + route.totalAmtMsat - route.totalFeesMsat, 0n);
    assert.equal(sentMsat, 700_000_000_000n);
  });

  it('says so when the payer has too little in all its channels', () => {
    const world = openNetworkInMemory();
    const { paymentRequest } = world.invoice('alice', 1_100_000_000_000n);
    const poor = world.pay('satchel', paymentRequest);
    assert.equal(failureOf(poor), 'FAILURE_REASON_INSUFFICIENT_BALANCE');
  });

  it('tries another way after a hub had too little, and tells of both', () => {
    const world = openNetworkInMemory();
    // Hub one can hardly reach alice any more, which satchel cannot know.
    paid(world.pay('hub-one', world.invoice('alice', 480_000_000_000n).paymentRequest));
    const payment = paid(
      world.pay('satchel', world.invoice('alice', 100_000_000_000n).paymentRequest),
    );
    assert.deepEqual(
      payment.attempts.map(({ status, failure, route }) => [
        status,
        failure?.code ?? null,
        route.hops[0]?.toName,
      ]),
      [
        ['FAILED', 'TEMPORARY_CHANNEL_FAILURE', 'hub-one'],
        ['SUCCEEDED', null, 'hub-two'],
      ],
    );
  });

  it('finds no way for records that do not fit the onion', () => {
    const world = openNetworkInMemory();
    const large = new Map([[700_001n, new Uint8Array(1200)]]);
    const tooLarge = world.keysend('satchel', 'alice', { customRecords: large });
    assert.equal(failureOf(tooLarge), 'FAILURE_REASON_NO_ROUTE');
    const fitting = new Map([[700_001n, new Uint8Array(1000)]]);
    paid(world.keysend('satchel', 'alice', { customRecords: fitting }));
  });

  it('keeps within the limit of the time lock', () => {
    const world = openNetworkInMemory();
    const { paymentRequest } = world.invoice('alice', 1_000_000n);
    assert.equal(
      world.pay('satchel', paymentRequest, { cltvLimit: 83 }),
      'cltv limit 83 should be greater than 83',
    );
    const close = world.pay('satchel', paymentRequest, { cltvLimit: 162 });
    assert.equal(failureOf(close), 'FAILURE_REASON_NO_ROUTE');
    paid(world.pay('satchel', paymentRequest, { cltvLimit: 163 }));
  });
});

function paid(payment: Payment | string): Payment {
  assert(typeof payment !== 'string', `refused: ${String(payment)}`);
  assert.equal(paymentStatus(payment), 'SUCCEEDED', payment.failureReason ?? '');
  return payment;
}

function failureOf(payment: Payment | string): string | null {
  assert(typeof payment !== 'string', `refused: ${String(payment)}`);
  assert.equal(paymentStatus(payment), 'FAILED');
  return payment.failureReason;
}

function line(...names: readonly string[]): NetworkPlan {
  return {
    nodes: names.map((name) => ({ name, alias: name, color: '#000000' })),
    channels: names.slice(1).map((to, index) => ({
      from: names[index] ?? '',
      to,
      balanceSat: 100_000_000,
      isAnnounced: true,
    })),
  };
}
