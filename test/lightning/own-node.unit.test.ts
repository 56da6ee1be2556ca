import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterEach, test } from 'node:test';
import { watchSolvency } from '../../src/node/watch-solvency.ts';
import { closeLnds, lndAt } from '../support/lnd-against-script.ts';
import { infoMessage } from '../support/lnd-messages.ts';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';

afterEach(closeLnds);

/** A node that has taken the place of ours: it can be met over a new connection only. */

async function startBench() {
  const bench = await startPayBench();
  const { says, identity } = bench.world.node;
  let infoCalls = 0;
  bench.service.breakage.onCall.set('info', () => {
    infoCalls += 1;
  });
  return {
    ...bench,
    infoCalls: () => infoCalls,
    replace: (by = `02${'ab'.repeat(32)}`) => {
      says.pubkey = by;
      says.connectionsOpened += 1;
    },
    bringBack: () => {
      says.pubkey = identity.pubkey;
      says.connectionsOpened += 1;
    },
    payExternal: () => bench.pay(bench.world.node.bill().bolt11),
  };
}

test('nothing is sent to another node that answers at the address of ours', async () => {
  const bench = await startBench();
  const { world, service, ann } = bench;
  settledOf(await bench.payExternal());
  bench.replace();
  const refusal = refusalOf(await bench.payExternal());
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'node_away');
  assert.equal(world.node.books.sent.length, 1);
  assert.equal(world.heldSat(ann), 0n);
  assert.notEqual(
    service.deps.paymentStop.stopReason(),
    null,
    'further ones are not even reserved',
  );
  assert.equal(refusalOf(await bench.payExternal()).kind, 'outside_payments_stopped');
  world.checkBooks();

  bench.bringBack();
  service.run(watchSolvency);
  await world.clock.advance(60_000);
  settledOf(await bench.payExternal());
  assert.equal(world.node.books.sent.length, 2);
  world.checkBooks();
});

test('payments at the moment of the change wait for the same look', async () => {
  const bench = await startBench();
  const { world } = bench;
  bench.replace();
  const bills = Array.from({ length: 10 }, () => world.node.bill().bolt11);
  const answers = await world.clock.until(Promise.all(bills.map((bill) => bench.begin(bill))));
  assert(answers.every((answer) => !answer.ok));
  assert.deepEqual(world.node.books.sent, []);
  world.checkBooks();
});

test('a node whose key cannot be read gets nothing either', async () => {
  const bench = await startBench();
  const { world, service } = bench;
  world.node.says.connectionsOpened += 1;
  service.breakage.errors.set('info', [{ at: 'before', error: new Error('no answer') }]);
  const refusal = refusalOf(await bench.payExternal());
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'node_away');
  assert.equal(service.deps.paymentStop.stopReason(), null, 'that proves nothing');
  settledOf(await bench.payExternal());
  world.checkBooks();
});

test('as long as the connections stay, no one asks', async () => {
  const bench = await startBench();
  for (let count = 0; count < 5; count += 1) settledOf(await bench.payExternal());
  assert.equal(bench.infoCalls(), 0);
  bench.world.node.says.connectionsOpened += 1;
  for (let count = 0; count < 5; count += 1) settledOf(await bench.payExternal());
  assert.equal(bench.infoCalls(), 1);
  bench.world.checkBooks();
});

test('connections to LND are counted as they are opened', async (t) => {
  const server = createServer((_, response) => response.end(JSON.stringify(infoMessage())));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const node = lndAt(`http://127.0.0.1:${address.port}`);
  assert.equal(node.connectionsOpened, 0);
  for (let count = 0; count < 20; count += 1) await node.info();
  const before = node.connectionsOpened;
  assert.equal(before, accepted);
  assert(before < 20, 'most calls use a connection that is there');
  server.closeAllConnections();
  await node.info().catch(() => node.info());
  assert.equal(node.connectionsOpened, accepted);
  assert(accepted > before);
});
