import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { LONG_UNKNOWN_MS, MAX_RECORD_NOTE_LENGTH } from '../../src/activity/limits.ts';
import { webCaller } from '../../src/authorization/caller.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import type { SentTo } from '../../src/ledger/sent-to.ts';
import { BOOSTAGRAM_RECORD } from '../../src/lightning/custom-records.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { aesAction } from '../support/lnurl/aes-action.ts';
import { holdPayments } from '../support/lnurl/send-pages.ts';
import { reserveEvent } from '../support/money-model/events.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

/**
 * Numbers in titles: the browser tests of the wallet (money), as far as no browser is needed;
 * screen 11 is this one.
 */

const world = await startPages({ after });
const SUCCEED = world.node.plan;

const EVIL = '<img src=x onerror=alert(1)>\u202e"\'';
const ESCAPED = '&#60;img src&#61;x onerror&#61;alert(1)&#62;\u202e';

/** The page of the newest line of a list. */
async function openNewest(visitor: Visitor, query = '') {
  const page = await visitor.get(`/activity${query}`);
  const path = /class="movement [a-z]+" href="([^"]+)"/.exec(page.body)?.[1];
  assert(path !== undefined, 'the list has a line');
  return { path, page: await visitor.get(path) };
}

async function pay(
  visitor: Visitor,
  amountMsat: bigint,
  says: SentTo | ((preimage: string) => SentTo) | null = null,
) {
  const preimage = bytesToHex(systemRandom.bytes(32));
  const { bolt11 } = world.node.externalInvoice({ amountMsat, preimage });
  const sentTo = typeof says === 'function' ? says(preimage) : says;
  const order = { caller: webCaller(visitor.api.user.id), bolt11, amountMsat: null };
  const paid = await payInvoice({ ...world.deps }, { ...order, idempotency: null, sentTo });
  assert(paid.ok);
  return bolt11;
}

