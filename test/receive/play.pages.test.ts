import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accept, refuse } from '../../src/base/result.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';

const paid: string[] = [];
const playing = await startAccounts(
  { after },
  {
    play: {
      pay: async (bolt11, amountSat) => {
        if (bolt11 === 'broken') return refuse('the invoice cannot be read');
        paid.push(amountSat === null ? bolt11 : `${bolt11} ${amountSat}`);
        return accept(null);
      },
      makeInvoice: async (amountSat) => accept(`lnbcrt${amountSat}`),
    },
  },
);
const real = await startAccounts({ after });

describe('where money is real', () => {
  test('nothing of it exists, for anyone', async () => {
    const browser = await real.signedIn(await real.addPerson());
    for (const one of [browser, real.browser()]) {
      assert.equal((await one.get('/play')).statusCode, 404);
      for (const path of ['/play/pay', '/play/invoice']) {
        assert.equal((await one.post(path, { invoice: 'x', amount: '1' })).statusCode, 404);
      }
    }
    assert.doesNotMatch((await browser.get('/')).body, /\/play/);
    assert.doesNotMatch(readText(await real.browser().get('/')), /play money/);
  });
});

describe('on the simulated network', () => {
  test('guests sign in first', async () => {
    const answer = await playing.browser().get('/play');
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in']);
  });

  test('the other wallet pays an invoice, and leads back to its page', async () => {
    const browser = await playing.signedIn(await playing.addPerson());
    assert.match((await browser.get('/')).body, /href="\/play"/);
    const guest = readText(await playing.browser().get('/'));
    assert.match(guest, /This service is for trying out: its money is play money\./);
    const made = await browser.post('/receive', { amount: '5', expiry: '900' });
    const path = String(made.headers.location);
    const form = /name="invoice" value="(lnbc\w+)"/.exec((await browser.get(path)).body);
    const identifier = path.slice('/receive/'.length);
    const answer = await browser.post('/play/pay', { invoice: form?.[1] ?? '', identifier });
    assert.equal(answer.headers.location, path);
    assert.equal(paid.at(-1), form?.[1]);
    const plain = await browser.post('/play/pay', { invoice: ' lightning:lnbc1 ' });
    assert.equal(plain.headers.location, '/play');
    assert.equal(paid.at(-1), 'lnbc1');
    assert.match(readText(await browser.get('/play')), /The other wallet has paid your invoice/);
  });

  test('the other wallet chooses the amount of an invoice that has none', async () => {
    const browser = await playing.signedIn(await playing.addPerson());
    const made = await browser.post('/receive', { amount: '', expiry: '900' });
    const page = await browser.get(String(made.headers.location));
    const invoice = /name="invoice" value="(lnbc\w+)"/.exec(page.body)?.[1] ?? '';
    assert.match(page.body, /name="amount"[^>]* value="500"/);
    await browser.post('/play/pay', { invoice, amount: '1,200' });
    assert.equal(paid.at(-1), `${invoice} 1200`);
    await browser.post('/play/pay', { invoice });
    assert.equal(paid.at(-1), `${invoice} 500`);
    const refused = await browser.post('/play/pay', { invoice, amount: '0' });
    assert.match(readText(refused), /Enter a whole number of sats from 1 to 1,000,000/);
  });

  test('says why an invoice could not be paid', async () => {
    const browser = await playing.signedIn(await playing.addPerson());
    const answer = await browser.post('/play/pay', { invoice: 'broken' });
    assert.equal(answer.statusCode, 400);
    assert.match(readText(answer), /could not pay: the invoice cannot be read/);
  });

  test('the other wallet makes an invoice to pay', async () => {
    const browser = await playing.signedIn(await playing.addPerson());
    const answer = await browser.post('/play/invoice', { amount: '1,000' });
    assert.match(readText(answer), /Here is an invoice for 1,000 sat.*lnbcrt1000/);
    assert.match(answer.body, /href="\/send\?to&#61;lnbcrt1000"/);
    // What one came for stands first, and no other button is called like it.
    assert.match(readText(answer), /lnbcrt1000 .*Pay it .*Have it paid/);
    assert.equal(readText(answer).split('Pay it').length, 2);
    for (const amount of ['0', 'x', '1000001', '']) {
      const refused = await browser.post('/play/invoice', { amount });
      assert.equal(refused.statusCode, 400, amount);
    }
  });
});
