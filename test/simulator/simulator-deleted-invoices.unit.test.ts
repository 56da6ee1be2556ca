import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JournalEntry } from '../../src/simulator/journal-entry.ts';
import { paymentStatus } from '../../src/simulator/payment-book.ts';
import { resumePayments } from '../../src/simulator/payments.ts';
import { resumeInvoices } from '../../src/simulator/receive-htlc.ts';
import { cancelInvoice, deleteCanceledInvoice } from '../../src/simulator/resolve-invoice.ts';
import { snapshotEntries } from '../../src/simulator/snapshot.ts';
import { eventually } from '../support/eventually.ts';
import { type NetworkInMemory, openNetworkInMemory } from '../support/network-in-memory.ts';
import {
  hexOfBase64,
  objectIn,
  type SimulatorHere,
  startSimulatorHere,
} from '../support/simulator-here.ts';

describe('a deleted invoice, after a restart', () => {
  const ways: readonly (readonly [string, (world: NetworkInMemory) => readonly JournalEntry[]])[] =
    [
      ['from the journal', ({ entries }) => entries],
      ['from a snapshot', ({ network }) => [...snapshotEntries(network.state)]],
    ];
  for (const [way, entriesOf] of ways) {
    it(`stays deleted ${way}, and no add index comes twice`, () => {
      const first = openNetworkInMemory();
      const kept = first.invoice('bob', 1000n);
      const [deleted, newest] = [first.invoice('bob', 1000n), first.invoice('bob', 1000n)];
      for (const { paymentHash } of [deleted, newest]) remove(first, 'bob', paymentHash);

      const second = restart(entriesOf(first));
      const { invoices } = second.node('bob');
      assert.deepEqual(
        invoices.added.map(({ paymentHash }) => paymentHash),
        [kept.paymentHash],
      );
      assert.equal(invoices.byHash.has(newest.paymentHash), false);
      assert.equal(invoices.byPaymentAddr.has(newest.paymentAddr), false);
      // The random numbers of a restart are those of the first start again.
      const lock = { kind: 'preimage', preimage: new Uint8Array(32).fill(4) } as const;
      assert.equal(second.invoice('bob', 1000n, { lock }).addIndex, 4);
      const payment = second.pay('satchel', newest.paymentRequest);
      assert(typeof payment !== 'string');
      assert.equal(paymentStatus(payment), 'FAILED');
    });
  }

  it('has answered its payer, wherever the crash came', async () => {
    const world = openNetworkInMemory({ hopLatencyMs: 100 });
    const lock = { kind: 'hash', paymentHash: new Uint8Array(32).fill(3) } as const;
    const { paymentHash, paymentRequest } = world.invoice('bob', 5_000_000n, { lock });
    const ownMsat = world.balanceMsat('satchel');
    world.pay('satchel', paymentRequest);
    await world.clock.advance(10_000);
    assert.equal(world.node('bob').invoices.byHash.get(paymentHash)?.state, 'ACCEPTED');
    remove(world, 'bob', paymentHash);
    assert.equal(world.entries.at(-1)?.kind, 'invoice_deleted', 'the payer has not heard of it');

    for (const entries of [world.entries, [...snapshotEntries(world.network.state)]]) {
      const again = restart(entries);
      await again.clock.advance(10_000);
      const [payment] = again.node('satchel').payments.byIndex;
      assert(payment !== undefined);
      assert.equal(paymentStatus(payment), 'FAILED');
      assert.equal(again.balanceMsat('satchel'), ownMsat);
    }
  });
});

/** Each expectation here was measured on LND 0.21.2-beta. */
describe("a deleted invoice on LND's wire", () => {
  let here: SimulatorHere;
  before(async () => {
    here = await startSimulatorHere();
  });
  after(() => here.close());

  const refusal = (code: number, message: string) => ({ code, message, details: [] });
  const path = (hash: string): string => `/v1/invoices?invoice_hash=${hash}`;
  const add = async (): Promise<string> => {
    const { json } = await here.call('satchel', '/v1/invoices', { value: '1000' });
    return hexOfBase64(json['r_hash']);
  };
  const cancel = (hash: string) =>
    here.call('satchel', '/v2/invoices/cancel', {
      payment_hash: Buffer.from(hash, 'hex').toString('base64'),
    });
  const listed = async (query = ''): Promise<unknown[]> => {
    const { json } = await here.call('satchel', `/v1/invoices${query}`);
    const invoices = json['invoices'];
    assert(Array.isArray(invoices));
    return [...invoices.map(({ add_index }) => add_index), json['last_index_offset']];
  };

  it('is gone, and was refused before it was cancelled and after it was deleted', async () => {
    const hash = await add();
    const open = await here.delete('satchel', path(hash));
    assert.deepEqual([open.status, open.json], [500, refusal(2, 'invoice not canceled')]);
    await cancel(hash);
    const deleted = await here.delete('satchel', path(hash.toUpperCase()));
    const status = `canceled invoice deleted successfully: invoice hash ${hash}`;
    assert.deepEqual([deleted.status, deleted.json], [200, { status }]);
    const again = await here.delete('satchel', path(hash));
    assert.deepEqual([again.status, again.json], [500, refusal(2, 'unable to locate invoice')]);
    const lookedUp = await here.call('satchel', `/v1/invoice/${hash}`);
    assert.deepEqual(lookedUp.json, refusal(5, 'unable to locate invoice'));
  });

  it('is named by 64 letters of hex', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['', 'invoice hash must be provided'],
      ['abcd', 'invalid hash string length of 4, want 64'],
      [`${'ab'.repeat(31)}zz`, "encoding/hex: invalid byte: U+007A 'z'"],
    ];
    for (const [hash, message] of cases) {
      assert.deepEqual((await here.delete('satchel', path(hash))).json, refusal(2, message));
    }
  });

  it('leaves a gap for lists and streams, and its index is not used again', async () => {
    const [first, second, third] = [await add(), await add(), await add()];
    const { json } = await here.call('satchel', `/v1/invoice/${first}`);
    const index = Number(json['add_index']);
    for (const hash of [second, third]) {
      await cancel(hash);
      await here.delete('satchel', path(hash));
    }
    await add();
    const [own, next] = [String(index), String(index + 3)];
    assert.deepEqual(await listed(`?index_offset=${index - 1}`), [own, next, next]);
    assert.deepEqual(await listed(`?index_offset=${index + 1}&num_max_invoices=1`), [next, next]);
    const back = `?index_offset=${index + 3}&num_max_invoices=1&reversed=true`;
    assert.deepEqual(await listed(back), [own, own]);
    const stream = here.open('satchel', `/v1/invoices/subscribe?add_index=${index + 1}`);
    const line = await eventually('an event', () => stream.lines[0] ?? null);
    assert.equal(objectIn(line, 'result')['add_index'], next);
  });
});

function remove(world: NetworkInMemory, name: string, paymentHash: string): void {
  assert(cancelInvoice(world.network, world.node(name), paymentHash).ok);
  assert(deleteCanceledInvoice(world.network, world.node(name), paymentHash).ok);
}

function restart(entries: readonly JournalEntry[]): NetworkInMemory {
  const world = openNetworkInMemory({ entries });
  const nodes = [...world.network.state.nodes.values()];
  for (const node of nodes) resumeInvoices(world.network, node);
  for (const node of nodes) resumePayments(world.network, node);
  return world;
}