describe('GET /activity/{identifier}', () => {
  test('shows a record that has no payment hash, as another rail may leave it out', async (t) => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(5000);
    await pay(visitor, 1_000_000n);
    const { path, page } = await openNewest(visitor);
    const hash = /Payment hash<[^0-9]+<code>([0-9a-f]{64})<\/code>/.exec(page.body)?.[1] ?? '';
    assert.match(hash, /./);
    const superuser = postgres(world.superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      const { count } = await sql`
        update settled_record set body = (body::jsonb - 'payment_hash')::text
        where identifier = ${path.slice('/activity/'.length)}`;
      assert.equal(count, 1);
    });
    const without = await visitor.get(path);
    assert.equal(without.statusCode, 200);
    assert.ok(!without.body.includes(hash));
  });

  test('shows money that came in: who paid, for what, and what asked for it', async () => {
    const visitor = await world.addVisitor();
    const input = { amount: 2100, memo: 'Two books', payer_name: 'Zoe', comment: 'thank you' };
    const created = await visitor.api.post('/invoices', { ...input, payer_email: 'z@example.com' });
    await world.payFromExternalNode(textField(created.body, 'payment_hash'));
    const { path, page } = await openNewest(visitor);
    assert.equal(path, `/activity/${textField(created.body, 'identifier')}`);
    const text = readText(page);
    assert.match(text, /Received 2,100 sat 2,100 sat is in your wallet\./);
    assert.match(page.body, /<title>Received: 2,100 sat · /);
    assert.match(text, /From Zoe E-mail of the payer z@example\.com Description Two books/);
    assert.match(text, /Comment thank you .* Invoice made by test/);
    assert.ok(text.includes(textField(created.body, 'payment_hash')));
    assert.ok(text.includes(textField(created.body, 'payment_request')));
    // Anyone who knows the preimage could claim to have paid.
    assert.doesNotMatch(text, /Proof of payment/);
  });

  test('lists no payer who names themselves like an address; the record quotes them', async () => {
    const visitor = await world.addVisitor();
    const payer = { payer_name: 'alice@own.example', payer_email: 'zoe@own.example' };
    const created = await visitor.api.post('/invoices', { amount: 2100, ...payer });
    await world.payFromExternalNode(textField(created.body, 'payment_hash'));
    const { page } = await openNewest(visitor);
    assert.match(readText(page), /From alice@own\.example/);
    for (const path of ['/', '/activity']) {
      assert.doesNotMatch((await visitor.get(path)).body, /@own\.example/);
    }
    const [month = ''] =
      /\/statements\/\d{4}-\d{2}/.exec((await visitor.get('/statements')).body) ?? [];
    const statement = await visitor.get(month);
    assert.match(readText(statement), /2,100/);
    assert.doesNotMatch(statement.body, /@own\.example/);
  });

  test('10 shows a payment with its fee, its proof and what the payee says', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(100_000);
    const successAction = {
      tag: 'url',
      description: EVIL,
      url: 'https://shop.example/x?<b>',
    } as const;
    const sentTo = { payee: 'bob@shop.example', comment: EVIL, successAction };
    const bolt11 = await pay(visitor, 1_000_000n, sentTo);
    const { page } = await openNewest(visitor, '?show=out');
    const text = readText(page);
    assert.match(text, /Paid 1,000 sat The payee has the money\. To bob@shop\.example/);
    assert.match(page.body, /<title>Paid: 1,000 sat · /);
    assert.match(text, /Fee \d+ sat \(\d+\.\d\d % of the amount\) Taken from the wallet 1,\d+ sat/);
    assert.match(text, /Paid by You/);
    assert.match(text, /Proof of payment .* [0-9a-f]{64}/);
    assert.match(text, /From the payee/);
    assert.ok(text.includes(bolt11));
    assert.ok(page.body.includes(ESCAPED));
    assert.ok(!page.body.includes('<img src=x'));
    assert.ok(!page.body.includes('href="https://shop.example'));
  });

  test('10 shows what only the payer can read, and that of others not at all', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(100_000);
    const told = (key: string): SentTo => ({
      payee: 'bob@shop.example',
      comment: null,
      successAction: aesAction(key, 'Your ticket', EVIL),
    });
    await pay(visitor, 1_000_000n, told);
    const { page } = await openNewest(visitor, '?show=out');
    assert.match(readText(page), /From the payee Your ticket/);
    assert.ok(page.body.includes('&#60;img src'));
    await pay(visitor, 1_000_000n, told('ab'.repeat(32)));
    const other = await openNewest(visitor, '?show=out');
    assert.match(readText(other.page), /From the payee Your ticket/);
    assert.ok(!other.page.body.includes('&#60;img src'));
  });

  test('says that a payment to somebody here cost no fee', async () => {
    const visitor = await world.addVisitor();
    const payee = await world.addVisitor();
    await visitor.api.receive(100);
    const invoice = await payee.api.invoice(21);
    assert.equal((await visitor.api.post('/payments/bolt11', { invoice })).status, 200);
    const { page } = await openNewest(visitor, '?show=out');
    assert.match(readText(page), /Paid 21 sat .* Fee None Taken from the wallet 21 sat/);
  });

  test('says when money was booked that had come in long before', async () => {
    const visitor = await world.addVisitor();
    const created = await visitor.api.post('/invoices', { amount: 2100 });
    world.clock.move(-3_600_000);
    await world.payFromExternalNode(textField(created.body, 'payment_hash'));
    world.clock.move(3_600_000);
    assert.match(
      readText((await openNewest(visitor)).page),
      / Received .* UTC Added to your wallet .* UTC/,
    );
  });

  test('6 shows a failed payment: why, and that nothing was taken', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    for (const [reason, words] of [
      ['no_route', /No way to the payee was found/],
      ['timeout', /did not find its way in time/],
      ['insufficient_liquidity', /cannot send that much over Lightning/],
      ['incorrect_details', /the invoice has expired, or the amount is wrong/],
      ['cancelled', /The payment was cancelled\./],
      ['other', /The payment failed\./],
    ] as const) {
      world.node.plan = { kind: 'fail', reason };
      const { bolt11 } = world.node.externalInvoice({ amountMsat: 5_000_000n });
      await visitor.api.post('/payments/bolt11', { invoice: bolt11 });
      const text = readText((await openNewest(visitor, '?state=failed')).page);
      assert.match(text, /Not paid 5,000 sat/);
      assert.match(text, words);
      assert.match(text, /Nothing was taken from your wallet\./);
      assert.doesNotMatch(text, /Proof of payment|Fee /);
    }
    world.node.plan = SUCCEED;
    assert.equal(await visitor.api.balanceSat(), 10_000);
  });

  test('6 of a payment that failed long ago, the invoice and its text are forgotten', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 5_000_000n });
    await visitor.api.post('/payments/bolt11', { invoice: bolt11 });
    world.node.plan = SUCCEED;
    assert.match((await openNewest(visitor, '?state=failed')).page.body, new RegExp(bolt11));
    const tomorrow = new Date(world.clock.now().getTime() + DAY_MS);
    assert(await world.deps.payments.forgetFailed(tomorrow, 1000));
    const list = readText(await visitor.get('/activity?state=failed'));
    const { page } = await openNewest(visitor, '?state=failed');
    assert.doesNotMatch(page.body, new RegExp(bolt11));
    assert.match(readText(page), /Not paid 5,000 sat No way to the payee was found/);
    for (const text of [list, readText(page)]) assert.doesNotMatch(text, /Keysend/);
    assert.equal((await visitor.get('/activity.csv?state=failed')).statusCode, 200);
  });

  test('10 shows a boost, and other records as text or hex', async () => {
    const visitor = await world.addVisitor();
    const boost = { podcast: 'Night Radio', episode: '12', sender_name: EVIL, message: EVIL };
    const records = new Map([
      [BOOSTAGRAM_RECORD, Buffer.from(JSON.stringify({ ...boost, app_name: 'Podverse', ts: 77 }))],
      [133_773_310n, Buffer.from('<u>plain</u>')],
      [133_773_311n, Buffer.from([0, 255, 1])],
    ]);
    await visitor.api.receiveKeysend(500, records);
    const { page } = await openNewest(visitor);
    const text = readText(page);
    assert.match(text, /Boost Sender .* Show Night Radio Episode 12 Message .* App Podverse/);
    assert.match(text, /133773310: <u>plain<\/u>/);
    assert.match(text, /133773311: 00ff01/);
    assert.match(text, /Kind Keysend: sent without an invoice/);
    assert.ok(page.body.includes(ESCAPED));
    assert.ok(!page.body.includes('<img src=x'));
    assert.ok(!page.body.includes('<u>plain'));
  });

  test('leads to the webhooks that were told of it', async () => {
    const visitor = await world.addVisitor();
    const input = { url: 'https://hooks.example/in', filter_types: ['invoice.incoming.settled'] };
    const made = await visitor.api.post('/webhook_endpoints', input);
    assert.equal(made.status, 200, made.text);
    await visitor.api.receive(5);
    const { page } = await openNewest(visitor);
    assert.match(readText(page), /Webhooks that were told of it https:\/\/hooks\.example\/in/);
    const link = readLink(page, 'https://hooks.example/in');
    assert.equal((await visitor.get(link)).statusCode, 200);
  });

  test('12 that of another user does not exist, nor its note, nor anything else', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(5);
    const { path } = await openNewest(visitor);
    const stranger = await world.addVisitor();
    for (const other of [path, '/activity/x', `/activity/${'a'.repeat(24)}`, '/activity/%00']) {
      assert.equal((await stranger.get(other)).statusCode, 404, other);
    }
    assert.equal((await stranger.post(`${path}/note`, { note: 'mine' })).statusCode, 404);
    assert.doesNotMatch((await visitor.get(path)).body, /mine/);
    const { statusCode, headers } = await world.guest().get(path);
    assert.deepEqual([statusCode, headers.location], [303, '/sign-in']);
  });

  test('an unpaid invoice is no record', async () => {
    const visitor = await world.addVisitor();
    const created = await visitor.api.post('/invoices', { amount: 5 });
    const path = `/activity/${textField(created.body, 'identifier')}`;
    assert.equal((await visitor.get(path)).statusCode, 404);
  });
});

