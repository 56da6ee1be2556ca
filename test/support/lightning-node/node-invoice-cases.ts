import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import { decode, invoiceSpec, type NodeBench } from './node-bench.ts';

export function invoiceCases(bench: () => NodeBench): void {
  it('tells who it is', async () => {
    const { node } = bench();
    const info = await node.info();
    assert.match(info.pubkey, /^0[23][0-9a-f]{64}$/);
    assert.equal(info.network, 'regtest');
    assert.equal(info.synced, true);
    assert(info.blockHeight > 0);
    assert.notEqual(info.version, '');
    assert.equal(await node.nodeAlias(info.pubkey), info.alias);
  });

  it('knows the alias of another node, and that it does not know a stranger', async () => {
    const { node, peer } = bench();
    assert.equal(await node.nodeAlias(peer.pubkey), peer.alias);
    assert.equal(await node.nodeAlias(`02${'ab'.repeat(32)}`), null);
  });

  it('creates the invoice that was asked for', async () => {
    const { node } = bench();
    const spec = invoiceSpec({ amountMsat: msat(123_456_789n), expirySec: 600 });
    const { bolt11, paymentHash } = await node.createInvoice(spec);
    const invoice = decode(bolt11);
    assert.equal(paymentHash, hash('sha256', spec.preimage));
    assert.equal(invoice.paymentHash, paymentHash);
    assert.equal(invoice.amountMsat, 123_456_789n);
    assert.equal(invoice.expirySec, 600);
    assert.equal(invoice.description, 'Tee für zwei ☕');
    assert.equal(invoice.descriptionHash, null);
    assert.equal(invoice.payee, (await node.info()).pubkey);
    assert.equal(invoice.network, 'regtest');
    assert.equal(await node.lookupInvoice(paymentHash), 'open');
  });

  it('creates an invoice over the hash of a description', async () => {
    const descriptionHash = hash('sha256', '[["text/plain","Tee"]]');
    const spec = invoiceSpec({ purpose: { kind: 'hash', descriptionHash } });
    const { bolt11 } = await bench().node.createInvoice(spec);
    assert.equal(decode(bolt11).descriptionHash, descriptionHash);
    assert.equal(decode(bolt11).description, null);
  });

  it('answers the same invoice when the call is repeated', async () => {
    const { node } = bench();
    const spec = invoiceSpec();
    const first = await node.createInvoice(spec);
    assert.deepEqual(await node.createInvoice(spec), first);
  });

  it('does not take another invoice with the same preimage for a repeat', async () => {
    const { node } = bench();
    const spec = invoiceSpec();
    await node.createInvoice(spec);
    const other = { ...spec, amountMsat: msat(1n) };
    await assert.rejects(node.createInvoice(other), { name: 'NodeFault' });
  });

  it('cancels an open invoice, and takes a repeat for done', async () => {
    const { node, peer } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    assert.equal(await node.cancelInvoice(paymentHash), true);
    assert.equal(await node.cancelInvoice(paymentHash), true);
    assert.equal(await node.lookupInvoice(paymentHash), 'cancelled');
    assert.equal((await peer.pay(bolt11)).status, 'FAILED');
  });

  it('does not cancel a settled invoice', async () => {
    const { node, peer } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    assert.equal(await node.cancelInvoice(paymentHash), false);
    assert.equal(await node.lookupInvoice(paymentHash), 'settled');
  });

  it('cancels by one call what may be held, and believes what it is told of the rest', async () => {
    const { node, peer } = bench();
    const open = await node.createInvoice(invoiceSpec());
    assert.equal(await node.cancelInvoice(open.paymentHash, 'give_back'), true);
    assert.equal(await node.cancelInvoice(open.paymentHash, 'give_back'), true);
    assert.equal(await node.lookupInvoice(open.paymentHash), 'cancelled');
    const paid = await node.createInvoice(invoiceSpec());
    assert.equal((await peer.pay(paid.bolt11)).status, 'SUCCEEDED');
    assert.equal(await node.cancelInvoice(paid.paymentHash, 'give_back'), false);
    assert.equal(await node.lookupInvoice(paid.paymentHash), 'settled');
    assert.equal(await node.cancelInvoice(randomBytes(32).toString('hex'), 'give_back'), true);
  });

  it('deletes a cancelled invoice once', async () => {
    const { node, peer } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    await node.cancelInvoice(paymentHash);
    assert.equal(await node.deleteInvoice(paymentHash), 'deleted');
    assert.equal(await node.deleteInvoice(paymentHash), 'not_found');
    assert.equal(await node.lookupInvoice(paymentHash), 'not_found');
    assert.equal(await node.cancelInvoice(paymentHash), true);
    assert.equal((await peer.pay(bolt11)).status, 'FAILED');
  });

  it('keeps an open invoice, and a settled one', async () => {
    const { node, peer } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    assert.equal(await node.deleteInvoice(paymentHash), 'kept');
    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    assert.equal(await node.deleteInvoice(paymentHash), 'kept');
    assert.equal(await node.lookupInvoice(paymentHash), 'settled');
  });

  it('makes a new invoice with the preimage of a deleted one', async () => {
    const { node, peer } = bench();
    const spec = invoiceSpec();
    const { bolt11, paymentHash } = await node.createInvoice(spec);
    await node.cancelInvoice(paymentHash);
    await node.deleteInvoice(paymentHash);
    const again = await node.createInvoice(spec);
    assert.equal(again.paymentHash, paymentHash);
    assert.notEqual(again.bolt11, bolt11);
    assert.equal((await peer.pay(bolt11)).status, 'FAILED', 'it names another payment secret');
    assert.equal((await peer.pay(again.bolt11)).status, 'SUCCEEDED');
  });

  it('knows no invoice under a hash that it never saw', async () => {
    const { node } = bench();
    const paymentHash = randomBytes(32).toString('hex');
    assert.equal(await node.lookupInvoice(paymentHash), 'not_found');
    assert.equal(await node.cancelInvoice(paymentHash), true);
    assert.equal(await node.deleteInvoice(paymentHash), 'not_found');
  });
}
