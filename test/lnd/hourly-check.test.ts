import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { LightningNode } from '../../src/lightning/node-port.ts';
import { ensureNodeBaseline } from '../../src/receipts/watch/ensure-node-baseline.ts';
import { reconcileSettledInvoices } from '../../src/receipts/watch/reconcile-settled-invoices.ts';
import { newWatch } from '../../src/receipts/watch/watch.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { account, startReceiveBench } from '../support/receive-bench.ts';
import { openRegtest } from './regtest.ts';

/** The number of unpaid invoices at the node. */
const OPEN_COUNT = Number(process.env['OPEN_INVOICES'] ?? '300');
const AT_ONCE = 20;

test(`the hourly check looks at no open invoice: ${OPEN_COUNT} of them`, async (t) => {
  const { alice, carol } = (await openRegtest()).nodes;
  const node = openLndNode({ ...alice, clock: systemClock });
  const peer = await openLndPeer(carol);
  t.after(async () => {
    await node.close();
    await peer.close();
  });
  const { world, service, bob } = await startReceiveBench();
  const listed = { invoices: 0 };
  const deps = {
    ...service.deps,
    lightning: countListed(node, listed),
    node: await node.info(),
    clock: systemClock,
  };
  const pay = async (): Promise<void> => {
    const preimage = randomBytes(32);
    const order = { destination: alice.pubkey, amountMsat: 1_000_000n, preimage };
    const { status } = await peer.keysend({ ...order, records: account(bob) });
    assert.equal(status, 'SUCCEEDED');
  };
  const { signal } = new AbortController();
  const { money } = world.memory;
  const check = async (): Promise<number> => {
    listed.invoices = 0;
    const begunAt = performance.now();
    await reconcileSettledInvoices(deps, newWatch(money.fence, systemClock), signal);
    t.diagnostic(`${Math.round(performance.now() - begunAt)} ms, ${listed.invoices} listed`);
    return listed.invoices;
  };

  await pay();
  await pay();
  const { settleIndex: met } = await ensureNodeBaseline(deps, money.fence, signal);
  for (let made = 0; made < OPEN_COUNT; made += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, OPEN_COUNT - made) }, () => ask(node)),
    );
  }
  assert.equal(await check(), 0, 'the first check begins where the node was met');
  assert.equal(await check(), 0);

  for (let count = 0; count < 3; count += 1) await pay();
  await deps.nodes.advanceCursor(deps.node.pubkey, met + 3n, money.fence);
  assert.equal(world.walletSat(bob), 0n);
  assert.equal(await check(), 0);
  assert.equal(world.walletSat(bob), 3000n);
  assert.equal(await check(), 0);
  world.checkBooks();
  await service.stop();
});

const ask = (node: LightningNode) =>
  node.createInvoice({
    preimage: randomBytes(32),
    amountMsat: msat(1000n),
    expirySec: 900,
    purpose: { kind: 'description', text: 'a stranger asks' },
  });

function countListed(node: LightningNode, listed: { invoices: number }): LightningNode {
  return {
    ...node,
    settledInvoices: (signal, listing) =>
      node.settledInvoices(signal, {
        after: listing?.after ?? null,
        onInvoice: (invoice) => {
          listed.invoices += 1;
          listing?.onInvoice(invoice);
        },
      }),
  };
}
