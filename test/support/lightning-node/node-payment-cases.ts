import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { msat, ZERO_MSAT } from '../../../src/base/amount.ts';
import { encodeBolt11 } from '../../../src/lightning/bolt11-encode.ts';
import { eventually } from '../eventually.ts';
import {
  bolt11Order,
  decode,
  invoiceSpec,
  NEVER,
  type NodeBench,
  watchSend,
} from './node-bench.ts';

export function paymentCases(bench: () => NodeBench): void {
  it('pays an invoice and proves it', async () => {
    const { node, peer } = bench();
    const order = bolt11Order(await peer.createInvoice(1_000_001n));
    const sending = watchSend(node, order);
    const outcome = await sending.outcome;
    assert(outcome.kind === 'succeeded');
    assert.equal(hash('sha256', Buffer.from(outcome.preimage, 'hex')), order.paymentHash);
    assert.equal(outcome.amountMsat, 1_000_001n);
    assert(outcome.feeMsat > 0n, 'the node between charges a fee');
    assert.deepEqual(sending.acknowledged, [outcome.paymentIndex]);
    assert.deepEqual(await node.payment(order.paymentHash), outcome);
    assert.deepEqual(await node.follow(order.paymentHash, NEVER), outcome);
  });

  it('takes from the balance what it says, to the millisatoshi', async () => {
    const { node, peer } = bench();
    const before = await node.balances();
    const outcome = await watchSend(node, bolt11Order(await peer.createInvoice(7_654_321n)))
      .outcome;
    assert(outcome.kind === 'succeeded');
    const left = before.localMsat - outcome.amountMsat - outcome.feeMsat;
    await eventually('the balance is settled', async () =>
      (await node.balances()).localMsat === left ? true : null,
    );
  });

  it('M41 never pays more for routing than the limit', async () => {
    const { node, peer } = bench();
    const free = bolt11Order(await peer.createInvoice(1_000_000n), { maxFeeMsat: ZERO_MSAT });
    const refused = await watchSend(node, free).outcome;
    assert(refused.kind === 'failed');
    assert.equal(refused.reason, 'no_route');

    const paid = await watchSend(node, bolt11Order(await peer.createInvoice(1_000_000n))).outcome;
    assert(paid.kind === 'succeeded');
    const exact = { maxFeeMsat: paid.feeMsat };
    const again = bolt11Order(await peer.createInvoice(1_000_000n), exact);
    assert.equal((await watchSend(node, again).outcome).kind, 'succeeded');
    const tooLittle = { maxFeeMsat: msat(paid.feeMsat - 1n) };
    const short = bolt11Order(await peer.createInvoice(1_000_000n), tooLittle);
    assert.equal((await watchSend(node, short).outcome).kind, 'failed');
  });

  it('pays an invoice without an amount, when told how much', async () => {
    const { node, peer } = bench();
    const bolt11 = await peer.createInvoice(0n);
    const bare = await watchSend(node, bolt11Order(bolt11)).outcome;
    assert(bare.kind === 'refused');
    assert.equal(bare.detail, 'amount must be specified when paying a zero amount invoice');
    const outcome = await watchSend(node, bolt11Order(bolt11, { amountMsat: msat(2_500n) }))
      .outcome;
    assert(outcome.kind === 'succeeded');
    assert.equal(outcome.amountMsat, 2_500n);
  });

  it('pays an invoice with blinded paths, whose payee stays hidden', async () => {
    const { node, peer } = bench();
    const bolt11 = await peer.createBlindedInvoice(1_234_567n);
    const { paymentSecret, blindedPaths, featureBits, payee } = decode(bolt11);
    assert.equal(paymentSecret, null);
    assert(blindedPaths.length > 0);
    assert(featureBits.includes(262));
    assert.notEqual(payee, peer.pubkey);
    const order = bolt11Order(bolt11);
    const outcome = await watchSend(node, order).outcome;
    assert(outcome.kind === 'succeeded');
    assert.equal(outcome.amountMsat, 1_234_567n);
    assert.equal(hash('sha256', Buffer.from(outcome.preimage, 'hex')), order.paymentHash);
    assert.deepEqual(await node.payment(order.paymentHash), outcome);
  });

  it('refuses an invoice that has expired', async () => {
    const { node } = bench();
    const order = bolt11Order(strangerInvoice(LONG_AGO_SEC));
    const outcome = await watchSend(node, order).outcome;
    assert(outcome.kind === 'refused');
    assert.match(outcome.detail, /^invoice expired\. Valid until /);
    assert.deepEqual(await node.payment(order.paymentHash), { kind: 'not_found' });
  });

  it('refuses to pay itself', async () => {
    const { node } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    const outcome = await watchSend(node, bolt11Order(bolt11)).outcome;
    assert.deepEqual(outcome, { kind: 'refused', code: 2, detail: 'self-payments not allowed' });
    assert.deepEqual(await node.payment(paymentHash), { kind: 'not_found' });
  });

  it('fails to find a way to a node that no one knows', async () => {
    const { node } = bench();
    const order = bolt11Order(strangerInvoice(FAR_FUTURE_SEC));
    const sending = watchSend(node, order);
    const outcome = await sending.outcome;
    assert(outcome.kind === 'failed');
    assert.equal(outcome.reason, 'no_route');
    assert.deepEqual(sending.acknowledged, [outcome.paymentIndex]);
    assert.deepEqual(await node.payment(order.paymentHash), outcome);
  });

  it('fails to pay more than it has', async () => {
    const { node, peer } = bench();
    const { localMsat } = await node.balances();
    const order = bolt11Order(await peer.createInvoice(localMsat + 1n));
    const outcome = await watchSend(node, order).outcome;
    assert(outcome.kind === 'failed');
    assert.equal(outcome.reason, 'insufficient_liquidity');
  });

  it('does not pay twice', async () => {
    const { node, peer } = bench();
    const order = bolt11Order(await peer.createInvoice(30_000n));
    const outcome = await watchSend(node, order).outcome;
    assert(outcome.kind === 'succeeded');
    const repeat = watchSend(node, order);
    assert.equal((await repeat.outcome).kind, 'unknown');
    assert.deepEqual(repeat.acknowledged, []);
    assert.deepEqual(await node.payment(order.paymentHash), outcome);
  });

  it('counts a new try after a failure as a new payment', async () => {
    const { node, peer } = bench();
    const bolt11 = await peer.createInvoice(40_000n);
    const indexBefore = await node.newestPaymentIndex();
    const first = await watchSend(node, bolt11Order(bolt11, { maxFeeMsat: ZERO_MSAT })).outcome;
    assert(first.kind === 'failed');
    assert(first.paymentIndex > indexBefore);
    assert.equal(await node.newestPaymentIndex(), first.paymentIndex);
    const second = await watchSend(node, bolt11Order(bolt11)).outcome;
    assert(second.kind === 'succeeded');
    assert(second.paymentIndex > first.paymentIndex);
    assert.equal(await node.newestPaymentIndex(), second.paymentIndex);
  });

  it('knows no payment under a hash that it never saw', async () => {
    const { node } = bench();
    const paymentHash = randomBytes(32).toString('hex');
    assert.deepEqual(await node.payment(paymentHash), { kind: 'not_found' });
    assert.deepEqual(await node.follow(paymentHash, NEVER), { kind: 'not_found' });
  });
}

const LONG_AGO_SEC = 1_600_000_000;
const FAR_FUTURE_SEC = 4_000_000_000;

/** An invoice signed by a key outside of the network. */
function strangerInvoice(timestampSec: number): string {
  return encodeBolt11(
    {
      network: 'regtest',
      amountMsat: msat(10_000n),
      timestampSec,
      paymentHash: randomBytes(32).toString('hex'),
      paymentSecret: randomBytes(32).toString('hex'),
      description: 'nobody is at home',
      descriptionHash: null,
      expirySec: 3600,
      minFinalCltvExpiry: 80,
      routeHints: [],
      blindedPaths: [],
      fallbackAddresses: [],
      featureBits: [9, 15, 17],
      metadata: null,
    },
    randomBytes(32),
  );
}
