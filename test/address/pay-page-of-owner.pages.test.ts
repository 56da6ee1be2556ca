import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addressQrText } from '../../src/address/address-qr-text.ts';
import { MAX_PAY_PAGE_TEXT_LENGTH } from '../../src/address/limits.ts';
import { qrSvg, readQrSvg } from '../../src/web/qr-picture.ts';
import { startAccounts } from '../support/account-world.ts';
import { readText } from '../support/page-visitor.ts';

/** What the owner of an address sets on its public page, and what payers see of it. */

const world = await startAccounts({ after });
const PATH = '/address/pay-page';

async function withAddress(name: string) {
  const browser = await world.signedIn(await world.addPerson());
  await browser.post('/address', { address_name: name });
  const open = () => world.browser().get(`/pay/${name}`);
  return { browser, open };
}

describe('the public page of an address', () => {
  test('has the address as a code that wallets scan', async () => {
    const { open } = await withAddress('coded');
    const page = await open();
    const { path } = readQrSvg(qrSvg(addressQrText('coded', 'pay.example')));
    assert.ok(page.body.includes(path));
    assert.match(page.body, /data-copy="coded@pay\.example"/);
    assert.match(page.body, /data-share="coded@pay\.example" hidden/);
  });

  test('shows the words and the amounts of its owner', async () => {
    const { browser, open } = await withAddress('busker');
    const text = 'Thank you! <b>Every</b> song counts.';
    const fields = { text, amount1: '1,000', amount2: '', amount3: '21000', amount4: '1000' };
    assert.equal((await browser.post(PATH, fields)).headers.location, '/address');
    const own = await browser.get('/address');
    assert.match(readText(own), /Your payment page is saved/);
    assert.match(own.body, /name="amount1"[^>]* value="1,000"/);
    assert.match(own.body, /name="amount2"[^>]* value="21,000"/);
    const page = await open();
    assert.match(readText(page), /Thank you! <b>Every<\/b> song counts\./);
    assert.ok(!page.body.includes('<b>Every'));
    assert.match(readText(page), /1,000 sat 21,000 sat/);
  });

  test('makes an invoice for an offered amount at one press', async () => {
    const { browser, open } = await withAddress('offers');
    await browser.post(PATH, { amount1: '2100' });
    const offered = /name="amount" value="(\d+)"/.exec((await open()).body)?.[1] ?? '';
    const made = await world.browser().postPlain('/pay/offers', { amount: offered });
    assert.equal(made.statusCode, 303);
    const invoice = await world.browser().get(String(made.headers.location));
    assert.match(readText(invoice), /Invoice for 2,100 sat/);
  });

  test('has nothing of it where its owner has set nothing, or no longer', async () => {
    const { browser, open } = await withAddress('plain');
    const before = readText(await open());
    await browser.post(PATH, { text: 'Hello', amount1: '5' });
    assert.notEqual(readText(await open()), before);
    await browser.post(PATH, {});
    assert.equal(readText(await open()), before);
  });

  for (const [fields, words] of [
    [{ text: 'x'.repeat(MAX_PAY_PAGE_TEXT_LENGTH + 1) }, /Use at most 200 characters/],
    [{ amount2: '0' }, /Enter a whole number of sats from 1 to/],
    [{ amount4: '1.5' }, /Enter a whole number of sats from 1 to/],
    [{ amount4: '9'.repeat(17) }, /Enter a whole number of sats from 1 to/],
  ] as const) {
    const [[name, typed = ''] = ['']] = Object.entries(fields);
    test(`refuses ${name} ${typed.slice(0, 20)}, and keeps what was typed`, async () => {
      const { browser } = await withAddress(`r${name}${typed.length}`);
      const answer = await browser.post(PATH, { amount1: '7', ...fields });
      assert.equal(answer.statusCode, 400);
      assert.match(readText(answer), words);
      assert.ok(answer.body.includes(typed));
      assert.match(answer.body, /name="amount1"[^>]* value="7"/);
    });
  }

  test('names all fields that are wrong at once', async () => {
    const { browser } = await withAddress('manywrong');
    const answer = await browser.post(PATH, {
      text: 'x'.repeat(201),
      amount1: '0',
      amount3: '1.5',
    });
    assert.equal(answer.statusCode, 400);
    const wrong = [...answer.body.matchAll(/class="field wrong">[\s\S]*?name="(\w+)"/g)];
    assert.deepEqual(
      wrong.map(([, name]) => name),
      ['text', 'amount1', 'amount3'],
    );
  });
});
