import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';

/** Who stands on the other side of a record, and what can be spent. */

const world = await startSendPages({ after });
const { node } = world;

async function newest(visitor: Visitor) {
  const { body } = await visitor.get('/activity');
  const path = /class="movement [a-z]+" href="([^"]+)"/.exec(body)?.[1];
  assert(path !== undefined, 'the list has a line');
  return await visitor.get(path);
}

/** As people read it. */
function receiptIn(body: string, place: RegExp): string {
  const found = place.exec(body)?.[1];
  assert(found !== undefined, 'the page has a receipt');
  return found.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

async function pay(visitor: Visitor, to: string): Promise<void> {
  const path = await world.begin(visitor, to);
  await visitor.post(`${path}/pay`, {});
  assert.match(await world.read(visitor, path), /Paid/);
}

describe('the other side', () => {
  test('of a paid invoice is its node, by name and key', async () => {
    const payer = await world.addPayer(10_000);
    const { bolt11 } = node.externalInvoice({ amountMsat: 1_000_000n });
    await pay(payer, bolt11);
    assert.match(
      readText(await newest(payer)),
      /To A wallet without a name [0-9a-f]{8}…[0-9a-f]{8}/,
    );
  });

  test('is who has a wallet here; a payer from here stays unnamed', async () => {
    const payer = await world.addPayer(10_000);
    const payee = await world.addVisitor();
    await world.deps.users.updateUser(payee.api.user.id, { name: 'Berta Baker' });
    await world.deps.users.updateUser(payer.api.user.id, { name: 'Paula Payer' });
    await pay(payer, await payee.api.invoice(100));
    assert.match(readText(await newest(payer)), /To Here: Berta Baker/);
    const received = readText(await newest(payee));
    assert.match(received, /From Here: someone with a wallet on this site/);
    assert.doesNotMatch(received, /Paula/);
  });

  test('stands in the receipt by the name that all know, and what is private does not', async () => {
    const unnamed = await world.addPayer(10_000);
    const payee = await world.addVisitor();
    await world.deps.users.updateUser(unnamed.api.user.id, { name: 'Paula Payer' });
    await world.deps.users.updateUser(payee.api.user.id, { name: 'Berta Baker' });
    const payer = await world.reopened(unnamed);
    await world.deps.addressNames.claimName(payee.api.user.id, 'berta', world.clock.now(), null);
    await payer.post('/contacts/new', { name: 'Secret friend', to: 'berta@pay.example' });
    const path = await world.begin(payer, 'berta@pay.example');
    await payer.post(path, { amount: '100', comment: 'For bread' });
    await payer.post(`${path}/pay`, {});
    const record = await newest(payer);
    const identifier = /\/activity\/(\w{24})\/note/.exec(record.body)?.[1] ?? '';
    await payer.post(`/activity/${identifier}/note`, { note: 'private words' });
    const lines = [
      'Receipt for a payment',
      'Amount: 100 sat',
      'Paid to: Berta Baker, berta@pay.example',
      'Paid by: Paula Payer, wallet at Satchel',
      'Time: ',
      'Comment: For bread',
      'Payment hash: ',
      'Proof of payment: ',
    ];
    const withPath = [path, `/activity/${identifier}`];
    for (const page of await Promise.all(withPath.map((one) => payer.get(one)))) {
      const shared = receiptIn(page.body, /data-share="([^"]*)"/);
      assert.deepEqual(
        shared.split('\n').map((line, place) => line.slice(0, lines[place]?.length)),
        lines,
      );
      const printed = receiptIn(page.body, /only-print receipt">([\s\S]*?)<\/section>/);
      for (const text of [shared, printed]) {
        assert.doesNotMatch(text, /Secret friend|private words|lnbc|Technical|Webhook/);
        assert.match(text, /[0-9a-f]{64}[\s\S]*[0-9a-f]{64}/);
      }
      assert.ok(printed.includes(`record ${identifier}`));
    }
  });

  test('is in the receipt for money from here as far as its payer says', async () => {
    const payer = await world.addPayer(10_000);
    const payee = await world.addVisitor();
    await world.deps.users.updateUser(payer.api.user.id, { name: 'Paula Payer' });
    await pay(payer, await payee.api.invoice(100));
    const shared = receiptIn((await newest(payee)).body, /data-share="([^"]*)"/);
    assert.match(shared, /^Receipt for money received\nAmount: 100 sat\n/);
    assert.match(shared, /\nPaid to: A wallet at Satchel\nPaid by: A wallet at Satchel\n/);
    assert.doesNotMatch(shared, /Paula|Proof/);
  });

  test('of a payment to oneself is oneself', async () => {
    const visitor = await world.addPayer(10_000);
    await pay(visitor, await visitor.api.invoice(100));
    assert.match(readText(await newest(visitor)), /(To|From) Here: your own wallet/);
  });

  test('of money from outside is not known', async () => {
    const visitor = await world.addPayer(10_000);
    assert.doesNotMatch(readText(await newest(visitor)), / From /);
  });
});

