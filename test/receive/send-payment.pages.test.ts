import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { WEB_GRANT } from '../../src/authorization/caller.ts';
import { msat, sat } from '../../src/base/amount.ts';
import type { PaymentFailureReason } from '../../src/lightning/node-port.ts';
import { SEND_DRAFT_LIFE_MS } from '../../src/send/limits.ts';
import { pruneSendDrafts } from '../../src/send/prune-send-drafts.ts';
import { eventually } from '../support/eventually.ts';
import { holdPayments, startSendPages } from '../support/lnurl/send-pages.ts';
import { type PageVisitor, readText } from '../support/page-visitor.ts';

/** Numbers in titles: the browser tests of the wallet (money), as far as no browser is needed. */

const world = await startSendPages({ after });
const { node } = world;
const SUCCEED = { kind: 'succeed', feeMsat: msat(3000n) } as const;

beforeEach(() => {
  node.plan = SUCCEED;
});

const external = (amountSat: bigint) =>
  node.externalInvoice({ amountMsat: amountSat * 1000n, memo: 'Coffee & cake' });

const pay = async (visitor: PageVisitor, path: string): Promise<void> => {
  const paid = await visitor.post(`${path}/pay`, {});
  assert.deepEqual([paid.statusCode, paid.headers.location], [303, path]);
};

