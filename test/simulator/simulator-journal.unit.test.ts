import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { addressOfScript } from '../../src/lightning/bitcoin/address.ts';
import { mineBlocks } from '../../src/simulator/chain/advance-chain.ts';
import { closeChannel, openChannel } from '../../src/simulator/chain/channels.ts';
import { payFromOutside } from '../../src/simulator/chain/outside.ts';
import { connectPeer } from '../../src/simulator/chain/peers.ts';
import { reorganise } from '../../src/simulator/chain/reorganise.ts';
import { JournalFault } from '../../src/simulator/journal.ts';
import type { NetworkState } from '../../src/simulator/network-state.ts';
import { cancelInvoice, deleteCanceledInvoice } from '../../src/simulator/resolve-invoice.ts';
import { snapshotEntries } from '../../src/simulator/snapshot.ts';
import { openStore } from '../../src/simulator/store.ts';
import {
  type NetworkInMemory,
  openNetworkInMemory,
  stateOf,
} from '../support/network-in-memory.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the journal of the simulated network', () => {
  it('leads to the state that the process had', () => {
    const world = busyNetwork();
    assert.deepEqual(stateOf(world.entries), world.network.state);
  });

  it('leads there from a snapshot too, settlements in their order', () => {
    const { network } = busyNetwork();
    const restored = stateOf(snapshotEntries(network.state));
    assert.deepEqual(restored, network.state);
    assert(network.state.nodes.get('bob')?.invoices.settled.some(({ setId }) => setId !== null));
  });

  it('is read back from disk as it was written, amounts included', async () => {
    const { dir, state } = await written();
    const store = openStore(dir);
    assert.equal(store.isNew, false);
    assert.deepEqual(store.state, state);
    await store.journal.close();
  });

  it('leaves out a last line that a crash cut off, and goes on after it', async () => {
    const { dir, state } = await written();
    appendFileSync(join(dir, 'journal.log'), '0badc0de {"kind":"invoice_set');
    const store = openStore(dir);
    assert.deepEqual(store.state, state);
    store.journal.append({
      kind: 'identity_changed',
      node: 'bob',
      privateKeyHex: '11'.repeat(32),
      pubkey: '02'.repeat(33),
    });
    await store.journal.close();
    const again = openStore(dir);
    assert.equal(again.state.nodes.get('bob')?.pubkey, '02'.repeat(33));
    await again.journal.close();
  });

  it('refuses a file that is damaged before its end', async () => {
    const { dir } = await written();
    const path = join(dir, 'journal.log');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"amtMsat":"5000', '"amtMsat":"6000'));
    assert.throws(() => openStore(dir), JournalFault);
  });

  it('becomes shorter at a start, and says the same', async () => {
    const { dir, state } = await written();
    const path = join(dir, 'journal.log');
    const sizeBefore = statSync(path).size;
    const store = openStore(dir, { minCompactedEntries: 1 });
    await store.journal.close();
    assert(statSync(path).size < sizeBefore);
    const again = openStore(dir);
    assert.deepEqual(again.state, state);
    await again.journal.close();
  });

  it('tells no one of an entry before it is on disk, and in the order of the entries', async () => {
    const { dir } = await written();
    const { journal } = openStore(dir);
    const path = join(dir, 'journal.log');
    const told: string[] = [];
    const entryOf = (pubkey: string) =>
      ({ kind: 'identity_changed', node: 'bob', privateKeyHex: '', pubkey }) as const;
    for (const pubkey of ['first', 'second']) {
      journal.append(entryOf(pubkey));
      journal.afterDurable(() => {
        assert(readFileSync(path, 'utf8').includes(pubkey));
        told.push(pubkey);
      });
    }
    assert.deepEqual(told, []);
    await journal.close();
    assert.deepEqual(told, ['first', 'second']);
  });
});

/**
 * Every kind of entry: paid, failed, retried, held, in parts, keysend, AMP, cancelled, deleted; and
 * on chain: paid, taken back, and channels that opened, one of which closes.
 */
function busyNetwork(): NetworkInMemory {
  const world = openNetworkInMemory();
  const { network } = world;
  world.pay('satchel', world.invoice('bob', 5_000_000n).paymentRequest);
  const { paymentRequest } = world.invoice('alice', 700_000_000_000n);
  world.pay('satchel', paymentRequest, { maxParts: 1 });
  world.pay('satchel', paymentRequest);
  world.pay('satchel', world.invoice('alice', 0n).paymentRequest, { amtMsat: 1501n });
  const lock = { kind: 'hash', paymentHash: new Uint8Array(32).fill(3) } as const;
  world.pay('satchel', world.invoice('bob', 2_000_000n, { lock }).paymentRequest);
  world.pay('alice', world.invoice('carol', 9_000n, { withPrivateHints: true }).paymentRequest);
  const customRecords = new Map([[696969n, Buffer.from('somebody')]]);
  world.keysend('alice', 'satchel', { customRecords, amtMsat: 999n });
  const amp = world.invoice('bob', 3000n, { lock: { kind: 'amp' } });
  world.pay('satchel', amp.paymentRequest, { isAmp: true });
  world.pay('satchel', amp.paymentRequest, { isAmp: true });
  world.pay('alice', world.invoice('bob', 77_000n).paymentRequest);
  network.faults.set({ kind: 'hold_fail', node: 'satchel' });
  world.pay('satchel', world.invoice('bob', 8_000_000n).paymentRequest);
  network.faults.set({ kind: 'no_route', node: 'satchel' });
  world.pay('satchel', world.invoice('bob', 8_000_000n).paymentRequest);
  const { name, wallet } = world.node('satchel');
  const [script = ''] = wallet.addresses.keys();
  const address = addressOfScript(script, 'regtest') ?? '';
  assert(payFromOutside(network, [{ address, amountSat: 4000n }]).ok);
  mineBlocks(network, 2);
  assert(reorganise(network, { depth: 2, newBlocks: 3, replaced: [] }).ok);
  const order = { amountSat: 400_000n, pushSat: 1000n, satPerKw: 500n, minDepth: 1 };
  const peer = world.node('bob');
  connectPeer(network, world.node(name), peer);
  assert(openChannel(network, world.node(name), { ...order, peer, isPrivate: false }).ok);
  assert(openChannel(network, peer, { ...order, peer: world.node(name), isPrivate: true }).ok);
  mineBlocks(network, 3);
  const [closed] = [...network.state.channels.values()].filter(
    ({ capacitySat }) => capacitySat < 1e6,
  );
  assert(closed !== undefined);
  closeChannel(network, peer, closed, 500n);
  // The second one has a settle index, and the last one had the highest add index.
  for (const { paymentHash } of [world.invoice('bob', 1n), amp, world.invoice('bob', 1n)]) {
    assert(cancelInvoice(network, world.node('bob'), paymentHash).ok);
    assert(deleteCanceledInvoice(network, world.node('bob'), paymentHash).ok);
  }
  return world;
}

async function written(): Promise<{ dir: string; state: NetworkState }> {
  const dir = mkdtempSync(join(tmpdir(), 'satchel-test-'));
  folders.push(dir);
  const world = busyNetwork();
  const { journal } = openStore(dir);
  for (const entry of world.entries) journal.append(entry);
  await journal.close();
  return { dir, state: world.network.state };
}
