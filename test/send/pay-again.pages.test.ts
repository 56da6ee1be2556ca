import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { claimAddress } from '../../src/address/claim-address.ts';
import { msat } from '../../src/base/amount.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { OFFERED_PAYEES, RECENT_PAYMENTS } from '../../src/send/limits.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

/** Payees whom a user has paid, and contacts, from Send to Activity. */

const world = await startSendPages({ after });
const { node, shop } = world;

beforeEach(() => {
  node.plan = { kind: 'succeed', feeMsat: msat(0n) };
  world.offer();
});

const save = async (visitor: Visitor, name: string, to: string): Promise<void> => {
  const saved = await visitor.post('/contacts/new', { name, to });
  assert.equal(saved.statusCode, 303, saved.body);
};

/** Pays, and answers the page that says so. */
async function pay(visitor: Visitor, to: string, amount: string): Promise<string> {
  const path = await world.review(visitor, to, { amount });
  await visitor.post(`${path}/pay`, {});
  assert.match(await world.read(visitor, path), /Paid/);
  return path;
}

/** The names that Send offers, in their order. */
async function offered(visitor: Visitor): Promise<readonly string[]> {
  const { body } = await visitor.get('/send');
  const names = body.matchAll(/<bdi class="title">([^<]*)<\/bdi>/g);
  return [...names].map(([, name = '']) => name);
}

const lastOf = async (visitor: Visitor) => {
  const { body } = await visitor.get('/activity');
  const path = /class="movement [a-z]+" href="([^"]+)"/.exec(body)?.[1];
  assert(path !== undefined, 'the list has a line');
  return { path, page: await visitor.get(path) };
};

/** An address here, and whose it is. */
async function addPayee(name: string): Promise<Visitor> {
  const payee = await world.addVisitor();
  const claimed = await claimAddress(world.deps, {
    userId: payee.api.user.id,
    text: name,
    by: 'user',
  });
  assert(claimed.ok);
  return payee;
}

describe('Send offers', () => {
  test('those paid by hand, however many payments a token makes afterwards', async () => {
    const ann = await world.addPayer();
    const bob = await world.addVisitor();
    await pay(ann, shop, '10');
    for (let count = 0; count <= RECENT_PAYMENTS; count += 1) {
      const invoice = await bob.api.invoice(1);
      assert.equal((await ann.api.post('/payments/bolt11', { invoice })).status, 200);
    }
    assert.deepEqual(await offered(ann), [shop]);
  });

  test('a contact, whose name stands above the amount that is asked for', async () => {
    const ann = await world.addPayer();
    await save(ann, 'Eva from the bakery', shop);
    const path = await world.begin(ann, shop);
    const page = await ann.get(path);
    assert.match(page.body, /<title>Pay Eva from the bakery · /);
    const shown = new RegExp(`Pay Eva from the bakery ${shop} `);
    assert.match(readText(page), shown);
  });

  test('those last paid, each once, the newest first, and not those whose payment failed', async () => {
    const ann = await world.addPayer();
    for (let count = 0; count <= OFFERED_PAYEES; count += 1) {
      await addPayee(`payee${count}`);
      await pay(ann, `payee${count}@pay.example`, '10');
    }
    await pay(ann, 'payee3@pay.example', '10');
    node.plan = { kind: 'fail', reason: 'no_route' };
    const failed = await world.review(ann, shop, { amount: '10' });
    await ann.post(`${failed}/pay`, {});
    const { bolt11 } = node.externalInvoice({ amountMsat: 1000n });
    node.plan = { kind: 'succeed', feeMsat: msat(0n) };
    await ann.post(`${await world.begin(ann, bolt11)}/pay`, {});
    const expected = [3, 6, 5, 4, 2, 1].map((count) => `payee${count}@pay.example`);
    assert.deepEqual(await offered(ann), expected);
    assert.deepEqual(await offered(await world.addVisitor()), []);
  });

  test('contacts by name, those last paid first, and no one twice', async () => {
    const ann = await world.addPayer();
    for (let count = 0; count <= OFFERED_PAYEES; count += 1) {
      await save(ann, `Friend ${count}`, `friend${count}@friend.example`);
    }
    await save(ann, 'Corner shop', shop);
    await pay(ann, shop, '10');
    const friends = [6, 5, 4, 3, 2, 1].map((count) => `Friend ${count}`);
    assert.deepEqual(await offered(ann), ['Corner shop', ...friends]);
    const { body } = await ann.get('/send');
    assert.match(body, /<button [^>]*name="to" value="friend6@friend\.example"/);
  });

  test('them, and a press leads on to the amount', async () => {
    const ann = await world.addPayer();
    await save(ann, 'Corner shop', shop);
    const fields = hiddenFields(await ann.get('/send'), '/send');
    const begun = await ann.post('/send', { ...fields, to: shop });
    assert.equal(begun.statusCode, 303);
    assert.match(
      await world.read(ann, String(begun.headers.location)),
      /Pay Corner shop shop@.*Amount/,
    );
  });
});

