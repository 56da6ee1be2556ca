import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import {
  ACCOUNT_RECORD,
  BOOSTAGRAM_RECORD,
  type CustomRecords,
  KEYSEND_PREIMAGE_RECORD,
  LND_RECEIVED_RECORD,
} from '../../../src/lightning/custom-records.ts';
import { keysendOrder, type NodeBench, startTape, watchSend } from './node-bench.ts';

export function keysendCases(bench: () => NodeBench): void {
  it('sends a keysend with its records', async () => {
    const { node, peer } = bench();
    const order = keysendOrder(peer.pubkey, { records: RECORDS });
    const sending = watchSend(node, order);
    const outcome = await sending.outcome;
    assert(outcome.kind === 'succeeded');
    assert.equal(outcome.preimage, Buffer.from(order.preimage).toString('hex'));
    assert.equal(outcome.amountMsat, 5_000n);
    assert.deepEqual(sending.acknowledged, [outcome.paymentIndex]);

    const received = new Map(await peer.receivedRecords(order.paymentHash));
    assert.deepEqual(received.get(KEYSEND_PREIMAGE_RECORD), new Uint8Array(order.preimage));
    received.delete(KEYSEND_PREIMAGE_RECORD);
    received.delete(LND_RECEIVED_RECORD);
    assert.deepEqual(received, RECORDS);
  });

  it('fails to send a keysend to a node that no one knows', async () => {
    const { node } = bench();
    const stranger = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
    const outcome = await watchSend(node, keysendOrder(stranger)).outcome;
    assert(outcome.kind === 'failed');
    assert.equal(outcome.reason, 'no_route');
  });

  it('receives a keysend with its records, and without those of the protocol', async () => {
    const { node, peer } = bench();
    const tape = await startTape(node, 0n);
    const preimage = randomBytes(32);
    const destination = (await node.info()).pubkey;
    const amountMsat = 4_321n;
    const sent = await peer.keysend({ destination, amountMsat, preimage, records: RECORDS });
    assert.equal(sent.status, 'SUCCEEDED');
    const receipt = await tape.receipt(hash('sha256', preimage));
    await tape.stop();
    assert.equal(receipt.isKeysend, true);
    assert.equal(receipt.bolt11, '');
    assert.equal(receipt.preimage, preimage.toString('hex'));
    assert.equal(receipt.setId, null);
    assert.equal(receipt.amountMsat, 4_321n, 'parts of a satoshi are kept');
    assert.deepEqual(receipt.records, RECORDS);
  });

  it('receives a keysend without any record', async () => {
    const { node, peer } = bench();
    const tape = await startTape(node, 0n);
    const preimage = randomBytes(32);
    const destination = (await node.info()).pubkey;
    await peer.keysend({ destination, amountMsat: msat(1_001n), preimage, records: new Map() });
    const receipt = await tape.receipt(hash('sha256', preimage));
    await tape.stop();
    assert.deepEqual(receipt.records, new Map());
    assert.equal(receipt.amountMsat, 1_001n);
  });
}

/**
 * Unusual custom records: NUL, bytes that are not UTF-8, an even type, a large type, an empty
 * value.
 */
const RECORDS: CustomRecords = new Map([
  [ACCOUNT_RECORD, new Uint8Array(Buffer.from('a\u0000lice'))],
  [BOOSTAGRAM_RECORD, new Uint8Array(Buffer.from('{"action":"boost","message":"ahoi ⚓"}'))],
  [818_818n, new Uint8Array([0xff, 0xfe, 0x00, 0xc3, 0x28])],
  [2n ** 63n + 1n, new Uint8Array([1])],
  [7_629_171n, new Uint8Array()],
]);
