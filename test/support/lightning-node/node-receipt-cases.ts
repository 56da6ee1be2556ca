import assert from 'node:assert/strict';
import { it } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import type { ReceivedHtlc } from '../../../src/lightning/node-port.ts';
import { eventually } from '../eventually.ts';
import { invoiceSpec, keysendOrder, type NodeBench } from './node-bench.ts';

export function receiptCases(bench: () => NodeBench): void {
  const htlcsOf = async (paymentHash: string): Promise<readonly ReceivedHtlc[]> => {
    const said = await bench().node.receivedHtlcs(paymentHash);
    assert(said.kind === 'told', 'the node keeps how HTLCs end');
    return said.htlcs;
  };
  /**
   * Waits for the end of an HTLC, because a channel needs a moment to settle one whose invoice is
   * settled.
   */
  const endOf = (paymentHash: string): Promise<ReceivedHtlc> =>
    eventually('its HTLC has an end', async () => {
      const [htlc, ...others] = await htlcsOf(paymentHash);
      assert(htlc !== undefined && others.length === 0);
      return htlc.end === 'unknown' ? null : htlc;
    });

  it('tells that a channel kept what was received, and which', async () => {
    const { node, peer } = bench();
    const spec = invoiceSpec({ amountMsat: msat(77_001n) });
    const { bolt11, paymentHash } = await node.createInvoice(spec);
    assert.deepEqual(await htlcsOf(paymentHash), [], 'not paid yet');
    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    const { channelId, index, ...htlc } = await endOf(paymentHash);
    assert.deepEqual(htlc, { amountMsat: 77_001n, end: 'settled' });
    assert.match(index, /^\d+$/);
    const channels = await node.channels();
    assert(channels.some(({ ids }) => ids.includes(channelId)));
  });

  it('tells the same of a keysend, and after a start of the node', async () => {
    const { node, peer, restartNode } = bench();
    const { pubkey } = await node.info();
    const { paymentHash, ...order } = keysendOrder(pubkey, { amountMsat: msat(9_000n) });
    assert.equal((await peer.keysend(order)).status, 'SUCCEEDED');
    const before = await endOf(paymentHash);
    assert.deepEqual([before.amountMsat, before.end], [9_000n, 'settled']);
    await restartNode();
    assert.deepEqual(await endOf(paymentHash), before);
  });

  it('knows of none for a hash that is unknown', async () => {
    assert.deepEqual(await htlcsOf('ab'.repeat(32)), []);
  });
}
