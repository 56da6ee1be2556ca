import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import { eventually } from '../eventually.ts';
import {
  bolt11Order,
  invoiceSpec,
  NEVER,
  type NodeBench,
  newestSettleIndex,
  sendAndDrop,
  startTape,
  untilHeld,
  watchSend,
} from './node-bench.ts';

export function lateCases(bench: () => NodeBench): void {
  it('goes on without us, and settles late', async () => {
    const { node, peer } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    const paymentIndex = await sendAndDrop(node, held);
    assert.deepEqual(await node.payment(held.paymentHash), { kind: 'in_flight', paymentIndex });
    const following = node.follow(held.paymentHash, NEVER);
    await held.settle();
    const outcome = await following;
    assert(outcome.kind === 'succeeded');
    assert.equal(outcome.paymentIndex, paymentIndex);
    assert.deepEqual(await node.payment(held.paymentHash), outcome);
  });

  it('goes on without us, and fails late', async () => {
    const { node, peer } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    const paymentIndex = await sendAndDrop(node, held);
    const following = node.follow(held.paymentHash, NEVER);
    await held.cancel();
    const outcome = await following;
    assert.deepEqual(outcome, { kind: 'failed', paymentIndex, reason: 'incorrect_details' });
    assert.deepEqual(await node.payment(held.paymentHash), outcome);
  });

  it('waits for the end while we stay', async () => {
    const { node, peer } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    const sending = watchSend(node, bolt11Order(held.bolt11));
    await untilHeld(sending, held);
    await held.settle();
    assert.equal((await sending.outcome).kind, 'succeeded');
    assert.equal(sending.acknowledged.length, 1);
  });

  it('does not send again what is under way', async () => {
    const { node, peer } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    const paymentIndex = await sendAndDrop(node, held);
    const repeat = watchSend(node, bolt11Order(held.bolt11));
    assert.equal((await repeat.outcome).kind, 'unknown');
    assert.deepEqual(repeat.acknowledged, []);
    assert.deepEqual(await node.payment(held.paymentHash), { kind: 'in_flight', paymentIndex });
    await held.cancel();
    assert.equal((await node.follow(held.paymentHash, NEVER)).kind, 'failed');
  });

  it('takes what is on its way out of the balance', async () => {
    const { node, peer } = bench();
    const before = await node.balances();
    const held = await peer.createHeldInvoice(900_000n);
    await sendAndDrop(node, held);
    const during = await node.balances();
    assert(during.localMsat <= before.localMsat - 900_000n);
    assert.equal(during.unsettledLocalMsat, before.unsettledLocalMsat);
    await held.cancel();
    await eventually('the balance is back', async () =>
      (await node.balances()).localMsat === before.localMsat ? true : null,
    );
  });

  it('stops waiting when told so, for a followed payment too', async () => {
    const { node, peer } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    await sendAndDrop(node, held);
    const waiting = new AbortController();
    const following = node.follow(held.paymentHash, waiting.signal);
    waiting.abort();
    assert.equal((await following).kind, 'unknown');
    await held.cancel();
    assert.equal((await node.follow(held.paymentHash, NEVER)).kind, 'failed');
  });

  it('keeps payments, invoices and cursors over a restart', async () => {
    const { node, peer, restartNode } = bench();
    const cursor = await newestSettleIndex(bench());
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    const held = await peer.createHeldInvoice(60_000n);
    const tape = await startTape(node, cursor);
    const sending = watchSend(node, bolt11Order(held.bolt11));
    await untilHeld(sending, held);

    await restartNode();
    assert((await tape.end) instanceof NodeFault, 'the stream breaks loudly');
    assert.equal((await sending.outcome).kind, 'unknown');
    assert.equal((await node.payment(held.paymentHash)).kind, 'in_flight');

    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    const resumed = await startTape(node, cursor);
    assert((await resumed.receipt(paymentHash)).settleIndex > cursor);
    await resumed.stop();
    const following = node.follow(held.paymentHash, NEVER);
    await held.settle();
    assert.equal((await following).kind, 'succeeded');
  });
}