test('words of others begin where their script does', async () => {
  const visitor = await world.addPayer(10_000);
  const memo = 'שלום עולם';
  const { bolt11 } = node.externalInvoice({ amountMsat: 1_000_000n, memo });
  const path = await world.begin(visitor, bolt11);
  const block = new RegExp(`<bdi class="foreign[^"]*" dir="auto">${memo}</bdi>`);
  assert.match((await visitor.get(path)).body, block);
  await visitor.post(`${path}/pay`, {});
  assert.match((await visitor.get(path)).body, block);
  assert.match((await newest(visitor)).body, block);
  assert.match((await visitor.get('/')).body, new RegExp(`class="title" dir="auto">${memo}<`));
  assert.match((await visitor.get('/receive')).body, /name="memo"[^>]* dir="auto"/);
});

const limits = createUserLimitStore(world.database, NO_LIMITS);
const limitDay = (visitor: Visitor, maxSendDay: bigint) =>
  limits.setLimits(visitor.api.user.id, { maxSendDay: sat(maxSendDay) }, world.clock.now());

describe('what can be spent', () => {
  const ALL = /You can spend all of it now\./;
  const stop = (reason: string | null) =>
    Object.assign(world.deps.paymentStop, { stopReason: () => reason });

  test('is not called all while payments are stopped, or a limit is below it', async () => {
    const visitor = await world.addPayer(10_000);
    assert.match(await world.read(visitor, '/'), ALL);
    stop('a test');
    const stopped = await world.read(visitor, '/');
    stop(null);
    assert.doesNotMatch(stopped, ALL);
    assert.match(stopped, /Payments to other wallets are stopped at the moment/);
    await limitDay(visitor, 9999n);
    assert.doesNotMatch(await world.read(visitor, '/'), ALL);
    await limitDay(visitor, 10_000n);
    assert.match(await world.read(visitor, '/'), ALL);
  });

  test('where no fee is taken, none is spoken of', async () => {
    const visitor = await world.addPayer(100);
    const payee = await world.addVisitor();
    const path = await world.begin(visitor, await payee.api.invoice(101));
    assert.match(await world.read(visitor, path), /This needs 101 sat\. You have 100 sat\./);
  });

  test('above the limit of the day, the review says so and has no button that pays', async () => {
    const visitor = await world.addPayer(10_000);
    await limitDay(visitor, 1000n);
    const begin = (amountMsat: bigint | null) =>
      world.begin(visitor, node.externalInvoice({ amountMsat }).bolt11);
    const text = await world.read(visitor, await begin(995_000n));
    assert.match(
      text,
      /This needs up to 1,005 sat with the fee\. You can still send 1,000 sat until 00:00 UTC/,
    );
    assert.doesNotMatch(text, /Pay 995 sat/);
    assert.match(await world.read(visitor, await begin(900_000n)), /Pay 900 sat/);
    const open = await begin(null);
    assert.match(
      await world.read(visitor, open),
      /can still send 1,000 sat until 00:00 UTC: .* up to 990 sat/,
    );
    await visitor.post(open, { amount: '', all: 'yes' });
    assert.match(await world.read(visitor, open), /Pay 990 sat/);
    stop('a test');
    const other = await world.read(visitor, await begin(null));
    stop(null);
    assert.match(other, /Payments to other wallets are stopped at the moment/);
    assert.doesNotMatch(other, /Send all|You have/);
  });
});