describe('the name of a contact', () => {
  test('stands beside the address on review, Paid, Activity and the record', async () => {
    const ann = await world.addPayer();
    await save(ann, 'Anna', shop);
    const path = await world.review(ann, shop, { amount: '100' });
    assert.match(await world.read(ann, path), new RegExp(`To Anna ${shop} `));
    await ann.post(`${path}/pay`, {});
    assert.match(await world.read(ann, path), new RegExp(`Paid .*To Anna ${shop} .*Open the`));
    assert.match(await world.read(ann, '/'), new RegExp(`Anna ${shop}`));
    assert.match(await world.read(ann, '/activity'), new RegExp(`Anna ${shop}`));
    const { page } = await lastOf(ann);
    assert.match(readText(page), new RegExp(`To Anna ${shop} .*Pay again Open the contact`));
    assert.equal(await ann.api.balanceSat(), 99_900);
  });

  test('of a link stands there too, beside its domain', async () => {
    world.payee.answers.set('/link', {
      tag: 'payRequest',
      callback: `${world.payee.url}/cb`,
      minSendable: 1000,
      maxSendable: 1_000_000,
      metadata: '[["text/plain","Coffee"]]',
    });
    const ann = await world.addPayer();
    const link = encodeLnurl(`${world.payee.url}/link`);
    const paid = await ann.get(await pay(ann, link, '100'));
    assert.equal(readLink(paid, 'Save this name'), `/contacts/new?to=${link}`);
    await save(ann, 'Coffee', link.toUpperCase());
    const { host } = world.payee;
    assert.match(await world.read(ann, '/activity'), new RegExp(`Coffee ${host}`));
    const { page } = await lastOf(ann);
    assert.match(readText(page), new RegExp(`To Coffee ${host} `));
    const again = await ann.post('/send', hiddenFields(page, '/send'));
    const review = String(again.headers.location);
    assert.match(await world.read(ann, review), new RegExp(`Amount 100 sat To Coffee ${host} `));
    const { body } = await ann.api.get('/invoices');
    assert.doesNotMatch(JSON.stringify(body), /lnurl1/, 'apps read the domain, as before');
  });

  test('is that of its owner alone: apps read the address', async () => {
    const ann = await world.addPayer();
    await save(ann, 'Secret friend', shop);
    await pay(ann, shop, '10');
    const { body } = await ann.api.get('/invoices');
    assert.match(JSON.stringify(body), /shop@/);
    assert.doesNotMatch(JSON.stringify(body), /Secret/);
  });
});

describe('pay again', () => {
  test('leads to the review with the same amount, and nothing leaves before', async () => {
    const ann = await world.addPayer();
    const path = await pay(ann, shop, '100');
    const paid = await ann.get(path);
    assert.match(
      readText(paid),
      /Paid .*Done Share receipt Print receipt Pay again Save this name/,
    );
    const sent = node.sent.length;
    for (const page of [paid, (await lastOf(ann)).page]) {
      const again = await ann.post('/send', hiddenFields(page, '/send'));
      const review = String(again.headers.location);
      assert.match(await world.read(ann, review), /Check and pay Amount 100 sat To shop@/);
      assert.equal(node.sent.length, sent);
      assert.equal(await ann.api.balanceSat(), 99_900);
    }
    const again = await ann.post('/send', hiddenFields(paid, '/send'));
    const review = String(again.headers.location);
    await Promise.all([ann.post(`${review}/pay`, {}), ann.post(`${review}/pay`, {})]);
    assert.match(await world.read(ann, review), /Paid 100 sat/);
    assert.equal(await ann.api.balanceSat(), 99_800);
  });

  test('of someone here moves money inside', async () => {
    const [ann, bob] = [await world.addPayer(1000), await addPayee('bob-again')];
    const paid = await ann.get(await pay(ann, 'bob-again@pay.example', '100'));
    const again = await ann.post('/send', hiddenFields(paid, '/send'));
    await ann.post(`${String(again.headers.location)}/pay`, {});
    assert.deepEqual([await ann.api.balanceSat(), await bob.api.balanceSat()], [800, 200]);
  });

  test('asks for the amount where the payee takes no such one any more, and proposes it', async () => {
    const ann = await world.addPayer();
    const paid = await ann.get(await pay(ann, shop, '100'));
    world.offer({ minSendable: 200_000 });
    const again = await ann.post('/send', hiddenFields(paid, '/send'));
    assert.match(readText(again), /Pay shop@.* From 200 sat/);
    assert.match(again.body, /name="amount"[^>]*value="100"/);
  });

  test('tells the price of a payee who fixes it', async () => {
    const ann = await world.addPayer();
    const paid = await ann.get(await pay(ann, shop, '100'));
    world.offer({ minSendable: 200_000, maxSendable: 200_000, commentAllowed: 0 });
    const again = await ann.post('/send', hiddenFields(paid, '/send'));
    assert.match(readText(again), /asks for exactly 200 sat/);
  });

  test('is not offered for an invoice', async () => {
    const ann = await world.addPayer();
    const path = await world.begin(ann, node.externalInvoice({ amountMsat: 1000n }).bolt11);
    await ann.post(`${path}/pay`, {});
    assert.doesNotMatch(await world.read(ann, path), /Pay again|Save this name/);
    const { page } = await lastOf(ann);
    assert.doesNotMatch(readText(page), /Pay again|Save this name/);
  });

  test('takes no amount that is none', async () => {
    const ann = await world.addPayer();
    for (const amount of ['-1', '1.5', '99999999999999999999', 'x', '0']) {
      const begun = await ann.post('/send', { to: shop, amount });
      assert.equal(begun.statusCode, 400);
    }
    assert.equal(await ann.api.balanceSat(), 100_000);
  });
});
