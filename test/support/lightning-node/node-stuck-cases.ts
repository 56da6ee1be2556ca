import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { NodeChannel } from '../../../src/lightning/node-port.ts';
import { eventually } from '../eventually.ts';
import { bolt11Order, type NodeBench, sendAndDrop, watchSend } from './node-bench.ts';

export function stuckCases(bench: () => NodeBench): void {
  const channelOf = async (id: string | undefined): Promise<NodeChannel> => {
    const channel = (await bench().node.channels()).find(({ ids }) => ids.includes(id ?? ''));
    assert(channel !== undefined, 'the first channel of a route is one of the node');
    return channel;
  };
  /** Whether a time is recent. The node may record a start slightly later than it sends. */
  const isRecent = (at: Date, begunMs: number): boolean =>
    at.getTime() >= begunMs - 2000 && at.getTime() <= Date.now() + 2000;

  it('names the channel of an attempt, which holds its HTLC until the end', async () => {
    const { node, peer } = bench();
    const begunMs = Date.now();
    const held = await peer.createHeldInvoice(50_000n);
    await sendAndDrop(node, held);
    const said = await node.attempts(held.paymentHash);
    assert.equal(said?.state, 'in_flight');
    const [attempt] = said.attempts;
    assert(attempt !== undefined && said.attempts.length === 1);
    assert.equal(attempt.state, 'in_flight');
    assert(isRecent(attempt.startedAt, begunMs));
    const { blockHeight } = await node.info();
    // The expiry covers the final delta and one hop, of 80 blocks each, and a margin that the payer
    // adds.
    assert(attempt.expiryHeight > blockHeight + 80 && attempt.expiryHeight < blockHeight + 400);
    const channel = await channelOf(attempt.channelId);
    assert(channel.htlcHashes.includes(held.paymentHash));
    assert.equal(channel.isActive, true);
    await held.settle();
    await eventually('no channel holds it any more', async () => {
      const { htlcHashes } = await channelOf(attempt.channelId);
      return htlcHashes.includes(held.paymentHash) ? null : true;
    });
    const ended = await node.attempts(held.paymentHash);
    assert.equal(ended?.state, 'succeeded');
    assert.deepEqual(ended.attempts, [{ ...attempt, state: 'succeeded' }]);
  });

  it('knows nothing of what was never tried, and keeps what has failed', async () => {
    const { node, peer } = bench();
    assert.equal(await node.attempts('ab'.repeat(32)), null);
    const held = await peer.createHeldInvoice(50_000n);
    const sending = watchSend(node, bolt11Order(held.bolt11));
    await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
    await held.cancel();
    assert.equal((await sending.outcome).kind, 'failed');
    const said = await node.attempts(held.paymentHash);
    assert.equal(said?.state, 'failed');
    assert(said.attempts.every(({ state }) => state === 'failed'));
  });

  it('watches its channels since its start, and what is under way comes back with it', async () => {
    const { node, peer, restartNode } = bench();
    const held = await peer.createHeldInvoice(50_000n);
    await sendAndDrop(node, held);
    const channelId = (await node.attempts(held.paymentHash))?.attempts[0]?.channelId;
    await eventually('it watches for two seconds', async () =>
      (await channelOf(channelId)).watchedSec >= 2n ? true : null,
    );
    const diedMs = Date.now();
    await restartNode();
    const { watchedSec, onlineSec, htlcHashes, isActive } = await channelOf(channelId);
    assert(Number(watchedSec) * 1000 <= Date.now() - diedMs, `${watchedSec} s since the start`);
    assert(onlineSec <= watchedSec);
    assert.equal(isActive, true);
    assert(htlcHashes.includes(held.paymentHash), 'what was in a channel is in it still');
    await held.settle();
    await eventually('it has an end', async () =>
      (await node.attempts(held.paymentHash))?.state === 'succeeded' ? true : null,
    );
  });
}