describe('a note', () => {
  test('is kept as it was written, changed, and taken away', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(5);
    const { path } = await openNewest(visitor);
    for (const note of ['for the <b>books</b>\r\nand taxes', 'changed', '']) {
      const answer = await visitor.post(`${path}/note`, { note });
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, path]);
      const { body } = await visitor.get(path);
      const kept = /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(body)?.[1] ?? '';
      const escaped = note.replaceAll('\r\n', '\n').replaceAll('<', '&#60;');
      assert.equal(kept.replaceAll('&#62;', '>'), escaped);
      assert.ok(!body.includes('<b>books'));
    }
    assert.match(readText(await visitor.get(path)), /Your note Only you can see it/);
  });

  test('may be so long and no longer; what was typed stays', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(5);
    const { path } = await openNewest(visitor);
    const most = 'ü'.repeat(MAX_RECORD_NOTE_LENGTH);
    assert.equal((await visitor.post(`${path}/note`, { note: most })).statusCode, 303);
    const refused = await visitor.post(`${path}/note`, { note: `${most}x` });
    assert.equal(refused.statusCode, 400);
    assert.match(readText(refused), /too long\. Use at most 500 letters/);
    assert.match(refused.body, /class="field wrong">\s*<label for="field-note"/);
    assert.ok(refused.body.includes(`${most}x`));
    assert.ok(!(await visitor.get(path)).body.includes(`${most}x`));
  });
});