describe('paying', () => {
  test('4 pressed often, in two tabs and again after the end: one payment', async () => {
    const visitor = await world.addPayer(10_000);
    const path = await world.begin(visitor, external(1000n).bolt11);
    const sent = node.sent.length;
    await Promise.all(Array.from({ length: 5 }, () => pay(visitor, path)));
    await pay(visitor, path);
    assert.equal(node.sent.length, sent + 1);
    assert.equal(await visitor.api.balanceSat(), 8997);
    assert.match(await world.read(visitor, path), /Paid 1,000 sat The money has arrived/);
  });

  test('4 two tabs choose differently: both show, and pay, the one that was first', async () => {
    const visitor = await world.addPayer(10_000);
    world.offer();
    const path = await world.begin(visitor, world.shop);
    await Promise.all(['1000', '2000'].map((amount) => visitor.post(path, { amount })));
    const text = await world.read(visitor, path);
    const shown = /Pay (\d),000 sat/.exec(text)?.[1];
    await visitor.post(path, { amount: '3000' });
    assert.equal(await world.read(visitor, path), text);
    await Promise.all([pay(visitor, path), pay(visitor, path)]);
    assert.match(
      await world.read(visitor, path),
      new RegExp(`Paid ${shown},000 sat The money has arrived`),
    );
    assert.equal(await visitor.api.balanceSat(), 10_000 - Number(shown) * 1000 - 3);
  });

  test('5 on its way, not known, still not known, and then paid', async () => {
    const visitor = await world.addPayer(10_000);
    const path = await world.begin(visitor, external(1000n).bolt11);
    const end = holdPayments(world);
    const count = node.sent.length + 1;
    const paying = pay(visitor, path);
    await world.sent(count);
    const way = await eventually('it is on its way', async () => {
      const text = await world.read(visitor, path);
      return /On its way This usually takes seconds/.test(text) ? text : null;
    });
    assert.match(way, /Amount 1,000 sat What for Coffee & cake/);
    world.clock.move(20 * 60_000);
    const long = await world.read(visitor, path);
    assert.match(long, /Still on its way This has been on its way for 20 minutes\./);
    assert.doesNotMatch(long, /usually takes seconds/);
    const { body } = await visitor.get(path);
    const identifier = /data-live="[^"]*payment=(\w{24})"/.exec(body)?.[1] ?? '';
    assert.match(readText(await visitor.get('/')), /Another 1,010 sat is reserved/);
    const draft = await world.deps.pages?.payFlow.drafts.findDraft(
      visitor.api.user.id,
      path.split('/').at(-1) ?? '',
    );
    await world.deps.payments.markUnknown(draft?.paymentId ?? '', world.clock.now());
    const unknown = await world.read(visitor, path);
    assert.match(unknown, /Not known yet .* Paying a new invoice can\./);
    assert.doesNotMatch(unknown, /Not paid/);
    world.clock.move(25 * 3_600_000);
    const still = await world.read(visitor, path);
    assert.match(still, new RegExp(`Still not known .* They find it as payment ${identifier}`));
    end(SUCCEED);
    await paying;
    await eventually('it is paid', async () =>
      /Paid 1,000 sat The money has arrived/.test(await world.read(visitor, path)) ? true : null,
    );
  });

  test('a process that died after it had reserved: the draft finds the payment by its key', async () => {
    const visitor = await world.addPayer(10_000);
    const { bolt11, paymentHash } = external(1000n);
    const path = await world.begin(visitor, bolt11);
    const draftId = path.split('/').at(-1) ?? '';
    const { user } = visitor.api;
    const outcome = await world.deps.money.reserve({
      order: {
        id: crypto.randomUUID(),
        identifier: 'diedAfterItHadReserved00',
        userId: user.id,
        grantId: WEB_GRANT,
        kind: 'bolt11',
        paymentHash,
        preimage: null,
        amountMsat: msat(1_000_000n),
        destination: '02'.repeat(33),
        bolt11,
        memo: null,
        descriptionHash: null,
        records: new Map(),
        batch: null,
        sentTo: null,
        createdAt: world.clock.now(),
      },
      heldSat: sat(1010n),
      nodePubkey: node.identity.pubkey,
      ownerProcessId: world.deps.processId,
      openPaymentsMax: 10,
      idempotency: { key: draftId, requestHash: new Uint8Array(32) },
    });
    assert.equal(outcome.kind, 'reserved');
    const words = /Sending 1,010 sat is set aside: 1,000 sat and at most 10 sat for the fee/;
    assert.match(await world.read(visitor, path), words);
    const sent = node.sent.length;
    await pay(visitor, path);
    assert.match(await world.read(visitor, path), words);
    assert.equal(node.sent.length, sent);
  });

  const REASONS: readonly (readonly [PaymentFailureReason, RegExp])[] = [
    ['no_route', /There was no way through the network/],
    ['timeout', /did not find its way in time/],
    ['insufficient_liquidity', /cannot send so much at the moment/],
    ['incorrect_details', /The payee refused the payment/],
    ['cancelled', /The payment was cancelled/],
    ['other', /The payment failed/],
  ];
  for (const [reason, words] of REASONS) {
    test(`6 failed, ${reason}: its own words, nothing taken, and another try`, async () => {
      const visitor = await world.addPayer(10_000);
      const path = await world.begin(visitor, external(1000n).bolt11);
      node.plan = { kind: 'fail', reason };
      await pay(visitor, path);
      const text = await world.read(visitor, path);
      assert.match(text, /Not paid /);
      assert.match(text, words);
      assert.match(text, /Nothing was taken from your wallet\..* Payment hash [0-9a-f]{64}/);
      assert.equal(await visitor.api.balanceSat(), 10_000);
      node.plan = SUCCEED;
      const again = await visitor.post(`${path}/again`, {});
      const next = String(again.headers.location);
      assert.notEqual(next, path);
      await pay(visitor, next);
      assert.match(await world.read(visitor, next), /Paid/);
      assert.match(await world.read(visitor, path), /Not paid/);
    });
  }

  test('paid: fee, time, proof, and what the payee says, as text', async () => {
    const visitor = await world.addPayer(10_000);
    const message = '<script>alert(1)</script> Thank you';
    world.offer({}, {}, { successAction: { tag: 'message', message } });
    const path = await world.review(visitor, world.shop, { amount: '1,000', comment: 'hi <i>' });
    const before = await world.read(visitor, path);
    assert.match(before, /Your comment hi <i>/);
    assert.doesNotMatch(before, /alert/);
    await pay(visitor, path);
    const page = await visitor.get(path);
    const text = readText(page);
    assert.match(text, /Paid 1,000 sat The money has arrived\. Message from the payee <script>/);
    assert.match(text, new RegExp(`To ${world.shop} Your comment hi <i> Fee 3 sat`));
    assert.match(text, /Proof of payment [0-9a-f]{64} Copy .* Payment hash [0-9a-f]{64}/);
    assert.doesNotMatch(page.body, /<script>alert|hi <i>/);
  });

  test('too old: it says so, and is pruned; a paid one stays', async () => {
    const visitor = await world.addPayer(10_000);
    const paid = await world.begin(visitor, external(10n).bolt11);
    await pay(visitor, paid);
    const left = await world.begin(visitor, external(20n).bolt11);
    world.clock.move(SEND_DRAFT_LIFE_MS);
    assert.match(await world.read(visitor, left), /This page was open too long/);
    await pay(visitor, left);
    assert.equal(await visitor.api.balanceSat(), 9987);
    world.clock.move(SEND_DRAFT_LIFE_MS);
    const { payFlow } = world.deps.pages ?? assert.fail('pages are served');
    const prune = { pruneDrafts: async () => 0, pruneOrders: async () => 0 };
    await pruneSendDrafts(
      { payOrders: prune, withdrawDrafts: prune, sendDrafts: payFlow.drafts, clock: world.clock },
      new AbortController().signal,
    );
    assert.equal((await visitor.get(left)).statusCode, 404);
    assert.match(await world.read(visitor, paid), /Paid 10 sat The money has arrived/);
  });
});
