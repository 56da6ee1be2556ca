import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { eventually } from '../support/eventually.ts';
import { holdPayments, startSendPages } from '../support/lnurl/send-pages.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

/** Paying a node by its key, without an invoice. */

const world = await startSendPages({ after });
const { node } = world;
/** The generator of secp256k1, which is as good a key as any. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const OTHER_KEY = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';
const SHORT = '0279be66…16f81798';

beforeEach(() => {
  node.plan = { kind: 'succeed', feeMsat: msat(0n) };
});

const lastSent = () => {
  const order = node.sent.at(-1);
  assert(order?.kind === 'keysend', 'it was a keysend');
  return order;
};

async function pay(visitor: Visitor, fields: Readonly<Record<string, string>>): Promise<string> {
  const path = await world.review(visitor, KEY, fields);
  await visitor.post(`${path}/pay`, {});
  return path;
}

const lastRecord = async (visitor: Visitor) => {
  const path = readLineLink((await visitor.get('/activity')).body);
  return await visitor.get(path);
};

function readLineLink(body: string): string {
  const path = /class="movement [a-z]+" href="([^"]+)"/.exec(body)?.[1];
  assert(path !== undefined, 'the list has a line');
  return path;
}

describe('the key of a node', () => {
  test('leads to an amount and a message, then to a review, and is paid by keysend', async () => {
    const ann = await world.addPayer();
    const path = await world.begin(ann, KEY);
    assert.match(await world.read(ann, path), new RegExp(`Pay ${SHORT} .*Amount .*Comment`));
    const sent = node.sent.length;
    await ann.post(path, { amount: '1000', comment: ' Thanks for all\u0007 ' });
    const review = await world.read(ann, path);
    assert.match(review, new RegExp(`Check and pay .* Amount 1,000 sat To .*${SHORT}`));
    assert.match(review, /Your comment Thanks for all .*Fee At most .*Left afterwards At least/);
    assert.match(review, /straight to a node, without an invoice/);
    assert.doesNotMatch(review, /Expires/);
    assert.equal(node.sent.length, sent);
    await ann.post(`${path}/pay`, {});
    const { destination, amountMsat, records } = lastSent();
    assert.deepEqual([destination, amountMsat], [KEY, 1_000_000n]);
    const texts = [...records].map(([type, bytes]) => [type, Buffer.from(bytes).toString()]);
    assert.deepEqual(texts, [[MESSAGE_RECORD, 'Thanks for all']]);
    assert.match(await world.read(ann, path), /Paid 1,000 sat .*Your comment Thanks for all/);
    assert.equal(await ann.api.balanceSat(), 99_000);
  });

  test('with an amount beside it leads to the review at once, however it is written', async () => {
    const ann = await world.addPayer();
    for (const to of [
      KEY.toUpperCase(),
      `lightning:${KEY}`,
      `${KEY}@203.0.113.7:9735`,
      `My node: ${KEY}@[2001:db8::7]:9735.`,
    ]) {
      const path = await ann.post('/send', { to, amount: '21' });
      assert.equal(path.statusCode, 303, to);
      const review = await world.read(ann, String(path.headers.location));
      assert.match(review, new RegExp(`Amount 21 sat .*${SHORT}`), to);
    }
  });

  test('is refused where it is none, and where it is that of this service', async () => {
    const ann = await world.addPayer();
    const wrong = await ann.post('/send', { to: `${KEY.slice(0, -2)}91` });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /key of a Lightning node, but a character is wrong/);
    const own = await ann.post('/send', { to: node.identity.pubkey, amount: '10' });
    assert.equal(own.statusCode, 400);
    assert.match(readText(own), /the key of this site itself/);
  });

  test('takes no more than there is, nothing while payments are stopped, and no nothing', async () => {
    const ann = await world.addPayer(100);
    const above = await world.review(ann, KEY, { amount: '101' });
    assert.match(await world.read(ann, above), /This needs up to .* You have 100 sat/);
    const sent = node.sent.length;
    await ann.post(`${above}/pay`, {});
    assert.equal(node.sent.length, sent);
    const none = await ann.post(await world.begin(ann, KEY), { amount: '0' });
    assert.equal(none.statusCode, 400);
  });
});

describe('a payment to a node', () => {
  test('that is pressed twice at once is one', async () => {
    const ann = await world.addPayer();
    const path = await world.review(ann, KEY, { amount: '500' });
    const sent = node.sent.length;
    await Promise.all(Array.from({ length: 6 }, () => ann.post(`${path}/pay`, {})));
    assert.equal(node.sent.length, sent + 1);
    assert.equal(await ann.api.balanceSat(), 99_500);
  });

  test('shows no proof, as its payer made the number themselves', async () => {
    const ann = await world.addPayer();
    const path = await pay(ann, { amount: '10' });
    const paid = await ann.get(path);
    const record = await lastRecord(ann);
    const preimage = await preimageOf(ann);
    for (const page of [paid, record]) {
      assert.doesNotMatch(readText(page), /proof/i);
      assert.doesNotMatch(page.body, new RegExp(preimage));
    }
  });

  test('whose end is not known, would be a second one when it is paid again', async () => {
    const ann = await world.addPayer();
    const end = holdPayments(world);
    const path = await world.review(ann, KEY, { amount: '10' });
    const paying = ann.post(`${path}/pay`, {});
    const payment = await eventually('it is on its way', async () => {
      const open = await world.deps.payments.listOpenPayments();
      return (
        open.find(({ state, userId }) => state === 'in_flight' && userId === ann.api.user.id) ??
        null
      );
    });
    await world.deps.payments.markUnknown(payment.id, world.clock.now());
    for (const page of [await ann.get(path), await lastRecord(ann)]) {
      assert.match(readText(page), /Not known yet .* Paying this node again is a second payment/);
      assert.doesNotMatch(readText(page), /same invoice/);
    }
    end({ kind: 'succeed', feeMsat: msat(0n) });
    await paying;
    assert.match(await world.read(ann, path), /Paid 10 sat/);
  });

  test('that is refused says what may be the cause, and can be begun again', async () => {
    const ann = await world.addPayer();
    node.plan = { kind: 'fail', reason: 'incorrect_details' };
    const path = await pay(ann, { amount: '10' });
    const text = await world.read(ann, path);
    assert.match(text, /Not paid The node refused the payment.* Nothing was taken/);
    assert.doesNotMatch(text, /invoice may have expired/);
    assert.match(readText(await lastRecord(ann)), /The node refused the payment/);
    assert.equal(await ann.api.balanceSat(), 100_000);
    const again = await ann.post(`${path}/again`, {});
    const choice = await ann.get(String(again.headers.location));
    assert.match(choice.body, /name="amount"[^>]*value="10"/);
  });

  test('says its message once on the record, and apps read it', async () => {
    const ann = await world.addPayer();
    await pay(ann, { amount: '10', comment: 'For the coffee' });
    const record = readText(await lastRecord(ann));
    assert.match(record, new RegExp(`To .*${SHORT}`));
    assert.match(record, /Comment For the coffee .*Technical details/);
    assert.doesNotMatch(record, /Message/);
    const { body } = await ann.api.get('/invoices/outgoing');
    assert.match(JSON.stringify(body), /"keysend_message":"For the coffee"/);
  });
});

describe('the name of a node', () => {
  test('is kept as a contact, stands beside its key, and is paid again', async () => {
    const ann = await world.addPayer();
    const path = await pay(ann, { amount: '10' });
    assert.equal(readLink(await ann.get(path), 'Save this name'), `/contacts/new?to=${KEY}`);
    const saved = await ann.post('/contacts/new', { name: 'Ben', to: `${KEY}@203.0.113.7:9735` });
    assert.equal(saved.statusCode, 303, saved.body);
    assert.match(await world.read(ann, '/contacts'), new RegExp(`Ben ${SHORT}`));
    for (const q of [KEY.toUpperCase(), '0279be66']) {
      assert.match(await world.read(ann, `/contacts?q=${q}`), new RegExp(`Ben ${SHORT}`), q);
    }
    assert.doesNotMatch(await world.read(ann, `/contacts?q=${OTHER_KEY}`), /Ben/);
    assert.match(await world.read(ann, '/send'), new RegExp(`Paid lately .*Ben ${SHORT}`));
    assert.match(await world.read(ann, '/activity'), new RegExp(`Ben ${SHORT}`));
    const record = await lastRecord(ann);
    assert.match(readText(record), new RegExp(`To Ben .*${SHORT} .*Pay again Open the contact`));
    const again = await ann.post('/send', hiddenFields(record, '/send'));
    const review = await world.read(ann, String(again.headers.location));
    assert.match(review, new RegExp(`Amount 10 sat To Ben .*${SHORT}`));
  });

  test('that it gives itself is never taken for that of a contact', async (t) => {
    const ann = await world.addPayer();
    t.mock.method(node, 'nodeAlias', async () => 'Ben');
    assert.equal((await ann.post('/contacts/new', { name: 'Ben', to: KEY })).statusCode, 303);
    const known = await world.review(ann, KEY, { amount: '10' });
    assert.match(
      await world.read(ann, known),
      new RegExp(`To Ben ${SHORT} Key of the node ${KEY} Fee`),
    );
    const other = await world.review(ann, OTHER_KEY, { amount: '10' });
    assert.match(await world.read(ann, other), /To Ben 02c6047f…5c709ee5 Key of the node 02c6047f/);
  });

  test('is not that of an invoice of the node, which may serve many people', async () => {
    const ann = await world.addPayer();
    const { bolt11 } = node.externalInvoice({ amountMsat: 10_000n });
    const first = await world.begin(ann, bolt11);
    await ann.post(`${first}/pay`, {});
    const { destination } = await newestOf(ann);
    assert.equal(
      (await ann.post('/contacts/new', { name: 'Cas', to: destination })).statusCode,
      303,
    );
    assert.doesNotMatch(await world.read(ann, first), /Cas/);
  });

  test('is not offered for what an app has paid: it may have said for whom it is', async () => {
    const ann = await world.addPayer();
    const paid = await ann.api.post('/payments/keysend', {
      amount: 10,
      destination: KEY,
      custom_records: { '696969': 'someone' },
    });
    assert.equal(paid.status, 200);
    assert.doesNotMatch(readText(await lastRecord(ann)), /Pay again|Save this name/);
    assert.doesNotMatch(await world.read(ann, '/send'), new RegExp(SHORT));
  });
});

async function newestOf(visitor: Visitor): Promise<{ destination: string; preimage: string }> {
  const { body } = await visitor.api.get('/invoices/outgoing');
  const [record] = Array.isArray(body) ? body : [];
  return {
    destination: String(record?.destination_pubkey),
    preimage: String(record?.preimage),
  };
}

const preimageOf = async (visitor: Visitor): Promise<string> => (await newestOf(visitor)).preimage;