describe('a payment on its way', () => {
  test('5 sending: what is set aside, before the node has taken it', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    const { bolt11, paymentHash } = world.node.externalInvoice({ amountMsat: 1_000_000n });
    const { order, ...event } = reserveEvent(visitor.api.user.id);
    const outcome = await world.deps.money.reserve({
      ...event,
      order: { ...order, kind: 'bolt11', bolt11, paymentHash, amountMsat: msat(1_000_000n) },
      heldSat: sat(1010n),
    });
    assert.equal(outcome.kind, 'reserved');
    const aside =
      /Sending 1,000 sat 1,010 sat is set aside: 1,000 sat, and at most 10 sat for fees/;
    assert.match(readText((await openNewest(visitor)).page), aside);
  });

  test('1 5 stands on top and says how far it is, never that it failed by time, and its end', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(10_000);
    const end = holdPayments(world);
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 1_000_000n });
    const sentBefore = world.node.sent.length;
    const paying = visitor.api.post('/payments/bolt11', { invoice: bolt11 });
    await world.sent(sentBefore + 1);
    for (const path of ['/', '/activity']) {
      assert.match(
        readText(await visitor.get(path)),
        /On its way outside On its way · started by token test −1,000 sat .* Received by token test \+10,000 sat/,
      );
    }
    const { path, page } = await openNewest(visitor);
    const identifier = path.split('/').at(-1) ?? '';
    assert.match(page.body, new RegExp(`<body data-live="/live[^"]*payment&#61;${identifier}"`));
    const way = await eventually('the node has it', async () => {
      const text = readText(await visitor.get(path));
      return /On its way 1,000 sat This usually takes seconds/.test(text) ? text : null;
    });
    assert.match(way, /Fee At most 10 sat/);
    world.clock.move(180 * 60_000);
    const long = /Still on its way 1,000 sat This has been on its way for 3 hours\./;
    assert.match(readText(await visitor.get(path)), long);
    const written = await visitor.post(`${path}/note`, { note: 'kept over the end' });
    assert.equal(written.statusCode, 303);
    const open = await world.deps.payments.listOpenPayments();
    const payment = open.find((one) => one.identifier === identifier);
    await world.deps.payments.markUnknown(payment?.id ?? '', world.clock.now());
    assert.match(readText(await visitor.get(path)), /Not known yet .* Paying a new invoice can\./);
    world.clock.move(LONG_UNKNOWN_MS);
    const late = readText(await visitor.get(path));
    assert.match(late, new RegExp(`Still not known .* as payment ${identifier}\\.`));
    assert.doesNotMatch(late, /Not paid/);
    end(SUCCEED);
    await paying;
    const paid = readText((await openNewest(visitor, '?show=out')).page);
    assert.match(paid, /Paid 1,000 sat The payee has the money.*kept over the end/);
    assert.doesNotMatch((await visitor.get(path)).body, /data-live=/);
  });
});
