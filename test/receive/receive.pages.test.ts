import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { MAX_DESCRIPTION_BYTES } from '../../src/base/limits.ts';
import { readBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser, payFromExternalNode } from '../support/api-user.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });

async function signedIn() {
  const person = await world.addPerson();
  return { person, browser: await world.signedIn(person) };
}

/** Makes an invoice as the form does; answers the path of its page. */
async function make(browser: Browser, fields: Readonly<Record<string, string>>): Promise<string> {
  const once = readHidden(await browser.get('/receive'), 'once');
  const answer = await browser.post('/receive', { once, expiry: '900', ...fields });
  const { location } = answer.headers;
  assert.equal(answer.statusCode, 303);
  assert(typeof location === 'string');
  return location;
}

/** The node answers no one before two ask it for an invoice. */
async function bothAtTheNode<Done>(work: () => Promise<Done>): Promise<Done> {
  const { node } = world;
  const { createInvoice } = node;
  const both = Promise.withResolvers<void>();
  let asked = 0;
  node.createInvoice = async (spec) => {
    asked += 1;
    if (asked === 2) both.resolve();
    await both.promise;
    return await createInvoice(spec);
  };
  try {
    return await work();
  } finally {
    node.createInvoice = createInvoice;
  }
}

describe('the page Receive', () => {
  test('makes an invoice that another wallet can pay', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: '1,000', memo: 'Two coffees' });
    const page = await browser.get(path);
    const text = readText(page);
    assert.match(text, /Invoice for 1,000 sat/);
    assert.match(text, /Two coffees/);
    assert.match(text, /Waiting for payment/);
    const bolt11 = /data-copy="(lnbc\w+)"/.exec(page.body)?.[1] ?? '';
    assert.match(page.body, new RegExp(`href="lightning:${bolt11}"`));
    assert.match(page.body, /<svg class="qr" role="img"/);
    const payer = await asApiUser(world, (await world.addPerson()).user);
    await payer.receive(2000);
    assert.equal((await payer.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
    assert.match(readText(await browser.get(path)), /Paid 1,000 sat is in your wallet/);
  });

  test('leaves the amount to the payer where none is typed', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: ' ', memo: 'Tips' });
    const page = await browser.get(path);
    const text = readText(page);
    assert.match(text, /Invoice for any amount/);
    assert.match(text, /Amount Chosen by the payer/);
    assert.match(readText(await browser.get('/activity')), /Tips .*Any amount/);
    const bolt11 = /data-copy="(lnbc\w+)"/.exec(page.body)?.[1] ?? '';
    const payer = await asApiUser(world, (await world.addPerson()).user);
    await payer.receive(2000);
    const order = { invoice: bolt11, amount: 1234 };
    assert.equal((await payer.post('/payments/bolt11', order)).status, 200);
    const paid = readText(await browser.get(path));
    assert.match(paid, /Paid 1,234 sat is in your wallet\./);
    assert.match(readText(await browser.get('/activity')), /Tips Received \+1,234 sat/);
  });

  test('shows what came in for an invoice without an amount, by each of its payers', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: '' });
    const page = await browser.get(path);
    const bolt11 = /data-copy="(lnbc\w+)"/.exec(page.body)?.[1] ?? '';
    const read = readBolt11(bolt11);
    assert(read.ok);
    assert.equal(read.value.amountMsat, null);
    const { paymentHash } = read.value;
    const payer = await asApiUser(world, (await world.addPerson()).user);
    await payer.receive(2000);
    const order = { invoice: bolt11, amount: 700 };
    assert.equal((await payer.post('/payments/bolt11', order)).status, 200);
    await payFromExternalNode(world.deps, paymentHash, msat(500_900n));
    const paid = readText(await browser.get(path));
    assert.match(paid, /Paid 1,200 sat is in your wallet\. This invoice was paid 2 times/);
  });

  test('offers an expired invoice without an amount again', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: '', memo: 'late' });
    world.clock.move(901_000);
    const page = await browser.get(path);
    assert.match(readText(page), /This invoice has expired/);
    assert.doesNotMatch(page.body, /name="amount"/);
  });

  test('says when an invoice has expired, and offers the same again', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: '21', memo: 'late' });
    world.clock.move(901_000);
    const page = await browser.get(path);
    assert.match(readText(page), /This invoice has expired/);
    assert.match((await browser.get('/receive?amount=21&memo=late')).body, /value="21"/);
  });

  for (const [fields, words] of [
    [{ amount: '0' }, /Enter a whole number of sats from 1 to/],
    [{ amount: '1.5' }, /Enter a whole number of sats from 1 to/],
    [{ amount: '-1' }, /Enter a whole number of sats from 1 to/],
    [{ amount: '9'.repeat(17) }, /Enter a whole number of sats from 1 to/],
    [
      { amount: '1', memo: 'é'.repeat(MAX_DESCRIPTION_BYTES / 2 + 1) },
      /This text is too long\. Shorten it by about 1 letter\./,
    ],
  ] as const) {
    test(`refuses ${JSON.stringify(fields).slice(0, 40)}, and keeps what was typed`, async () => {
      const { browser } = await signedIn();
      const answer = await browser.post('/receive', fields);
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.ok(answer.body.includes(`value="${fields.amount}"`));
    });
  }

  test('a form that is sent twice makes one invoice', async () => {
    const { browser } = await signedIn();
    const once = readHidden(await browser.get('/receive'), 'once');
    const send = () => browser.post('/receive', { once, amount: '5', memo: 'tea' });
    const [first, second] = await bothAtTheNode(() => Promise.all([send(), send()]));
    assert.match(String(first.headers.location), /^\/receive\//);
    assert.equal(first.headers.location, second.headers.location);
    const changed = await browser.post('/receive', { once, amount: '6', memo: 'tea' });
    assert.match(readText(changed), /You sent this form before, with something else in it/);
  });

  test('words of the user are shown as text only', async () => {
    const { browser } = await signedIn();
    const path = await make(browser, { amount: '5', memo: '<script>alert(1)</script>' });
    const page = await browser.get(path);
    assert.ok(!page.body.includes('<script>alert'));
    assert.match(readText(page), /<script>alert\(1\)<\/script>/);
  });

  test('another person’s invoice does not exist', async () => {
    const path = await make((await signedIn()).browser, { amount: '5' });
    const { browser } = await signedIn();
    assert.equal((await browser.get(path)).statusCode, 404);
    assert.equal((await browser.get('/receive/x')).statusCode, 404);
  });

  test('an address stands beside the form once there is one', async () => {
    const { person, browser } = await signedIn();
    assert.match(readText(await browser.get('/receive')), /You have no address yet/);
    await world.deps.addressNames.claimName(person.user.id, 'zoe', world.clock.now(), null);
    assert.match(readText(await browser.get('/receive')), /zoe ?@pay\.example/);
  });
});
