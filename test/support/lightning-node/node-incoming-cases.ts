import assert from 'node:assert/strict';
import { it } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import type {
  IncomingPayment,
  InvoicePlace,
  LightningNode,
  ListedInvoice,
} from '../../../src/lightning/node-port.ts';
import { eventually } from '../eventually.ts';
import { invoiceSpec, NEVER, type NodeBench, newestSettleIndex, startTape } from './node-bench.ts';

export function incomingCases(bench: () => NodeBench): void {
  it('tells of a payment that arrived', async () => {
    const { node, peer } = bench();
    const tape = await startTape(node, 0n);
    const spec = invoiceSpec({ amountMsat: msat(77_001n) });
    const { bolt11, paymentHash } = await node.createInvoice(spec);
    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    const { settleIndex, settledAt, ...receipt } = await tape.receipt(paymentHash);
    await tape.stop();
    assert(settleIndex > 0n);
    assert(Math.abs(settledAt.getTime() - Date.now()) < 60_000);
    assert.deepEqual(receipt, {
      paymentHash,
      setId: null,
      preimage: Buffer.from(spec.preimage).toString('hex'),
      amountMsat: 77_001n,
      isKeysend: false,
      bolt11,
      records: new Map(),
    });
  });

  it('counts what arrived, not what was asked', async () => {
    const { node, peer } = bench();
    const tape = await startTape(node, 0n);
    const { bolt11, paymentHash } = await node.createInvoice(
      invoiceSpec({ amountMsat: msat(10_000n) }),
    );
    assert.equal((await peer.overpay(bolt11, 15_500n)).status, 'SUCCEEDED');
    assert.equal((await tape.receipt(paymentHash)).amountMsat, 15_500n);
    await tape.stop();
  });

  it('replays what came after the cursor, each once and in order', async () => {
    const { node, peer } = bench();
    const cursor = await newestSettleIndex(bench());
    const hashes = await receivePayments(bench(), 3);
    const [second, third] = [hashes[1], hashes[2]];
    assert(second !== undefined && third !== undefined);

    const tape = await startTape(node, cursor + 1n);
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    await peer.pay(bolt11);
    await tape.receipt(paymentHash);
    await tape.stop();
    assert.deepEqual(tape.receipts.map(indexAndHash), [
      [cursor + 2n, second],
      [cursor + 3n, third],
      [cursor + 4n, paymentHash],
    ]);
  });

  it('shows the event at the cursor again when asked from one before it', async () => {
    const { node } = bench();
    const cursor = await newestSettleIndex(bench());
    const [paymentHash] = await receivePayments(bench(), 1);
    assert(paymentHash !== undefined);
    const tape = await startTape(node, cursor);
    assert.equal((await tape.receipt(paymentHash)).settleIndex, cursor + 1n);
    await tape.stop();
  });

  it('replays each settlement after an index, and nothing that is open, held or cancelled', async () => {
    const { node, own, peer } = bench();
    const cursor = await newestSettleIndex(bench());
    const held = await own.createHeldInvoice(30_000n);
    const paying = peer.pay(held.bolt11);
    await eventually('the payment is held', async () => ((await held.isHeld()) ? true : null));
    const hashes: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      await node.createInvoice(invoiceSpec());
      const { paymentHash: cancelled } = await node.createInvoice(invoiceSpec());
      await node.cancelInvoice(cancelled);
      hashes.push(...(await receivePayments(bench(), 1)));
    }
    const tape = await startTape(node, cursor);
    await tape.receipt(hashes[2] ?? '');
    await held.settle();
    assert.equal((await paying).status, 'SUCCEEDED');
    await tape.receipt(held.paymentHash);
    await tape.stop();
    const expected = [...hashes, held.paymentHash];
    assert.deepEqual(
      tape.receipts.map(indexAndHash),
      expected.map((hash, place) => [cursor + 1n + BigInt(place), hash]),
    );
    const again = await startTape(node, cursor);
    await again.receipt(held.paymentHash);
    await again.stop();
    assert.deepEqual(again.receipts.map(indexAndHash), tape.receipts.map(indexAndHash));
  });

  it('replays nothing from cursor 0', async () => {
    const { node, peer } = bench();
    const cursor = await newestSettleIndex(bench());
    const tape = await startTape(node, 0n);
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    await peer.pay(bolt11);
    await tape.receipt(paymentHash);
    await tape.stop();
    assert.deepEqual(tape.receipts.map(indexAndHash), [[cursor + 1n, paymentHash]]);
  });

  it('is silent about invoices that are made or cancelled', async () => {
    const { node } = bench();
    const tape = await startTape(node, 0n);
    const { paymentHash } = await node.createInvoice(invoiceSpec());
    await node.cancelInvoice(paymentHash);
    const [settled] = await receivePayments(bench(), 1);
    assert(settled !== undefined);
    await tape.receipt(settled);
    await tape.stop();
    assert.deepEqual(
      tape.receipts.map(({ paymentHash: ofHash }) => ofHash),
      [settled],
    );
  });

  it('lists all that was ever settled, as the stream told it', async () => {
    const { node } = bench();
    const cursor = await newestSettleIndex(bench());
    const tape = await startTape(node, cursor);
    const hashes = await receivePayments(bench(), 3);
    for (const paymentHash of hashes) await tape.receipt(paymentHash);
    await tape.stop();
    const listed: IncomingPayment[] = [];
    for await (const receipt of node.settledInvoices(NEVER)) listed.push(receipt);
    assert.deepEqual(listed.slice(-3), tape.receipts);
    const indexes = listed.map(({ settleIndex }) => settleIndex);
    assert.equal(new Set(indexes).size, Number(cursor) + 3, 'each settlement once');
  });

  it('lists what was added after an invoice, if that is where it was', async () => {
    const { node } = bench();
    const hashes = await receivePayments(bench(), 2);
    const { paymentHash: open } = await node.createInvoice(invoiceSpec());
    const list = (after: InvoicePlace | null) => listAfter(node, after);
    const all = await list(null);
    const [first, second, last] = all.seen.slice(-3);
    assert(first !== undefined && second !== undefined && last !== undefined);
    assert.deepEqual([first.state, second.state, last.state], ['settled', 'settled', 'open']);
    assert.equal(last.paymentHash, open);
    assert.equal(last.expiresAt.getTime() - last.createdAt.getTime() > 0, true);
    const rest = await list(first);
    assert.deepEqual(rest.seen, [second, last]);
    assert.deepEqual(rest.paid, hashes.slice(1));
    const other = await list({ addIndex: first.addIndex, paymentHash: open });
    assert.deepEqual(other.seen, all.seen, 'another invoice is there: nothing is left out');
  });

  it('lists what was added after an invoice, whatever was deleted around it', async () => {
    const { node } = bench();
    const made = async (): Promise<string> => (await node.createInvoice(invoiceSpec())).paymentHash;
    const before = await made();
    const [settled] = await receivePayments(bench(), 1);
    const after = [await made(), await made()];
    const [later] = await receivePayments(bench(), 1);
    const newest = await made();
    const { seen } = await listAfter(node, null);
    const placeOf = (hash: string | undefined): InvoicePlace => {
      const place = seen.find(({ paymentHash }) => paymentHash === hash);
      assert(place !== undefined);
      return place;
    };
    for (const paymentHash of [before, ...after, newest]) {
      await node.cancelInvoice(paymentHash);
      assert.equal(await node.deleteInvoice(paymentHash), 'deleted');
    }
    const next = await made();
    const rest = await listAfter(node, placeOf(settled));
    assert.deepEqual(
      rest.seen.map(({ paymentHash }) => paymentHash),
      [later, next],
    );
    assert.deepEqual(rest.paid, [later]);
    const all = await listAfter(node, null);
    for (const hash of [...after, newest]) {
      const place = placeOf(hash);
      const listed = await listAfter(node, place);
      assert.deepEqual(listed, all, 'the place itself was deleted: nothing is left out');
    }
  });
}

async function listAfter(node: LightningNode, after: InvoicePlace | null) {
  const seen: ListedInvoice[] = [];
  const paid: string[] = [];
  const listing = { after, onInvoice: (one: ListedInvoice) => seen.push(one) };
  for await (const receipt of node.settledInvoices(NEVER, listing)) paid.push(receipt.paymentHash);
  return { seen, paid };
}

async function receivePayments({ node, peer }: NodeBench, count: number): Promise<string[]> {
  const hashes: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
    assert.equal((await peer.pay(bolt11)).status, 'SUCCEEDED');
    hashes.push(paymentHash);
  }
  return hashes;
}

const indexAndHash = ({ settleIndex, paymentHash }: IncomingPayment): [bigint, string] => [
  settleIndex,
  paymentHash,
];
