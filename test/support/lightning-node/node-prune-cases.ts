import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pruneAddressInvoices } from '../../../src/address/prune-address-invoices.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { eventually } from '../eventually.ts';
import { decode, invoiceSpec, NEVER, type NodeBench } from './node-bench.ts';

/**
 * Registers the tests for removing invoices that strangers have asked for, as far as the node is
 * concerned: cases 14 and 15 of the checklist.
 */
export function pruneCases(bench: () => NodeBench): void {
  /**
   * Prunes invoices, and returns the hashes that pruning takes for unpaid, now and at any later
   * time.
   */
  const prune = async (...paymentHashes: readonly string[]): Promise<readonly string[]> => {
    const { node: lightning } = bench();
    const removed: string[] = [];
    const rows = paymentHashes.map((hash) => ({ id: hash, paymentHash: hash }));
    const addressInvoices = {
      listExpired: async () => rows,
      removeUnpaid: async (ids: readonly string[]) => removed.push(...ids),
    };
    const node = await lightning.info();
    await pruneAddressInvoices({ addressInvoices, lightning, node, clock: systemClock }, NEVER);
    return removed;
  };
  const expired = (expiresAtSec: number): Promise<true> =>
    eventually('it has expired', () =>
      systemClock.now().getTime() > (expiresAtSec + 1) * 1000 ? true : null,
    );
  const endOf = (bolt11: string): number => {
    const { timestampSec, expirySec } = decode(bolt11);
    return timestampSec + expirySec;
  };

  it('prunes what no one paid; a late payment fails at the node', async () => {
    const { node, peer } = bench();
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec({ expirySec: 1 }));
    const open = await node.createInvoice(invoiceSpec());
    await expired(endOf(bolt11));
    const both = [paymentHash, open.paymentHash];
    assert.deepEqual(await prune(...both), both);
    assert.equal(await node.lookupInvoice(paymentHash), 'not_found');
    assert.equal(await node.lookupInvoice(open.paymentHash), 'not_found');
    assert.notEqual((await peer.pay(open.bolt11)).status, 'SUCCEEDED');
    assert.notEqual((await peer.pay(bolt11)).status, 'SUCCEEDED');
    assert.deepEqual((await prune(...both)).toSorted(), both.toSorted(), 'after a crash as well');
  });

  it('prunes neither what was paid in time nor what is held past the expiry', async () => {
    const { node, own, peer } = bench();
    const settled = await node.createInvoice(invoiceSpec({ expirySec: 3 }));
    const held = await own.createHeldInvoice(60_000n, 3);
    assert.equal((await peer.pay(settled.bolt11)).status, 'SUCCEEDED');
    const paid = peer.pay(held.bolt11);
    await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
    await expired(Math.max(endOf(settled.bolt11), endOf(held.bolt11)));
    assert.deepEqual(await prune(settled.paymentHash, held.paymentHash), []);
    assert.equal(await held.isHeld(), true);
    await held.settle();
    assert.equal((await paid).status, 'SUCCEEDED');
    assert.deepEqual(await prune(settled.paymentHash, held.paymentHash), []);
    assert.equal(await node.lookupInvoice(settled.paymentHash), 'settled');
    assert.equal(await node.lookupInvoice(held.paymentHash), 'settled');
  });

  it('prunes a payment that was held and returned', async () => {
    const { own, peer } = bench();
    const { bolt11, paymentHash, isHeld, cancel } = await own.createHeldInvoice(60_000n);
    const paid = peer.pay(bolt11);
    await eventually('it is held', async () => ((await isHeld()) ? true : null));
    assert.deepEqual(await prune(paymentHash), []);
    await cancel();
    assert.notEqual((await paid).status, 'SUCCEEDED');
    assert.deepEqual(await prune(paymentHash), [paymentHash]);
  });
}
